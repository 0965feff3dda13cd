"""What the Promotions Board did in a turn: whom it promoted and sent back, and who vetoed. Pure."""

from collections.abc import Iterator, Sequence

from campaign.leaders_in_flames.board.history import Draw
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.story.item import (
    MANY,
    Item,
    ToldTurn,
    Weight,
    countries,
    numbered,
    sentence,
    some,
    times,
    verb,
)
from campaign.text.english import capital, listed

TOP = 5
"""Stars of the highest rank."""
Results = dict[str, list[Draw]]
"""Leaders, each with the draws that were decided, in order."""


def the_board(turn: ToldTurn, draws: Sequence[Draw]) -> Iterator[Item]:
    """LiF 4.1: the draws of a turn.

    Who was vetoed and promoted in one turn is told with the order.
    """
    decided: Results = {}
    for draw in draws:
        if draw.result != "open":
            decided.setdefault(draw.leader, []).append(draw)
    promoted = {who: row for who, row in decided.items() if row[-1].result == "promoted"}
    vetoed = {who: row for who, row in decided.items() if who not in promoted}
    if promoted:
        yield _promoted(turn, promoted)
    if vetoed:
        yield _vetoed(turn, vetoed)
    for draw in draws:
        if draw.result == "open":
            text = f"{turn.names((draw.leader,))[0]} is before the Promotions Board."
            yield Item(Weight.AT_THE_BOARD, text, text)


def _promoted(turn: ToldTurn, promoted: Results) -> Item:
    ranked = sorted(promoted, key=lambda who: -turn.sheet[who].rank)
    top = [who for who in ranked if turn.sheet[who].rank >= TOP]
    rest = turn.names(who for who in ranked if who not in top)
    if top:
        headline = f"{_five_stars(turn.names(top))} {verb(len(top), 'is', 'are')} promoted"
        room = max(MANY - len(top), 1)
        headline += f", with {some(rest, room)}" if rest else ""
    else:
        headline = f"{some(rest)} {verb(len(rest), 'is', 'are')} promoted"
    weight = Weight.FIVE_STARS if top else Weight.PROMOTED
    brief = f"{_few(turn, promoted)} {verb(len(promoted), 'was', 'were')} promoted"
    text = _promotions(turn, promoted)
    more = len(promoted) > MANY or any(len(row) > 1 for row in promoted.values())
    return Item(weight, text, sentence(headline), sentence(brief), says_more=more)


def _few(turn: ToldTurn, leaders: Results) -> str:
    """Names of a few, the number of many."""
    if len(leaders) <= MANY:
        return listed(turn.names(leaders))
    return numbered(len(leaders), "leader")


def _five_stars(names: list[str]) -> str:
    return f"{listed(names)} (five stars{' each' if len(names) > 1 else ''})"


def _promotions(turn: ToldTurn, promoted: Results) -> str:
    """Every promotion; whom the same board had vetoed before is told with the order."""
    at_once = [who for who, row in promoted.items() if len(row) == 1]
    text = []
    if at_once:
        text.append(f"{_with_powers(turn, at_once)} {verb(len(at_once), 'was', 'were')} promoted.")
    before = {who: row[:-1] for who, row in promoted.items() if len(row) > 1}
    for (powers, count, _), leaders in _alike(before).items():
        was = verb(len(leaders), "was", "were")
        by = f" by {countries(powers)}" if powers else ""
        text.append(f"{_with_powers(turn, leaders)} {was} vetoed{times(count)}{by}, then promoted.")
    return " ".join(text)


def _with_powers(turn: ToldTurn, leaders: Sequence[str]) -> str:
    sheet = turn.sheet
    return listed(f"{sheet[who].name} ({country(sheet[who].power)})" for who in leaders)


def _vetoed(turn: ToldTurn, vetoed: Results) -> Item:
    text = [
        _who_vetoed(turn.names(leaders), powers, count, alike=alike)
        for (powers, count, alike), leaders in _alike(vetoed).items()
    ]
    headline = f"{some(turn.names(vetoed))} {verb(len(vetoed), 'is', 'are')} vetoed"
    brief = "" if len(vetoed) < MANY else sentence(f"{_few(turn, vetoed)} were vetoed")
    return Item(Weight.VETOED, " ".join(text), sentence(headline), brief, says_more=True)


def _alike(vetoed: Results) -> dict[tuple[tuple[str, ...], int, bool], list[str]]:
    """Leaders by who vetoed them, how often, and whether it was the same powers each time."""
    found: dict[tuple[tuple[str, ...], int, bool], list[str]] = {}
    for who, row in vetoed.items():
        ballots = [_against(draw) for draw in row]
        every = tuple(power for power in POWERS if any(power in one for one in ballots))
        alike = all(one == every for one in ballots)
        found.setdefault((every, len(row), alike), []).append(who)
    return found


def _against(draw: Draw) -> tuple[str, ...]:
    """LiF 4.1(2): whose vetoes took effect against the leader."""
    counted = {one.power for one in draw.ballots if one.counts and not one.supports}
    return tuple(power for power in POWERS if power in counted)


def _who_vetoed(names: list[str], powers: tuple[str, ...], count: int, *, alike: bool) -> str:
    whom = listed(names)
    if powers and alike:
        return f"{capital(countries(powers))} vetoed {whom}{times(count)}."
    by = f", by {countries(powers)}" if powers else ""
    return f"{whom} {verb(len(names), 'was', 'were')} vetoed{times(count)}{by}."
