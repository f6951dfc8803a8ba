/// Parallel search: the schemes of the survey in chapter 4 of Svatos (2014) on one task engine. All of them return the
/// value of the serial search; they differ in what is searched when, and in how much of it was for nothing.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "core/tasks.h"
#include "perfect/search.h"

namespace dodona {

/// Thrown inside a task whose result nobody needs any more.
struct Abandoned {};

template <SequentialGame G>
class ParallelSearch {
 public:
  using State = typename G::State;
  using Evaluate = typename Search<G>::Evaluate;

  ParallelSearch(const G& game, const SearchOptions& options, const Evaluate& evaluate, const Budget& budget)
      : game_(game), options_(options), max_nodes_(budget.max_nodes), pool_(options.threads) {
    if (options.table && options.threads > 1) options.table->spread();
    for (int i = 0; i < pool_.workers(); ++i)
      workers_.push_back(std::make_unique<Worker>(game, options, evaluate, budget));
    for (int i = 0; i < pool_.workers(); ++i)
      workers_[static_cast<std::size_t>(i)]->budget.poll = poll_of(i, budget.poll);
  }

  /// Searches the root to a depth inside a window, fail-soft like `Search::alphabeta`.
  double search(const State& root, double alpha, double beta, int depth) {
    for (auto& worker : workers_) worker->search.reset(), worker->split = nullptr;
    State s = root;
    try {
      switch (options_.scheme) {
        case Scheme::mandatory_work_first:
          return mandatory(0, s, alpha, beta, depth, 0);
        case Scheme::er:
          return er(0, s, alpha, beta, depth, 0);
        case Scheme::and_or:
          return and_or(s, alpha, beta, depth);
        case Scheme::expectiminimax:
          return expectiminimax(0, s, depth, 0);
        case Scheme::aspiration:
          return disjoint_windows(root, alpha, beta, depth);
        case Scheme::abdada:
          return abdada(root, alpha, beta, depth);
        default:
          return split(0, s, alpha, beta, depth, 0, Kind::pv);
      }
    } catch (const Abandoned&) {
      pool_.rethrow();
    }
  }

  /// Divides the root's moves among the workers, who deepen on their own, and answers with the largest depth that all
  /// have finished: its value, or nothing where there is none.
  struct Division {
    int depth = 0;
    double value = 0;
    bool complete = false;  ///< no line was cut short
    int action = -1;
  };
  Division divide(const State& root, int depth, bool deepening);

  int root_action = -1;  ///< the best move at the root, where the scheme knows it

  SearchStats stats() const {
    SearchStats sum;
    for (const auto& worker : workers_) sum += worker->search.stats;
    sum.tasks = tasks_, sum.abandoned = abandoned_;
    return sum;
  }
  std::int64_t horizon_count() const {
    std::int64_t sum = 0;
    for (const auto& worker : workers_) sum += worker->search.horizon_count();
    return sum;
  }
  double evaluated_low() const {
    double low = kInfinity;
    for (const auto& worker : workers_) low = std::min(low, worker->search.evaluated_low);
    return low;
  }
  double evaluated_high() const {
    double high = -kInfinity;
    for (const auto& worker : workers_) high = std::max(high, worker->search.evaluated_high);
    return high;
  }

 private:
  /// A node whose children are being searched by several workers.
  struct Split {
    explicit Split(const Split* outer) : outer(outer) {}
    const Split* outer;
    std::atomic<bool> cut{false};
    TaskPool::Group group;
    bool dead() const {
      for (const Split* split = this; split != nullptr; split = split->outer)
        if (split->cut.load(std::memory_order_relaxed)) return true;
      return false;
    }
  };

  struct Worker {
    Worker(const G& game, const SearchOptions& options, const Evaluate& evaluate, const Budget& base)
        : budget(base), search(game, options, evaluate, budget) {
      budget.max_nodes = std::numeric_limits<std::int64_t>::max();
      // Rules in Python keep their own pace; others look around often, so that what is cut ends soon.
      budget.interval = std::min(base.interval, 128U);
    }
    Budget budget;
    Search<G> search;
    const Split* split = nullptr;
    std::int64_t reported = 0;
  };

