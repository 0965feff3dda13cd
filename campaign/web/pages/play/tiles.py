"""What can be recorded now: six tiles, a search, what waits for the visitor, their last entries."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from campaign import extend
from campaign.disputes import routing
from campaign.handler.tasks import askees, form_of, hosts
from campaign.kernel.decisions import Command, Decision, Refused, Supplied
from campaign.kernel.interview import available, runner
from campaign.kernel.members import GameState
from campaign.kernel.projections import JournalLine
from campaign.kernel.system import AnySystem
from campaign.text.english import capital
from campaign.web import errors, replies, screens, stages
from campaign.web.context import RequestContext, get
from campaign.web.parts.visited import last_undo, names
from events.disputes import ActUndone

WORD_LETTERS = 80
"""How much of what somebody looks for counts."""
ENTRIES = 4
"""How many of the visitor's last entries are shown."""


class FoundAct(msgspec.Struct, frozen=True):
    """An act as the page shows it."""

    title: str
    href: str
    count: int
    reason: str


class ShownTile(msgspec.Struct, frozen=True):
    """A tile: how many of its acts are possible, or when it opens."""

    tile: available.Tile
    href: str
    """Its acts; of a single one, the form."""
    count: int
    reason: str


class OwnEntry(msgspec.Struct, frozen=True):
    """Something that the visitor has recorded, and what can be done about it."""

    line: JournalLine
    does: str
    href: str
    note: str
    is_undo: bool = False


# --- what is possible ---------------------------------------------------------------------------


class OfferedActs:
    """The acts of the campaign that is visited, each looked at once and when it is shown."""

    def __init__(self, visit: RequestContext) -> None:
        here = visit.here
        self._visit, self._system, self._state = visit, here.live.system, here.live.state
        self._known: dict[str, available.Available] = {}
        self.every = screens.every_act(visit)
        self.tiles: tuple[available.Tile, ...] = self._system.recording.tiles_of(self._state)
        own = (act for tile in self.tiles for act in tile.acts if act.name in self.every)
        self.every |= {act.key: act for act in own if act.given}
        self.undo = last_undo(visit)

    def found(self, name: str) -> FoundAct:
        """An act with its page."""
        could = self.could(name)
        act = self.every[name]
        return FoundAct(act.title, self._href(act), could.count, could.reason)

    def _href(self, act: available.TileAct) -> str:
        return f"/c/{self._visit.here.name}{act.page or form_of(act.name, act.given)}"

    def could(self, name: str) -> available.Available:
        """How many ways the visitor has to do it."""
        if name not in self._known:
            self._known[name] = self._could(name)
        return self._known[name]

    def _could(self, name: str) -> available.Available:
        if name == "UndoAct":
            is_there = isinstance(self.undo, ActUndone)
            return available.Available(int(is_there), "" if is_there else _reason(self.undo))
        act, member = self.every[name], self._visit.here.member
        kind: type[Command] = self._system.rules.commands[act.name]
        return runner.possible(self._system, self._state, kind, member, self._decides, act.given)

    def _decides(
        self, system: AnySystem, state: GameState, command: Command, supplied: Supplied
    ) -> Decision:
        now = self._visit.house.clock()
        return routing.decide(system, state, command, replace(supplied, now=now))

    def tile(self, tile: available.Tile) -> ShownTile:
        """A tile; where none of its acts is possible, the reason of the first."""
        could = [self.could(act.key) for act in tile.acts if act.key in self.every]
        count = sum(one.count > 0 for one in could)
        reason = next((one.reason for one in could if one.reason), "") if not count else ""
        page = f"/c/{self._visit.here.name}/record?tile={tile.id}"
        href = self._href(tile.acts[0]) if len(tile.acts) == 1 else page
        return ShownTile(tile, href, count, reason)


def _reason(decision: ActUndone | Refused) -> str:
    return f"{capital(decision.in_place)}." if isinstance(decision, Refused) else ""


# --- the page -----------------------------------------------------------------------------------


def tiles(visit: RequestContext) -> replies.Reply:
    """The tiles; one of them unfolded; or what a word finds."""
    acts = OfferedActs(visit)
    known = [tile for tile in acts.tiles if _is_played(tile, acts)]
    word = " ".join(visit.query.get("word", "").split())[:WORD_LETTERS]
    if wanted := visit.query.get("tile", ""):
        chosen = next((tile for tile in known if tile.id == wanted), None)
        if chosen is None:
            return errors.missing(visit.house)
        return _found(visit, acts, [act.key for act in chosen.acts], chosen.title, word)
    if word:
        return _found(visit, acts, _with(word, acts), "", word)
    return screens.campaign_screen(
        visit,
        "record.html",
        "record",
        tiles=[acts.tile(tile) for tile in known],
        waiting=stages.next_acts(visit.here, visit.house.clock(), None),
        entries=list(_entries(visit, acts)),
        forms=len(acts.every),
        has_book=bool(extend.found("pages", "book")),
        title="",
        word="",
        found=None,
    )


def _found(
    visit: RequestContext, acts: OfferedActs, names_found: list[str], heading: str, word: str
) -> replies.Reply:
    """Acts in a list, those that are possible first."""
    found = [acts.found(name) for name in names_found if name in acts.every]
    found.sort(key=lambda act: not act.count)
    return screens.campaign_screen(
        visit, "record.html", "record", title=heading, word=word, found=found, tiles=()
    )


def _is_played(tile: available.Tile, acts: OfferedActs) -> bool:
    return any(act.key in acts.every for act in tile.acts)


def _with(word: str, acts: OfferedActs) -> list[str]:
    """The acts that have every word of a text in their title, their words or their name."""
    wanted = word.casefold().split()
    return [
        name
        for name, act in acts.every.items()
        if wanted and all(one in f"{act.title} {act.words} {name}".casefold() for one in wanted)
    ]


def _entries(visit: RequestContext, acts: OfferedActs) -> Iterator[OwnEntry]:
    """The visitor's last entries of this turn, the newest first."""
    here = visit.here
    made = visit.house.books.book(here.name)
    me = names(here).member(here.member)
    lines = made.whole(len(made.logs) - 1).logs[-1].lines
    own = [line for line in reversed(lines) if line.by == me and not line.struck_by]
    may_change = _may_change(visit)
    for line in own[:ENTRIES]:
        yield _entry(visit, acts.undo, line, may_change=may_change)


def _may_change(visit: RequestContext) -> bool:
    """Whether something that the visitor has sealed may still be changed."""
    here, now = visit.here, visit.house.clock()
    sealed = here.live.system.rooms.answered(here.live.state)
    return any(here.member in askees(here.campaign, owed, now) for owed in sealed)


def _entry(
    visit: RequestContext, undone: ActUndone | Refused, line: JournalLine, *, may_change: bool
) -> OwnEntry:
    """What can be done about an entry: change it, take it back, or ask whoever runs the game."""
    here = visit.here
    base = f"/c/{here.name}"
    if line.sealed and may_change:
        return OwnEntry(line, "Change", f"{base}/board", "may be changed until all open")
    if isinstance(undone, ActUndone) and line.version in undone.versions:
        return OwnEntry(line, "Take back", f"{base}/undo", "nothing hangs on it", is_undo=True)
    page = f"{base}/journal/{line.version}"
    if here.is_host:
        return OwnEntry(line, "Put it right", page, "")
    host = names(here).member(hosts(here.campaign)[0])
    return OwnEntry(line, f"Ask {host}", page, "others have played since")


PLACES = (get("/c/{name}/record", tiles, "member"),)
