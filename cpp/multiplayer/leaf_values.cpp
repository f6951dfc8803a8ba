#include "multiplayer/leaf_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/errors.h"
#include "core/ids.h"
#include "core/keys.h"

namespace dodona {
namespace {

constexpr int kMostRows = 20'000;                  ///< the sets of rows grow with the square
constexpr std::uint64_t kMostTabulated = 1 << 16;  ///< questions that are all answered beforehand
constexpr std::size_t kMostAnswers = 1 << 20;      ///< slots of those that are kept on demand
constexpr std::size_t kWordsWorthKeeping = 8;      ///< sets this long are slower to intersect than to look up

std::uint64_t hash_of(const double* utilities, int players) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
  for (int p = 0; p < players; ++p) hash = mix(hash ^ std::bit_cast<std::uint64_t>(utilities[p] + 0.0));
  return hash;
}

/// The product of two counts; 0 where it is too large or a factor was.
std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a <= std::numeric_limits<std::uint64_t>::max() / 2 / b ? a * b : 0;
}

}  // namespace

LeafValues::LeafValues(int players, std::span<const double> outcomes, Decisions decisions, int prospects,
                       const std::function<bool(int, int)>& reachable)
    : players_(players), prospects_(std::max(prospects, 1)) {
  if (outcomes.empty() || outcomes.size() % index(players) != 0)
    throw SolverError("a leaf-value table is made of outcomes, with one number per player each.");
  if (!std::ranges::all_of(outcomes, [](double utility) { return std::isfinite(utility); }))
    throw SolverError("the utilities of a leaf-value table are finite numbers.");
  rank_outcomes(outcomes);
  mark_sets(reachable);
  choose(decisions);
}

