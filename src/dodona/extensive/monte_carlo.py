"""Monte Carlo searches of games with hidden information: information-set MCTS and online outcome sampling."""

from __future__ import annotations

from dodona.model.attempt import Attempt
from dodona.model.information_search import InformationPlayer, OutcomeOptions, SelectorOptions, solve_by_simulations
from dodona.model.method import Method
from dodona.model.requires import Requires
from dodona.model.solution import Solution

REQUIRES = Requires(players=2, constant_sum=True, hidden=True)


def is_mcts(attempt: Attempt) -> Solution:
    """Approximate a game with hidden information by information-set Monte Carlo tree search.

    Every player has a tree of her own, keyed by what she knows (MO-ISMCTS of [Cowling2012]_). To find a move,

    1. take one of the positions that the player holds possible (a determinization);
    2. from there everybody chooses by the selector of her own tree until she leaves it, and by playouts after that,
       each adding one information set to her tree;
    3. every choice learns the utility of its player.

    The positions that a player holds possible are found from the start of the game, by going through all moves of
    chance and of others that agree with what she knew at her own decisions. As far as there are not too many, all are
    listed, with the weights of chance and of others who move at random; else a thousand are drawn by random descents
    that turn back at dead ends, which favours those with few dead ends beside them. Where that finds none, simulations
    begin at the start of the game, and the player's note says so.

    Departures from [Cowling2012]_: trees are keyed by exact information keys, so that all positions of a node offer the
    same actions, and no counts of how often an action was available are needed. Solving starts at the root, where
    nothing is hidden yet. No selector makes this converge to an equilibrium in general: positions are held possible by
    the rules, not by how others play.
    """
    return solve_by_simulations(attempt)


def oos(attempt: Attempt) -> Solution:
    """Approximate a game with hidden information or simultaneous moves by online outcome sampling.

    Algorithm 1 of [Lisy2015]_: outcome-sampling regret minimisation [Lanctot2009]_ on a tree that grows by one
    information set per simulation. The average strategies approach an equilibrium. When a move is wanted, a share of
    the simulations (``targeting``) aims at the positions that the player holds possible (information-set targeting),
    found as in ``is_mcts``. How likely each simulation was is known, whether or not it aimed, so that the regrets stay
    unbiased, also where only some of those positions were found.

    Where nothing but moves at once is hidden, the search starts at the stage that is asked about, as in
    [Lanctot2013]_. Where the strategies make no move that leads to those positions, simulations that aim make one by
    its share of them.
    """
    return solve_by_simulations(attempt)


METHODS = (
    Method(
        "is_mcts",
        is_mcts,
        REQUIRES,
        "extensive",
        "Monte Carlo tree search over what players know plays it",
        SelectorOptions(selector="uct"),
        player=InformationPlayer,
        approximate=True,
    ),
    Method(
        "oos",
        oos,
        REQUIRES,
        "extensive",
        "online outcome sampling approximates it",
        OutcomeOptions(),
        player=InformationPlayer,
        approximate=True,
    ),
)
