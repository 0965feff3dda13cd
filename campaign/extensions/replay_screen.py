"""The full-screen replay: one stop at a time, its changes, and the standings after it."""

import textwrap
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Key, Resize
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from campaign.cli.output import plain
from campaign.cli.shared_verbs import replay
from campaign.cli.shared_verbs.replay import NoPointError, point
from campaign.history.explain import Query, QueryError, parse
from campaign.history.replay import BY, By, Frame, Passage, Replay, Span
from campaign.kernel.terminal.screens import Style, StyledLine

# --- What the full-screen replay shows, panel by panel, as text with a few calm colours ---------

TALL = 30
"""From this many lines on, the events around a stop are shown: more on a taller screen."""
STANDINGS = 27
"""How many columns the standings take."""
NARROW = 60
"""Below this many columns the standings are hidden."""
_UNDER = 6
"""How far a change is indented below a figure whose name leaves no room for it."""
DIM, STRONG, RULE, MARK, NOTE, UP, DOWN = (
    "dim",
    "bold",
    "cyan",
    "yellow",
    "magenta",
    "green",
    "red",
)

_STYLES: dict[Style, str] = {"": "", "dim": DIM, "strong": STRONG, "up": UP, "down": DOWN}

_KEYS = (
    ("→ ↓ space", "the next stop"),
    ("← ↑ backspace", "the stop before"),
    ("page down, up", "ten stops on, or back"),
    ("home, end", "the first stop, the last"),
    ("d, D", "the next draw, the one before"),
    ("s, S", "the next stage of the turn"),
    ("t, T", "the next turn"),
    ("g", "go to a version, a turn or a time"),
    ("/", "search: field=value, or a word"),
    ("n, N", "the next match, the one before"),
    ("b", "set a bookmark on this event, in your name"),
    ("u", "what a step is: event, act, draw, stage, turn"),
    ("j, k", "scroll a long stop"),
    ("?", "this help"),
    ("q", "leave"),
)
_FOOT = (
    ("←→", "step"),
    ("d", "draw"),
    ("s", "stage"),
    ("t", "turn"),
    ("g", "go"),
    ("/", "find"),
    ("n", "next"),
    ("b", "mark"),
    ("?", "help"),
    ("q", "quit"),
)


def keys_panel() -> Text:
    """Every key and what it does."""
    panel = Text().append("Replay\n\n", style=STRONG)
    for key, does in _KEYS:
        panel.append(f"{key:<14}", style=RULE).append(f"  {does}\n")
    return panel.append("\nAny key leads back.", style=DIM)


def foot_panel() -> Text:
    """The keys that are used most."""
    panel = Text(no_wrap=True)
    for key, does in _FOOT:
        panel.append(key, style=RULE).append(f" {does}  ", style=DIM)
    return panel


def head_panel(campaign: str, by: By, effective: bool, width: int) -> Text:
    """The head: which record, how it is replayed, and what a step is."""
    how = "as it counts now" if effective else "as it was recorded"
    left, right = f" {campaign}  {how}", f"by {by} "
    panel = Text(no_wrap=True).append(f" {campaign}", style=STRONG).append(f"  {how}")
    return panel.append(" " * max(1, width - len(left) - len(right))).append(right)


def stop_panel(passage: Passage, at: int, width: int) -> Text:
    """A stop: one event in full, or the joint changes of several and then each in a line."""
    panel = _full(passage.frames[0], width) if len(passage.frames) == 1 else _run(passage)
    panel.append_text(_changed(passage, width))
    if len(passage.frames) > 1:
        panel.append("\n")
        for index, frame in enumerate(passage.frames):
            panel.append_text(_line(frame, here=index == at, width=width))
    return panel


def _hung(label: str, text: str, width: int) -> str:
    """A text behind its label, folded under itself."""
    room = max(16, width - len(label))
    lines = textwrap.wrap(text, room, break_on_hyphens=False) or [""]
    return label + f"\n{' ' * len(label)}".join(lines)


def _full(frame: Frame, width: int) -> Text:
    panel = Text().append(f"{frame.version}", style=STRONG)
    panel.append(f"  {frame.turn}  {replay.moment_of(frame.at)}  ", style=DIM)
    panel.append(frame.by).append("  ").append(frame.rule, style=RULE)
    panel.append(f"\n{frame.sentence}\n", style=STRONG)
    for sign, line in replay.note_lines(frame):
        panel.append(_hung(f"{sign} ", line, width) + "\n", style=NOTE if sign == "*" else MARK)
    return panel.append("\n")


def _run(passage: Passage) -> Text:
    first, last = passage.frames[0], passage.frames[-1]
    panel = Text().append(f"{first.version} to {last.version}", style=STRONG)
    began, ended = replay.moment_of(first.at), replay.moment_of(last.at)
    if began[:10] == ended[:10]:
        ended = ended[11:]
    panel.append(f"  {first.turn}  {began} to {ended}\n", style=DIM)
    return panel.append("\n")


