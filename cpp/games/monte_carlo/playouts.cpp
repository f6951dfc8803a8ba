#include "games/monte_carlo/playouts.h"

#include <algorithm>

#include "core/errors.h"
#include "core/ids.h"
#include "games/playing.h"

namespace dodona {
namespace {

/// How often playouts that follow the game's own order move at random: lines that never differ teach nothing.
constexpr double kWhims = 0.2;

}  // namespace

Playouts::Playouts(const Rules& rules, PlayoutOptions options, std::uint64_t seed)
    : rules(rules),
      players(rules.traits().players),
      random(mix(seed + 0x6d637473ULL)),  // neighbouring seeds begin far apart
      options_(std::move(options)),
      untrusted_(rules.abilities().untrusted),
      watch_(this->rules, report_),
      joint_(index(players)) {}

void Playouts::begin(Budget& limits, std::function<std::int64_t()> memory) {
  limits_ = &limits;
  memory_ = std::move(memory);
  // A user's function may take any time.
  if (options_.given || (options_.evaluation && options_.evaluation->of_position)) limits.interval = 1;
}

void Playouts::play_out(Position& s, int ply, double* utilities) {
  for (int moves = 0;; ++moves, ++ply) {
    const int turn = rules.turn(s);
    if (turn == kTerminal) return end(s, utilities);
    if (moves == options_.moves) {
      utilities[0] = possible_estimate(rules, s, options_.evaluation.get(), rules.min_utility(), rules.max_utility());
      utilities[1] = options_.sum - utilities[0];
      return;
    }
    visit(s, ply);
    if (turn == kChance) {
      play_chance(s);
    } else if (turn == kSimultaneous) {
      for (int p = 0; p < players; ++p) joint_[index(p)] = choose(s, turn, p, count_actions(s, turn, p));
      rules.apply_joint(s, joint_.data());
    } else {
      rules.apply(s, choose(s, turn, turn, count_actions(s, turn, turn)));
    }
  }
}

void Playouts::end(const Position& s, double* utilities) {
  rules.utilities(s, utilities);
  if (untrusted_) watch_.utilities(s, utilities);
}

int Playouts::count_actions(const Position& s, int turn, int player) {
  const int count = turn == kSimultaneous ? rules.num_actions(s, player) : rules.num_actions(s);
  if (untrusted_ || count < 1) watch_.actions(s, player, count);
  if (untrusted_ && turn == kChance) watch_.chance(s, count);
  return count;
}

void Playouts::play_chance(Position& s) {
  const int count = count_actions(s, kChance, kChance);
  double rest = random.real();
  int last = 0;  // rounding may leave a rest behind the last outcome
  for (int outcome = 0; outcome < count; ++outcome) {
    const double p = probability(s, outcome);
    if (p <= 0) continue;
    last = outcome;
    if ((rest -= p) < 0) break;
  }
  rules.apply(s, last);
}

int Playouts::choose(const Position& s, int turn, int player, int count) {
  if (options_.policy == PlayoutPolicy::promising && random.real() >= kWhims)
    return most_promising(s, turn, player, count);
  if (options_.policy != PlayoutPolicy::given) return count == 1 ? 0 : random.below(count);
  weights_.clear();
  options_.given(rules, s, player, weights_);
  double sum = 0;
  for (const double weight : weights_) sum += weight;
  if (weights_.size() != index(count) || !(sum > 0))
    throw SolverError("the policy of playouts gave no probability of any action at " + rules.describe(s) + ".");
  return draw(weights_.data(), count, sum);
}

int Playouts::draw(const double* weights, int count, double sum) {
  double rest = random.real() * sum;
  int last = 0;
  for (int i = 0; i < count; ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    if ((rest -= weights[i]) < 0) break;
  }
  return last;
}

/// The most promising action, one of several at random.
int Playouts::most_promising(const Position& s, int turn, int player, int count) {
  int best = 0, equals = 0;
  double most = -kInfinity;
  for (int a = 0; a < count; ++a) {
    const double promise = turn == kSimultaneous ? rules.promise(s, player, a) : rules.promise(s, a);
    if (promise > most) most = promise, equals = 0;
    if (promise == most && random.below(++equals) == 0) best = a;
  }
  return best;
}

}  // namespace dodona
