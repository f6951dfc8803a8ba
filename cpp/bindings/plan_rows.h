/// Rows of a plan as Python reads them.
#pragma once

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arrays.h"
#include "extensive/named_plan.h"

namespace dodona {

using RowsOut = std::tuple<std::vector<std::string>, std::vector<std::string>, Flat<std::int64_t>, Vector>;

inline RowsOut to_tuple(PlanRows rows) {
  return {std::move(rows.labels), std::move(rows.actions), to_array(std::move(rows.offsets)),
          to_array(std::move(rows.probabilities))};
}

}  // namespace dodona
