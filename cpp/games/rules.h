/// Any game behind one small face: what an algorithm that is compiled once works on.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "core/keys.h"
#include "games/contract.h"
#include "games/position.h"

namespace dodona {

/// The verbs of a game on positions whose type only the face knows. What a game lacks is answered neutrally, or stands
/// as a flag in the rules' abilities and is not asked.
class RulesFace {
 public:
  virtual ~RulesFace() = default;

  virtual Traits traits() const = 0;
  virtual Abilities abilities() const = 0;
  virtual std::pair<double, double> utility_bounds() const = 0;  ///< infinite where nothing is known
  virtual Position initial() const = 0;

  virtual int turn(const Position& s) const = 0;
  virtual int num_actions(const Position& s) const = 0;
  virtual int num_actions(const Position& s, int player) const = 0;
  virtual void apply(Position& s, int action) const = 0;
  virtual void apply_joint(Position& s, const int* joint) const = 0;
  virtual void undo(Position& s) const = 0;
  virtual double chance_probability(const Position& s, int outcome) const = 0;
  virtual void utilities(const Position& s, double* out) const = 0;

  virtual void info_key(const Position& s, int player, KeyWriter& key) const = 0;
  virtual void state_key(const Position& s, KeyWriter& key) const = 0;
  virtual void canonical(KeyWriter& key) const = 0;
  virtual void mirror_key(const Position& s, KeyWriter& key) const = 0;

  virtual std::pair<double, double> outlook(const Position& s) const = 0;
  virtual double evaluate(const Position& s) const = 0;
  virtual void evaluate_all(const Position& s, double* out) const = 0;
  virtual void hopes(const Position& s, double* out) const = 0;  ///< the largest utility where nothing is known
  virtual std::vector<double> outcomes() const = 0;              ///< empty where nothing is known
  virtual int num_prospects() const = 0;
  virtual int prospect(const Position& s) const = 0;
  virtual bool reachable(int prospect, int outcome) const = 0;
  virtual double promise(const Position& s, int action) const = 0;
  virtual double promise(const Position& s, int player, int action) const = 0;
  virtual int move_id(const Position& s, int action) const = 0;
  virtual int num_automorphisms() const = 0;
  virtual Position image(const Position& s, int map) const = 0;
  virtual int image(const Position& s, int action, int map) const = 0;
  virtual void image_key(const Position& s, int map, int player, KeyWriter& key) const = 0;

  virtual std::string action_label(const Position& s, int player, int action) const = 0;
  virtual std::string info_label(const Position& s, int player) const = 0;
  virtual std::string describe(const Position& s) const = 0;
  virtual std::string draw(const Position& s, int viewer) const = 0;
  /// How the answers to the same questions differ when they are asked a second time; empty where they do not.
  virtual std::string difference(const Position& s) const = 0;
  /// A position that another object of the same rules has made; rules from outside are wrapped anew for every use.
  virtual Position adopted(const Position& s) const = 0;
  /// The state object of rules from outside; null for others.
  virtual const void* foreign(const Position& s) const = 0;
  /// The object that rules from outside come from; null for others.
  virtual const void* foreign_rules() const = 0;

  /// The game with simultaneous moves as a sequential one (see adapters.h); null where there are none.
  virtual std::shared_ptr<const RulesFace> extensive() const = 0;
  virtual std::shared_ptr<const RulesFace> serialized(int first) const = 0;
  /// A position of the game behind a view as one of the view.
  virtual Position lifted(const Position& base) const = 0;

  /// A kernel compiled for the type of the game, by the type of its interface; null for none.
  virtual const void* kernel(std::type_index interface) const = 0;
};

/// A game as a value: its face, what is known of it beforehand, and where it starts. Satisfies every concept of
/// contract.h; `abilities` tells what the game behind it really has.
class Rules {
 public:
  using State = Position;

  explicit Rules(std::shared_ptr<const RulesFace> face);