  /// A split that no exception leaves before its tasks have ended.
  class Scope {
   public:
    Scope(ParallelSearch& owner, int worker) : split(owner.at(worker).split), owner_(owner), worker_(worker) {}
    ~Scope() {
      split.cut = true;
      owner_.pool_.drain(split.group, worker_);
    }
    /// Runs `work(worker)` as a task of this split.
    template <class Work>
    void submit(Work work) {
      ++owner_.tasks_;
      owner_.pool_.submit(split.group, [this, work](int worker) {
        Worker& own = owner_.at(worker);
        const Split* const outer = own.split;
        const auto mark = own.search.mark();
        own.split = &split;
        try {
          if (!split.dead()) work(worker);
        } catch (const Abandoned&) {
          own.search.rewind(mark);
          ++owner_.abandoned_;
        }
        own.split = outer;
      });
    }
    /// Waits for all tasks. Where an outer split has been cut meanwhile, some of them were skipped and there is no
    /// result.
    void wait() {
      owner_.pool_.wait(split.group, worker_, owner_.at(worker_).budget.poll);
      if (split.outer != nullptr && split.outer->dead()) throw Abandoned{};
    }
    Split split;

   private:
    ParallelSearch& owner_;
    int worker_;
  };

  /// Knuth and Moore's node types 1, 2 and 3, as they are expected to be.
  enum class Kind { pv, cut, all };
  static Kind child_kind(Kind kind, bool first) {
    if (kind == Kind::pv) return first ? Kind::pv : Kind::cut;
    return kind == Kind::cut ? Kind::all : Kind::cut;
  }

  Worker& at(int worker) { return *workers_[static_cast<std::size_t>(worker)]; }

  std::function<void()> poll_of(int worker, std::function<void()> host) {
    return [this, worker, host = worker == 0 ? std::move(host) : nullptr] {
      if (host) host();
      Worker& own = at(worker);
      const std::int64_t total = nodes_ += own.search.stats.nodes - own.reported;
      own.reported = own.search.stats.nodes;
      if (total > max_nodes_) throw LimitReached("nodes");
      if (pool_.failed() || (own.split != nullptr && own.split->dead())) throw Abandoned{};
    };
  }

  /// What the brothers at a split have found, from the mover's side.
  struct Found {
    Found(double low, double high) : low(low), high(high) {}
    double low, high;
    double best = -kInfinity;
    int action = -1;
    std::mutex mutex;
    double bar() {
      const std::lock_guard lock(mutex);
      return std::max(low, best);
    }
    /// Whether the node is cut off.
    bool add(double value, int by) {
      const std::lock_guard lock(mutex);
      if (value > best) best = value, action = by;
      return best >= high;
    }
  };

  /// A leaf, or an inner node with its mover and its moves in order.
  struct Opened {
    bool leaf = false;
    double value = 0;
    int turn = 0;
    TableEntry known;
    std::uint64_t hash = 0;
    std::vector<int> moves;
  };
  /// Enters a player's node; chance nodes are searched through `child` and count as leaves here.
  template <class Child>
  Opened open(Search<G>& search, State& s, double& alpha, double& beta, int depth, int ply, Child&& child) {
    Opened node;
    node.turn = search.enter(s, ply);
    node.leaf = true;
    if (node.turn == kTerminal)
      node.value = search.utility(s);
    else if (depth <= 0)
      node.value = search.horizon(s);
    else if (node.turn == kChance)
      node.value = search.expect(s, alpha, beta, depth, ply, child);
    else
      node.leaf = search.recall(s, depth, node.hash, node.known) && search.settle(node.known, alpha, beta, node.value);
    if (!node.leaf) node.moves = search.ordered(s, node.turn, search.actions(s, node.turn), node.known.move, ply);
    return node;
  }

  /// A window seen from the other side and back.
  static std::pair<double, double> window(int turn, double low, double high) {
    return turn == 0 ? std::pair{low, high} : std::pair{-high, -low};
  }

  // --- tree splitting, principal variation splitting, young brothers wait --------------------------------------------

