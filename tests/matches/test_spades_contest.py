"""Complete games of Spades: deals until somebody has enough points, each a game of its own."""

from collections.abc import Sequence

import dodona


class SpadesTo(dodona.Contest):
    """Three-player Spades with open hands to so many points; ten overtricks cost a hundred."""

    seats = 3

    def __init__(self, points: int, cards: int) -> None:
        self.points, self.cards = points, cards

    @property
    def text(self) -> str:
        return f"SpadesTo({self.points}, cards={self.cards})"

    def deal(self, seed: int, number: int, scoring: str) -> dodona.Game:
        """Deals of one round are the same for all seatings; the lead goes round."""
        parameters = {"players": 3, "cards": self.cards, "bids": "balanced", "leader": number % 3}
        return dodona.game("spades", seed=1000 * seed + number, scoring=scoring, **parameters)

    def next_game(self, seed: int, ends: Sequence[dodona.State]) -> dodona.Game | None:
        over = max(self.utility(seed, ends)) >= self.points or len(ends) >= 40
        return None if over else self.deal(seed, len(ends), "smot")

    def utility(self, seed: int, ends: Sequence[dodona.State]) -> Sequence[float]:
        points, overtricks = [0.0] * 3, [0.0] * 3
        for number, end in enumerate(ends):
            scored, tricks = (self.replayed(seed, end, number, scoring) for scoring in ("points", "mt"))
            for seat in range(3):
                points[seat] += scored[seat]
                if scored[seat] >= 0:  # ten for each trick of the bid, one for each beyond
                    overtricks[seat] += tricks[seat] - round((scored[seat] - tricks[seat]) / 9)
        return [own - 100 * (bags // 10) for own, bags in zip(points, overtricks, strict=True)]

    def replayed(self, seed: int, end: dodona.State, number: int, scoring: str) -> list[float]:
        """What the same cards are worth by another score."""
        state = self.deal(seed, number, scoring).root()
        for action in end.path or ():
            state = state.play(index=action)
        return state.utility()


def high(state: dodona.State, player: int) -> dict[str, float]:
    return {state.actions(player)[-1]: 1.0}


def test_two_kinds_of_players_share_three_seats_in_games_to_points() -> None:
    result = dodona.match(SpadesTo(60, cards=4), {"high": high, "none": "random"}, games=12, seed=2)
    assert result.game == "SpadesTo(60, cards=4)"
    assert (result.seatings, len(result.rounds)) == (6, 2)
    assert all(max(played.utilities) >= 60 or sum(played.moves) == 40 * 12 for played in result.games)
    assert len({sum(played.moves) for played in result.games}) > 1  # in deals of twelve cards
    assert all(sum(played.moves) % 12 == 0 for played in result.games)
    wins = [standing.wins + standing.draws for standing in result.standings]
    assert sum(wins) >= 12
    assert result == dodona.match(SpadesTo(60, cards=4), {"high": high, "none": "random"}, games=12, seed=2)
