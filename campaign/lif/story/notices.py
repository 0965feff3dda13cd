"""What mail and other notices say of a campaign, and a turn in short. Pure; nothing sealed
is read.
"""

from collections import Counter as Tally
from collections.abc import Container, Iterable, Iterator

from campaign.kernel import pages
from campaign.kernel.terminal.screens import Unfinished
from campaign.lif.board.history import Draw
from campaign.lif.board.views import live_page
from campaign.lif.names import country, leader, the_countries, the_country
from campaign.lif.on_map import fold, sentences
from campaign.lif.on_map import waiting as on_map
from campaign.lif.picture.views import in_lines
from campaign.lif.roster import POWERS, code_of
from campaign.lif.state import ENTRY, TENSION, THEATRES, State
from campaign.lif.story.items import Weight, times
from campaign.lif.story.turn_notes import Context, Log
from campaign.lif.us_entry import waiting as us_entry_waiting
from campaign.lif.us_entry.turn_views import pool_row
from campaign.lif.us_entry.views import AGAINST, has_begun
from campaign.text.english import capital, counted, listed, signed
from events.lif.board import Voice
from events.lif.on_map import CombatReported
from events.lif.us_entry import Theatre

# --- LiF: a turn in short, for a mail: the Board, veto points, combats, US entry ----------------
#
# It says what the turn's page says and nothing else: no sealed choice, and of chits how many.

MANY = 5
"""Of more draws than this, leaders who were vetoed are only named; of more combats, the rest are
counted."""
NEWS = frozenset({Weight.FIVE_STARS, Weight.PROMOTED, Weight.VETOED, Weight.COMBATS, Weight.SET_UP})
"""News that is told here, with more than its sentence says; of the first turn, its veto points."""
CLOSED = "The vote closed the Board."


def turn_in_short(context: Context, seats: frozenset[str]) -> tuple[pages.NoticeBlock, ...]:
    """A turn in short, for a reader who plays these powers."""
    parts = (
        _board(context.log),
        _points(context.log, seats),
        _combats(context),
        _us_entry(context.log),
    )
    return tuple(part for part in parts if part is not None)


# --- the Promotions Board -----------------------------------------------------------------------


def _board(log: Log) -> pages.NoticeCards | None:
    """LiF 4.1: the draws of a turn, each with who paid; of many, the vetoed only by name."""
    vetoed = [draw.leader for draw in log.notes.results("vetoed")]
    promoted = log.notes.results("promoted")
    if not (vetoed or promoted):
        return None
    if len(vetoed) + len(promoted) > MANY:
        shown, rest = promoted, _vetoed(log.end, vetoed, {draw.leader for draw in promoted})
    else:
        shown, rest = [draw for draw in log.notes.draws.values() if draw.result != "open"], ""
    return pages.NoticeCards(
        "Promotions Board", tuple(_card(log.end, draw) for draw in shown), rest
    )


def _vetoed(state: State, vetoed: Iterable[str], promoted: Container[str]) -> str:
    leaders = listed(
        f"{leader(who, state.sheet)}{times(count)}{' (promoted later)' if who in promoted else ''}"
        for who, count in Tally(vetoed).items()
    )
    return f"Vetoed: {leaders}." if leaders else ""


def _card(state: State, draw: Draw) -> pages.NoticeCard:
    counter = state.sheet[draw.leader]
    stars = counted(counter.rank, "star")
    good = draw.result == "promoted"
    return pages.NoticeCard(
        heading=counter.name,
        code=code_of(counter.power),
        about=f"{country(counter.power)} · {stars}",
        stamp=capital(draw.result),
        is_good=good,
        text=" ".join(_shares_in_words(draw)),
    )


def _shares_in_words(draw: Draw) -> list[str]:
    """LiF 4.1(2), 4.1(5): whose ballots and votes took effect, and what each paid."""
    parts = {
        "Against": _vetoes(draw, supports=False),
        "In support": _vetoes(draw, supports=True),
        "Votes for another leader": _votes(draw, "another"),
        "Votes to stop": _votes(draw, "stop"),
    }
    texts = [f"{words}: {_paid(shares)}." for words, shares in parts.items() if shares]
    return [*texts, CLOSED] if draw.sequel == "vote" else texts


def _vetoes(draw: Draw, *, supports: bool) -> list[tuple[str, int]]:
    taken = (ballot for ballot in draw.ballots if ballot.counts and ballot.supports == supports)
    return sorted(
        ((ballot.power, ballot.paid) for ballot in taken),
        key=lambda share: POWERS.index(share[0]),
    )


