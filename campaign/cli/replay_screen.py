"""The full-screen replay: one stop at a time, its changes, and the standings after it."""

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key, Resize
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from campaign.cli import replay_panels as panels
from campaign.cli.output import plain
from campaign.cli.replay_words import NoPointError, point
from campaign.history.query import Query, QueryError, parse
from campaign.history.walk import BY, By, Replay, Span

PAGE = 10
"""How many stops a page is."""
_QUESTIONS = {
    "go": "go to: a version, a turn, a time",
    "search": "search: {example}, or a word",
    "mark": "a note on this event, for all to see",
}


class KeysScreen(ModalScreen[None]):
    """The keys; any of them leads back."""

    CSS = """
    KeysScreen { align: center middle; }
    KeysScreen Static { width: auto; height: auto; padding: 1 2; border: round $primary-darken-1; }
    """

    def compose(self) -> ComposeResult:
        """The list."""
        yield Static(panels.keys())

    def on_key(self, event: Key) -> None:
        """Back to the replay; the key does nothing else."""
        event.stop()
        self.dismiss()


class ReplayView(App[None]):
    """A replay on a terminal. `mark` records a bookmark; it returns why not, or nothing."""

    CSS = f"""
    #head {{ height: 1; background: $surface; color: $text-muted; }}
    #middle {{ height: 1fr; }}
    #told {{ width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }}
    #around {{ margin-top: 1; text-wrap: nowrap; text-overflow: ellipsis; }}
    #side {{ width: {panels.STANDINGS}; padding: 0 1; border-left: vkey $surface-lighten-2;
             scrollbar-size-vertical: 1; }}
    #course {{ height: 2; padding: 0 1; background: $surface; }}
    #said {{ height: 1; padding: 0 1; color: $warning; }}
    #foot {{ height: 1; padding: 0 1; color: $text-muted; }}
    #ask {{ display: none; height: 1; border: none; padding: 0 1; }}
    """
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,space,enter", "step(1)"),
        Binding("left,up,backspace", "step(-1)"),
        Binding("pagedown", f"step({PAGE})"),
        Binding("pageup", f"step(-{PAGE})"),
        Binding("home", "end(False)"),
        Binding("end", "end(True)"),
        Binding("d", "jump('draw', True)"),
        Binding("D", "jump('draw', False)"),
        Binding("s", "jump('stage', True)"),
        Binding("S", "jump('stage', False)"),
        Binding("t", "jump('turn', True)"),
        Binding("T", "jump('turn', False)"),
        Binding("u", "unit"),
        Binding("j", "scroll(1)"),
        Binding("k", "scroll(-1)"),
        Binding("g", "ask('go')", priority=True),
        Binding("slash", "ask('search')", priority=True),
        Binding("n", "again(True)"),
        Binding("N", "again(False)"),
        Binding("b", "ask('mark')", priority=True),
        Binding("question_mark,h,f1", "help"),
        Binding("q,ctrl+c", "quit"),
        Binding("escape", "leave"),
    ]

    def __init__(
        self,
        replay: Replay,
        load: Callable[[], Replay],
        mark: Callable[[int, str], str],
        *,
        name: str,
        effective: bool,
        by: By,
        place: int,
        stretch: Span,
        query: Query | None,
    ) -> None:
        super().__init__()
        self.replay = replay
        self.by: By = by
        self.place = place
        """The event that the reader stands at."""
        self.marked = False
        """Whether a bookmark was recorded."""
        self._load = load
        self._mark = mark
        self._stretch = stretch
        self._query = query
        self._asking = ""
        self._campaign = name
        self._effective = effective

    # --- drawing --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """A line of head, the stop beside the standings, the course of the record, the keys."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            with VerticalScroll(id="told", can_focus=False):
                yield Static(id="stop")
                yield Static(id="around")
            with VerticalScroll(id="side", can_focus=False):
                yield Static(id="stands")
        yield Static(id="course")
        yield Static(id="said")
        yield Static(panels.foot(), id="foot")
        yield Input(id="ask")

    def on_mount(self) -> None:
        """The first stop."""
        self._draw()

    def on_resize(self, event: Resize) -> None:
        """Redraws for the new size."""
        self.call_after_refresh(self._draw)

    @property
    def span(self) -> Span:
        """The reader's current stop, as far as the stretch goes."""
        whole = self.replay.spans(self.by)[self.replay.stop(self.by, self.place)]
        return Span(max(whole.first, self._stretch.first), min(whole.last, self._stretch.last))

    def _draw(self, said: str = "") -> None:
        span = self.span
        passage = self.replay.passage(span)
        width, height = self.size
        head = panels.head(self._campaign, self.by, self._effective, width)
        self._put("head", head)
        room = width - 3 - (panels.STANDINGS if width >= panels.NARROW else 0)
        panel = panels.stop(passage, self.place - span.first, room)
        self._put("stop", panel)
        near = panels.around(self.replay, self.place, self._stretch, height)
        self._put("around", near if self.by == "event" else Text())
        self.query_one("#side").display = width >= panels.NARROW
        self._put("stands", panels.standings(self.replay.panel(span)))
        self._put(
            "course", panels.course(self.replay, self.by, self.place, self._stretch, width - 2)
        )
        self._put("said", Text(said))

    def _put(self, where: str, what: Text) -> None:
        what.plain = plain(what.plain)
        self.query_one(f"#{where}", Static).update(what)

    # --- walking --------------------------------------------------------------------------------

    def _go(self, place: int, said: str = "") -> None:
        self.place = min(max(place, self._stretch.first), self._stretch.last)
        if place != self.place and not said:
            said = "the record ends here" if place > self.place else "the record begins here"
        for panel in self.query(VerticalScroll):
            panel.scroll_home(animate=False)
        self._draw(said)

    def action_step(self, count: int) -> None:
        """To the next stop, or over some."""
        stops = self.replay.spans(self.by)
        here = self.replay.stop(self.by, self.place)
        there = min(max(here + count, 0), len(stops) - 1)
        if there == here:
            edge = self._stretch.last + 1 if count > 0 else self._stretch.first - 1
            self._go(edge)
            return
        self._go(stops[there].first)

    def action_end(self, last: bool) -> None:
        """To the first stop or the last."""
        self._go(self._stretch.last if last else self._stretch.first)

    def action_jump(self, by: By, forwards: bool) -> None:
        """To the next draw, stage or turn, or back to the one before."""
        begins = [span.first for span in self.replay.spans(by)]
        if forwards:
            place = next((begin for begin in begins if begin > self.place), None)
        else:
            place = next((begin for begin in reversed(begins) if begin < self.place), None)
        if place is None or not self._stretch.first <= place <= self._stretch.last:
            self._draw(f"there is no {'later' if forwards else 'earlier'} {by}")
            return
        self._go(place)

    def action_unit(self) -> None:
        """What a step is: an event, an act, a draw, a stage, a turn."""
        self.by = BY[(BY.index(self.by) + 1) % len(BY)]
        self._draw()

    def action_scroll(self, lines: int) -> None:
        """Scrolls a stop that is longer than the screen, then the standings; and back."""
        for panel in [*self.query(VerticalScroll)][::lines]:
            end = panel.max_scroll_y if lines > 0 else 0
            if panel.scroll_y != end:
                panel.scroll_relative(y=lines * 3, animate=False)
                return

    def action_again(self, forwards: bool) -> None:
        """To the next event that matches, or the one before."""
        if self._query is None:
            self._draw("search for something first: /")
            return
        self._seek(self._query, forwards)

    def _seek(self, query: Query, forwards: bool = True) -> None:
        place = self.replay.find(query, self.place, back=not forwards)
        if place is None or not self._stretch.first <= place <= self._stretch.last:
            where = "after" if forwards else "before"
            self._draw(f"no event {where} this one matches {query.text}")
            return
        self._go(place)

    # --- asking ---------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that open the line are handled first, so that no fast typing is lost.

        In the line itself, and over the help, it is a letter like any other.
        """
        return action != "ask" or not (self._asking or isinstance(self.screen, KeysScreen))

    def action_ask(self, what: str) -> None:
        """A line to type into, in place of the keys."""
        self._asking = what
        line = self.query_one("#ask", Input)
        line.value, line.placeholder = (
            "",
            _QUESTIONS[what].format(example=self.replay.system.front.stops.example),
        )
        self.query_one("#foot").display = False
        line.display = True
        self.set_focus(line)  # at once: the next key is meant for the line
        self._draw()

    def action_leave(self) -> None:
        """Back from the line without an answer."""
        if self._asking:
            self._question()
        self._draw()

    def _question(self) -> None:
        self._asking = ""
        self.query_one("#ask").display = False
        self.query_one("#foot").display = True
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carries out the typed request; if it makes no sense, says so and keeps the line."""
        typed, asking = event.value.strip(), self._asking
        if not typed:
            self.action_leave()
            return
        try:
            if asking == "go":
                there = point(self.replay, typed).first
                self._question()
                self._go(there)
            elif asking == "search":
                self._query = parse(self.replay.system, typed)
                self._question()
                self._seek(self._query)
            else:
                self._bookmark(typed)
        except (NoPointError, QueryError) as error:
            self._draw(str(error))

    def _bookmark(self, note: str) -> None:
        version = self.replay.entry(self.place).version
        if refused := self._mark(version, note):
            self._draw(refused)
            return
        self._question()
        self.marked = True
        whole = self._stretch.last == len(self.replay) - 1
        self.replay = self._load()
        last = len(self.replay) - 1
        self._stretch = Span(
            min(self._stretch.first, last), last if whole else min(self._stretch.last, last)
        )
        self.place = self._again_at(version)
        self._draw(f"event {version} is marked")

    def _again_at(self, version: int) -> int:
        """The reader's place after the record was read again."""
        place = min(self.place, self._stretch.last)
        if self.replay.entry(place).version == version:
            return place
        found = self.replay.place_of(version)
        return place if found is None else found

    def action_help(self) -> None:
        """The keys."""
        self.push_screen(KeysScreen())
