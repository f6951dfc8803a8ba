"""What there is: all games and methods in a list, or one game explained."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

import dodona
from dodona.all_methods import METHODS
from dodona.cli.output import definitions, folded, heading, name
from dodona.domains.catalog import domain_named
from dodona.model.errors import SolverError
from dodona.model.flow_game import FlowGame
from dodona.model.limit import Limit

#: How much of an example is counted, and how many of its moves are shown.
_COUNTED = Limit(nodes=1_000_000, time=2.0)
_SHOWN_MOVES = 8


def everything() -> dict[str, Any]:
    """All games and methods, as plain data."""
    games = [
        {"name": family.name, "usage": family.usage(), "summary": _plain(family.summary)}
        for family in dodona.catalog().values()
    ]
    methods = [
        {
            "name": entry.name,
            "room": entry.room,
            "requires": entry.requires.words(),
            "summary": entry.summary,
            "options": {
                own.name: {"value": _plain(own.allowed()), "default": own.default, "meaning": _plain(own.meaning)}
                for own in entry.declared_options()
            },
        }
        for entry in METHODS
    ]
    return {"games": games, "methods": methods}


def listed() -> str:
    """All games and methods, to be read."""
    lines = [heading("Games"), "  dodona list NAME explains one of them"]
    for family in dodona.catalog().values():
        lines += [_named(family.name, family.usage()[len(family.name) :]), folded(f"      {_plain(family.summary)}")]
    lines += ["", heading("Methods, the preferred first")]
    for entry in METHODS:
        lines += [_named(entry.name, f": {entry.requires.words()}"), folded(f"      {entry.summary}")]
        options = ", ".join(own.usage() for own in entry.declared_options())
        lines += [folded(f"      options: {options}", 8)] if options else []
    return "\n".join(lines)


def facts(word: str) -> dict[str, Any]:
    """What there is to say about one game, as plain data."""
    family = domain_named(word)
    example = dodona.game(family.example)
    return {
        "name": family.name,
        "usage": family.usage(),
        "summary": _plain(family.summary),
        "rules": _plain(family.rules),
        "parameters": [
            {
                "name": own.name,
                "allowed": own.allowed(),
                "default": own.default_text,
                "meaning": _plain(own.meaning),
            }
            for own in family.parameters
        ],
        "example": {
            "text": str(example),
            "traits": example.traits.words(),
            **_counted(example),
            "moves": _moves(example),
        },
        "sources": family.sources,
    }


def explained(told: dict[str, Any]) -> str:
    """One game, to be read."""
    example = told["example"]
    lines = [heading(told["name"]), folded(told["summary"]), "", folded(told["rules"])]
    if told["parameters"]:
        lines += ["", heading("Parameters"), definitions((own["name"], _meaning(own)) for own in told["parameters"])]
    lines += ["", heading("Example"), f"  {name(example['text'])}"]
    rows = {"traits": ", ".join(example["traits"]), "size": example["size"], **example["moves"]}
    lines.append(definitions(rows.items(), indent=4))
    if told["sources"]:
        lines += ["", heading("Source"), definitions((f"[{key}]", text) for key, text in told["sources"].items())]
    return "\n".join(lines)


def _meaning(own: dict[str, str]) -> str:
    default = f"default {own['default']}" if own["default"] else "required"
    return f"{own['meaning']} Allowed: {own['allowed']}{'' if own['default'] == 'none' else f'; {default}'}."


def _counted(game: dodona.Game | FlowGame) -> dict[str, Any]:
    """How large a game is, or that it is larger than anybody counts here."""
    if isinstance(game, FlowGame):
        sizes = game.info()
        states, actions = (" and ".join(f"{count:,}" for count in own) for own in (sizes.states, sizes.actions))
        return {
            "states": sizes.states,
            "actions": sizes.actions,
            "size": f"states {states}, marginal actions {actions}",
        }
    try:
        size = game.info(_COUNTED)
    except SolverError:
        return {"size": f"more than {_COUNTED.nodes:,} nodes, or more than a moment to count"}
    sets = " and ".join(f"{count:,}" for count in size.infosets)
    return {"nodes": size.nodes, "size": f"{size.nodes:,} nodes, information sets {sets}, depth {size.depth}"}


def _moves(game: dodona.Game | FlowGame) -> dict[str, str]:
    """What moves look like: those of chance and of each player where they first move, on the line of first moves."""
    found: dict[str, str] = {}
    if isinstance(game, FlowGame):
        for player, process in enumerate(game.processes):
            found[f"moves of player {player}"] = _some(_first_choice(process))
        return found
    state = game.root()
    while not state.is_terminal:
        players = range(game.traits.players)
        movers = list(players) if state.turn == dodona.SIMULTANEOUS else [state.turn]
        for mover in movers:
            who = "moves of chance" if mover == dodona.CHANCE else f"moves of player {mover}"
            found.setdefault(who, _some(state.actions(mover)))
        if len(found) == game.traits.players + game.traits.chance:
            break
        state = state.play(index=(0,) * len(movers) if state.turn == dodona.SIMULTANEOUS else 0)
    return found


def _first_choice(process: dodona.DecisionProcess) -> list[str]:
    """What may be done in the first state that leaves a choice, or in the first one of all."""
    counts = np.diff(process.first_action)
    state = int(np.argmax(counts > 1))
    begin, end = process.first_action[state : state + 2]
    return process.action_labels()[begin:end]


def _some(labels: list[str]) -> str:
    more = f", ... ({len(labels):,})" if len(labels) > _SHOWN_MOVES else ""
    return ", ".join(labels[:_SHOWN_MOVES]) + more


def _named(word: str, rest: str) -> str:
    """A line that begins with a name."""
    return folded(f"  {word}{rest}", 6).replace(word, name(word), 1)


def _plain(text: str) -> str:
    """A line of a docstring without the marks that only documentation needs."""
    return re.sub(r"(\[\w+\])_", r"\1", text).replace("`", "")
