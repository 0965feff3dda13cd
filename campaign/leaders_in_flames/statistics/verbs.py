"""LiF 3, 4.1, 5.3: the verb that prints statistics: of a campaign, a leader or a power. Pure."""

from collections.abc import Sequence

from campaign.kernel.courses import (
    Call,
    Course,
    entry,
    fail,
    heading,
    json_page,
    say,
    state_of,
    table,
)
from campaign.kernel.steps import ReadHistory, Unfit
from campaign.kernel.verbs import Argument, ReadBy, Verb
from campaign.leaders_in_flames.leader_sheet import Sheet, kit
from campaign.leaders_in_flames.powers import POWER_NAMES, SEATS
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics import as_json, screens
from campaign.leaders_in_flames.statistics.facts import Fact
from campaign.leaders_in_flames.statistics.gathering import all_facts
from campaign.leaders_in_flames.statistics.screens import StatisticsScreen
from campaign.text.suggest import near


def _meant(sheet: Sheet, typed: str) -> str | Unfit:
    """The leader, else the power, that was typed."""
    folded = typed.lower().replace(" ", "-").replace("_", "-")
    if folded in sheet:
        return folded
    power = SEATS.the_one(typed)
    if not isinstance(power, Unfit) or SEATS.meant(typed):
        return power
    return Unfit(f"{typed!r} is neither a leader nor a power{near(folded, [*sheet, *POWER_NAMES])}")


def _the_one(state: State, typed: str) -> Course[str]:
    """The leader's or power's id; fails where there is no such one."""
    meant = _meant(state.sheet, typed)
    if isinstance(meant, Unfit):
        return (yield from fail(meant.text))
    return meant


def _stats(call: Call, about: str | None) -> Course[None]:
    """Shows the chances of the next draw, the luck of the cup, who vetoes whom, what points were
    spent, dice and chits. For a LEADER it shows the career, for a POWER its own figures.

    "8.8 ± 2.6" means that 8.8 was to be expected, and that two campaigns in three stay within 2.6
    of it. What was struck out does not count.
    """
    state = yield from state_of(State)
    meant = (yield from _the_one(state, about)) if about is not None else ""
    facts: list[Fact] = yield ReadHistory(all_facts)
    if call.as_json:
        yield from _json(state, facts, meant)
    elif not meant:
        yield from _print(state, screens.of_campaign(state, facts))
    elif meant in state.sheet:
        yield from _print(state, screens.of_leader(state, facts, meant))
    else:
        yield from _print(state, screens.of_power(state, facts, meant))


def _json(state: State, facts: Sequence[Fact], meant: str) -> Course[None]:
    if not meant:
        yield from json_page(as_json.of_campaign(state, facts))
    elif meant in state.sheet:
        yield from json_page(as_json.of_leader(state, facts, meant))
    else:
        yield from json_page(as_json.of_power(facts, meant))


def _print(state: State, screen: StatisticsScreen) -> Course[None]:
    origin = state.campaign.record.branch_of
    what_if = f" (a what-if of {origin.name})" if origin else ""
    yield from heading(f"{screen.title}{what_if}")
    if screen.grid is not None:
        yield from table(screen.grid.heads, screen.grid.rows, screen.grid.numbers)
    wide = max([0, *(len(label) for label, _ in screen.lines)])
    for label, text in screen.lines:
        yield from entry(f"{label:<{wide}}  ", text)
    if screen.nothing and not screen.lines:
        yield from say(screen.nothing)


def _known() -> dict[str, str]:
    return {**POWER_NAMES, **{who: leader.name for who, leader in kit().items()}}


STATS = Verb(
    words="stats",
    example="campaign stats club\ncampaign stats club rommel\ncampaign stats club germany",
    parameters=(
        Argument("about", "[LEADER|POWER]", ReadBy("leader or power", str, _known), required=False),
    ),
    course=_stats,
)
VERBS = {STATS.words: STATS}
