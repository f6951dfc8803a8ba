"""Regret minimisation and its kin on stored games: one algorithm of orthogonal parts, published names as presets."""

from __future__ import annotations

from dodona import _core
from dodona.extensive.round_options import (
    CfrOptions,
    MirrorOptions,
    MoveOptions,
    RegretOptions,
    RoundOptions,
    SelfPlayOptions,
    rule_of,
)
from dodona.extensive.rounds import solve_by_rounds
from dodona.model.attempt import Attempt
from dodona.model.certificate import value_sum
from dodona.model.check import require_perfect_recall
from dodona.model.errors import DodonaError
from dodona.model.method import Method
from dodona.model.requires import Requires
from dodona.model.solution import Solution


def cfr(attempt: Attempt) -> Solution:
    """Counterfactual regret minimisation on a game with perfect recall.

    Every information set has a minimiser of its own that plays actions in proportion to what it regrets not to have
    played [Zinkevich2007]_. In a two-player constant-sum game the solution is the average of all rounds' strategies,
    and best responses to it prove how good it is. They are computed after a tenth more rounds each time, and of each
    player the average that proved most is returned. In any other game the play of all rounds together is a coarse
    correlated equilibrium up to everybody's regret [Moulin1978]_: all players move at once, and their regrets are
    added up as they are, whatever is done to those that they play by.

    The presets: ``cfr`` is the original with players in turn; ``cfr+`` keeps sums of regrets from zero up and averages
    linearly [Tammelin2014]_; ``linear_cfr`` lets round t count t times, ``dcfr`` forgets by powers 1.5, 0 and 2
    [Brown2019]_; ``pcfr+`` expects the last regrets again and averages quadratically [Farina2021]_.
    """
    return _played(attempt, "regret")


def cfr_br(attempt: Attempt) -> Solution:
    """CFR-BR: each player's regrets are those against a best response to her own plan [Johanson2012]_.

    Both players are treated so at once, each with an opponent of her own: two of the paper's runs in one. Its rounds
    cost twice those of CFR, and a player's average is no better for how well the other one plays.
    """
    return _played(attempt, "regret", _core.Opponents.responses)


def fictitious_play(attempt: Attempt) -> Solution:
    """Fictitious play in extensive form: full-width XFP [Heinrich2015]_, Algorithm 1.

    In every round both players respond as well as they can to the other's average, which the response then joins: plans
    are added up as realization plans, which is how the paper mixes behavioural strategies. The first round plays
    uniformly; ``averaging=1`` lets later responses count more, a weakened fictitious play.
    """
    return _played(attempt, "respond", _core.Opponents.average)


def optimistic_mirror_descent(attempt: Attempt) -> Solution:
    """Optimistic mirror descent with the dilated entropy [Lee2021]_ on a game with perfect recall.

    In every round each player moves from her plan to the one that does best against twice the values of now less those
    of the round before, less the dilated relative entropy to the plan that she leaves, with weight one at every
    information set [Fan2024]_: at each set a step of optimistic multiplicative weights. ``step`` is constant.
    Where the steps are short enough the plans themselves converge; what is returned and judged are averages, in which
    round t counts t times. No action becomes less likely than 1e-30, or it would never come back.
    """
    return _played(attempt, "mirror")


def excessive_gap(attempt: Attempt) -> Solution:
    """The excessive gap technique [Nesterov2005]_ on the sequence form [Hoda2010]_; section 3.3.2 of [Bosansky2014]_.

    Two plans, and how much of the dilated entropy smooths each player's best response, satisfy the excessive gap
    condition: both smoothed best responses together bring no more than there is. Each round takes a step that makes
    the larger smoothing smaller and keeps the condition. Departures: the entropy has weight one at every information
    set, and the length of steps is not computed from norms of the payoffs but halved whenever a step would break the
    condition (EGT/AS of [Kroer2018]_), and the first smoothing is found by doubling.
    """
    tree = attempt.tree()
    require_perfect_recall(tree)
    return solve_by_rounds(attempt, tree, _core.ExcessiveGap(tree), "excessive gap")


def _played(attempt: Attempt, update: str, opponents: _core.Opponents = _core.Opponents.current) -> Solution:
    """Self-play by the options, of one kind."""
    tree = attempt.tree()
    require_perfect_recall(tree)
    options: SelfPlayOptions = attempt.options
    is_common = value_sum(attempt) is None
    if is_common and isinstance(options, MoveOptions) and options.alternating:
        raise DodonaError(
            "players who move in turn have no play in common that could be an equilibrium: outside two-player "
            "constant-sum games leave alternating as it is."
        )
    rule = rule_of(options, is_common)
    rule.update, rule.opponents = getattr(_core.Update, update), opponents
    return solve_by_rounds(attempt, tree, _core.SelfPlay(tree, rule), f"{update} against {opponents.name}")


ANY = Requires(hidden=True)
CONSTANT_SUM = Requires(players=2, constant_sum=True, hidden=True)


def _preset(name: str, summary: str, defaults: CfrOptions) -> Method:
    return Method(name, cfr, ANY, "extensive", summary, defaults, ("running",), approximate=True)


METHODS = (
    _preset("cfr", "counterfactual regret minimisation approximates it", CfrOptions()),
    _preset(
        "cfr+", "CFR with regret matching+ and linear averages approximates it", CfrOptions(plus=True, averaging=1.0)
    ),
    _preset(
        "linear_cfr",
        "CFR in which later rounds count more approximates it",
        CfrOptions(averaging=1.0, positive_discount=1.0, negative_discount=1.0),
    ),
    _preset(
        "dcfr",
        "CFR that forgets early regrets approximates it",
        CfrOptions(averaging=2.0, positive_discount=1.5, negative_discount=0.0),
    ),
    _preset(
        "pcfr+",
        "predictive CFR+ approximates it",
        CfrOptions(plus=True, predictive=True, averaging=2.0),
    ),
    Method(
        "cfr_br",
        cfr_br,
        CONSTANT_SUM,
        "extensive",
        "CFR against best responses approximates it",
        RegretOptions(),
        ("running",),
        approximate=True,
    ),
    Method(
        "fictitious_play",
        fictitious_play,
        CONSTANT_SUM,
        "extensive",
        "best responses to averages approximate it",
        SelfPlayOptions(),
        ("running",),
        approximate=True,
    ),
    Method(
        "excessive_gap",
        excessive_gap,
        CONSTANT_SUM,
        "extensive",
        "the excessive gap technique approximates it",
        RoundOptions(),
        ("running",),
        approximate=True,
    ),
    Method(
        "optimistic_mirror_descent",
        optimistic_mirror_descent,
        ANY,
        "extensive",
        "optimistic mirror descent with the dilated entropy approximates it",
        MirrorOptions(averaging=1.0),
        ("running",),
        approximate=True,
    ),
)
