#include "bindings/arrays.h"
#include "bindings/bindings.h"
#include "core/errors.h"
#include "extensive/sequence_program.h"

namespace dodona {
namespace {

const Treeplex& treeplex(const SequenceForm& form, int player) {
  return form.players[index(checked_player(player, 2))];
}

template <class Id, class Item>
auto per_player(Table<Id, Item> Treeplex::* table) {
  return
      [table](const SequenceForm& form, int player) { return view<std::int32_t>(form, treeplex(form, player).*table); };
}

Vector behaviour(const SequenceForm& form, int player, const Given<double>& plan) {
  const Treeplex& own = treeplex(form, player);
  if (plan.shape(0) != index(own.num_sequences))
    throw GameDefinitionError("a realization plan needs one probability per sequence.");
  return to_array(behaviour_of(own, {plan.data(), plan.shape(0)}));
}

template <class T>
auto array_of(std::vector<T> SequenceProgram::* items) {
  return [items](const SequenceProgram& program) { return view(program, program.*items); };
}

}  // namespace

void bind_sequence_form(nb::module_& m) {
  nb::class_<SequenceForm>(m, "SequenceForm",
                           "Both players' information sets and sequences, and what pairs of sequences are worth; every "
                           "array is a read-only view without a copy.")
      .def(
          "num_infosets", [](const SequenceForm& form, int player) { return treeplex(form, player).num_infosets; },
          nb::arg("player"))
      .def(
          "num_sequences", [](const SequenceForm& form, int player) { return treeplex(form, player).num_sequences; },
          nb::arg("player"))
      .def("parent_sequence", per_player(&Treeplex::parent_sequence), nb::arg("player"))
      .def("first_sequence", per_player(&Treeplex::first_sequence), nb::arg("player"))
      .def("num_actions", per_player(&Treeplex::num_actions), nb::arg("player"))
      .def("behaviour", &behaviour, nb::arg("player"), nb::arg("plan"),
           "The behaviour of a realization plan; uniform at information sets that the plan does not reach.")
      .def_prop_ro(
          "payoff_start", [](const SequenceForm& form) { return view(form, form.payoffs.start); },
          "Where the payoffs of each sequence of player 1 start.")
      .def_prop_ro(
          "payoff_index", [](const SequenceForm& form) { return view(form, form.payoffs.index); },
          "The sequence of player 0 of each payoff.")
      .def_prop_ro(
          "payoff_value", [](const SequenceForm& form) { return view(form, form.payoffs.value); },
          "What player 0 expects where both play these sequences, chance included.")
      .def(
          "program",
          [](const SequenceForm& form, double unit) { return sequence_program(form, layout_in_order(form), unit); },
          nb::arg("unit"),
          "Its linear program: columns for player 0's sequences, the value and player 1's sets; rows for player 0's "
          "empty sequence and sets and for player 1's sequences.");
  m.def("sequence_form", &sequence_form, nb::arg("tree"), nb::arg("offset") = 0.0,
        nb::call_guard<nb::gil_scoped_release>(),
        "The sequence form of a two-player tree, player 0's utilities taken less an offset.");
  nb::class_<SequenceProgram>(m, "SequenceProgram",
                              "The linear program of a sequence form; every array is a read-only view without a copy.")
      .def_prop_ro("start", [](const SequenceProgram& program) { return view(program, program.matrix.start); })
      .def_prop_ro("index", [](const SequenceProgram& program) { return view(program, program.matrix.index); })
      .def_prop_ro("value", [](const SequenceProgram& program) { return view(program, program.matrix.value); })
      .def_prop_ro("cost", array_of(&SequenceProgram::cost))
      .def_prop_ro("row_lower", array_of(&SequenceProgram::row_lower))
      .def_prop_ro("row_upper", array_of(&SequenceProgram::row_upper))
      .def_prop_ro("lower", array_of(&SequenceProgram::lower))
      .def_prop_ro("upper", array_of(&SequenceProgram::upper));
}

}  // namespace dodona
