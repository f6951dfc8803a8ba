// Open-hand trick-taking games, which share one engine and have max^n compiled for their types.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "domains/bidding_tricks.h"
#include "domains/hearts.h"
#include "domains/trick_taking.h"
#include "games/host.h"
#include "games/state.h"
#include "multiplayer/max_n_kernel.h"

namespace dodona {
namespace {

constexpr int kSpadesSuit = 3, kHeartsSuit = 2, kQueen = 10;

CardSet whole_suit(int suit) { return suit < 0 ? 0 : CardSet{0x1fff} << (16 * suit); }

TrickRules dealt(std::vector<CardSet> hands, int leader, bool partners, bool merge) {
  TrickRules rules;
  rules.hands = std::move(hands);
  rules.leader = leader;
  rules.partners = partners;
  rules.merge = merge;
  return rules;
}

/// What was bid and taken, for whoever counts the points of several hands.
class BidRecord {
 public:
  virtual ~BidRecord() = default;
  virtual std::vector<std::pair<int, int>> bids_and_tricks(const Position& s) const = 0;
};

template <SequentialGame G>
class BidRecordKernel final : public BidRecord {
 public:
  using Interface = BidRecord;
  explicit BidRecordKernel(const G& game) : game_(game) {}
  std::vector<std::pair<int, int>> bids_and_tricks(const Position& s) const override {
    return game_.bids_and_tricks(s.as<typename G::State>());
  }

 private:
  const G& game_;
};

std::vector<std::pair<int, int>> bids_and_tricks(const State& state) {
  const auto* record = state.rules().kernel<BidRecord>();
  if (record == nullptr) throw GameDefinitionError("this is no position of a game with bids.");
  return record->bids_and_tricks(state.position());
}

}  // namespace

void bind_trick_taking(nb::module_& m) {
  nb::enum_<TrickScoring>(m, "TrickScoring", "What a player's tricks are worth.")
      .value("mt", TrickScoring::mt)
      .value("momb", TrickScoring::momb)
      .value("mot", TrickScoring::mot)
      .value("smot", TrickScoring::smot)
      .value("table1", TrickScoring::table1)
      .value("wl", TrickScoring::wl)
      .value("oh", TrickScoring::oh)
      .value("points", TrickScoring::points)
      .value("exact", TrickScoring::exact);

  m.def(
      "bidding_tricks",
      [](std::vector<CardSet> hands, int leader, bool partners, bool merge, int trump, bool breaking,
         std::vector<int> bids, TrickScoring scoring) {
        TrickRules rules = dealt(std::move(hands), leader, partners, merge);
        rules.trumps = whole_suit(trump);
        if (breaking) rules.guarded = rules.trumps;
        return host<BidRecordKernel, MaxNKernel>(BiddingTricks(std::move(rules), std::move(bids), scoring));
      },
      nb::arg("hands"), nb::arg("leader"), nb::arg("partners"), nb::arg("merge"), nb::arg("trump"), nb::arg("breaking"),
      nb::arg("bids"), nb::arg("scoring"));
  m.def("bids_and_tricks", &bids_and_tricks, nb::arg("state"), "What each player bid and what she has taken.");
  m.def(
      "hearts",
      [](std::vector<CardSet> hands, int leader, bool merge, bool breaking, bool moon, int opening, bool clean_start) {
        TrickRules rules = dealt(std::move(hands), leader, false, merge);
        rules.penalties = whole_suit(kHeartsSuit);
        rules.heavy = one_card(16 * kSpadesSuit + kQueen);
        if (breaking) rules.guarded = rules.penalties;
        rules.opening = opening;
        rules.clean_start = clean_start;
        return host<MaxNKernel>(Hearts(std::move(rules), moon));
      },
      nb::arg("hands"), nb::arg("leader"), nb::arg("merge"), nb::arg("breaking"), nb::arg("moon"), nb::arg("opening"),
      nb::arg("clean_start"));
}

}  // namespace dodona
