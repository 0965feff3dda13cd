"""LiF 4.1: a piece of veto advice checked against its own position, by trying every answer.

It reads the advice as a program does, and shares no code with what made it.
"""

from collections.abc import Iterator
from itertools import product

from campaign.text.json_values import JsonObject

Answer = tuple[str, str, int]
"""The side, what it says, and what it pays."""


def largest_gain(advice: JsonObject) -> float:
    """The most that one agent gains by any answers of its powers, several of them included; every
    figure of the advice is checked on the way.
    """
    gains = [0.0]
    for number, own in enumerate(advice["advice"]):
        assert abs(sum(choice["chance"] for choice in own["choices"]) - 1) < 1e-5
        values = [_value(advice, number, [_as_answer(own, choice)]) for choice in own["choices"]]
        for choice, value in zip(own["choices"], values, strict=True):
            assert choice["chance"] >= 0 and abs(choice["value"] - value) < 1e-4, own
        pairs = zip(own["choices"], values, strict=True)
        expected = sum(choice["chance"] * value for choice, value in pairs)
        assert abs(own["expected"] - expected) < 1e-4, own
        says = [list(_says(advice["position"], power)) for power in own["powers"]]
        best = max(_value(advice, number, list(answers)) for answers in product(*says))
        _check_price(own, says)
        gains.append(best - expected)
        joint = _agreed(advice, own) - expected
        assert abs(own["joint_gain"] - max(0.0, joint)) < 1e-4, own
    assert abs(advice["gap"] - max(gains)) < 1e-4
    return max(gains)


def _as_answer(own: JsonObject, choice: JsonObject) -> Answer:
    return own["side"], choice["say"], choice["cost"]


def _says(position: JsonObject, power: str) -> Iterator[Answer]:
    """LiF 4.1(2), 4.1(5): what a power can say with its points."""
    row = position["powers"][power]
    prices = {"no-veto": 0, "veto": row.get("price")}
    if position["phase"] == "votes":
        prices = {"abstain": 0, "another": 1, "stop": 2}
        if position["rulebook"] != "lif-1998":
            del prices["stop"]
    for say, price in prices.items():
        if price <= row["points"]:
            yield row["side"], say, price


def _check_price(own: JsonObject, says: list[list[Answer]]) -> None:
    """Each answer is paid by the power to which it is cheapest."""
    cheapest: dict[str, int] = {}
    for _, say, price in (one for every in says for one in every):
        cheapest[say] = min(price, cheapest.get(say, price))
    assert {choice["say"]: choice["cost"] for choice in own["choices"]} == cheapest, own


def _value(advice: JsonObject, number: int, answers: list[Answer]) -> float:
    """What answers of an agent's powers are worth to it, over all that the others may answer."""
    own, total = advice["advice"][number], 0.0
    others = [one for place, one in enumerate(advice["advice"]) if place != number]
    for joint in product(*(one["choices"] for one in others)):
        chance = 1.0
        for choice in joint:
            chance *= choice["chance"]
        if chance:
            pairs = zip(others, joint, strict=True)
            every = [*answers, *(_as_answer(one, choice) for one, choice in pairs)]
            total += chance * _outcome(advice, own, every)
    return total


def _agreed(advice: JsonObject, own: JsonObject) -> float:
    """What the best agreed answer of a side is worth to one of its agents."""
    ours = [one for one in advice["advice"] if one["side"] == own["side"]]
    theirs = [one for one in advice["advice"] if one["side"] != own["side"]]
    best = float("-inf")
    for agreed in product(*(one["choices"] for one in ours)):
        said = [_as_answer(one, choice) for one, choice in zip(ours, agreed, strict=True)]
        value = 0.0
        for joint in product(*(one["choices"] for one in theirs)):
            chance = 1.0
            for choice in joint:
                chance *= choice["chance"]
            pairs = zip(theirs, joint, strict=True)
            every = [*said, *(_as_answer(one, choice) for one, choice in pairs)]
            value += chance * _outcome(advice, own, every)
        best = max(best, value)
    return best


def _outcome(advice: JsonObject, own: JsonObject, answers: list[Answer]) -> float:
    """What follows some answers of all, in an agent's favour, with the leader if he arrives."""
    position, sign = advice["position"], 1 if own["side"] == "axis" else -1
    said = {say for _, say, _ in answers}
    sides = {side for side, say, _ in answers if say == "veto"}
    paid = {name: sum(price for side, _, price in answers if side == name)
            for name in ("axis", "allies")}  # fmt: skip
    if position["phase"] == "votes":
        outcome = "another" if "another" in said and "stop" not in said else "end"
        return sign * advice["outcomes"][outcome][paid["axis"]][paid["allies"]]
    side = position["leader"]["side"]
    opposed, supported = bool(sides - {side}), side in sides
    if opposed and not supported:
        return sign * advice["outcomes"]["stays"][paid["axis"]][paid["allies"]]
    if not opposed and not position["charge_idle_support"]:
        paid = {"axis": 0, "allies": 0}
    worths = [position["powers"][power]["worth"] for power in own["powers"]]
    gone = advice["outcomes"]["gone"][paid["axis"]][paid["allies"]]
    return sign * gone + sum(worths) / len(worths)
