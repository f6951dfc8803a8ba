/// Self-play on a stored game with perfect recall, for any number of players: counterfactual regret minimisation
/// [Zinkevich2007] and its kin, as one algorithm of orthogonal parts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/budget.h"
#include "core/tasks.h"
#include "extensive/regret_player.h"
#include "extensive/sequence_payoffs.h"
#include "extensive/shared_treeplex.h"
#include "games/game_tree.h"

namespace dodona {

/// The parts that self-play is made of.
struct SelfPlayRule {
  enum class Opponents {
    current,   ///< everybody faces what the others play now
    average,   ///< what they have played on average
    responses  ///< a best response of the other of two players to her own plan [Johanson2012]
  };
  enum class Update {
    regret,   ///< regret matching at every information set
    respond,  ///< a best response: fictitious play, against averages
    mirror    ///< optimistic mirror descent with the dilated entropy [Lee2021]
  };

  Opponents opponents = Opponents::current;
  Update update = Update::regret;
  RegretRule regret;
  bool alternating = true;  ///< players in turn, each against what the others play by now
  double averaging = 0;     ///< the plan of round t counts t to this power
  double step = 1;          ///< of mirror descent, divided by the player's largest payoff
  bool correlate = false;   ///< keep what everybody could have gained over the play of all rounds; not alternating
  int threads = 1;
};

class SelfPlay {
 public:
  SelfPlay(const GameTree& tree, const SelfPlayRule& rule);

  void play(std::int64_t rounds, Budget& budget);
  /// A player's average realization plan since the last restart; her plan of now before the first round.
  std::vector<double> average(int player) const;
  /// What a player gets at best against the others' average plans.
  double best_value(int player);
  /// Averages, and what is kept of all rounds together, begin anew; regrets stay.
  void restart();
  std::int64_t rounds() const { return rounds_; }
  std::int64_t restarted() const { return restarted_; }  ///< the rounds before the last restart
  int players() const { return static_cast<int>(players_.size()); }

  /// What a player got on average over all rounds since the last restart, and what she could have gained with one plan
  /// for all of them: by that much the play of all rounds misses a coarse correlated equilibrium. Only with
  /// `correlate`.
  double correlated_value(int player) const;
  double correlated_regret(int player);

  /// What the work goes on from: rounds, those before the last restart, and the weight of the others; then by player
  /// sums of regrets or the last values, the behaviour, the sum of plans, and what was gained in all rounds together.
  std::vector<std::vector<double>> state() const;
  void restore(const std::vector<std::span<const double>>& state);

 private:
  struct Player : RegretPlayer {
    SharedTreeplex shared;
    std::vector<std::size_t> ranges;  ///< where each thread's share of the sequences begins
    std::vector<double> gains;        ///< what sequences brought in all rounds
    double earned = 0;
    double smoothing = 1;  ///< what a step of mirror descent takes of the entropy
  };
  /// Passes over a player's treeplex on all threads.
  struct Passes {
    SharedTreeplex& shared;
    TaskPool* pool;
    template <class ValueAt>
    void back_up(const Treeplex& treeplex, std::span<double> values, ValueAt&& value_at) {
      shared.back_up(treeplex, values, pool, value_at);
    }
    void follow(const Treeplex& treeplex, std::span<const double> behaviour, std::span<double> plan) const {
      shared.follow(treeplex, behaviour, plan, pool);
    }
  };

  std::size_t threads() const { return pool_ ? index(pool_->workers()) : 1; }
  Passes passes_of(Player& player) const { return {player.shared, pool_.get()}; }
  void take_values(int player, const std::vector<const double*>& others, std::vector<double>& values);
  void face_others(int player);
  void face_response(int player);
  void add_to_averages(double weight);
  void take_part(int player, double weight);
  void update(int player);
  void respond(Player& own) const;
  void step(int player);
  double weight_of(std::int64_t round) const;

  SelfPlayRule rule_;
  SequencePayoffs payoffs_;
  std::unique_ptr<TaskPool> pool_;
  std::vector<Player> players_;
  std::vector<const double*> others_;           ///< plans that a player faces
  std::vector<double> answer_, answer_values_;  ///< the other's best response, and what it is made of
  double weight_ = 0;                           ///< of all rounds in the averages
  std::int64_t rounds_ = 0, restarted_ = 0;
};

}  // namespace dodona
