/// Best response without a tree: a walk over the searching player's information states, each with the weighted
/// positions that she cannot tell apart there.
///
/// This is the search of Algorithms 5 and 6 of Bosansky 2014, information state by information state instead of node by
/// node: all positions of a state are at hand when it is entered, so that no value has to be kept for a second visit.
/// Bounds prune as there: what a move can still reach if everything open goes as well as possible is compared with what
/// is already certain elsewhere. Memory grows with the length of the game, not with its size.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "core/budget.h"
#include "core/errors.h"
#include "core/ids.h"
#include "core/team.h"
#include "extensive/frontier.h"
#include "extensive/responses.h"
#include "extensive/shared_actions.h"
#include "games/contract.h"
#include "games/watch.h"

namespace dodona {

/// The search, on any number of threads with the same result. `Opponent` plays the other side: `moves(s, trace, f)`
/// calls f(action, probability, trace) for every move that it may make at s. `Own` knows what is already there:
/// `look(s, known, order)` lists the actions worth looking at, the known ones first, and tells how many those are. Each
/// searcher has copies of both.
///
/// With threads the first one or two actions of a state, and the first group behind an action, are searched before the
/// others, which are shared out where that took long and somebody is idle (the young brothers wait). Values that matter
/// do not depend on the bounds they were searched with, and they are added up in the same order, so neither do results.
template <SequentialGame G, class Opponent, class Own>
  requires InformationGame<G>
class ResponseSearch {
 public:
  using State = typename G::State;

  /// An action that the response plays and `Own` does not have, at an information state named by one of its positions.
  struct Choice {
    State state;
    int action;
  };

  ResponseSearch(const G& game, int player, Opponent opponent, Own own, const Budget& budget,
                 const ResponseOptions& options)
      : game_(game),
        player_(player),
        opponent_(std::move(opponent)),
        own_(std::move(own)),
        options_(options),
        rounding_(kRounding * options.unit),
        team_(options.threads, budget) {
    if constexpr (BoundedGame<G>)
      if (options.pruning) most_ = game.max_utility(), least_ = game.min_utility();
  }

  /// The most that the player can get from a position on.
  double run(const State& root, std::int32_t trace) {
    Lease searcher(*this, 0);
    const double value = team_.lead([&] { return searcher->run(root, trace); });
    nodes = searcher->nodes;
    choices = std::move(searcher->choices);
    return value;
  }

  std::vector<Choice> choices;  ///< parents first; negative actions are none
  std::int64_t nodes = 0;

 private:
  static constexpr double kNothing = -std::numeric_limits<double>::infinity();
  static constexpr int kNoChoice = -1, kHad = -2;
  static constexpr double kRounding = 1e-12;              ///< relative to the unit of the utilities
  static constexpr std::int64_t kWorthSharing = 2000;     ///< nodes below a move whose brothers are shared out
  static constexpr std::int64_t kWorthThreads = 100'000;  ///< nodes walked before threads are started
  static constexpr std::size_t kLongest = 4000;           ///< moves of a player: deeper would exhaust the stack

  struct Answer {
    double value = 0;
    std::vector<Choice> choices;
    std::int64_t nodes = 0;
  };

  /// One thread's share; tasks inside each other have one each.
  class Searcher {
   public:
    Searcher(ResponseSearch& search, int worker)
        : all_(search),
          worker_(worker),
          game_(search.game_),
          opponent_(search.opponent_),
          own_(search.own_),
          watch_(game_, report_) {
      utilities_.resize(index(game_.traits().players));
    }
    void start(int worker) {
      worker_ = worker, nodes = 0;
      choices.clear();
      budget_ = all_.team_.budget_of(worker);
    }

    double run(const State& root, std::int32_t trace) {
      Frontier<State>& top = level(0).frontier;
      top.clear();
      advance(root, 1.0, trace, top, 0);
      top.close();
      return add_up(top, 0, true, kNothing);
    }

    double action_value(std::span<const Weighted<State>> positions, int action, std::size_t depth, bool known,
                        double floor) {
      Frontier<State>& next = level(depth).frontier;
      next.clear();
      for (const Weighted<State>& position : positions) {
        State s = position.state;
        game_.apply(s, action);
        advance(std::move(s), position.weight, position.trace, next, 0);
      }
      next.close();
      return add_up(next, depth, known, floor);
    }

