"""What a game contributes to the report and to mail: sections, texts, links and charts. Pure."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from operator import is_not
from types import SimpleNamespace
from typing import Any, Generic, Literal, TypeVar

import msgspec

from campaign.kernel import decisions
from campaign.kernel.members import S
from campaign.kernel.projections import GameLog, KeptSums, T, Transition, TurnLog
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.turns import Calendar
from events.base import Event
from events.sealed import Subject

V = TypeVar("V")

# --- Links into the report: the page of each turn, and places on it -----------------------------

INDEX = "index.html"
"""The file of the page of the whole campaign."""


def page_name(turn: str) -> str:
    """The file of a turn's report."""
    return f"{turn}.html"


def href(here: str, turn: str, anchor: str) -> str:
    """The link to a place on a turn's page, from the same page or another turn's."""
    return f"#{anchor}" if turn == here else f"{page_name(turn)}#{anchor}"


def event_href(here: str, turn: str, version: int) -> str:
    """An event's line in the journal of a turn's page."""
    return href(here, turn, f"event-{version}")


def turn_of(logs: Sequence[GameLog[S]], version: int) -> str:
    """The turn whose journal has an event of the log."""
    place = bisect_left(logs, version, key=lambda log: log.last)
    return logs[min(place, len(logs) - 1)].turn


def journal_href(logs: Sequence[GameLog[S]], version: int) -> str:
    """An event's line in the journal of its turn, from a page that is no turn's."""
    return event_href("", turn_of(logs, version), version)


# --- Small charts of a figure over a campaign: plain numbers, drawn as SVG by the pages ---------


class ChartTick(msgspec.Struct, frozen=True):
    """A label at the edge of a chart."""

    at: float
    label: str


class ChartSpan(msgspec.Struct, frozen=True):
    """The turns that a chart is wide enough for."""

    calendar: Calendar
    first_turn: str
    last_turn: str
    year: Callable[[str], str]
    """The year of a turn, short enough to fit below a chart."""

    @property
    def count(self) -> int:
        """How many turns there are."""
        return self.calendar.count(self.first_turn, self.last_turn)

    def ticks(self, left: float, step: float) -> tuple[ChartTick, ...]:
        """Where years begin, each turn `step` wide."""
        return tuple(
            ChartTick(round(left + place * step, 2), self.year(turn))
            for place, turn in enumerate(self.calendar.turns(self.first_turn, self.last_turn))
            if self.calendar.starts_year(turn)
        )


def step_line(heights: Sequence[float], left: float, step: float) -> str:
    """The path of a figure that changes from turn to turn, given its heights on the chart."""
    to = {height: f"V{height:g}" for height in {*heights}}  # a figure often stays as it is
    ends = _ends(len(heights), left, step)
    steps = chain.from_iterable(zip(map(to.__getitem__, heights[1:]), ends, strict=True))
    return f"M{left:g} {heights[0]:g}{''.join(steps)}"


@lru_cache(maxsize=256)
def _ends(count: int, left: float, step: float) -> tuple[str, ...]:
    """How far to the right each step goes; many lines have the same steps."""
    return tuple(f"H{round(left + place * step, 1):g}" for place in range(1, count))


# --- What a game contributes to the pages of the report: its sections, texts and look -----------


class Shown(SimpleNamespace):
    """What a template is shown, under the names that it reads. One that is not there fails."""


class CorrectionMark(msgspec.Struct, frozen=True):
    """A sign on a figure that a ruling has corrected."""

    dispute: str
    href: str


class PageContext(msgspec.Struct, Generic[S, T], frozen=True):
    """What the sections of a page are made from."""

    logs: Sequence[TurnLog[S, T]]
    """Every turn of the history."""
    place: int
    """The index of the page's turn among them; on the index page, the last."""
    marks: Mapping[str, tuple[CorrectionMark, ...]] = {}
    """Figures that rulings have corrected, by the name of their owner."""

    @property
    def log(self) -> TurnLog[S, T]:
        """The page's turn."""
        return self.logs[self.place]

    @property
    def past(self) -> Sequence[TurnLog[S, T]]:
        """The turns up to the page's."""
        return self.logs[: self.place + 1]