void LeafValues::rank_outcomes(std::span<const double> outcomes) {
  const std::size_t count = outcomes.size() / index(players_);
  slots_.assign(std::bit_ceil(2 * count + 2), -1);
  for (std::size_t o = 0; o < count; ++o) {
    const double* one = outcomes.data() + o * index(players_);
    int row = find(one);
    if (row < 0) {
      row = rows_++;
      if (rows_ > kMostRows)
        throw SolverError("a leaf-value table has at most 20,000 different outcomes; use the linear rule.");
      for (int p = 0; p < players_; ++p) utility_.push_back(one[p] + 0.0);
      std::size_t slot = slot_of(hash_of(one, players_));
      while (slots_[slot] >= 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = row;
    }
    given_.push_back(row);
  }
  levels_.resize(index(players_));
  for (int row = 0; row < rows_; ++row)
    for (int p = 0; p < players_; ++p) levels_[index(p)].push_back(this->row(row)[p]);
  for (std::vector<double>& own : levels_) {
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
  }
  for (int row = 0; row < rows_; ++row)
    for (int p = 0; p < players_; ++p) rank_.push_back(ranks_up_to(p, this->row(row)[p]) - 1);
}

int LeafValues::find(const double* utilities) const {
  for (std::size_t slot = slot_of(hash_of(utilities, players_));; slot = (slot + 1) & (slots_.size() - 1)) {
    const std::int32_t known = slots_[slot];
    if (known < 0 || std::equal(utilities, utilities + players_, row(known))) return known;
  }
}

int LeafValues::ranks_up_to(int player, double utility) const {
  const std::vector<double>& own = levels_[index(player)];
  return static_cast<int>(std::upper_bound(own.begin(), own.end(), utility) - own.begin());
}

void LeafValues::mark_sets(const std::function<bool(int, int)>& reachable) {
  words_ = (index(rows_) + 63) / 64;
  from_.resize(index(players_));
  for (int p = 0; p < players_; ++p) {
    std::vector<Word>& sets = from_[index(p)];
    sets.assign(index(num_ranks(p) + 1) * words_, 0);
    for (int row = 0; row < rows_; ++row)
      for (int rank = 0; rank <= this->rank(row, p); ++rank)
        sets[index(rank) * words_ + index(row) / 64] |= Word{1} << (index(row) % 64);
  }
  reach_.assign(index(prospects_) * words_, 0);
  for (int prospect = 0; prospect < prospects_; ++prospect)
    for (std::size_t o = 0; o < given_.size(); ++o)
      if (!reachable || reachable(prospect, static_cast<int>(o)))
        reach_[index(prospect) * words_ + index(given_[o]) / 64] |= Word{1} << (index(given_[o]) % 64);
}

void LeafValues::choose(Decisions wanted) {
  bounds_ = 1;
  for (int p = 0; p < players_; ++p) bounds_ = times(bounds_, index(num_ranks(p) + 1));
  questions_ = times(times(bounds_, bounds_), index(prospects_));
  const std::uint64_t without_hopes = times(bounds_, index(prospects_));
  if (wanted == Decisions::automatic)
    wanted = words_ >= kWordsWorthKeeping && questions_ != 0 ? Decisions::on_demand : Decisions::scan;
  if (wanted == Decisions::full && (without_hopes == 0 || without_hopes > kMostTabulated))
    throw SolverError(
        "the questions to this leaf-value table are too many to be answered beforehand; keep the answers "
        "on demand.");
  if (wanted == Decisions::on_demand && questions_ == 0)
    throw SolverError("this leaf-value table is too large to keep the answers to its questions; scan it.");
  decisions_ = wanted;
  if (wanted == Decisions::full) tabulate();
  if (wanted == Decisions::on_demand) answers_.resize(1 << 10);
}

/// All bound vectors without hopes; questions with hopes are answered by the rows.
void LeafValues::tabulate() {
  full_.reserve(bounds_ * index(prospects_));
  for (int prospect = 0; prospect < prospects_; ++prospect) {
    std::vector<int> least(index(players_), 0);
    for (std::uint64_t bound = 0; bound < bounds_; ++bound) {
      full_.push_back(scan(least.data(), nullptr, prospect));
      for (int p = players_ - 1; p >= 0 && ++least[index(p)] > num_ranks(p); --p) least[index(p)] = 0;
    }
  }
  kept_ = static_cast<std::int64_t>(full_.size());
}

const LeafValues::Word* LeafValues::from(int player, int rank) const {
  return from_[index(player)].data() + index(rank) * words_;
}

bool LeafValues::scan(const int* least, const int* most, int prospect) const {
  for (std::size_t w = 0; w < words_; ++w) {
    Word left = reach_[index(prospect) * words_ + w];
    for (int p = 0; p < players_ && left != 0; ++p) {
      left &= from(p, least[p])[w];
      if (most != nullptr) left &= ~from(p, most[p])[w];
    }
    if (left != 0) return true;
  }
  return false;
}

std::uint64_t LeafValues::number_of(const int* least, const int* most, int prospect) const {
  std::uint64_t number = index(prospect);
  if (most != nullptr)
    for (int p = 0; p < players_; ++p) number = number * index(num_ranks(p) + 1) + index(most[p]);
  for (int p = 0; p < players_; ++p) number = number * index(num_ranks(p) + 1) + index(least[p]);
  return number;
}

bool LeafValues::possible(const int* least, const int* most, int prospect) {
  ++asked;
  if (decisions_ == Decisions::full && most == nullptr) {
    ++remembered;
    return full_[number_of(least, nullptr, prospect)] != 0;
  }
  if (decisions_ != Decisions::on_demand) return scan(least, most, prospect);
  // Questions with and without hopes have numbers of their own; 0 is an empty slot.
  std::vector<Answer>& all = answers_;
  const std::uint64_t question = 2 * number_of(least, most, prospect) + (most != nullptr ? 1 : 0) + 1;
  std::size_t slot = mix(question) & (all.size() - 1);
  for (; all[slot].question != 0; slot = (slot + 1) & (all.size() - 1))
    if (all[slot].question == question) {
      ++remembered;
      return all[slot].possible;
    }
  const bool answer = scan(least, most, prospect);
  if (2 * index(kept_) >= all.size()) {
    if (all.size() >= kMostAnswers) return answer;
    std::vector<Answer> larger(2 * all.size());
    for (const Answer& known : all)
      if (known.question != 0) {
        std::size_t place = mix(known.question) & (larger.size() - 1);
        while (larger[place].question != 0) place = (place + 1) & (larger.size() - 1);
        larger[place] = known;
      }
    all = std::move(larger);
    for (slot = mix(question) & (all.size() - 1); all[slot].question != 0;) slot = (slot + 1) & (all.size() - 1);
  }
  all[slot] = {question, answer};
  ++kept_;
  return answer;
}

std::size_t LeafValues::memory() const {
  std::size_t sets = reach_.size();
  for (const std::vector<Word>& own : from_) sets += own.size();
  return sets * sizeof(Word) + utility_.size() * (sizeof(double) + sizeof(int)) + slots_.size() * sizeof(std::int32_t) +
         full_.size() + answers_.size() * sizeof(Answer);
}

}  // namespace dodona
