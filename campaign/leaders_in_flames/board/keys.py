"""LiF 4.1(2), 4.1(5): the single keys by which a power chooses, and the question they answer. Pure.

Every choice is one letter, so that nobody hears which it was. Enter chooses nothing: it is pressed
by habit, often by somebody else. For a leader of their own side the
question is whether to support the leader; the record keeps `veto`.
"""

from collections.abc import Mapping

import msgspec

from campaign.leaders_in_flames.board.choices import IS_SUPPORT, SUPPORT, VETO, offered, supports
from campaign.leaders_in_flames.board.waiting import prices
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.state import State
from campaign.text.english import capital, counted, listed

_SHORT = {"no-veto": "no", "abstain": "no vote"}
"""Choices in the words of the question, where those differ from what is typed."""


class Choosing(msgspec.Struct, frozen=True):
    """What a power's player reads, and what each key means."""

    about: str
    """The leader or the vote, and the power's points: nothing that not everybody knows."""
    question: str
    keys: Mapping[str, str]
    """Each key with the choice, in the record's words."""
    costs: Mapping[str, int]
    """What each choice costs, in veto points."""
    help: str
    """What to press, after another key."""
    names: Mapping[str, str]
    """Each choice as people call it."""
    points: int

    def unpaid(self, choice: str) -> str:
        """That the points do not pay for a choice; for this power's eyes only."""
        price = counted(self.costs[choice], "veto point")
        name = capital(self.names[choice])
        return f"{name} costs {price}, and you have {self.points}. Choose again."


def leader_line(state: State) -> str:
    """The leader before the board, for everybody."""
    if state.board.leader is None:
        return "No leader is before the board."
    leader = state.sheet[state.board.leader]
    text = f"{leader.name} {'★' * leader.rank} of {country(leader.power)}"
    if state.board.phase == "votes":
        return f"{text} is promoted. Another leader?"
    return f"{text}, draw {state.draw}."


def meanwhile(before: State, now: State) -> str:
    """What a reader is told where the Board went on while it waited for them; else nothing."""
    then, board = before.board, now.board
    if (then.phase, then.draw) == (board.phase, board.draw):
        return ""
    gone = "The Board went on meanwhile"
    if then.leader is not None:
        name = before.sheet[then.leader].name
        voted = f"The vote after {name} was counted meanwhile"
        gone = voted if then.phase == "votes" else f"{name} was settled meanwhile"
    if board.draw != then.draw and board.leader is not None:
        return f"{gone}; the leader is now {now.sheet[board.leader].name}."
    return f"{gone}."


def choosing(state: State, power: str) -> Choosing:
    """What a power is asked now."""
    costs, points = prices(state, power), state.veto_points.get(power, 0)
    names = dict(zip(costs, offered(state, power), strict=True))
    if state.board.phase == "votes":
        question, keys = _vote(costs)
    else:
        question, keys = _ballot(state, power, costs[VETO])
    have = f"{country(power)}: you have {counted(points, 'veto point')}."
    if SUPPORT in names.values():
        have = f"{have}\n{IS_SUPPORT}: v and s are the same here."
    first = {choice: key for key, choice in reversed(keys.items())}
    pressed = [f"{first[choice]} ({_SHORT.get(names[choice], names[choice])})" for choice in costs]
    return Choosing(
        f"{leader_line(state)}\n{have}",
        question,
        keys,
        costs,
        f"Press {listed(pressed, 'or')}.",
        names,
        points,
    )


def _ballot(state: State, power: str, price: int) -> tuple[str, dict[str, str]]:
    leader = state.board.leader or ""
    name = state.sheet[leader].name
    whose = sides.allegiance(state, leader)
    no = {"n": "no-veto"}
    if supports(state, power):
        is_whose = "is yours" if whose.power == power else "is on your side"
        text = f"{name} {is_whose}. [s]upport him for {price}, or [n]o?"
        return text, {"s": VETO, "v": VETO, **no}
    is_whose = "is on nobody’s side" if whose.side is None else "is on the other side"
    return f"{name} {is_whose}. [v]eto him for {price}, or [n]o?", {"v": VETO, **no}


def _vote(costs: Mapping[str, int]) -> tuple[str, dict[str, str]]:
    """The list edition knows no `stop`."""
    keys = {choice[0]: choice for choice in costs if choice != "abstain"}
    words = [f"[{choice[0]}]{choice[1:]} for {costs[choice]}" for choice in keys.values()]
    return f"{', '.join(words)}, or [n]o vote?", {**keys, "n": "abstain"}