def of_each(logs: Iterable[TurnLog[S, T]], work: Callable[[TurnLog[S, T]], V]) -> list[V]:
    """What a function makes of each turn alone, made once for a turn as it is.

    It may use only what a log keeps when its turn is over, and nobody changes what it made.
    """
    for log in logs:
        if work not in log.worked:
            log.worked[work] = work(log)
    return [log.worked[work] for log in logs]


def of_all(logs: Sequence[TurnLog[S, T]], add: Callable[[V | None, TurnLog[S, T]], V]) -> V | None:
    """What turns that are over add up to, one after the other; None without any.

    It is kept with each of them, for these very turns alone, so that one more adds itself. What
    `add` is given stays as it is.
    """
    turns = [log.worked for log in logs]
    place = next((at for at in range(len(turns), 0, -1) if _is_known(turns, at, add)), 0)
    total: V | None = turns[place - 1][add][1]() if place else None
    for at, log in enumerate(logs[place:], place + 1):
        total = add(total, log)
        keep_total(logs[:at], add, partial(_itself, total))
    return total


def keep_total(
    logs: Sequence[TurnLog[S, T]], add: Callable[..., V], total: Callable[[], V | None]
) -> None:
    """Keeps what turns add up to with the last of them, for `of_all`."""
    logs[-1].worked[add] = [log.worked for log in logs], total


def _itself(value: V) -> V:
    return value


def _is_known(turns: Sequence[dict[Any, Any]], count: int, add: object) -> bool:
    """Whether the total of the first of some turns is kept: with the last, and of no others."""
    known = turns[count - 1].get(add)
    return known is not None and len(known[0]) == count and not any(map(is_not, known[0], turns))


Part = Literal["top", "turn", "rest", "record"]
"""Where a section stands on a page: above the news or the list of turns, below, below what is next,
or in the fold."""


class Section(msgspec.Struct, Generic[S, T], frozen=True):
    """A section of a page."""

    id: str
    """Its anchor on the page."""
    title: str
    """Its title in the list of the page's contents."""
    template: str
    """Below the game's package or that of our extensions; it finds the view as `view`."""
    view: Callable[[PageContext[S, T]], object | None]
    """What the template shows; None leaves the section out."""
    part: Part = "turn"
    """Where it stands on a page."""


class PrivateAnswer(msgspec.Struct, frozen=True):
    """What the ledger gave a member in private."""

    member: str
    version: int
    head: str
    private: JsonFields
    """In JSON values."""


class PrivatePage(msgspec.Struct, Generic[S], frozen=True):
    """A page that only one member may see."""

    file: str
    """How its file's name begins; the member's id follows."""
    template: str
    view: Callable[[S, PrivateAnswer], object]
    """What the template shows as `page`."""


class PageSections(msgspec.Struct, Generic[S, T], frozen=True):
    """A game's sections, in the order of the page."""

    turn: tuple[Section[S, T], ...] = ()
    """On a turn's page."""
    index: tuple[Section[S, T], ...] = ()
    """On the page of the whole campaign: those of the top before the list of turns."""
    private: PrivatePage[S] | None = None


class TurnNotes(msgspec.Struct, Generic[S, T], frozen=True):
    """How a game notes what happens in a turn."""

    begin: Callable[[T | None, S, bool], T]
    """The notes of a new turn: given those of the turn before, the state as it begins, and whether
    they are for the turn's own page, or only for those of other turns and the index."""
    note: Callable[[T, Transition[S], Callable[[], str]], None]
    """Adds an event that counts to the notes of its turn; its sentence is made if asked for."""
    copied: Callable[[T], T]
    """The same notes, to go on from: what is added to them does not change these."""
    closed: Callable[[T], T]
    """What the pages of other turns, and the index, need of the notes for a turn's own page."""
    news: tuple[type[Event], ...] = ()
    """Events whose sentences are reported as news."""
    sealed: Mapping[type[Event], str] = {}
    """Events that seal something, and what the journal calls several in a row: `Orders`."""


