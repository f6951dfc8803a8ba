"""SM-MCTS: Monte Carlo tree search where two players move at once and see everything else."""

from __future__ import annotations

from dodona.model.attempt import Attempt
from dodona.model.information_search import InformationPlayer, SelectorOptions, solve_by_simulations
from dodona.model.method import Method
from dodona.model.solution import Solution
from dodona.simultaneous.stages import REQUIRES


def sm_mcts(attempt: Attempt) -> Solution:
    """Approximate a game of simultaneous moves by Monte Carlo tree search with a selector for each player.

    At every stage both players choose by a selector of their own that knows neither the other's move nor its matrix
    (decoupled selection). With ``selector="exp3"`` (Exp3, [Auer2003]_) or ``"regret_matching"`` ([HartMasColell2000]_)
    the average strategies approach an equilibrium, up to what exploration costs [Lisy2013]_; with ``"uct"`` (UCB1 for
    each player, as in [Finnsson2012]_) they need not [Shafiei2009]_: cycles of best answers to each other may go on for
    ever, away from the equilibrium.

    The strategies are the averages of what was played at every stage. Exp3's moves at random are subtracted from its
    average; regret matching averages what it would have played without them.

    Departures from [Lisy2013]_: a stage learns the utility that the simulation ended with (SM-MCTS), not the mean of
    the stage below (SM-MCTS-A). Regrets of moves that were not made are estimated by importance weights.
    """
    return solve_by_simulations(attempt)


METHOD = Method(
    "sm_mcts",
    sm_mcts,
    REQUIRES,
    "simultaneous",
    "Monte Carlo tree search with a selector per player approximates it",
    SelectorOptions(),
    player=InformationPlayer,
    approximate=True,
)