def _votes(draw: Draw, choice: Voice) -> list[tuple[str, int]]:
    return [(vote.power, vote.paid) for vote in draw.votes if vote.choice == choice and vote.paid]


def _paid(shares: Iterable[tuple[str, int]]) -> str:
    return listed(
        f"{the_country(power)} ({counted(paid, 'point')})" if paid else the_country(power)
        for power, paid in shares
    )


# --- veto points --------------------------------------------------------------------------------


def _points(log: Log, seats: frozenset[str]) -> pages.NoticeTable | None:
    """LiF 4.2: every power's veto points before the turn, what changed, and now."""
    state = log.end
    if "leaders" not in state.campaign.modules or not state.active:
        return None
    before = log.notes.start.veto_points
    order = sorted(POWERS, key=lambda power: power not in seats)
    rows = ((power, before.get(power, 0), state.veto_points.get(power, 0)) for power in order)
    return pages.NoticeTable(
        "Veto points",
        ("Power", "Before", "Change", "Now"),
        tuple((country(power), str(was), _change(now - was), str(now)) for power, was, now in rows),
        tuple(place for place, power in enumerate(order) if power in seats),
    )


def _change(number: int) -> str:
    return signed(number) if number else "–"


# --- combats and US entry -----------------------------------------------------------------------


def _combats(context: Context) -> pages.NoticeLines | None:
    """LiF 3.3: who lost how much; recalls and deaths are news."""
    combats = tuple(context.log.end.play.combats.values())
    lines = [_combat(combat) for combat in combats[:MANY]]
    more = len(combats) - MANY
    if more > 0:
        lines.append(f"{capital(counted(more, 'more combat'))}: see the turn’s report.")
    return pages.NoticeLines("Combats", tuple(lines)) if lines else None


def _combat(combat: CombatReported) -> str:
    lost = listed(
        f"{the_countries(fold.fighting(combat, side))} lost {fold.lost(combat, side)}"
        for side in fold.SIDES
    )
    return f"{capital(sentences.in_words(combat.hex))}, {combat.kind}: {lost} build points."


def _us_entry(log: Log) -> pages.NoticeLines | None:
    """LiF 5.3: how many chits each pool holds, and what the turn changed. Never a value."""
    if not has_begun(log.end):
        return None
    return pages.NoticeLines("US entry", tuple(_theatre(log, theatre) for theatre in THEATRES))


def _theatre(log: Log, theatre: Theatre) -> str:
    pools = (pool_row(log, ENTRY[theatre]), pool_row(log, TENSION[theatre]))
    return f"Against {AGAINST[theatre]}: {listed(map(_pool, pools))}."


def _pool(row: pages.Shown) -> str:
    changed = row.end - row.start
    text = counted(row.end, f"{row.kind.lower()} chit")
    return f"{text} ({_change(changed)})" if changed else text


# --- notices ------------------------------------------------------------------------------------
# What mail and other notices say of a Leaders in Flames campaign, put together from the chapters.
# Pure; it looks at nothing sealed or hidden.

_TITLES = {
    "place": "leaders to place",
    "move": "leaders to move",
    "us-entry-enter": "US entry chits to enter",
    "us-entry-draw": "US entry step",
    "us-entry-ready": "US entry step",
}
"""What is owed before the turn ends, by the verb for it."""


def owed(state: State) -> tuple[pages.Task, ...]:
    """LiF 3.1, 4.1, 5.3: what players, or the host, have to do; nothing once all is over."""
    chapters = (on_map.unfinished, us_entry_waiting.unfinished)
    return (
        *live_page.owed(state),
        *(part for each in chapters for part in _parts(state, each(state))),
    )


def _parts(state: State, unfinished: tuple[Unfinished, ...]) -> Iterator[pages.Task]:
    """What is owed before the turn ends: one notice a turn for each verb and power."""
    for part in unfinished:
        if part.is_owed and part.step is not None:
            verb = part.step.call.partition(f" {state.campaign.name} ")[0].replace(" ", "-")
            yield pages.Task(
                what=verb,
                occasion=f"{verb}:{part.seat or 'host'}:{state.campaign.turn}",
                title=_TITLES.get(verb, part.does),
                does=part.does,
                seat=part.seat,
                has_all_turn=True,
                verb=part.step.call,
                act=part.act,
                given=part.given,
            )


NOTICES = pages.Notices(
    owed=owed,
    happened=live_page.happened,
    turn=turn_in_short,
    pictured=in_lines,
    covered=NEWS,
)
"""The game's part of mail and other notices."""