class RulingLine(msgspec.Struct, frozen=True):
    """One ruling in force."""

    ruling: int
    rule: str
    question: str
    answer: str
    house: str
    """The default answer, if the club chose a different one."""


class GameAbout(msgspec.Struct, frozen=True):
    """What every page says about the game that is played."""

    game: str
    scenario: str
    rulebook: str
    chance: str
    """Where draws and rolls come from, in a sentence."""
    rulings: tuple[RulingLine, ...]
    credits: str
    """The credits: who owns the game."""


class PageLink(msgspec.Struct, frozen=True):
    """A link to a section of a turn's page."""

    text: str
    turn: str
    anchor: str


class NewsLine(msgspec.Struct, frozen=True):
    """One piece of news in a sentence."""

    text: str
    weight: int = 0
    """How important it is; the first line of a page's news has the greatest."""
    in_headline: bool = False
    """Whether the headline says it already."""
    of_opening: bool = False
    """Whether it is how the campaign was opened, which a chat message leaves out."""


class TurnStory(msgspec.Struct, frozen=True):
    """What a turn's page, mail and chat message say first."""

    headline: str
    """The most important news, in a short sentence; empty where nothing has happened yet.

    The list of turns has it too, so it needs no more than `closed` leaves of the turn's notes.
    """
    lede: str
    """The rest in one line of at most 25 words."""
    news: tuple[NewsLine, ...] = ()
    """Most important first."""
    asked: tuple[str, ...] = ()
    """What is asked next and of whom, each in a sentence; empty when the turn is over."""
    foreseeing: str = ""
    """The source of its draws, and which of them could have been foreseen."""


class CampaignStory(msgspec.Struct, frozen=True):
    """What the page of the whole campaign says first."""

    verdict: str
    """How it stands, in a sentence or two."""
    foreseeing: str = ""
    """The source of its draws, and which of them could have been foreseen."""
    links: tuple[PageLink, ...] = ()
    """Where to begin reading."""


class Stories(msgspec.Struct, Generic[S, T], frozen=True):
    """How a game tells a turn, and the campaign so far: the one source of words for all outputs."""

    turn: Callable[[PageContext[S, T]], TurnStory]
    index: Callable[[PageContext[S, T]], CampaignStory]
    phrase: Callable[[Event], str] = lambda event: ""
    """An event as a noun, for what a ruling took back: `Anna’s declaration of war`.

    Empty for an event that is quoted by its sentence.
    """
    in_the_list: Callable[[TurnLog[S, T]], tuple[str, str]] | None = None
    """The headline of a turn that is over and the line below it, where they are found without the
    whole story."""


class MorePage(msgspec.Struct, frozen=True):
    """A page that a game adds to the turns and the index."""

    file: str
    """Its file's name, unlike that of any turn or other page."""
    title: str
    """Its heading, and its name in lists of pages."""
    template: str
    """Below the game's package; it finds the view as `view`."""
    view: Callable[[], object]
    """What the template shows; made only when the page is written."""
    lede: str = ""
    """The line below the heading."""
    listed: bool = False
    """Whether every page links to it. Then it is there from the first turn on."""


class Poster(msgspec.Struct, frozen=True):
    """What a turn's picture to share shows, in the game's own drawing."""

    template: str
    """Below the game's package: an SVG of 1200 by 630; it finds the view as `page.view`."""
    view: object


class PageFigures(msgspec.Struct, Generic[S], frozen=True):
    """The game's figures, as corrections change them."""

    marked: tuple[str, ...] = ()
    """Those that carry a mark where a ruling has corrected them, as `show` names them."""
    word: Callable[[S, str], str] = lambda state, name: name
    """How a word of a figure's path is shown to a reader."""


class ColourTag(msgspec.Struct, frozen=True):
    """What has a colour on the pages, and always letters beside it: a seat, or another group."""

    id: str
    name: str
    code: str
    """Its letters."""