  double split(int worker, State& s, double alpha, double beta, int depth, int ply, Kind kind) {
    Search<G>& search = at(worker).search;
    // Away from the principal variation its splitting leaves everything to one processor.
    if (ply >= options_.split_plies || (options_.scheme == Scheme::pv_splitting && kind != Kind::pv))
      return search.alphabeta(s, alpha, beta, depth, ply);
    const std::int64_t nodes = search.stats.nodes, horizon = horizon_count_of(worker);
    Opened node = open(search, s, alpha, beta, depth, ply, [&](State& child, double a, double b, int d, int p) {
      return split(worker, child, a, b, d, p, Kind::pv);
    });
    if (node.leaf) return node.value;
    Found found(node.turn == 0 ? alpha : -beta, node.turn == 0 ? beta : -alpha);
    const std::size_t elders = eldest(search, s, node, kind, ply);
    std::size_t next = 0;
    // Elder brothers first; then one by one as long as nobody is idle, except where all are handed out at once.
    while (next < node.moves.size() && found.best < found.high && (next < elders || keeps_working())) {
      const int action = node.moves[next];
      const Kind below = child_kind(kind, next == 0);
      found.add(brother(worker, s, node.turn, action, std::max(found.low, found.best), found.high, depth, ply, below,
                        next == 0),
                action);
      ++next;
    }
    bool shared = false;
    if (next < node.moves.size() && found.best < found.high) {
      shared = true;
      Scope scope(*this, worker);
      for (; next < node.moves.size(); ++next)
        scope.submit([&, this, action = node.moves[next], below = child_kind(kind, next == 0)](int w) {
          State own = s;
          const double v = brother(w, own, node.turn, action, found.bar(), found.high, depth, ply, below, false);
          if (found.add(v, action)) scope.split.cut = true;
        });
      scope.wait();
    }
    if (found.best >= found.high) {
      ++search.stats.cutoffs;
      search.reward(s, node.turn, found.action, ply, search.stats.nodes - nodes);
    }
    const double value = Search<G>::from(node.turn, found.best);
    if (ply == 0) root_action = found.action;
    // What other workers found below may rest on estimates that this one has not seen.
    if (!shared || depth > kNoHorizon / 2)
      search.remember(s, node.hash, alpha, beta, value, found.action, depth, nodes, horizon);
    return value;
  }

  std::int64_t horizon_count_of(int worker) { return at(worker).search.horizon_count(); }

  bool keeps_working() const {
    return options_.scheme != Scheme::tree_splitting && options_.scheme != Scheme::pv_splitting && !pool_.hungry();
  }

  /// How many brothers must be searched before the rest may be searched in parallel.
  std::size_t eldest(Search<G>& search, const State& s, const Opened& node, Kind kind, int ply) {
    if (options_.scheme == Scheme::tree_splitting) return 0;
    std::size_t count = 1;
    if (options_.scheme == Scheme::ybwc_strong && kind == Kind::cut)
      while (count < node.moves.size() && search.promising(s, node.moves[count], node.known.move, ply)) ++count;
    return count;
  }

  /// One child of a split node, from the mover's side.
  double brother(int worker, State& s, int turn, int action, double low, double high, int depth, int ply, Kind kind,
                 bool first) {
    Search<G>& search = at(worker).search;
    const auto look = [&](double from, double to) {
      const auto [alpha, beta] = window(turn, from, to);
      return Search<G>::from(turn, search.play(s, action, [&, alpha = alpha, beta = beta](State& child) {
        return split(worker, child, alpha, beta, depth - 1, ply + 1, kind);
      }));
    };
    if (first || options_.algorithm != Algorithm::negascout || !(search.up(low) < high)) return look(low, high);
    const double v = look(low, search.up(low));
    if (v <= low || v >= high) return v;
    ++search.stats.researches;
    return look(low, high);
  }

  // --- mandatory work first (Akl, Barnard and Doran 1982)
  // --------------------------------------------------------------

