/// Typed indices into flat tables: a node is never taken for an information set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dodona {

/// A number that counts from 0 as an index of the standard library's containers.
template <class Integer>
constexpr std::size_t index(Integer i) {
  return static_cast<std::size_t>(i);
}

enum class NodeId : std::int32_t {};
enum class TerminalId : std::int32_t {};
enum class InfosetId : std::int32_t {};   ///< counted per player
enum class SequenceId : std::int32_t {};  ///< counted per player; 0 is the empty sequence

inline constexpr NodeId kNoNode{-1};
inline constexpr InfosetId kNoInfoset{-1};
inline constexpr SequenceId kEmptySequence{0};

template <class Id>
constexpr std::int32_t raw(Id id) {
  return static_cast<std::int32_t>(id);
}

template <class Id>
constexpr Id offset(Id id, int by) {
  return Id{raw(id) + by};
}

/// A vector that only its own kind of index opens.
template <class Id, class T>
class Table {
 public:
  T& operator[](Id id) { return items_[index(raw(id))]; }
  const T& operator[](Id id) const { return items_[index(raw(id))]; }
  Id push(T item) {
    items_.push_back(item);
    return Id{static_cast<std::int32_t>(items_.size() - 1)};
  }
  void resize(std::size_t size, T fill) { items_.resize(size, fill); }
  std::size_t size() const { return items_.size(); }
  std::size_t bytes() const { return items_.capacity() * sizeof(T); }
  const T* data() const { return items_.data(); }

 private:
  std::vector<T> items_;
};

}  // namespace dodona
