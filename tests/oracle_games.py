"""Games with oracles: a matrix, sensors on a grid that somebody crosses, Colonel Blotto."""

import numpy as np

from dodona import OracleGame


def wrapped(payoffs, listed=(), **words):
    """A matrix behind oracles; the strategies of some players are listed, and these have none."""
    rows, columns = payoffs.shape

    def row(mixture):
        return int(np.argmax(sum(p * payoffs[:, c] for c, p in mixture)))

    def column(mixture):
        return int(np.argmin(sum(p * payoffs[r] for r, p in mixture)))

    return OracleGame(
        lambda r, c: payoffs[r, c],
        [None if player in listed else (row, column)[player] for player in (0, 1)],
        ([rows - 1], [columns - 1]),
        [range(payoffs.shape[player]) if player in listed else None for player in (0, 1)],
        **words,
    )


def grid_interdiction(rows, columns, sensors, listed=False):
    """Sensors on edges of a grid that is crossed from left to right; every sensor on the path counts.

    What the sensors can expect to see is their number over the minimum cut (Washburn and Wood 1995), as long as there
    are no more of them: the edges from one column to the next are the cut, one per row.
    """
    edges = [((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    edges += [((r, c), (r + d, c)) for r in range(rows) for c in range(columns) for d in (-1, 1) if 0 <= r + d < rows]
    watched_by = {edge: tuple(sorted([edge, edge[::-1]])) for edge in edges}  # either way

    def place(paths):
        seen = dict.fromkeys(sorted(set(watched_by.values())), 0.0)
        for path, probability in paths:
            for edge in path:
                seen[watched_by[edge]] += probability
        return frozenset(sorted(seen, key=seen.get, reverse=True)[:sensors])

    def cross(placements):
        risk = dict.fromkeys(watched_by.values(), 0.0)
        for placement, probability in placements:
            for edge in placement:
                risk[edge] += probability
        best = {(r, 0): (0.0, ()) for r in range(rows)}
        for _ in range(rows * columns):  # Bellman and Ford
            better = False
            for edge in edges:
                if edge[0] in best:
                    length, path = best[edge[0]]
                    if length + risk[watched_by[edge]] < best.get(edge[1], (np.inf,))[0] - 1e-12:
                        best[edge[1]] = (length + risk[watched_by[edge]], (*path, edge))
                        better = True
            if not better:
                break
        return min((best[r, columns - 1] for r in range(rows)), key=lambda end: end[0])[1]

    straight = tuple(((0, c), (0, c + 1)) for c in range(columns - 1))
    places = [frozenset([edge]) for edge in sorted(set(watched_by.values()))] if listed else None
    return OracleGame(
        lambda placement, path: sum(watched_by[edge] in placement for edge in path),
        (None if listed else place, cross),
        (None if listed else [place([])], [straight]),
        (places, None),
        utility_range=(0, rows * columns * sensors),
        text=f"interdiction of a {rows}x{columns} grid",
    )


def blotto(own, other, fields):
    """Colonel Blotto: who has more soldiers on a field wins it; the best response is a knapsack over the fields."""

    def best(soldiers, mixture):
        value, plan = np.zeros(soldiers + 1), [[()] * (soldiers + 1)]
        for field in range(fields):
            wins = [sum(p * np.sign(k - enemy[field]) for enemy, p in mixture) for k in range(soldiers + 1)]
            sums = [[value[left - k] + wins[k] for k in range(left + 1)] for left in range(soldiers + 1)]
            chosen = [int(np.argmax(row)) for row in sums]
            plan.append([(*plan[-1][left - k], k) for left, k in enumerate(chosen)])
            value = np.array([row[k] for row, k in zip(sums, chosen, strict=True)])
        spent = plan[-1][soldiers]
        return (*spent[:-1], spent[-1] + soldiers - sum(spent))  # who stays at home joins the last field

    return OracleGame(
        lambda x, y: sum(int(np.sign(a - b)) for a, b in zip(x, y, strict=True)),
        (lambda mixture: best(own, mixture), lambda mixture: best(other, mixture)),
        ([(own, *[0] * (fields - 1))], [(other, *[0] * (fields - 1))]),
        utility_range=(-fields, fields),
        label=lambda plan: "-".join(map(str, plan)),
    )