  /// A node of type 1: its first child as one of type 1 and the minimal trees of the others at once; then those that
  /// the minimal tree did not refute, again as type 1.
  double mandatory(int worker, State& s, double alpha, double beta, int depth, int ply) {
    Search<G>& search = at(worker).search;
    if (ply >= options_.split_plies) return search.alphabeta(s, alpha, beta, depth, ply);
    Opened node = open(search, s, alpha, beta, depth, ply, [&](State& child, double a, double b, int d, int p) {
      return mandatory(worker, child, a, b, d, p);
    });
    if (node.leaf) return node.value;
    const int turn = node.turn;
    Found found(turn == 0 ? alpha : -beta, turn == 0 ? beta : -alpha);
    std::vector<double> most(node.moves.size(), kInfinity);
    const auto evaluate = [&](int w, std::size_t i, double low) {
      State child = s;
      game_.apply(child, node.moves[i]);
      const auto [a, b] = window(turn, low, found.high);
      return found.add(Search<G>::from(turn, mandatory(w, child, a, b, depth - 1, ply + 1)), node.moves[i]);
    };
    {
      Scope scope(*this, worker);
      scope.submit([&](int w) { scope.split.cut = evaluate(w, 0, found.low); });
      for (std::size_t i = 1; i < node.moves.size(); ++i)
        scope.submit([&, i](int w) {
          State child = s;
          game_.apply(child, node.moves[i]);
          most[i] = Search<G>::from(turn, minimal(w, child, turn, depth - 1, ply + 1));
        });
      scope.wait();
    }
    if (found.best < found.high) {
      Scope scope(*this, worker);
      for (std::size_t i = 1; i < node.moves.size(); ++i) {
        if (most[i] <= std::max(found.bar(), found.low)) {
          found.add(most[i], node.moves[i]);
          continue;
        }
        scope.submit([&, i](int w) {
          ++at(w).search.stats.researches;
          if (evaluate(w, i, found.bar())) scope.split.cut = true;
        });
      }
      scope.wait();
    }
    search.stats.cutoffs += found.best >= found.high;
    if (ply == 0) root_action = found.action;
    return Search<G>::from(turn, found.best);
  }

  /// The most that `player` can hope for below a node of type 2 or 3: all of her own moves, one of the opponent's.
  double minimal(int worker, State& s, int player, int depth, int ply) {
    Search<G>& search = at(worker).search;
    const int turn = search.enter(s, ply);
    if (turn == kTerminal) return search.utility(s);
    if (depth <= 0) return search.horizon(s);
    const auto deeper = [&](State& child) { return minimal(worker, child, player, depth - 1, ply + 1); };
    if (turn == kChance) return search.mean(s, ply, deeper);
    const std::vector<int> moves = search.ordered(s, turn, search.actions(s, turn), -1, ply);
    if (turn != player) return search.play(s, moves.front(), deeper);
    double best = -kInfinity;
    for (const int action : moves) best = std::max(best, Search<G>::from(turn, search.play(s, action, deeper)));
    return Search<G>::from(turn, best);
  }

  // --- ER (Steinberg and Solomon 1990)
  // ---------------------------------------------------------------------------------

  /// A child of an E-node: what its eldest child is worth, and the moves that are left.
  struct Tentative {
    State state;
    Opened node;
    double value = 0;  ///< player 0's
    bool done = false;
  };

  /// An E-node: the first grandchild of every child in parallel, then the most promising child, then the rest refuted
  /// in parallel.
  double er(int worker, State& s, double alpha, double beta, int depth, int ply) {
    Search<G>& search = at(worker).search;
    if (ply >= options_.split_plies) return search.alphabeta(s, alpha, beta, depth, ply);
    Opened node = open(search, s, alpha, beta, depth, ply,
                       [&](State& child, double a, double b, int d, int p) { return er(worker, child, a, b, d, p); });
    if (node.leaf) return node.value;
    const int turn = node.turn;
    Found found(turn == 0 ? alpha : -beta, turn == 0 ? beta : -alpha);
    std::vector<Tentative> children(node.moves.size(), Tentative{s, {}, 0, false});
    {
      Scope scope(*this, worker);
      for (std::size_t i = 0; i < children.size(); ++i)
        scope.submit([&, i](int w) {
          game_.apply(children[i].state, node.moves[i]);
          const auto [a, b] = window(turn, found.bar(), found.high);
          first_child(w, children[i], a, b, depth - 1, ply + 1);
          if (children[i].done && found.add(Search<G>::from(turn, children[i].value), node.moves[i]))
            scope.split.cut = true;
        });
      scope.wait();
    }
    if (found.best < found.high) refute(worker, turn, node, children, found, depth, ply);
    search.stats.cutoffs += found.best >= found.high;
    if (ply == 0) root_action = found.action;
    return Search<G>::from(turn, found.best);
  }

