"""LiF 4.1: small campaigns of the Board solved exactly, and answers tried against the best ones.

The rules and the solving share no code with the program. Each side is one player, with the points
of one power. Values are in Axis favour.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from campaign.extensions.veto_advice.advise import advise
from campaign.extensions.veto_advice.position import read_position
from campaign.kernel.decisions import Refused
from campaign.text.json_values import JsonObject
from support import veto_positions

Mix = Sequence[float]
Matrix = Sequence[Sequence[Any]]


def matrix_game(payoffs: Matrix) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """The value for the rows' player, and both mixes: linear programming by the simplex method in
    fractions, by Bland's rule.
    """
    rows = [[Fraction(one) for one in row] for row in payoffs]
    height, width = len(rows), len(rows[0])
    shift = 1 - min(map(min, rows))  # so that the value is above 0
    table = [
        [one + shift for one in row] + [Fraction(place == number) for place in range(height)] + [1]
        for number, row in enumerate(rows)
    ]
    goal = [Fraction(-1)] * width + [Fraction(0)] * (height + 1)
    basis = list(range(width, width + height))
    while (enter := next((n for n, one in enumerate(goal[:-1]) if one < 0), None)) is not None:
        leave = min(
            (n for n in range(height) if table[n][enter] > 0),
            key=lambda n: (table[n][-1] / table[n][enter], basis[n]),
        )
        pivot = table[leave][enter]
        table[leave] = [one / pivot for one in table[leave]]
        for row in (*table[:leave], *table[leave + 1 :], goal):
            if factor := row[enter]:
                row[:] = [one - factor * part for one, part in zip(row, table[leave], strict=True)]
        basis[leave] = enter
    columns = [Fraction(0)] * (width + height)
    for number, column in enumerate(basis):
        columns[column] = table[number][-1]
    value = 1 / goal[-1]
    mixed = [one * value for one in goal[width:-1]]
    return value - shift, mixed, [one * value for one in columns[:width]]


class Kind(NamedTuple):
    """Leaders who are alike; the owners are Germany and the USSR, or nobody."""

    side: str | None
    worth: float
    """In Axis favour, for a whole campaign."""
    price: int = 2
    """What support costs the owner."""


class Spot(NamedTuple):
    """A ballot on a kind, or a vote where none is before the Board."""

    turn: int
    cup: tuple[int, ...]
    """How many leaders of each kind are in it."""
    kind: int | None
    points: tuple[int, int]


Play = Callable[[Spot, Matrix], Any]
"""The value of a spot for what each pair of answers leads to."""


class SmallCampaign(NamedTuple):
    """A few leaders, points and turns; the points of later turns come in as those begin."""

    kinds: tuple[Kind, ...]
    cup: tuple[int, ...]
    points: tuple[int, int]
    turns: int
    income: tuple[tuple[int, int], ...] = ()
    rulebook: str = "lif-1998"
    pays_idle: bool = True

    # --- the rules ---------------------------------------------------------------------------

    def answers(self, spot: Spot, side: int) -> Iterator[tuple[str, int]]:
        """What a side can say, and what it pays for that."""
        points = spot.points[side]
        if spot.kind is None:
            prices = {"abstain": 0, "another": 1, "stop": 2}
            if self.rulebook != "lif-1998":
                del prices["stop"]
        else:
            kind = self.kinds[spot.kind]
            own = kind.side == ("axis", "allies")[side]
            prices = {"no-veto": 0, "veto": kind.price if own else 1}
        yield from ((say, price) for say, price in prices.items() if price <= points)

    def value(self, play: Play) -> Any:
        """What the campaign is worth, each spot played in some way."""

        @cache
        def drawn(turn: int, cup: tuple[int, ...], points: tuple[int, int]) -> Any:
            if not any(cup):
                return ended(turn, cup, points)
            worths = (
                count * played(Spot(turn, cup, number, points))
                for number, count in enumerate(cup)
                if count
            )
            return sum(worths) / Fraction(sum(cup)) if is_exact else sum(worths) / sum(cup)

        def ended(turn: int, cup: tuple[int, ...], points: tuple[int, int]) -> Any:
            if turn + 1 == self.turns:
                return zero
            more = self.income[turn] if turn < len(self.income) else (0, 0)
            return drawn(turn + 1, cup, (points[0] + more[0], points[1] + more[1]))

        @cache
        def played(spot: Spot) -> Any:
            rows, columns = ([*self.answers(spot, side)] for side in (0, 1))
            return play(spot, [[after(spot, one, two) for two in columns] for one in rows])

        def after(spot: Spot, one: tuple[str, int], two: tuple[str, int]) -> Any:
            turn, cup, kind, (a, b) = spot
            says, left = (one[0], two[0]), (a - one[1], b - two[1])
            if kind is None:
                goes_on = "another" in says and "stop" not in says
                return (drawn if goes_on else ended)(turn, cup, left)
            of = self.kinds[kind]
            opposed, supported = self.sides(of, says)
            if opposed and not supported:
                return drawn(turn, cup, left)
            if not opposed and not self.pays_idle:
                left = (a, b)
            less = (*cup[:kind], cup[kind] - 1, *cup[kind + 1 :])
            share = Fraction(self.turns - turn, self.turns)
            worth = Fraction(of.worth) * share if is_exact else of.worth * float(share)
            if not any(less):
                return worth + ended(turn, less, left)
            return worth + played(Spot(turn, less, None, left))

        is_exact = play is solved_exactly
        zero: Any = Fraction(0) if is_exact else 0.0
        return drawn(0, self.cup, self.points)

    @staticmethod
    def sides(kind: Kind, says: tuple[str, str]) -> tuple[bool, bool]:
        """Whether somebody opposes, and whether somebody supports."""
        by = {side for side, say in zip(("axis", "allies"), says, strict=True) if say == "veto"}
        return bool(by - {kind.side}), kind.side in by

    # --- as the program reads it -------------------------------------------------------------

    def fields(self, spot: Spot) -> JsonObject:
        """The position at a spot."""
        cup = [
            self._leader(number, copy)
            for number, count in enumerate(spot.cup)
            for copy in range(count)
        ]
        left = self.turns - spot.turn
        before = self._leader(0, 99) if spot.kind is None else self._leader(spot.kind, 0)
        ahead = enumerate(self.income[spot.turn : self.turns - 1], 1)
        return veto_positions.fields(
            cup,
            {"germany": spot.points[0], "ussr": spot.points[1]},
            phase="votes" if spot.kind is None else "ballots",
            left=left,
            turns=self.turns,
            leader=before,
            rulebook=self.rulebook,
            charge_idle_support=self.pays_idle,
            infusions=[[offset, list(more)] for offset, more in ahead],
        )

    def _leader(self, number: int, copy: int) -> JsonObject:
        kind = self.kinds[number]
        return veto_positions.leader(f"l{number}-{copy}", kind.worth, kind.side, kind.price)


# --- ways to play ---------------------------------------------------------------------------------


def solved_exactly(_: Spot, payoffs: Matrix) -> Fraction:
    """In fractions, from the first to the last."""
    return matrix_game(payoffs)[0]


def solved(_: Spot, payoffs: Matrix) -> float:
    """Each spot by linear programming, its value as a float."""
    low, high = max(map(min, payoffs)), min(map(max, zip(*payoffs, strict=True)))
    return float(low if low == high else matrix_game(payoffs)[0])


def against_the_best(side: int, mix_of: Callable[[Spot, int], Mix]) -> Play:
    """One side's mixes against the other side's best answers."""

    def play(spot: Spot, payoffs: Matrix) -> float:
        rows = payoffs if side == 0 else [*zip(*payoffs, strict=True)]
        mix = mix_of(spot, len(rows))
        worths = (
            sum(part * row[place] for part, row in zip(mix, rows, strict=True))
            for place in range(len(rows[0]))
        )
        return float(min(worths) if side == 0 else max(worths))

    return play


def never(_: Spot, count: int) -> Mix:
    """Whoever never pays."""
    return (1.0, *[0.0] * (count - 1))


class Advised:
    """The mixes that the program advises, each position asked once."""

    def __init__(self, campaign: SmallCampaign) -> None:
        self.campaign = campaign
        self._known: dict[Spot, dict[str, Mix]] = {}

    def __call__(self, side: int) -> Callable[[Spot, int], Mix]:
        """What one side is advised."""
        return lambda spot, _: self.at(spot)["germany" if side == 0 else "ussr"]

    def at(self, spot: Spot) -> dict[str, Mix]:
        """The chances of each answer, by power."""
        if spot not in self._known:
            position = read_position(json.dumps(self.campaign.fields(spot)))
            assert not isinstance(position, Refused), position.reason
            self._known[spot] = {
                power: [choice.chance for choice in one.choices]
                for one in advise(position).advice
                for power in one.powers
            }
        return self._known[spot]


def campaign_of(case: JsonObject) -> SmallCampaign:
    """A campaign as `tests/cases` has it."""
    fields = {name: value for name, value in case.items() if name not in ("says", "value")}
    fields["kinds"] = tuple(Kind(*row) for row in case["kinds"])
    fields["cup"], fields["points"] = tuple(case["cup"]), tuple(case["points"])
    fields["income"] = tuple(map(tuple, case.get("income", ())))
    return SmallCampaign(**fields)


def part_of_never(campaign: SmallCampaign) -> float:
    """What the advice loses to best answers, as a part of what never paying loses to them."""
    truth, advised = campaign.value(solved), Advised(campaign)
    lost = [0.0, 0.0]
    for side, sign in ((0, 1), (1, -1)):
        for place, mixes in enumerate((advised(side), never)):
            lost[place] += sign * (truth - campaign.value(against_the_best(side, mixes)))
    assert min(lost) > -1e-9, "nobody gains by being known"
    return lost[0] / lost[1]
