"""LiF 4.1: figures that people read for fun: vetoes, points, luck, records of a campaign. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from campaign.kernel.pages import page_name
from campaign.lif import calendar
from campaign.lif.book import measures
from campaign.lif.book.measures import (
    CupLuck,
    PointsSpent,
    signed_tenths,
    tenths,
    times,
)
from campaign.lif.book.sums import Sums, of_campaign
from campaign.lif.names import Names, country, names_of
from campaign.lif.roster import POWERS
from campaign.lif.state import State
from campaign.lif.story.leader_pages import leader_file
from campaign.lif.story.turn_notes import Context, GameSection
from campaign.text.english import capital, counted, listed

SHADES = 4
"""How many shades the matrix of vetoes has."""


class Extreme(msgspec.Struct, frozen=True):
    """A record of the campaign: the longest Board, the leader vetoed most."""

    name: str
    value: str
    note: str = ""
    href: str = ""


class VetoCell(msgspec.Struct, frozen=True):
    """How often a power vetoed another's leaders."""

    power: str
    vetoes: int
    shade: int
    """From 0 for none to 4 for the most, where anybody has as many as 4."""
    words: str


class VetoRow(msgspec.Struct, frozen=True):
    """A power's vetoes, by whose leaders they met."""

    power: str
    cells: tuple[VetoCell, ...]
    total: int
    supports: int
    """Its support for leaders of its own side."""


class VetoMatrix(msgspec.Struct, frozen=True):
    """Who vetoes whom."""

    rows: tuple[VetoRow, ...]
    columns: tuple[str, ...]
    """Powers, and `minors` for leaders who were nobody's."""
    rivals: str
    """The fiercest pairs of members, in a sentence."""


class LuckRow(msgspec.Struct, frozen=True):
    """What came out of the cup for a power, against what it could expect."""

    power: str
    drawn: int
    expected: str
    luck: str
    left: float
    width: float
    """The bar, on a scale from 0 to 100 whose middle is no luck."""
    is_good: bool
    words: str


class Tallies(msgspec.Struct, frozen=True):
    """The section of the page of the whole campaign."""

    records: tuple[Extreme, ...]
    matrix: VetoMatrix | None
    spending: tuple[PointsSpent, ...]
    luck: tuple[LuckRow, ...]
    sides: str
    """The luck of the two sides, in a sentence."""


def tallies(context: Context) -> Tallies | None:
    """LiF 4.1: the figures of a campaign; None before anything was drawn or rolled."""
    state, total = context.log.end, of_campaign(context.logs)
    records = (*_of_the_board(names_of(state), total), *_of_chance(names_of(state), total))
    lucks = measures.cup_luck(total)
    if not records and not lucks:
        return None
    return Tallies(
        records, _matrix(state, total), measures.spending(total), tuple(_luck(lucks)), _sides(lucks)
    )


# --- records ------------------------------------------------------------------------------------


def _of_the_board(names: Names, total: Sums) -> Iterator[Extreme]:
    if most := measures.most_vetoed(total):
        who = listed(names.leader(row.leader) for row in most)
        how = f"sent back {times(most[0].sent_back)}"
        link = leader_file(most[0].leader) if len(most) == 1 else ""
        yield Extreme("Most vetoed leader", who, how if len(most) == 1 else f"each {how}", link)
    longest = measures.longest_board(total)
    if longest is not None and longest.draws > 1:
        turn, link = calendar.in_words(longest.turn), f"{page_name(longest.turn)}#board"
        yield Extreme("Longest Board", counted(longest.draws, "draw"), turn, link)
    if spent := measures.spending(total, "member"):
        first = spent[0]
        yield Extreme("Biggest spender", names.member(first.who), counted(first.total, "point"))


def _of_chance(names: Names, total: Sums) -> Iterator[Extreme]:
    if rarest := total.rarest:
        when = f"1 in {len(rarest.cup)}, {calendar.in_words(rarest.turn)}"
        link = leader_file(rarest.leader)
        yield Extreme("Least likely draw", names.leader(rarest.leader), when, link)
    if rows := measures.dice_luck(total):
        hits, rolls = sum(row.hits for row in rows), sum(row.rolls for row in rows)
        expected = tenths(sum(row.expected_hits for row in rows))
        what = f"took effect; {expected} were to be expected"
        yield Extreme("Dice", f"{hits} of {counted(rolls, 'roll')}", what)
    yield from _of_chits(total)


def _of_chits(total: Sums) -> Iterator[Extreme]:
    for chits in measures.chit_luck(total):
        which = "opened at the end" if chits.is_end else "shown by the USA"
        expect = "" if chits.expected is None else f"; {tenths(chits.expected)} on average"
        yield Extreme("Chits", f"worth {chits.total}", f"{chits.chits} {which}{expect}")


# --- vetoes -------------------------------------------------------------------------------------


def _matrix(state: State, total: Sums) -> VetoMatrix | None:
    """LiF 4.1(2): who vetoes whom; None before the first veto."""
    pairs = measures.head_to_head(total)
    cast = Counter({(row.who, row.of or "minors"): row.vetoes for row in pairs if row.vetoes})
    if not cast:
        return None
    backed = Counter[str]()
    for row in pairs:
        backed[row.who] += row.supports
    vetoed = {of for _, of in cast}
    columns = tuple(power for power in (*POWERS, "minors") if power in vetoed)
    rivals = measures.rivals(measures.head_to_head(total, "member"), names_of(state).member)
    return VetoMatrix(tuple(_veto_rows(cast, backed, columns)), columns, rivals)


def _veto_rows(
    cast: Counter[tuple[str, str]], backed: Counter[str], columns: Sequence[str]
) -> Iterator[VetoRow]:
    """A row of each power that vetoed or supported anybody."""
    vetoing, most = {who for who, _ in cast}, max(SHADES, *cast.values())
    for power in POWERS:
        if backed[power] or power in vetoing:
            cells = tuple(_cell(power, whose, cast[power, whose], most) for whose in columns)
            yield VetoRow(power, cells, sum(cell.vetoes for cell in cells), backed[power])


def _cell(who: str, of: str, count: int, most: int) -> VetoCell:
    shade = -(-SHADES * count // most)
    leaders = "nobody’s leaders" if of == "minors" else f"leaders of {country(of)}"
    return VetoCell(
        of, count, shade, f"{country(who)}, {leaders}: {counted(count, 'veto', 'vetoes')}"
    )


# --- points and luck ----------------------------------------------------------------------------


def _luck(rows: Sequence[CupLuck]) -> Iterator[LuckRow]:
    own = [row for row in rows if row.group not in measures.SIDES]
    most = max((abs(float(row.luck)) for row in own), default=0) or 1
    for row in own:
        length = round(50 * abs(float(row.luck)) / most, 1)
        is_good = row.luck >= 0
        words = f"{country(row.group)}: {signed_tenths(row.luck)} leaders against expectation"
        yield LuckRow(
            row.group,
            row.leaders,
            f"{tenths(row.expected_leaders)} ± {tenths(row.spread)}",
            signed_tenths(row.luck),
            50.0 if is_good else round(50 - length, 1),
            length,
            is_good,
            words,
        )


def _sides(rows: Sequence[CupLuck]) -> str:
    names = {"axis": "the Axis", "allies": "the Allies"}
    parts = [
        f"{names[row.group]} drew {row.leaders}, where {tenths(row.expected_leaders)} were "
        "to be expected"
        for row in rows
        if row.group in names
    ]
    return f"{capital('; '.join(parts))}." if parts else ""


TALLIES = GameSection(
    "tallies", "For fun and for fairness", "statistics/templates/tallies.html", tallies
)
