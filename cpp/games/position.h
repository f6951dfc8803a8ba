/// A position of any game as a value.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace dodona {

/// Keeps a state of up to `kInside` bytes inside and copies it flat, one of up to `kShort` bytes in half of the time. A
/// state that is larger, or that owns something, is copied and destroyed by the functions that `of` has noted for its
/// type.
class Position {
 public:
  static constexpr std::size_t kInside = 160;
  static constexpr std::size_t kShort = 64;

  Position() noexcept {}  // NOLINT: bytes that no state uses stay as they are
  Position(const Position& other) : care_(other.care_) { take(other); }
  Position(Position&& other) noexcept : care_(std::exchange(other.care_, nullptr)) { copy_flat(other); }
  Position& operator=(const Position& other) {
    if (this == &other) return *this;
    if (care_ == nullptr && other.care_ == nullptr) {
      copy_flat(other);
    } else {
      Position copy(other);
      swap(copy);
    }
    return *this;
  }
  Position& operator=(Position&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Position() {
    if (care_ != nullptr) [[unlikely]]
      care_->destroy(bytes_);
  }

  template <class State>
  static Position of(State state) {
    Position position;
    if constexpr (is_inside<State>())
      new (position.bytes_) State(std::move(state));
    else
      new (position.bytes_) State*(new State(std::move(state)));
    if constexpr (!is_flat<State>()) position.care_ = &kCareOf<State>;
    position.is_short_ = !is_inside<State>() || sizeof(State) <= kShort;
    return position;
  }

  /// The state, whose type the caller knows.
  template <class State>
  State& as() {
    if constexpr (is_inside<State>())
      return *std::launder(reinterpret_cast<State*>(bytes_));
    else
      return **std::launder(reinterpret_cast<State**>(bytes_));
  }
  template <class State>
  const State& as() const {
    return const_cast<Position*>(this)->as<State>();
  }

 private:
  /// How to copy and destroy what cannot be copied flat.
  struct Care {
    void (*copy)(std::byte* to, const std::byte* from);
    void (*destroy)(std::byte* bytes) noexcept;
  };

  template <class State>
  static constexpr bool is_inside() {
    return sizeof(State) <= kInside && alignof(State) <= alignof(std::max_align_t);
  }
  template <class State>
  static constexpr bool is_flat() {
    return is_inside<State>() && std::is_trivially_copyable_v<State>;
  }
  template <class State>
  static void copy_state(std::byte* to, const std::byte* from) {
    if constexpr (is_inside<State>())
      new (to) State(*reinterpret_cast<const State*>(from));
    else
      new (to) State*(new State(**reinterpret_cast<State* const*>(from)));
  }
  template <class State>
  static void destroy_state(std::byte* bytes) noexcept {
    if constexpr (is_inside<State>())
      reinterpret_cast<State*>(bytes)->~State();
    else
      delete *reinterpret_cast<State**>(bytes);
  }
  template <class State>
  static constexpr Care kCareOf{&copy_state<State>, &destroy_state<State>};

  void take(const Position& other) {
    if (care_ == nullptr) [[likely]] {
      copy_flat(other);
    } else {
      is_short_ = other.is_short_;
      care_->copy(bytes_, other.bytes_);
    }
  }
  void copy_flat(const Position& other) noexcept {
    is_short_ = other.is_short_;
    std::memcpy(bytes_, other.bytes_, kShort);
    if (!is_short_) std::memcpy(bytes_ + kShort, other.bytes_ + kShort, kInside - kShort);
  }
  /// What is inside may be moved byte by byte: nothing in the house points into its own state.
  void swap(Position& other) noexcept {
    std::byte mine[kInside];
    std::memcpy(mine, bytes_, kInside);
    std::memcpy(bytes_, other.bytes_, kInside);
    std::memcpy(other.bytes_, mine, kInside);
    std::swap(care_, other.care_);
    std::swap(is_short_, other.is_short_);
  }

  // In this order a short state shares its cache line with what is asked before it is copied.
  const Care* care_ = nullptr;
  bool is_short_ = true;
  alignas(std::max_align_t) std::byte bytes_[kInside];
};

}  // namespace dodona
