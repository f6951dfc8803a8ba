/// Search of two-player constant-sum games of perfect information: what a search is asked and how it is run.
///
/// `search` is the way in. Its parts: `serial_search.h` is one thread's search of a tree, compiled over `Rules` for
/// every game (`searcher.cpp`) and over the type of a domain that names `SearchKernel` in its binding; `driver.cpp`
/// turns one question into an answer (aspiration, MTD, deepening); `parallel/` spreads a search over threads.
#pragma once

#include <memory>

#include "core/budget.h"
#include "games/evaluation.h"
#include "games/rules.h"
#include "perfect/options.h"

namespace dodona {

/// Searches the rules from where they start, as the options say. A limit makes the answer less precise; other errors
/// come out as they are.
SearchResult search(const Rules& rules, const SearchOptions& options, std::shared_ptr<const Evaluation> evaluation,
                    Budget& budget, const OnSearch& on_search);

}  // namespace dodona
