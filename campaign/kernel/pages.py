"""What a game contributes to the pages of the report: its sections, texts and look. Pure.

The report itself knows no game. It writes the frame of each page, and renders the game's sections
with the game's own templates.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Literal

import msgspec

from campaign.kernel.state import S
from campaign.kernel.transition import Transition
from campaign.kernel.turn_log import T, TurnLog
from campaign.text.json_values import JsonFields
from events.base import Event


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


Part = Literal["top", "turn", "record"]
"""Where a section stands on a page: above the news or the list of turns, below, or in the fold."""


class Section(msgspec.Struct, Generic[S, T], frozen=True):
    """A section of a page."""

    id: str
    """Its anchor on the page."""
    title: str
    """Its title in the list of the page's contents."""
    template: str
    """Below the game's package; it finds the view as `view`."""
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