def _line(frame: Frame, *, here: bool, width: int = 0) -> Text:
    """An event in a line, or folded under itself; struck through if it no longer counts."""
    gone = any(mark.what not in ("amended", "inserted") for mark in frame.marks)
    style = STRONG if here else f"{DIM} strike" if gone else DIM
    panel = Text().append("▸" if here else " ", style=MARK)
    panel.append(f"{frame.version:>5} ", style=DIM)
    panel.append("*" if frame.bookmarks else " ", style=NOTE)
    label = " " * len(panel.plain)
    text = _hung(label, frame.sentence, width)[len(label) :] if width else frame.sentence
    return panel.append(f"{text}\n", style=style)


def _changed(passage: Passage, width: int) -> Text:
    lines = replay.change_lines(passage.changes)
    if not lines:
        return Text().append("no figure changed\n", style=DIM)
    count = len(passage.frames)
    title = "changed\n" if count == 1 else f"{count} events changed\n"
    panel = Text().append(title, style=DIM)
    wide = min(28, max(len(where) for where, _ in lines))
    for where, what in lines:
        label = f"{where:<{wide}}  "
        if len(where) > wide and len(label) + len(what) > width:
            label = f"{where}\n{' ' * _UNDER}"
        blank = " " * len(label.rpartition("\n")[2])
        panel.append(label).append(_hung(blank, what, width)[len(blank) :] + "\n", style=STRONG)
    return panel


def around_panel(replay: Replay, place: int, stretch: Span, height: int) -> Text:
    """The events before and after, a line each; none if there is no room."""
    panel = Text(no_wrap=True)
    if height < TALL:
        return panel
    near = (height - TALL) // 3 + 3
    for other in range(max(stretch.first, place - near), min(stretch.last, place + near) + 1):
        panel.append_text(_line(replay.frame(other), here=other == place))
    return panel


def standings_panel(lines: Sequence[StyledLine]) -> Text:
    """The standings after a stop, in the game's words."""
    panel = Text()
    for line in lines:
        for text, style in line:
            panel.append(text, style=_STYLES[style])
        panel.append("\n")
    return panel


SIGNS = {(False, False): "─", (False, True): "┼", (True, False): "━", (True, True): "┿"}
"""A cell of the course, by whether it was passed and whether a turn begins there."""


def course_panel(replay: Replay, by: By, place: int, stretch: Span, width: int) -> Text:
    """The reader's place in the record: a line with a tick for each turn, and words."""
    played = [
        (name, span)
        for name, span in replay.turns()
        if stretch.first <= span.last and span.first <= stretch.last
    ]
    first, last = played[0][0], played[-1][0]
    cells = max(10, width - len(first) - len(last) - 2)
    long = max(1, stretch.last - stretch.first)

    def cell(where: int) -> int:
        return min(cells - 1, max(0, (where - stretch.first) * (cells - 1) // long))

    here = cell(place)
    ticks = {cell(span.first) for _, span in played[1:]}
    if len(ticks) > cells // 2:
        ticks = set()
    line = Text(no_wrap=True).append(f"{first} ", style=DIM)
    for index in range(cells):
        if index == here:
            line.append("●", style=MARK)
        else:
            line.append(SIGNS[index < here, index in ticks], style=RULE if index < here else DIM)
    line.append(f" {last}\n", style=DIM)
    line.append(f"event {replay.entry(place).version}", style=STRONG)
    line.append(f" of {replay.last}", style=DIM)
    line.append(f"  {replay.turn_of(place)}")
    if by != "event":
        count = f"  {by} {replay.stop(by, place) + 1} of {len(replay.spans(by))}"
        line.append(count, style=DIM)
    return line


# --- The full-screen replay: one stop at a time, its changes, and the standings after it --------

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
        yield Static(keys_panel())

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
    #side {{ width: {STANDINGS}; padding: 0 1; border-left: vkey $surface-lighten-2;
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
        yield Static(foot_panel(), id="foot")
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
        head = head_panel(self._campaign, self.by, self._effective, width)
        self._put("head", head)
        room = width - 3 - (STANDINGS if width >= NARROW else 0)
        panel = stop_panel(passage, self.place - span.first, room)
        self._put("stop", panel)
        near = around_panel(self.replay, self.place, self._stretch, height)
        self._put("around", near if self.by == "event" else Text())
        self.query_one("#side").display = width >= NARROW
        self._put("stands", standings_panel(self.replay.panel(span)))
        self._put(
            "course", course_panel(self.replay, self.by, self.place, self._stretch, width - 2)
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
        moved = self.replay.place_of(version)
        return place if moved is None else moved

    def action_help(self) -> None:
        """The keys."""
        self.push_screen(KeysScreen())