  /// The second half of an E-node.
  void refute(int worker, int turn, const Opened& node, std::vector<Tentative>& children, Found& found, int depth,
              int ply) {
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < children.size(); ++i)
      if (!children[i].done) rest.push_back(i);
    std::stable_sort(rest.begin(), rest.end(), [&](std::size_t a, std::size_t b) {
      return Search<G>::from(turn, children[a].value) > Search<G>::from(turn, children[b].value);
    });
    const auto finish = [&](int w, std::size_t i) {
      const auto [a, b] = window(turn, found.bar(), found.high);
      other_children(w, children[i], a, b, depth - 1, ply + 1);
      return found.add(Search<G>::from(turn, children[i].value), node.moves[i]);
    };
    if (rest.empty() || finish(worker, rest.front())) return;
    Scope scope(*this, worker);
    for (std::size_t k = 1; k < rest.size(); ++k)
      scope.submit([&, i = rest[k]](int w) {
        if (finish(w, i)) scope.split.cut = true;
      });
    scope.wait();
  }

  /// Evaluates the first child of an R-node, as an E-node.
  void first_child(int worker, Tentative& t, double alpha, double beta, int depth, int ply) {
    Search<G>& search = at(worker).search;
    t.node = open(search, t.state, alpha, beta, depth, ply,
                  [&](State& child, double a, double b, int d, int p) { return er(worker, child, a, b, d, p); });
    t.done = t.node.leaf;
    t.value = t.node.value;
    if (t.done) return;
    t.value = search.play(t.state, t.node.moves.front(),
                          [&](State& child) { return er(worker, child, alpha, beta, depth - 1, ply + 1); });
    t.done = t.node.moves.size() == 1 || (t.node.turn == 0 ? t.value >= beta : t.value <= alpha);
  }

  /// Searches what `first_child` left of an R-node.
  void other_children(int worker, Tentative& t, double alpha, double beta, int depth, int ply) {
    const int turn = t.node.turn;
    double best = Search<G>::from(turn, t.value);
    const auto [low, high] = window(turn, alpha, beta);
    for (std::size_t i = 1; i < t.node.moves.size() && best < high; ++i) {
      const auto [a, b] = window(turn, std::max(low, best), high);
      Tentative child{t.state, {}, 0, false};
      game_.apply(child.state, t.node.moves[i]);
      first_child(worker, child, a, b, depth - 1, ply + 1);
      if (!child.done) other_children(worker, child, a, b, depth - 1, ply + 1);
      best = std::max(best, Search<G>::from(turn, child.value));
    }
    at(worker).search.stats.cutoffs += best >= high;
    t.value = Search<G>::from(turn, best);
  }

  // --- AND/OR trees (Karp and Zhang 1989), one question "is the value at least beta?" at a time
  // -------------------------

  struct Question {
    explicit Question(State state) : state(std::move(state)) {}
    State state;
    int turn = 0, depth = 0, ply = 0;
    std::vector<int> moves;
    std::vector<std::unique_ptr<Question>> children;  ///< of the first moves; null where they have been answered
    std::size_t answers = 0;
    bool opened = false, leaf = false, answered = false;
    double bound = 0;  ///< player 0's value is at least, or at most, this
  };

  double and_or(State& s, double alpha, double beta, int depth) {
    // Other windows are asked step by step, as MTD(f) does.
    double lower = -kInfinity, upper = kInfinity, value = std::isfinite(beta) ? beta : std::isfinite(alpha) ? alpha : 0;
    const Search<G>& search = at(0).search;
    while (lower + search.step() < upper) {
      const double bar = value <= lower ? search.up(value) : value;
      value = answer(s, bar, depth);
      (value < bar ? upper : lower) = value;
      if (lower >= beta || upper <= alpha) break;
    }
    return value;
  }

  /// Answers a question in steps: in each, the leftmost leaves that may still matter, one per worker.
  double answer(const State& s, double bar, int depth) {
    Question root(s);
    root.depth = depth;
    while (!root.answered) {
      std::vector<Question*> leaves;
      collect(root, leaves);
      Scope scope(*this, 0);
      for (Question* leaf : leaves)
        scope.submit([this, leaf, bar](int w) {
          leaf->bound = at(w).search.alphabeta(leaf->state, at(w).search.down(bar), bar, leaf->depth, leaf->ply);
        });
      scope.wait();
      for (Question* leaf : leaves) leaf->answered = true;
      conclude(root, bar);
    }
    return root.bound;
  }

  void collect(Question& q, std::vector<Question*>& leaves) {
    if (!q.opened) open_question(q);
    if (q.leaf) return leaves.push_back(&q);
    const auto most = static_cast<std::size_t>(pool_.workers());
    for (std::size_t i = 0; i < q.moves.size() && leaves.size() < most; ++i) {
      if (i == q.children.size()) {
        q.children.push_back(std::make_unique<Question>(q.state));
        Question& child = *q.children.back();
        game_.apply(child.state, q.moves[i]);
        child.depth = q.depth - 1, child.ply = q.ply + 1;
      }
      if (q.children[i]) collect(*q.children[i], leaves);
    }
  }

