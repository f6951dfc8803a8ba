#include "games/tree_rules.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "games/counts.h"
#include "games/host.h"

namespace dodona {
namespace {

/// Where the tree behind rules is found.
class StoredTree {
 public:
  explicit StoredTree(std::shared_ptr<const GameTree> tree) : tree(std::move(tree)) {}
  std::shared_ptr<const GameTree> tree;
};

template <class G>
class StoredTreeOf final : public StoredTree {
 public:
  using Interface = StoredTree;
  explicit StoredTreeOf(const G& game) : StoredTree(game.tree()) {}
};

}  // namespace

TreeRules::TreeRules(std::shared_ptr<const GameTree> tree) : tree_(std::move(tree)) {
  traits_ = {tree_->players, tree_->zero_sum, tree_->has_chance(), false, tree_->perfect_information()};
  terminal_.assign(tree_->num_nodes(), TerminalId{-1});
  for (std::size_t t = 0; t < tree_->num_terminals(); ++t) {
    const auto id = static_cast<TerminalId>(t);
    terminal_[index(raw(tree_->terminal_node[id]))] = id;
  }
  if (const auto& all = tree_->terminal_utility; !all.empty()) {
    const auto [low, high] = std::minmax_element(all.begin(), all.end());
    min_utility_ = *low, max_utility_ = *high;
  }
}

void TreeRules::utilities(State s, double* out) const {
  const std::size_t players = index(tree_->players), row = index(raw(terminal_[index(raw(s))])) * players;
  std::copy_n(tree_->terminal_utility.begin() + static_cast<std::ptrdiff_t>(row), players, out);
}

std::vector<double> TreeRules::outcomes() const {
  const std::size_t players = index(tree_->players);
  std::set<std::vector<double>> met;
  for (auto row = tree_->terminal_utility.begin(); row != tree_->terminal_utility.end(); row += tree_->players)
    met.emplace(row, row + tree_->players);
  std::vector<double> all;
  all.reserve(met.size() * players);
  for (const std::vector<double>& one : met) all.insert(all.end(), one.begin(), one.end());
  return all;
}

Rules rules_of(std::shared_ptr<const GameTree> tree) { return host<StoredTreeOf>(TreeRules(std::move(tree))); }

std::shared_ptr<const GameTree> tree_of(const Rules& rules, Budget& budget) {
  const auto* stored = rules.kernel<StoredTree>();
  if (stored == nullptr || !rules.at_start()) return std::make_shared<const GameTree>(build_tree(rules, budget));
  count(rules, budget);  // refuses a tree that breaks the contract, as every walk does
  return stored->tree;
}

}  // namespace dodona
