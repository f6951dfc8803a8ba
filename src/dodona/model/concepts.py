"""What a solution is an instance of, and what its regrets prove, in words."""

from __future__ import annotations

#: What to remember of an exact answer in a game without a value, by concept.
NOTES = {
    "equilibrium": "an equilibrium; others may pay differently",
    "correlated equilibrium": "a correlated equilibrium; others may pay differently",
    "coarse correlated equilibrium": "a coarse correlated equilibrium; others may pay differently",
    "commitment": "no other commitment pays the leader more; the follower breaks ties in her favour",
    "model of the others": "a move against a model of the others, of which nothing is proven",
}
CONCEPTS = tuple(NOTES)

#: What is responded to, and by which deviations, by concept.
_DEVIATIONS = {
    "equilibrium": ("returned strategies", "by deviating alone"),
    "correlated equilibrium": ("joint strategy", "by departing from what she is told"),
    "coarse correlated equilibrium": ("joint strategy", "by not listening to it"),
}


def no_gain(concept: str, most: float, is_listed: bool = True) -> str:
    """What regrets of at most this much prove in a game without a value.

    ``is_listed`` is False where a coarse correlated equilibrium is the play of many rounds and no list of actions.
    """
    if not is_listed:
        return (
            "One of the rounds is drawn, and everybody plays as she did then: what one plan would have brought in all "
            f"of them proves that no player gains more than {most:.3g} by staying away. The strategies are averages "
            "over the rounds, which are no equilibrium by themselves."
        )
    if concept == "commitment":
        return (
            "Best responses and the multipliers of the linear programs prove that no other answer gains the follower, "
            f"and no other commitment the leader, more than {most:.3g}. Ties are broken in the leader's favour."
        )
    plans, deviation = _DEVIATIONS[concept]
    note = f"{NOTES[concept][0].upper()}{NOTES[concept][1:]}."
    return f"Best responses to the {plans} prove that no player gains more than {most:.3g} {deviation}. {note}"


def searched(concept: str, nodes: int, proven: bool) -> str:
    """What a search proves in a game without a value."""
    if concept == "model of the others":
        return f"The search of {nodes:,} nodes takes the others to behave in a certain way; nothing is proven of that."
    if not proven:
        return f"The search of {nodes:,} nodes ended at estimates: what the players get is one, too."
    return (
        f"The search of {nodes:,} nodes went to the end of the game: where every mover takes what is best for her, by "
        "the tie rule among equals, nobody gains by deviating alone, anywhere in the game."
    )