  void open_question(Question& q) {
    Search<G>& search = at(0).search;
    q.opened = true;
    q.turn = game_.turn(q.state);
    q.leaf = q.turn < 0 || q.depth <= 0 || q.ply >= std::min(options_.split_plies, kQuestionPlies);
    if (q.leaf) return;
    search.enter(q.state, q.ply);
    q.moves = search.ordered(q.state, q.turn, search.actions(q.state, q.turn), -1, q.ply);
    q.bound = q.turn == 0 ? -kInfinity : kInfinity;
  }

  /// Draws the conclusions from the leaves that have been answered, from below.
  void conclude(Question& q, double bar) {
    if (q.leaf || !q.opened) return;
    for (auto& child : q.children) {
      if (!child) continue;
      conclude(*child, bar);
      if (!child->answered) continue;
      q.bound = q.turn == 0 ? std::max(q.bound, child->bound) : std::min(q.bound, child->bound);
      child.reset();
      ++q.answers;
    }
    const bool cut = q.turn == 0 ? q.bound >= bar : q.bound < bar;
    at(0).search.stats.cutoffs += cut && q.answers < q.moves.size();
    q.answered = cut || q.answers == q.moves.size();
  }
  static constexpr int kQuestionPlies = 6;

  // --- expectiminimax, aspiration, ABDADA, unsynchronised deepening
  // -------------------------------------------------------

  /// Minimax whose chance nodes have their outcomes searched in parallel.
  double expectiminimax(int worker, State& s, int depth, int ply) {
    Search<G>& search = at(worker).search;
    if (ply >= options_.split_plies) return search.minimax(s, depth, ply);
    const int turn = search.enter(s, ply);
    if (turn == kTerminal) return search.utility(s);
    if (depth <= 0) return search.horizon(s);
    if (turn == kChance) return parallel_mean(worker, s, depth, ply);
    double best = -kInfinity;
    const int count = search.actions(s, turn);
    for (int a = 0; a < count; ++a)
      best = std::max(best, Search<G>::from(turn, search.play(s, a, [&](State& child) {
                        return expectiminimax(worker, child, depth - 1, ply + 1);
                      })));
    return Search<G>::from(turn, best);
  }

  double parallel_mean(int worker, State& s, int depth, int ply) {
    Search<G>& search = at(worker).search;
    const int count = search.outcomes(s);
    std::vector<double> values(static_cast<std::size_t>(count));
    Scope scope(*this, worker);
    for (int o = 0; o < count; ++o) {
      if (search.probability(s, o) <= 0) continue;
      scope.submit([&, o](int w) {
        State child = s;
        game_.apply(child, o);
        values[static_cast<std::size_t>(o)] = expectiminimax(w, child, depth - 1, ply + 1);
      });
    }
    scope.wait();
    double sum = 0;  // in the order of the outcomes, whoever was first
    for (int o = 0; o < count; ++o)
      if (search.probability(s, o) > 0) sum += search.probability(s, o) * values[static_cast<std::size_t>(o)];
    return sum;
  }

  /// Baudet's parallel aspiration: every worker searches the whole tree with a window of its own.
  double disjoint_windows(const State& root, double alpha, double beta, int depth) {
    const std::vector<double> edges = window_edges(alpha, beta);
    double lower = -kInfinity, upper = kInfinity, value = 0;
    std::mutex mutex;
    Scope scope(*this, 0);
    for (std::size_t i = 0; i + 1 < edges.size(); ++i)
      scope.submit([&, i](int w) {
        State s = root;
        const double v = at(w).search.alphabeta(s, edges[i], edges[i + 1], depth, 0);
        const std::lock_guard lock(mutex);
        if (v > edges[i]) lower = std::max(lower, v);
        if (v < edges[i + 1]) upper = std::min(upper, v);
        value = v;
        if (lower >= upper || lower >= beta || upper <= alpha) scope.split.cut = true;
      });
    scope.wait();
    return lower >= beta || lower >= upper ? lower : upper <= alpha ? upper : value;
  }