class Emblem(msgspec.Struct, frozen=True):
    """What stands beside a colour on the pages of the service, and the colour by night."""

    id: str
    """Of its seat or group."""
    path: str
    """Its shape, as the path of an SVG of 24 by 24, filled by even and odd."""
    night: str
    """The colour below white letters on a dark page."""


class PageLook(msgspec.Struct, frozen=True):
    """Where a game's templates are, and what has a colour in them."""

    package: str
    """The package below which the templates are found."""
    style: str = "style.css"
    """The template of its style sheet, which extends the frame's; by default the frame's own."""
    groups: tuple[ColourTag, ...] = ()
    """What has a colour beside the seats."""
    mail: str = "mail/mail.css"
    """The same for mail, where each seat's letters have a colour."""
    emblems: tuple[Emblem, ...] = ()
    """The shape of each colour."""


class Pages(msgspec.Struct, Generic[S, T], frozen=True):
    """What a game contributes to the pages of the report."""

    notes: TurnNotes[S, T]
    about: Callable[[S], GameAbout]
    stories: Stories[S, T]
    sections: PageSections[S, T]
    figures: PageFigures[S]
    look: PageLook
    facts: Callable[[PageContext[S, T]], JsonFields] = lambda context: {}
    """What a page bears for programs: the turn's facts in ids and numbers, by short names.

    Another version of the program is held to them, so a name keeps its meaning for ever, and they
    need no more than `closed` leaves of a turn's notes.
    """
    more: Callable[[PageContext[S, T]], Sequence[MorePage]] = lambda context: ()
    """Further pages, from the whole history; from its first turns, to learn which are listed."""
    poster: Callable[[PageContext[S, T]], Poster | None] = lambda context: None
    """The picture of the page's turn; None where the game has none."""
    sums: KeptSums[S, T] | None = None
    """What is kept of turns that are over; None reads their events again."""
    volume: Callable[[], Any] | None = None
    """Reads what it brings to the book, `plain.Volumes`; None for plain parts."""


# --- An answer that a member seals on a device of their own, and opens later --------------------
#
# The service then has a commitment alone. What a seal is made of, `events/sealed.py` says.


class DeviceSeal(msgspec.Struct, frozen=True):
    """What a device needs to know to seal an answer, or to open one that it sealed."""

    subject: Subject
    choices: tuple[tuple[str, str], ...]
    """Everything that can be sealed, each as the command has it and for a reader."""
    attempt: int = 0
    """How many seals the seat has laid on this before."""
    commitment: str = ""
    """What a device has sealed already; empty where none has."""
    sealed: str = ""
    """The commitment of what is sealed already, wherever that was done."""
    opens: JsonFields = {}
    """The command that hands in choice and nonce; empty as long as it is not asked for."""

    def in_json(self) -> JsonObject:
        """The same for a device's program; all of it may be known to everybody."""
        return {
            "lines": self.subject.lines(),
            "choices": [value for value, _ in self.choices],
            "attempt": self.attempt,
            "commitment": self.commitment,
        }


# --- notices ------------------------------------------------------------------------------------
# What a game brings to mail and other notices: whom it waits for, what has happened, and a turn
# in short.
#
# Nothing here holds anything sealed or hidden: a notice says what the turn's page says, and what a
# member has to do.


class OneAnswer(msgspec.Struct, frozen=True):
    """One of the answers to what is owed."""

    value: str
    """As the command has it: `accept`."""
    text: str
    """For a reader: `Accept`."""
    means: str = ""
    """What it costs or does, in a few words: `costs 3 of your 5 points`."""
    note: str = ""
    """What somebody may expect it to be called, on the page where it is chosen."""


class Way(msgspec.Struct, frozen=True):
    """One of several acts that would do: `Pay for another map`."""

    text: str
    act: str
    """The command."""
    given: Mapping[str, str] = {}
    """What is known of it."""


