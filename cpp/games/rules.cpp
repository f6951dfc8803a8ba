#include "games/rules.h"

#include <tuple>
#include <typeinfo>

#include "core/errors.h"

namespace dodona {

Rules::Rules(std::shared_ptr<const RulesFace> face)
    : face_(std::move(face)),
      traits_(face_->traits()),
      abilities_(face_->abilities()),
      automorphisms_(face_->num_automorphisms()),
      start_(face_->initial()) {
  std::tie(min_utility_, max_utility_) = face_->utility_bounds();
}

Rules Rules::starting_at(Position position) const {
  Rules later(*this);
  later.start_ = std::move(position);
  later.at_start_ = false;
  return later;
}

Position Rules::adopted(const Rules& other, const Position& s) const {
  if (is_same_game(other)) return s;
  const RulesFace &own = *face_, &its = *other.face_;
  if (!abilities_.untrusted || typeid(own) != typeid(its))
    throw IllegalMoveError("this position belongs to another game.");
  return face_->adopted(s);
}

Rules Rules::sequential() const { return traits_.simultaneous ? extensive() : *this; }

Rules Rules::extensive() const { return view(face_->extensive()); }

Rules Rules::serialized(int first) const { return view(face_->serialized(first)); }

Rules Rules::view(std::shared_ptr<const RulesFace> face) const {
  if (face == nullptr)
    throw UnsupportedGameError("this is a view of games with simultaneous moves; this game has none.");
  Rules whole(*this);
  whole.traits_ = face->traits(), whole.abilities_ = face->abilities();
  whole.automorphisms_ = face->num_automorphisms();
  whole.start_ = face->lifted(start_);
  whole.face_ = std::move(face);
  return whole;
}

}  // namespace dodona
