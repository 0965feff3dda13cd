"""The kit's part of the pages of the report and of mail: news, standings, tables, map. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest

import msgspec

from campaign.kernel import pages
from campaign.kernel.pages import NewsLine, NoticeTable, PageContext, Section, TurnNotes
from campaign.kernel.projections import Transition
from campaign.kernel.terminal.screens import WarPicture
from campaign.kit.calendar import RULEBOOK, RULEBOOK_NAMES, names_of
from campaign.kit.language.effects import shown
from campaign.kit.play import standings
from campaign.kit.play.acts import act_of
from campaign.kit.reading.parts import ActRule, StandingsRule
from campaign.kit.showing import map_svg, screens
from campaign.kit.state import State
from campaign.text.english import capital, wrapped
from campaign.text.json_values import JsonFields
from events import kit

LEDE = 25
"""How many words stand below a headline."""
HOUSE_WEIGHT = 5
"""How heavy a change of the rules is among the news."""


# --- luck: the dice of each seat so far, against what as many give on average ---------------------

HEADS = ("dice", "total", "on average", "luck")


class Rolls(msgspec.Struct, frozen=True, gc=False):
    """What a seat has rolled."""

    dice: int = 0
    total: int = 0
    twice_average: int = 0
    """Twice what as many dice give on average: a die gives half of its sides and one more."""

    def with_dice(self, act: ActRule, rolled: Mapping[str, tuple[int, ...]]) -> "Rolls":
        """The same and the dice of an act; of a field that is gone nobody knows the sides."""
        dice, total, average = self.dice, self.total, self.twice_average
        for name, faces in rolled.items():
            field = act.fields.get(name)
            if field is not None and field.dice is not None:
                dice += len(faces)
                total += sum(faces)
                average += len(faces) * (field.dice.sides + 1)
        return Rolls(dice, total, average)


Luck = Mapping[str, Rolls]
"""What each seat has rolled, of those that have."""


def with_roll(luck: Luck, step: Transition[State]) -> Luck:
    """The luck after an event: an act's dice are those of the seat that acts."""
    event, before = step.record.event, step.before
    done = act_of(before, event)
    if before is None or done is None or not isinstance(event, kit.Acted | kit.Confirmed):
        return luck
    seat, act = done.seat, before.act(done.act)
    if not seat or act is None or not event.dice:
        return luck
    return {**luck, seat: luck.get(seat, Rolls()).with_dice(act, event.dice)}


def luck_table(state: State, luck: Luck, own: frozenset[str] = frozenset()) -> NoticeTable | None:
    """The luck of every seat that has rolled, in the file's order; None where nobody has."""
    seats = [seat for seat in state.tables["seats"] if seat in luck and luck[seat].dice]
    rows = tuple((state.seat_name(seat), *_rolled(luck[seat])) for seat in seats)
    marked = tuple(place for place, seat in enumerate(seats) if seat in own)
    heads = (state.rules.seats.one, *HEADS)
    return NoticeTable("Luck", heads, rows, marked) if rows else None


def _rolled(rolls: Rolls) -> tuple[str, ...]:
    ahead = 2 * rolls.total - rolls.twice_average
    luck = _half(ahead, "+") if ahead else "0"
    return str(rolls.dice), str(rolls.total), _half(rolls.twice_average), luck


def _half(number: int, sign: str = "") -> str:
    """Half of a number, to a half: `10.5`."""
    return f"{number / 2:{sign}.1f}".removesuffix(".0").replace("-", "\N{MINUS SIGN}")


# --- notes on a turn ------------------------------------------------------------------------------


class Notes(msgspec.Struct):
    """What a turn's sections are made from."""

    items: list[NewsLine] = []
    """The news, as the rules weigh it."""
    rolls: Luck = {}
    """The dice of each seat so far, those of earlier turns included."""


Context = PageContext[State, Notes]


def _copied(notes: Notes) -> Notes:
    return Notes(list(notes.items), notes.rolls)


def _note(notes: Notes, step: Transition[State], sentence: Callable[[], str]) -> None:
    """What was done, as heavy as the rules say; a change of the rules as heavy as anything."""
    event, before = step.record.event, step.before
    notes.rolls = with_roll(notes.rolls, step)
    if isinstance(event, kit.HouseRuleSet | kit.RulesChanged):
        notes.items.append(NewsLine(sentence(), HOUSE_WEIGHT))
    done = act_of(before, event)
    act = before.act(done.act) if before and done else None
    if act and act.news and step.after.told:
        notes.items.append(NewsLine(step.after.told, act.news))


NOTES = TurnNotes[State, Notes](
    lambda before, state, is_whole: Notes([], before.rolls if before else {}),
    _note,
    _copied,
    _copied,
    (),
    {kit.Sealed: "Sealed choices"},
)