class Task(msgspec.Struct, frozen=True):
    """Something that a seat's player, or the host, has yet to do."""

    what: str
    """The kind of thing, as deadlines name it: `orders`; a word of its own where it has none."""
    occasion: str
    """What a notice of it is called: `orders:12`. A member gets one notice for each."""
    title: str
    """What it is, in a subject line: `orders for the attack`."""
    does: str
    """The same as something to do, said to its reader: `seal Red’s orders for the attack`."""
    seat: str = ""
    """The seat whose player it is; empty for the host."""
    answers: tuple[OneAnswer, ...] = ()
    """What can be answered in a word; empty where it can't."""
    command: JsonFields = {}
    """The command that an answer is sent with, but for its `choice` and who sends it."""
    tap: str = ""
    """What a button says that sends the command as it is; empty where more has to be filled in."""
    has_all_turn: bool = False
    """Whether it only has to be done before the turn ends. Then the turn's own notice asks for it,
    and nobody gets one for it alone, unless the turn has a deadline."""
    verb: str = ""
    """What to type at the host's keyboard, without the program's name; `CHOICE` for the answer."""
    seal: str = ""
    """What to type on a device of one's own instead, where the answer is a secret, also from a host
    who plays as well. Empty where it is none."""
    device: DeviceSeal | None = None
    """How a page seals the answer on the device, or opens what it sealed; None where it can't."""
    member: str = ""
    """The one member who is to do it, where the seat's holder is not; the seat is named as well."""
    act: str = ""
    """The command that does it; empty where it is answered on the Board, or by a host's button."""
    given: Mapping[str, str] = {}
    """What is known of it."""
    ways: tuple[Way, ...] = ()
    """The acts that would do, where there are several."""


class Occurrence(msgspec.Struct, frozen=True):
    """Something that members may want to hear of at once."""

    occasion: str
    """What a notice of it is called: `opened:12`."""
    kind: Literal["draws", "votes"]
    """The kind of notice, which members switch on and off."""
    headline: str
    """What has happened, in a short sentence."""


class NoticeLines(msgspec.Struct, frozen=True, tag=True):
    """A part of a turn in short: sentences."""

    title: str
    lines: tuple[str, ...]


class NoticeTable(msgspec.Struct, frozen=True, tag=True):
    """A part of a turn in short: a table."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    own: tuple[int, ...] = ()
    """The places of the reader's own rows, which come first and in bold."""


class NoticeCard(msgspec.Struct, frozen=True):
    """A piece of a game that something was decided about, such as a counter."""

    heading: str
    code: str
    """The letters of its colour: those of a seat, or of another group of the game's look."""
    about: str
    """The line below the heading."""
    stamp: str
    """The verdict in one word: `Accepted`."""
    is_good: bool = True
    """Whether the stamp says yes."""
    text: str = ""
    """Why, in a sentence; empty where there is nothing to say."""


class NoticeCards(msgspec.Struct, frozen=True, tag=True):
    """A part of a turn in short: what was decided, one by one."""

    title: str
    cards: tuple[NoticeCard, ...]
    rest: str = ""
    """Those that are only named, in a sentence."""


NoticeBlock = NoticeLines | NoticeTable | NoticeCards
"""A part of a turn in short."""


class Notices(msgspec.Struct, Generic[S], frozen=True):
    """What a game brings to mail and other notices."""

    owed: Callable[[S], tuple[Task, ...]] = decisions.empty
    """Whom it waits for now, and for what; nothing once the campaign is over."""
    happened: Callable[[S, Event], Occurrence | None] = decisions.none
    """What an event means to members, given the state after it; None for most events."""
    turn: Callable[[PageContext[S, Any], frozenset[str]], tuple[NoticeBlock, ...]] = decisions.empty
    """A turn in short, for a reader who plays these seats; the most important first."""
    pictured: Callable[[PageContext[S, Any]], tuple[NoticeBlock, ...]] = decisions.empty
    """What the picture on the turn's page shows, in lines: it stands before the news."""
    covered: frozenset[int] = frozenset()
    """Weights of news that the turn in short says too, and better; a mail leaves them out."""
