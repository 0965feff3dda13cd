"""What the full-screen replay shows, panel by panel, as text with a few calm colours."""

import textwrap
from collections.abc import Sequence

from rich.text import Text

from campaign.cli import replay_words as words
from campaign.history.walk import By, Frame, Passage, Replay, Span
from campaign.kernel.screen import Style, StyledLine

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


def keys() -> Text:
    """Every key and what it does."""
    panel = Text().append("Replay\n\n", style=STRONG)
    for key, does in _KEYS:
        panel.append(f"{key:<14}", style=RULE).append(f"  {does}\n")
    return panel.append("\nAny key leads back.", style=DIM)


def foot() -> Text:
    """The keys that are used most."""
    panel = Text(no_wrap=True)
    for key, does in _FOOT:
        panel.append(key, style=RULE).append(f" {does}  ", style=DIM)
    return panel


def head(campaign: str, by: By, effective: bool, width: int) -> Text:
    """The head: which record, how it is replayed, and what a step is."""
    how = "as it counts now" if effective else "as it was recorded"
    left, right = f" {campaign}  {how}", f"by {by} "
    panel = Text(no_wrap=True).append(f" {campaign}", style=STRONG).append(f"  {how}")
    return panel.append(" " * max(1, width - len(left) - len(right))).append(right)


def stop(passage: Passage, at: int, width: int) -> Text:
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
    panel.append(f"  {frame.turn}  {words.when(frame.at)}  ", style=DIM)
    panel.append(frame.by).append("  ").append(frame.rule, style=RULE)
    panel.append(f"\n{frame.sentence}\n", style=STRONG)
    for sign, line in words.notes(frame):
        panel.append(_hung(f"{sign} ", line, width) + "\n", style=NOTE if sign == "*" else MARK)
    return panel.append("\n")


def _run(passage: Passage) -> Text:
    first, last = passage.frames[0], passage.frames[-1]
    panel = Text().append(f"{first.version} to {last.version}", style=STRONG)
    began, ended = words.when(first.at), words.when(last.at)
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
    lines = words.changes(passage.changes)
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


def around(replay: Replay, place: int, stretch: Span, height: int) -> Text:
    """The events before and after, a line each; none if there is no room."""
    panel = Text(no_wrap=True)
    if height < TALL:
        return panel
    near = (height - TALL) // 3 + 3
    for other in range(max(stretch.first, place - near), min(stretch.last, place + near) + 1):
        panel.append_text(_line(replay.frame(other), here=other == place))
    return panel


def standings(lines: Sequence[StyledLine]) -> Text:
    """The standings after a stop, in the game's words."""
    panel = Text()
    for line in lines:
        for text, style in line:
            panel.append(text, style=_STYLES[style])
        panel.append("\n")
    return panel


def course(replay: Replay, by: By, place: int, stretch: Span, width: int) -> Text:
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
            sign = (
                ("┿" if index < here else "┼") if index in ticks else "━" if index < here else "─"
            )
            line.append(sign, style=RULE if index < here else DIM)
    line.append(f" {last}\n", style=DIM)
    line.append(f"event {replay.entry(place).version}", style=STRONG)
    line.append(f" of {replay.last}", style=DIM)
    line.append(f"  {replay.turn_of(place)}")
    if by != "event":
        count = f"  {by} {replay.stop(by, place) + 1} of {len(replay.spans(by))}"
        line.append(count, style=DIM)
    return line