# --- what a turn says -----------------------------------------------------------------------------


def news(context: Context) -> list[NewsLine]:
    """The news of a turn, the heaviest first."""
    return sorted(context.log.notes.items, key=lambda item: -item.weight)


def _turn_story(context: Context) -> pages.TurnStory:
    """The heaviest news first; the next few stand in the line below it."""
    items = news(context)
    lines = tuple(
        NewsLine(item.text, item.weight, in_headline=not place) for place, item in enumerate(items)
    )
    rest = shortened(" ".join(item.text for item in items[1:]), LEDE)
    asked = tuple(capital(f"{text}.") for text in screens.waits(context.log.end))
    is_now = context.place == len(context.logs) - 1
    return pages.TurnStory(items[0].text if items else "", rest, lines, asked if is_now else ())


def _campaign_story(context: Context) -> pages.CampaignStory:
    """Who has won, or who leads."""
    state = context.log.end
    won = standings.decided(state)[1]
    if won:
        return pages.CampaignStory(won)
    lines = standings.first_table(state)
    leaders = [line for line in lines if line.place == 1]
    if len(leaders) != 1 or not state.rules.standings:
        return pages.CampaignStory("Nobody leads." if lines else "")
    name = state.name(state.rules.standings[0].of, leaders[0].row)
    return pages.CampaignStory(capital(f"{name} leads."))


def shortened(text: str, words: int) -> str:
    """A text of at most so many words."""
    parts = text.split()
    return text if len(parts) <= words else f"{' '.join(parts[: words - 1])} …"


# --- sections -------------------------------------------------------------------------------------


class PageTables(msgspec.Struct, frozen=True):
    """A section of tables; a single one that is called as the section needs no title of its own."""

    id: str
    title: str
    tables: tuple[NoticeTable, ...]
    names: int = 0
    """The column that names the rows."""


def _standings(context: Context, seats: frozenset[str] = frozenset()) -> Iterator[NoticeTable]:
    """Every table of standings, the reader's own rows marked, with what changed since last turn."""
    state = context.log.end
    before = context.logs[context.place - 1].end if context.place else state
    own = seats | {_side(state, seat) for seat in seats}
    for ranked, old in zip_longest(state.rules.standings, before.rules.standings):
        if ranked is None:
            break
        known = standings.table(before, old) if old and old.of == ranked.of else ()
        yield _ranked(state, ranked, {line.row: line.place for line in known}, own)


def _ranked(
    state: State, ranked: StandingsRule, was: Mapping[str, int], own: frozenset[str]
) -> NoticeTable:
    grid, lines = screens.grid(state, ranked), standings.table(state, ranked)
    rows = tuple(
        (*map(str, row), _moved(was.get(line.row, line.place), line.place))
        for row, line in zip(grid.rows, lines, strict=True)
    )
    places = tuple(place for place, line in enumerate(lines) if line.row in own)
    return NoticeTable(ranked.title, (*grid.heads, f"since last {state.rules.turn}"), rows, places)


def _moved(was: int, now: int) -> str:
    if was == now:
        return "–"
    return f"up {was - now}" if now < was else f"down {now - was}"


def _side(state: State, seat: str) -> str:
    """The side that a seat is on; empty where there are none."""
    place, row = state.rules.seats.places.get("side"), state.tables["seats"].get(seat)
    return str(row[place]) if place and row else ""


def turn_in_short(context: Context, seats: frozenset[str]) -> tuple[pages.NoticeBlock, ...]:
    """The standings and the luck for a mail."""
    rolled = luck_table(context.log.end, context.log.notes.rolls, seats)
    return (*_standings(context, seats), *filter(None, (rolled,)))


def _standings_section(context: Context) -> PageTables | None:
    tables = tuple(_standings(context))
    return PageTables("standings", "Standings", tables, names=1) if tables else None


def _tables(context: Context) -> PageTables:
    state = context.log.end
    seats = state.rules.seats
    named = [(f"{seats.one}s", seats), *((one.title, one) for one in screens.own_tables(state))]
    grids = [(capital(name), screens.rows_grid(state, table)) for name, table in named]
    tables = tuple(
        NoticeTable(name, grid.heads, tuple(tuple(map(str, row)) for row in grid.rows))
        for name, grid in grids
    )
    return PageTables("tables", "The tables", tables)


def _luck(context: Context) -> PageTables | None:
    """The dice of each seat up to the page's turn."""
    rolled = luck_table(context.log.end, context.log.notes.rolls)
    return PageTables("luck", "Luck", (rolled,)) if rolled else None


