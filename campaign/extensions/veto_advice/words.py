"""LiF 4.1: veto advice as sentences, and what it takes for granted. Pure."""

from collections.abc import Callable, Collection, Iterator, Sequence

from campaign.extensions.veto_advice.accuracy import ENOUGH, JudgedAnswer, Summary
from campaign.extensions.veto_advice.advise import AgentAdvice, VetoAdvice
from campaign.extensions.veto_advice.position import mean
from campaign.lif.names import the_country
from campaign.lif.roster import Sheet
from campaign.lif.state import State
from campaign.text.english import capital, counted, listed

_USUAL = (
    "the usual values, a convention: half a point a star, 1 for an ability at range, ¾ for one"
    " beside its leader, ½ less for one that only restricts, and half of it all at peace"
)
CLUBS, OWN = "the club's own table", "a table of your own"
THEN = "the table that the club had at each opening"
ASSUMED = (
    "A side shares its gain, allies do not confer, and a member answers with one power.",
    "Later each side acts as one; later cups are taken as expected where they are large; wars,"
    " conquest and yearly points stay as they are; points are worth nothing in the end.",
)
"""What every advice takes for granted, besides what leaders are worth."""
NOT_SKILL = "0.00 lost means no visible mistake, not skill."
_FULL = 100
SEEN = 0.005
"""The least loss that is not 0.00."""


def off(state: State, *, advice: bool = True) -> str:
    """Ruling 63: why a campaign shows no advice, or no accuracy; empty where it does."""
    rule = f"campaign dispute rule {state.campaign.name} DISPUTE upheld TEXT --as REFEREE --set"
    if state.rulings.advice == "off":
        return (
            "veto advice is off in this campaign; raise a dispute, and a referee's ruling switches"
            f" it on: `{rule} advice=after`, or `advice=always`"
        )
    if advice and state.rulings.advice == "after":
        return (
            "this campaign shows only afterwards what answers gave away; raise a dispute, and a"
            f" referee's ruling allows advice: `{rule} advice=always`"
        )
    return ""


def valued(state: State, table: str = CLUBS) -> str:
    """By which values leaders count: those of a table, and the usual ones where it ends."""
    if table != OWN and not state.values:
        return f"Leaders count by {_USUAL}."
    return f"Leaders count by {table}, and where it says nothing by {_USUAL}."


def name_of(sheet: Sheet, leader: str) -> str:
    """A leader's name; the id of one who is not on the sheet."""
    return sheet[leader].name if leader in sheet else leader


def sentences(advice: VetoAdvice, sheet: Sheet, powers: Collection[str]) -> tuple[str, ...]:
    """The advice for those of some powers that have a marker, a line each."""
    return tuple(
        " ".join(_sentences(advice, own, sheet))
        for own in advice.advice
        if not set(own.powers).isdisjoint(powers)
    )


def _sentences(advice: VetoAdvice, own: AgentAdvice, sheet: Sheet) -> Iterator[str]:
    position, powers = advice.position, listed(map(the_country, own.powers))
    supports = position.phase == "ballots" and own.side == position.leader.side
    chances = ", ".join(
        f"{_said(one.say, supports=supports)} {one.chance * _FULL:.0f} %" for one in own.choices
    )
    yield f"{capital(powers)}: {chances}."
    if position.phase == "ballots":
        worth = mean([position.powers[power].worth or 0.0 for power in own.powers])
        leader, whom = name_of(sheet, position.leader.id), "you" if worth >= 0 else "the enemy"
        yield f"{leader} is worth {abs(worth):.2f} to {whom}; sent back, he may be drawn again."
        if _is_one_of_several(advice, own):
            yield f"An ally's {_said('veto', supports=supports)} would make yours a waste."
    if len(own.choices) == 1:
        yield "You can pay for nothing else."
    yield f"A point is worth {advice.point[own.side]:.2f} to your side."
    if own.joint_gain >= 0.01:
        yield f"Agreeing among allies would gain up to {own.joint_gain:.2f}."
    yield f"Gap {advice.gap:.3f}."


def _is_one_of_several(advice: VetoAdvice, own: AgentAdvice) -> bool:
    """Whether an agent and others of its side can pay."""
    able = [one for one in advice.advice if one.side == own.side and len(one.choices) > 1]
    return own in able and len(able) > 1


def _said(say: str, *, supports: bool = False) -> str:
    return "support" if supports and say == "veto" else say.replace("-", " ")


def gave_away(
    rows: Sequence[JudgedAnswer], sheet: Sheet, called: Callable[[str], str]
) -> Iterator[str]:
    """What the answers of some openings gave away; those that gave away nothing in a line."""
    for version in dict.fromkeys(row.version for row in rows):
        nothing, on = [], ""
        for row in (row for row in rows if row.version == version):
            member, said = called(row.member), _said(row.said)
            powers = listed(map(the_country, row.powers))
            is_ballot = row.phase == "ballots"
            on = f"on {name_of(sheet, row.leader)}" if is_ballot else "on another leader"
            if row.high < SEEN:
                nothing.append(f"{member} ({powers}, {said})")
                continue
            lost = f"lost {row.lost:.2f} ({row.low:.2f} to {row.high:.2f})"
            yield f"{member}, {powers} {on}: {said}, {lost}{', a slip' * row.is_slip}."
        if nothing:
            yield f"Nothing lost {on}: {listed(nothing)}."


def in_all(row: Summary, member: str) -> str:
    """A member's decisions together."""
    text = f"{member}: {counted(row.decisions, 'decision')}, {counted(row.slips, 'slip')}"
    if row.average is None:
        text = f"{text}; fewer than {ENOUGH}, so no average."
    else:
        text = f"{text}, {row.average:.2f} lost on average."
    if not row.counted:
        return text
    paid = "once" if row.paid == 1 else f"{row.paid} times"
    advised = f"the advice would pay {row.advised:.1f} ± {row.spread:.1f}"
    return f"{text} Paid {paid} in {row.counted}; {advised}."