  Traits traits() const { return traits_; }
  const Abilities& abilities() const { return abilities_; }
  double min_utility() const { return min_utility_; }
  double max_utility() const { return max_utility_; }
  const Position& initial_position() const { return start_; }
  Position initial() const { return start_; }
  /// The game that starts at a position of this one.
  Rules starting_at(Position position) const;
  /// Whether it starts where the game does: automorphisms hold there alone.
  bool at_start() const { return at_start_; }
  /// The same for two values of one game, wherever they start.
  std::shared_ptr<const void> identity() const { return face_; }
  bool is_same_game(const Rules& other) const { return face_ == other.face_; }
  /// A position of other rules as one of these; an error where it is of another game.
  Position adopted(const Rules& other, const Position& s) const;

  int turn(const Position& s) const { return face_->turn(s); }
  int num_actions(const Position& s) const { return face_->num_actions(s); }
  int num_actions(const Position& s, int player) const { return face_->num_actions(s, player); }
  void apply(Position& s, int action) const { face_->apply(s, action); }
  void apply_joint(Position& s, const int* joint) const { face_->apply_joint(s, joint); }
  void undo(Position& s) const { face_->undo(s); }
  double chance_probability(const Position& s, int outcome) const { return face_->chance_probability(s, outcome); }
  void utilities(const Position& s, double* out) const { face_->utilities(s, out); }
  void info_key(const Position& s, int player, KeyWriter& key) const { face_->info_key(s, player, key); }
  void state_key(const Position& s, KeyWriter& key) const { face_->state_key(s, key); }
  void canonical(KeyWriter& key) const { face_->canonical(key); }
  void mirror_key(const Position& s, KeyWriter& key) const { face_->mirror_key(s, key); }
  std::pair<double, double> outlook(const Position& s) const { return face_->outlook(s); }
  double evaluate(const Position& s) const { return face_->evaluate(s); }
  void evaluate_all(const Position& s, double* out) const { face_->evaluate_all(s, out); }
  void hopes(const Position& s, double* out) const { face_->hopes(s, out); }
  std::vector<double> outcomes() const { return face_->outcomes(); }
  int num_prospects() const { return face_->num_prospects(); }
  int prospect(const Position& s) const { return face_->prospect(s); }
  bool reachable(int prospect, int outcome) const { return face_->reachable(prospect, outcome); }
  double promise(const Position& s, int action) const { return face_->promise(s, action); }
  double promise(const Position& s, int player, int action) const { return face_->promise(s, player, action); }
  int move_id(const Position& s, int action) const { return face_->move_id(s, action); }
  int num_automorphisms() const { return automorphisms_; }
  Position image(const Position& s, int map) const { return face_->image(s, map); }
  int image(const Position& s, int action, int map) const { return face_->image(s, action, map); }
  /// The key of what `player` knows at the image of s.
  void image_key(const Position& s, int map, int player, KeyWriter& key) const {
    face_->image_key(s, map, player, key);
  }
  std::string action_label(const Position& s, int player, int action) const {
    return face_->action_label(s, player, action);
  }
  std::string info_label(const Position& s, int player) const { return face_->info_label(s, player); }
  std::string describe(const Position& s) const { return face_->describe(s); }
  std::string draw(const Position& s, int viewer) const { return face_->draw(s, viewer); }
  std::string difference(const Position& s) const { return face_->difference(s); }
  const void* foreign(const Position& s) const { return face_->foreign(s); }
  const void* foreign_rules() const { return face_->foreign_rules(); }

  /// The extensive form of a game with simultaneous moves, from the same position; other games as they are.
  Rules sequential() const;
  /// The views of a game with simultaneous moves; an error for others.
  Rules extensive() const;
  Rules serialized(int first) const;
  /// A position of the game behind this view as one of the view.
  Position lifted(const Position& base) const { return face_->lifted(base); }

  /// What a room can do for this game, compiled for its type; null where the room works on the rules.
  template <class Kernel>
  const Kernel* kernel() const {
    return static_cast<const Kernel*>(face_->kernel(typeid(Kernel)));
  }

 private:
  Rules view(std::shared_ptr<const RulesFace> face) const;

  std::shared_ptr<const RulesFace> face_;
  Traits traits_;
  Abilities abilities_;
  double min_utility_ = -std::numeric_limits<double>::infinity();
  double max_utility_ = std::numeric_limits<double>::infinity();
  int automorphisms_ = 1;
  Position start_;
  bool at_start_ = true;
};

}  // namespace dodona
