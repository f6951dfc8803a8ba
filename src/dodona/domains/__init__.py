"""Typed factories for every built-in game, and the catalog that names them."""

from dodona.domains.boards import breakthrough, connect_four, dice_race, nim, tic_tac_toe
from dodona.domains.cards import goofspiel, kuhn, leduc, liars_dice, poker
from dodona.domains.catalog import catalog, game
from dodona.domains.flows import transit
from dodona.domains.hidden import border_patrol, phantom_tic_tac_toe
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
from dodona.domains.patrols import border_protection, patrol
from dodona.domains.random_flows import random_flow_game
from dodona.domains.random_games import random_game, random_simultaneous, random_tree
from dodona.domains.rubbers import spades_match
from dodona.domains.stages import oshi_zumo, pursuit_evasion, tron
from dodona.domains.tricks import hearts, oh_hell, spades

__all__ = [
    "battle_of_the_sexes",
    "blotto",
    "border_patrol",
    "border_protection",
    "breakthrough",
    "catalog",
    "chicken",
    "connect_four",
    "dice_race",
    "game",
    "goofspiel",
    "hearts",
    "kuhn",
    "leduc",
    "liars_dice",
    "matching_pennies",
    "matrix",
    "nim",
    "oh_hell",
    "oshi_zumo",
    "patrol",
    "phantom_tic_tac_toe",
    "poker",
    "prisoners_dilemma",
    "pursuit_evasion",
    "random_flow_game",
    "random_game",
    "random_simultaneous",
    "random_tree",
    "rock_paper_scissors",
    "spades",
    "spades_match",
    "stag_hunt",
    "tic_tac_toe",
    "transit",
    "tron",
]
