"""Typed factories for every built-in game, and the catalog that names them."""

from dodona.domains.cards import goofspiel, kuhn, leduc, liars_dice, poker
from dodona.domains.catalog import catalog, game
from dodona.domains.matrices import (
    battle_of_the_sexes,
    blotto,
    chicken,
    matching_pennies,
    matrix,
    prisoners_dilemma,
    rock_paper_scissors,
    stag_hunt,
)
from dodona.domains.other import random_game, tic_tac_toe

__all__ = [
    "battle_of_the_sexes",
    "blotto",
    "catalog",
    "chicken",
    "game",
    "goofspiel",
    "kuhn",
    "leduc",
    "liars_dice",
    "matching_pennies",
    "matrix",
    "poker",
    "prisoners_dilemma",
    "random_game",
    "rock_paper_scissors",
    "stag_hunt",
    "tic_tac_toe",
]