_TEMPLATE = "templates/tables.html"
STANDINGS = Section[State, Notes]("standings", "Standings", _TEMPLATE, _standings_section, "top")
MAP = Section[State, Notes](
    "map", "The map", "templates/map.html", lambda context: map_svg.drawn(context.log.end)
)
TABLES = Section[State, Notes]("tables", "The tables", _TEMPLATE, _tables)
LUCK = Section[State, Notes]("luck", "Luck", _TEMPLATE, _luck)


def war(context: Context, chosen: str = "") -> WarPicture | None:
    """The map, or the standings where the rules have none."""
    views = ((one, one.view(context)) for one in (MAP, STANDINGS))
    return next((WarPicture(one.template, view) for one, view in views if view), None)


def about(state: State) -> pages.GameAbout:
    """What every page says about the game."""
    rules, house = state.rules, state.rules.tables["house"]
    held = state.tables["house"]["house"]
    lines = []
    for number, (name, rule) in enumerate(rules.house.items(), 1):
        answer = shown(rule.kind, held[house.places[name]], {})
        start = shown(rule.kind, rule.start, {})
        other = "" if answer == start else start
        lines.append(pages.RulingLine(number, "house", rule.ask, answer, other))
    return pages.GameAbout(
        rules.title,
        "the club’s own rules",
        RULEBOOK_NAMES[RULEBOOK],
        "Dice and draws come from seeds fixed at the opening; campaign verify checks each of them.",
        tuple(lines),
        "The club wrote these rules itself.",
    )


def facts(context: Context) -> JsonFields:
    """The figures of the standings by row, and who has won."""
    state = context.log.end
    return {
        "standings": [
            {line.row: list(line.values) for line in standings.table(state, ranked)}
            for ranked in state.rules.standings
        ],
        "won": standings.decided(state)[0].split(),
    }


# --- the picture to share -------------------------------------------------------------------------

LEFT, RIGHT = 60, 1140
"""Where lines begin and end, in pixels of a picture of 1200 by 630."""
NAMES, MOVES = 120, 190
"""Where names begin, and the width of what changed."""
MOST_ROWS, MOST_COLUMNS = 8, 4
"""How many rows and columns have room."""


def picture(ranked: NoticeTable, campaign: str, turn: str, headline: str) -> pages.Poster:
    """The picture of a table of standings: place, name, figures, and what changed at the end; with
    how many rows have no room, and the same in words.
    """
    shown = ranked.rows if len(ranked.rows) <= MOST_ROWS else ranked.rows[: MOST_ROWS - 1]
    count = min(len(ranked.heads) - 3, MOST_COLUMNS)
    width = 200 if count < MOST_COLUMNS else 150
    ends = tuple(RIGHT - MOVES - width * (count - 1 - place) for place in range(count))
    room = (ends[0] if ends else RIGHT - MOVES) - width - NAMES
    rooms = (RIGHT, room, *(width - 16 for _ in ends))

    def cut(row: Sequence[str]) -> tuple[str, ...]:
        texts = zip(row, rooms, strict=False)
        return *(wrapped(text, 26, room, 1)[0] if text else "" for text, room in texts), row[-1]

    lines = tuple(map(cut, shown))
    view = pages.Shown(
        campaign=campaign,
        turn=turn,
        headline=wrapped(headline or ranked.title, 48, RIGHT - LEFT, 2),
        ends=ends,
        heads=cut(ranked.heads),
        lines=lines,
        more=len(ranked.rows) - len(shown),
        words=f"{campaign}, {turn}: " + "; ".join(f"{line[0]} {line[1]}" for line in lines),
    )
    return pages.Poster("templates/poster.svg", view)


def _poster(context: Context) -> pages.Poster | None:
    """The picture to share: nothing that the turn's page does not say."""
    ranked = next(_standings(context), None)
    if ranked is None:
        return None
    log, shared = context.log, context.logs[-1].end.campaign
    turn = names_of(log.end).turn(log.turn)
    if shared.record.branch_of is not None:
        turn = f"{turn}, a what-if"
    return picture(ranked, shared.title or shared.name, turn, _turn_story(context).headline)


PAGES = pages.Pages[State, Notes](
    notes=NOTES,
    about=about,
    stories=pages.Stories(_turn_story, _campaign_story),
    sections=pages.PageSections(
        turn=(STANDINGS, MAP, TABLES, LUCK), index=(STANDINGS, MAP, TABLES, LUCK)
    ),
    figures=pages.PageFigures(
        ("tables",), lambda state, name: screens.called(state).get(name, name)
    ),
    look=pages.PageLook("campaign.kit", "templates/style.css"),
    facts=facts,
    poster=_poster,
)
