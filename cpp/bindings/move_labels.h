/// Labels of moves that Python objects stand for.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace dodona {

namespace nb = nanobind;

/// The texts of actions and outcomes by number; alike texts share one. Python's own strings and numbers are looked up
/// by a dictionary, which takes a tenth of the time of making their text.
class MoveLabels {
 public:
  /// The number of a move's text; -1 where it has none: its str() fails or is not Unicode.
  std::int32_t of(nb::handle move);
  const std::string& text(std::int32_t id) const { return texts_[static_cast<std::size_t>(id)]; }

 private:
  std::int32_t intern(nb::handle move);

  nb::dict strings_, numbers_;
  std::unordered_map<std::string, std::int32_t> ids_;
  std::vector<std::string> texts_;
};

}  // namespace dodona