  /// Edges of disjoint windows around the guess, as many windows as workers.
  std::vector<double> window_edges(double alpha, double beta) const {
    const int windows = pool_.workers();
    const double guess = std::isnan(options_.guess) ? 0 : options_.guess;
    const double width = options_.width > 0 ? options_.width : 1;
    std::vector<double> edges{alpha};
    for (int i = 1; i < windows; ++i) {
      const double edge = guess + (i - windows / 2.0) * 2 * width * (windows > 2 ? 1 : 0);
      if (edge > edges.back() && edge < beta) edges.push_back(edge);
    }
    edges.push_back(beta);
    return edges;
  }

  /// Every worker runs the same search on one table and puts off moves that another is busy with; the first to finish
  /// has the answer.
  double abdada(const State& root, double alpha, double beta, int depth) {
    busy_ = std::make_unique<BusyMoves>();
    double value = 0;
    bool known = false;
    std::mutex mutex;
    Scope scope(*this, 0);
    for (int i = 0; i < pool_.workers(); ++i)
      scope.submit([&](int w) {
        State s = root;
        Search<G>& search = at(w).search;
        search.busy = busy_.get();
        const double v = search.alphabeta(s, alpha, beta, depth, 0);
        const std::lock_guard lock(mutex);
        if (!known) value = v, known = true;
        scope.split.cut = true;
      });
    scope.wait();
    return value;
  }

  const G& game_;
  const SearchOptions& options_;
  std::int64_t max_nodes_;
  std::atomic<std::int64_t> nodes_{0}, tasks_{0}, abandoned_{0};
  std::unique_ptr<BusyMoves> busy_;
  std::vector<std::unique_ptr<Worker>> workers_;
  TaskPool pool_;  ///< last, so that its threads end before what they use
};

template <SequentialGame G>
auto ParallelSearch<G>::divide(const State& root, int depth, bool deepening) -> Division {
  for (auto& worker : workers_) worker->search.reset(), worker->split = nullptr;
  Search<G>& first = at(0).search;
  State s = root;
  const int turn = first.enter(s, 0);
  if (turn < 0) throw SolverError("the root has no moves to divide.");
  const int count = first.actions(s, turn);
  if (deepening)  // the first two iterations are everybody's; they put the moves in order
    for (int d = 1; d <= std::min(2, depth); ++d) first.alphabeta(s, -kInfinity, kInfinity, d, 0);
  const std::vector<int> moves = first.ordered(s, turn, count, -1, 0);
  const auto shares = static_cast<std::size_t>(std::min(pool_.workers(), count));
  struct Step {
    double best;
    bool complete;
    int action;
  };
  std::vector<std::vector<Step>> steps(shares);
  std::exception_ptr stopped;
  try {
    Scope scope(*this, 0);
    for (std::size_t share = 0; share < shares; ++share)
      scope.submit([&, share](int w) {
        Search<G>& search = at(w).search;
        for (int d = deepening ? 1 : depth; d <= depth; ++d) {
          const std::int64_t horizon = search.horizon_count();
          double best = -kInfinity;
          int action = -1;
          for (std::size_t i = share; i < moves.size(); i += shares) {
            State child = root;
            game_.apply(child, moves[i]);
            const auto [a, b] = window(turn, best, kInfinity);
            const double v = Search<G>::from(turn, search.alphabeta(child, a, b, d - 1, 1));
            if (v > best) best = v, action = moves[i];
          }
          const bool complete = search.horizon_count() == horizon;
          steps[share].push_back({best, complete, action});
          if (complete) break;
        }
      });
    scope.wait();
  } catch (const LimitReached&) {
    stopped = std::current_exception();
  }
  // A share that came to the end of the game stands for every larger depth.
  std::size_t reached = 0;
  bool all = true;
  for (const auto& own : steps) all = all && !own.empty() && own.back().complete;
  for (const auto& own : steps) reached = std::max(reached, own.size());
  for (const auto& own : steps)
    if (own.empty() || !own.back().complete) reached = std::min(reached, own.size());
  Division result;
  if (reached == 0) std::rethrow_exception(stopped);
  double best = -kInfinity;
  for (const auto& own : steps) {
    const Step& step = own[std::min(reached, own.size()) - 1];
    if (step.best > best) best = step.best, result.action = step.action;
  }
  result.depth = deepening ? static_cast<int>(reached) : depth;
  result.value = Search<G>::from(turn, best);
  result.complete = all;
  return result;
}

}  // namespace dodona