    /// What an information state is worth, exactly if that is more than `floor`.
    double evaluate(std::span<const Weighted<State>> positions, double weight, std::size_t depth, bool known,
                    double floor) {
      if (depth > kLongest)
        throw UnsupportedGameError("a player moves more than " + std::to_string(kLongest) +
                                   " times, too often for this search.");
      Level& here = level(depth);
      check_actions(positions);
      const int have = own_.look(positions[0].state, known, here.order);
      Candidates candidates{positions, weight, depth, floor, have, choices.size()};
      choices.push_back({positions[0].state, kNoChoice});
      candidates.firm = choices.size();
      const std::size_t count = here.order.size();
      std::int64_t cost = 0;
      for (std::size_t i = 0; i < count; ++i) {
        if (all_.options_.split_actions && i >= elders(count) && i + 1 < count && shares(cost)) {
          share_actions(candidates, here.order, i);
          break;
        }
        const std::int64_t before = nodes;
        const std::size_t start = choices.size();
        const bool had = static_cast<int>(i) < have;
        const double v =
            action_value(positions, here.order[i], depth, had, candidates.floor_of(had, all_.options_.everywhere));
        take(candidates, here.order[i], had, v, start);
        cost = nodes - before;
      }
      choices[candidates.slot].action = candidates.chosen;
      return candidates.best;
    }

    std::vector<Choice> choices;
    std::int64_t nodes = 0;

   private:
    struct Level {
      Frontier<State> frontier;
      std::vector<int> order;
    };

    /// The actions of an information state as far as they have been judged.
    struct Candidates {
      std::span<const Weighted<State>> positions;
      double weight;
      std::size_t depth;
      double floor;
      int have;              ///< how many actions are known already
      std::size_t slot;      ///< of this state among the choices
      std::size_t firm = 0;  ///< choices up to here stay whatever is chosen
      double best = kNothing, chosen_value = kNothing;
      int chosen = kNoChoice;
      double floor_of(bool had, bool everywhere) const { return everywhere && had ? kNothing : std::max(floor, best); }
    };

