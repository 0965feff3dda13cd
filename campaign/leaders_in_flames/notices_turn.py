"""LiF: a turn in short, for a mail: the Board, veto points, combats, US entry. Pure.

It says what the turn's page says and nothing else: no sealed choice, and of chits how many.
"""

from collections import Counter as Tally
from collections.abc import Iterable

from campaign.kernel.notices import NoticeBlock, NoticeCard, NoticeCards, NoticeLines, NoticeTable
from campaign.leaders_in_flames.board.history import Draw, OpenedBallot
from campaign.leaders_in_flames.leader_sheet import is_minor
from campaign.leaders_in_flames.names import counted, country, leader, listed, the_country
from campaign.leaders_in_flames.on_map import places
from campaign.leaders_in_flames.on_map import sentences as in_play
from campaign.leaders_in_flames.powers import POWER_CODES, POWERS
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.story.item import Weight, times
from campaign.leaders_in_flames.turn_notes import Context, Log
from campaign.leaders_in_flames.us_entry.report.pools import EntryPoolRow, pool_row
from campaign.leaders_in_flames.us_entry.report.road import AGAINST, has_begun
from campaign.leaders_in_flames.us_entry.state import ENTRY, TENSION, THEATRES
from campaign.text.english import capital
from events.lif.board import Voice
from events.lif.on_map import CombatReported, Side
from events.lif.us_entry import Theatre

MANY = 5
"""Of more draws than this, leaders who were vetoed are only named; of more combats, the rest are
counted."""
TOLD = frozenset({Weight.FIVE_STARS, Weight.PROMOTED, Weight.VETOED, Weight.COMBATS, Weight.SET_UP})
"""News that is told here, with more than its sentence says; of the first turn, its veto points."""
CLOSED = "The vote closed the Board."
_MINORS = "Mi"


def turn_in_short(context: Context, seats: frozenset[str]) -> tuple[NoticeBlock, ...]:
    """A turn in short, for a reader who plays these powers."""
    parts = (
        _board(context.log),
        _points(context.log, seats),
        _combats(context),
        _us_entry(context.log),
    )
    return tuple(part for part in parts if part is not None)


# --- the Promotions Board -----------------------------------------------------------------------


def _board(log: Log) -> NoticeCards | None:
    """LiF 4.1: the draws of a turn, each with who paid; of many, the vetoed only by name."""
    draws = [draw for draw in log.notes.draws.values() if draw.result != "open"]
    shown = draws if len(draws) <= MANY else [d for d in draws if d.result == "promoted"]
    named = [draw for draw in draws if draw not in shown]
    if not draws:
        return None
    later = {draw.leader for draw in shown}
    tally = Tally(draw.leader for draw in named)
    vetoed = listed(
        f"{leader(who, log.end.sheet)}{times(count)}{' (promoted later)' if who in later else ''}"
        for who, count in tally.items()
    )
    rest = f"Vetoed: {vetoed}." if named else ""
    return NoticeCards("Promotions Board", tuple(_card(log.end, draw) for draw in shown), rest)


def _card(state: State, draw: Draw) -> NoticeCard:
    counter = state.sheet[draw.leader]
    code = _MINORS if is_minor(counter) else POWER_CODES[counter.power]
    stars = counted(counter.rank, "star")
    good = draw.result == "promoted"
    return NoticeCard(
        heading=counter.name,
        code=code,
        about=f"{country(counter.power)} · {stars}",
        stamp=capital(draw.result),
        is_good=good,
        text=" ".join(_told(draw)),
    )


def _told(draw: Draw) -> list[str]:
    """LiF 4.1(2), 4.1(5): whose ballots and votes took effect, and what each paid."""
    taken = [ballot for ballot in draw.ballots if ballot.counts]
    against = _ordered(ballot for ballot in taken if not ballot.supports)
    support = _ordered(ballot for ballot in taken if ballot.supports)
    parts = {
        "Against": [(ballot.power, ballot.paid) for ballot in against],
        "In support": [(ballot.power, ballot.paid) for ballot in support],
        "Votes for another leader": _votes(draw, "another"),
        "Votes to stop": _votes(draw, "stop"),
    }
    told = [f"{words}: {_paid(found)}." for words, found in parts.items() if found]
    return [*told, CLOSED] if draw.sequel == "vote" else told


def _votes(draw: Draw, choice: Voice) -> list[tuple[str, int]]:
    return [(vote.power, vote.paid) for vote in draw.votes if vote.choice == choice and vote.paid]


def _ordered(ballots: Iterable[OpenedBallot]) -> list[OpenedBallot]:
    return sorted(ballots, key=lambda ballot: POWERS.index(ballot.power))


def _paid(found: Iterable[tuple[str, int]]) -> str:
    return listed(
        f"{the_country(power)} ({counted(paid, 'point')})" if paid else the_country(power)
        for power, paid in found
    )


# --- veto points --------------------------------------------------------------------------------


def _points(log: Log, seats: frozenset[str]) -> NoticeTable | None:
    """LiF 4.2: every power's veto points before the turn, what changed, and now."""
    state = log.end
    if "leaders" not in state.campaign.modules or not state.active:
        return None
    before = log.notes.start.veto_points
    order = sorted(POWERS, key=lambda power: power not in seats)
    rows = ((power, before.get(power, 0), state.veto_points.get(power, 0)) for power in order)
    return NoticeTable(
        "Veto points",
        ("Power", "Before", "Change", "Now"),
        tuple((country(power), str(was), _change(now - was), str(now)) for power, was, now in rows),
        tuple(place for place, power in enumerate(order) if power in seats),
    )


def _change(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "–"


# --- combats and US entry -----------------------------------------------------------------------


def _combats(context: Context) -> NoticeLines | None:
    """LiF 3.3: who lost how much; recalls and deaths are news."""
    combats = tuple(context.log.end.play.combats.values())
    lines = [_combat(combat) for combat in combats[:MANY]]
    more = len(combats) - MANY
    if more > 0:
        lines.append(f"{capital(counted(more, 'more combat'))}: see the turn’s report.")
    return NoticeLines("Combats", tuple(lines)) if lines else None


def _combat(combat: CombatReported) -> str:
    sides: tuple[tuple[Side, tuple[str, ...]], ...] = (
        ("attacker", combat.attackers),
        ("defender", combat.defenders),
    )
    lost = listed(
        f"{listed(map(the_country, countries))} lost {in_play.lost(combat, side)}"
        for side, countries in sides
    )
    return f"{capital(places.in_words(combat.hex))}, {combat.kind}: {lost} build points."


def _us_entry(log: Log) -> NoticeLines | None:
    """LiF 5.3: how many chits each pool holds, and what the turn changed. Never a value."""
    if not has_begun(log.end):
        return None
    return NoticeLines("US entry", tuple(_theatre(log, theatre) for theatre in THEATRES))


def _theatre(log: Log, theatre: Theatre) -> str:
    pools = (pool_row(log, ENTRY[theatre]), pool_row(log, TENSION[theatre]))
    return f"Against {AGAINST[theatre]}: {listed(map(_pool, pools))}."


def _pool(row: EntryPoolRow) -> str:
    changed = row.end - row.start
    text = counted(row.end, f"{row.kind.lower()} chit")
    return f"{text} ({_change(changed)})" if changed else text