    Level& level(std::size_t depth) {
      while (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
      return *levels_[depth];
    }

    /// Judges an action whose choices further down stand from `start` on.
    void take(Candidates& all, int action, bool had, double v, std::size_t start) {
      all.best = std::max(all.best, v);
      // What is there already is given up only for what is better by more than rounding.
      const bool better =
          v > (had || all.have == 0 ? all.chosen_value : all.chosen_value + all_.rounding_ * all.weight);
      const auto at = [&](std::size_t i) { return choices.begin() + static_cast<std::ptrdiff_t>(i); };
      if (all_.options_.everywhere && had)
        all.firm = choices.size();
      else if (better)
        choices.erase(at(all.firm), at(start));
      else
        choices.erase(at(start), choices.end());
      if (better) all.chosen_value = v, all.chosen = had ? kHad : action;
    }

    /// What the positions of a frontier are worth together, exactly if that is more than `floor`.
    double add_up(Frontier<State>& next, std::size_t depth, bool known, double floor) {
      double sum = next.value, open = 0;
      for (const auto& group : next.groups) open += group.weight;
      std::int64_t cost = 0;
      for (std::size_t g = 0; g < next.groups.size(); ++g) {
        const double weight = next.groups[g].weight;
        const bool safe = sum + (open > 0 ? open * all_.least_ : 0.0) >= floor;
        if (safe && all_.options_.split_groups && g + 1 < next.groups.size() && shares(cost))
          return share_groups(next, g, known, sum);
        open = std::max(0.0, open - weight);
        const double need = floor - sum - (open > 0 ? open * all_.most_ : 0.0);
        if (weight * all_.most_ <= need) return kNothing;
        const std::int64_t before = nodes;
        const double v = evaluate(next.in(next.groups[g]), weight, depth + 1, known, need);
        if (v == kNothing) return kNothing;
        sum += v;
        cost = nodes - before;
      }
      return sum;
    }

    /// How many actions are searched before the others are shared out: the second often gives a much better bound.
    static std::size_t elders(std::size_t count) { return count > 3 ? 2 : 1; }

    bool shares(std::int64_t cost) const {
      return cost >= kWorthSharing && all_.options_.threads > 1 && (all_.team_.started() || nodes >= kWorthThreads) &&
             all_.team_.pool().hungry();
    }

    /// Searches the actions from number `from` on as tasks, with the bound known by now.
    void share_actions(Candidates& all, const std::vector<int>& order, std::size_t from) {
      std::vector<Answer> answers(order.size() - from);
      SharedActions found(answers.size());
      all_.share(worker_, answers.size(), [&](Searcher& searcher, std::size_t i) {
        const bool had = static_cast<int>(from + i) < all.have;
        const double floor = all.floor_of(had, all_.options_.everywhere);
        answers[i].value = searcher.action_value(all.positions, order[from + i], 0, had,
                                                 floor == kNothing ? floor : std::max(floor, found.floor(i)));
        found.set(i, answers[i].value);
        searcher.hand_over(answers[i]);
      });
      for (std::size_t i = 0; i < answers.size(); ++i) {
        const std::size_t start = choices.size();
        collect(answers[i]);
        take(all, order[from + i], static_cast<int>(from + i) < all.have, answers[i].value, start);
      }
    }

    /// Searches the groups from number `from` on as tasks and adds them to what the others are worth.
    double share_groups(Frontier<State>& next, std::size_t from, bool known, double sum) {
      std::vector<Answer> answers(next.groups.size() - from);
      all_.share(worker_, answers.size(), [&](Searcher& searcher, std::size_t i) {
        const auto& group = next.groups[from + i];
        answers[i].value = searcher.evaluate(next.in(group), group.weight, 0, known, kNothing);
        searcher.hand_over(answers[i]);
      });
      for (Answer& answer : answers) collect(answer), sum += answer.value;
      return sum;
    }

    void hand_over(Answer& answer) { answer.choices = std::move(choices), answer.nodes = nodes; }
    void collect(Answer& answer) {
      std::move(answer.choices.begin(), answer.choices.end(), std::back_inserter(choices));
      nodes += answer.nodes;
    }

    void check_actions(std::span<const Weighted<State>> positions) const {
      if (!untrusted()) return;
      const int known = game_.num_actions(positions[0].state);
      for (const auto& position : positions)
        if (const int count = game_.num_actions(position.state); count != known)
          throw GameDefinitionError(unequal_actions(game_, position.state, all_.player_, known, count).text());
    }

    /// Plays on from s until the searching player moves or the game is over.
    void advance(State s, double weight, std::int32_t trace, Frontier<State>& into, std::size_t moves) {
      budget_.spend(++nodes, [] { return 0; });
      const int turn = game_.turn(s);
      if (turn == kTerminal) {
        game_.utilities(s, utilities_.data());
        if (untrusted()) watch_.utilities(s, utilities_.data());
        into.value += weight * utilities_[index(all_.player_)];
        return;
      }
      if (untrusted() && watch_.turn(s, turn)) watch_.actions(s, turn, game_.num_actions(s));
      if (turn == all_.player_) {
        key_.clear();
        game_.info_key(s, turn, key_);
        return into.push(std::move(s), weight, trace, key_.view());
      }
      if (moves > kLongest)
        throw UnsupportedGameError("more than " + std::to_string(kLongest) +
                                   " moves lie between two of a player, too many for this search.");
      if (turn == kChance) {
        if constexpr (ChanceGame<G>) {
          const int count = game_.num_actions(s);
          if (untrusted()) watch_.chance(s, count);
          for (int outcome = 0; outcome < count; ++outcome) {
            const double p = game_.chance_probability(s, outcome);
            if (p > 0) advance(after(s, outcome), weight * p, trace, into, moves + 1);
          }
        }
        return;
      }
      opponent_.moves(s, trace, [&](int action, double p, std::int32_t next) {
        advance(after(s, action), weight * p, next, into, moves + 1);
      });
    }
    State after(const State& s, int action) const {
      State child = s;
      game_.apply(child, action);
      return child;
    }

    bool untrusted() const { return abilities_of(game_).untrusted; }

    ResponseSearch& all_;
    int worker_;
    const G& game_;
    Opponent opponent_;
    Own own_;
    Budget budget_;
    ContractReport report_;
    Watch<G> watch_;
    std::vector<double> utilities_;
    std::vector<std::unique_ptr<Level>> levels_;
    KeyWriter key_;
  };

  /// A searcher from the store, for as long as a task lasts.
  class Lease {
   public:
    Lease(ResponseSearch& search, int worker) : all_(search) {
      {
        const std::lock_guard lock(all_.mutex_);
        if (!all_.store_.empty()) searcher_ = std::move(all_.store_.back()), all_.store_.pop_back();
      }
      if (!searcher_) searcher_ = std::make_unique<Searcher>(all_, worker);
      searcher_->start(worker);
    }
    ~Lease() {
      const std::lock_guard lock(all_.mutex_);
      all_.store_.push_back(std::move(searcher_));
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Searcher* operator->() { return searcher_.get(); }
    Searcher& operator*() { return *searcher_; }

   private:
    ResponseSearch& all_;
    std::unique_ptr<Searcher> searcher_;
  };

  /// Runs work(searcher, i) for every i below `count` as tasks and waits for them.
  template <class Work>
  void share(int worker, std::size_t count, const Work& work) {
    TaskScope scope(team_, worker);
    for (std::size_t i = 0; i < count; ++i)
      scope.submit([this, &work, i](int by) {
        Lease searcher(*this, by);
        work(*searcher, i);
      });
    scope.wait();
  }

  const G& game_;
  const int player_;
  const Opponent opponent_;
  const Own own_;
  const ResponseOptions options_;
  const double rounding_;  ///< what an action that is not there yet must be better by
  double most_ = std::numeric_limits<double>::infinity(), least_ = -most_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Searcher>> store_;
  TaskTeam team_;  ///< last: its threads end first
};

}  // namespace dodona
