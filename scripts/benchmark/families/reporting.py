"""Turn reports against Jinja alone, rendering the same templates with the same values."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import jinja2
import msgspec

from campaign.reports import pages
from campaign.reports.book import CachedBooks, StoredLog, read
from campaign.reports.kept_turns import newest
from campaign.reports.rendering import styled
from campaign.store.ledger import Ledger
from campaign.store.snapshots import fingerprint
from scripts.benchmark import building, long_play
from scripts.benchmark.building import NAME, accepted, copied, scratch
from scripts.benchmark.figures import Figure, Limit, Row, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch, part, peak

if TYPE_CHECKING:
    from campaign.diary.words import PictureShown

MIDDLE = 600
"""How many of the recorded campaign's commands are in when its running turn is reported."""

Rendered = list[tuple[jinja2.Template, tuple[Any, ...], dict[str, Any]]]
"""Templates with the values that they were rendered with."""


@contextmanager
def rendering() -> Iterator[Rendered]:
    """What is rendered meanwhile."""
    seen: Rendered = []
    real = jinja2.Template.render

    def render(self: jinja2.Template, *args: Any, **kwargs: Any) -> str:
        seen.append((self, args, kwargs))
        return real(self, *args, **kwargs)

    jinja2.Template.render = render  # type: ignore[method-assign]
    try:
        yield seen
    finally:
        jinja2.Template.render = real  # type: ignore[method-assign]


def bare(rendered: Rendered, watch: Stopwatch) -> set[str]:
    """Jinja alone, with everything at hand: the pages' texts, to which we add their style."""
    with watch:
        texts = [template.render(*values, **named) for template, values, named in rendered]
    return _styled(rendered, texts)


def bare_cold(rendered: Rendered, watch: Stopwatch) -> set[str]:
    """Jinja alone, which has to read and compile its templates first."""
    environment = rendered[0][0].environment.overlay(bytecode_cache=None)
    with watch:
        texts = [
            environment.get_template(template.name or "").render(*values, **named)
            for template, values, named in rendered
        ]
    return _styled(rendered, texts)


def _styled(rendered: Rendered, texts: list[str]) -> set[str]:
    """The pages as they are written; the sheet itself, which a process renders once, is none."""
    environment = rendered[0][0].environment
    return {styled(environment, text) for text in texts if text.startswith("<!DOCTYPE html>")}


def _written(files: list[Path]) -> set[str]:
    return {file.read_bytes().decode() for file in files}


def report(folder: Path, work: int) -> dict[str, Part]:
    """After each of some commands the running turn and the index, then Jinja alone, in turns."""
    ours, jinja = Stopwatch(), Stopwatch()
    out, lines = scratch(folder).parent / "reports", building.commands()
    with building.opened(scratch(folder)) as ledger:
        building.play(ledger, lines[:MIDDLE])
        kept = CachedBooks(ledger)
        pages.write(ledger, NAME, out, ledger.live(NAME).state.campaign.turn, kept)
        for line in lines[MIDDLE : MIDDLE + work]:
            accepted(ledger.submit(NAME, line))
            turn = ledger.live(NAME).state.campaign.turn
            with rendering() as rendered, ours:
                files = pages.write(ledger, NAME, out, turn, kept)
            assert bare(rendered, jinja) == _written(files)
    return {"ours": ours.part(), "jinja": jinja.part()}


def report_first(folder: Path, work: int) -> dict[str, Part]:
    """The first report that a process makes, of the middle turn, and Jinja with nothing compiled.

    Jinja itself is loaded on both sides.
    """
    return _first(folder, lambda ledger, out: pages.write(ledger, NAME, out, "1942-SO"))


def site(folder: Path, work: int) -> dict[str, Part]:
    """All pages, first with nothing compiled, then again, each time with a ledger just opened."""
    ours, jinja = Stopwatch(), Stopwatch()

    def write(ledger: Ledger, out: Path) -> list[Path]:
        return pages.write(ledger, NAME, out)

    first = _first(folder, write)
    for _ in range(work):
        out = scratch(folder).parent / "reports"
        with rendering() as rendered, ours, Ledger(folder / "played.db") as ledger:
            files = write(ledger, out)
        assert bare(rendered, jinja) == _written(files)
    return {"ours": ours.part(), "jinja": jinja.part(), **first}


def _first(folder: Path, write: Callable[[Ledger, Path], list[Path]]) -> dict[str, Part]:
    first, jinja = Stopwatch(), Stopwatch()
    out = scratch(folder).parent / "reports"
    with rendering() as rendered, first, Ledger(folder / "played.db") as ledger:
        files = write(ledger, out)
    assert bare_cold(rendered, jinja) == _written(files)
    return {"first": first.part(), "first_jinja": jinja.part()}


def report_played(folder: Path, work: int) -> dict[str, Part]:
    """The running turn of a long campaign, which is always the same forty moves, and the index.

    First as a process of the command line reads it, then as a service keeps it, and at last the
    book alone where the store has kept no turn.
    """
    first, again, unkept = Stopwatch(), Stopwatch(), Stopwatch()
    out = scratch(folder).parent / "reports"
    fingerprint("lif")
    with Ledger(copied(folder, f"long-{work}")) as ledger:
        with first:
            pages.write(
                ledger, long_play.NAME, out, ledger.live(long_play.NAME).state.campaign.turn
            )
        kept = CachedBooks(ledger, newest)
        for number in range(4):
            accepted(ledger.submit(long_play.NAME, long_play.another_move(number)))
            turn = ledger.live(long_play.NAME).state.campaign.turn
            with again if number else nullcontext():  # the first look reads what the store kept
                pages.write(ledger, long_play.NAME, out, turn, kept)
        with unkept:
            read(StoredLog(ledger, long_play.NAME))
    return {"first": first.part(), "again": again.part(), "unkept": unkept.part()}


def book(folder: Path, work: int) -> dict[str, Part]:
    """The recorded campaign as a printed book, set in a process of its own, and as a page."""
    from campaign.extensions.book import files

    page, printed = Stopwatch(), _printed(folder / "played.db", work)
    for _ in range(work):
        with page, Ledger(folder / "played.db") as ledger:
            files.page_files(files.source_of(ledger, NAME), "book.html")
    return {**printed, "page": page.part()}


def _printed(store: Path, work: int) -> dict[str, Part]:
    """A printed book, and the memory of the larger one of the two processes that make it."""
    from campaign.extensions.book import files
    from campaign.extensions.book.typesetting import PrintOptions

    watch = Stopwatch()
    for _ in range(work):
        with watch, Ledger(store) as ledger:
            files.printed(files.source_of(ledger, NAME), PrintOptions())
    memory = max(peak(), peak(of_children=True))
    return {"ours": watch.part(), "memory": part([memory], [0.0])}


STORIES = 3
"""So many of each turn are in the book with pictures, one of them with a picture."""


def book_pictures(folder: Path, work: int) -> dict[str, Part]:
    """The same book with stories, and so many pictures that are as large as any that is kept."""
    from campaign.handler.command_handler import Actor, CommandHandler

    store = copied(folder, "played")
    ledger = Ledger(store)
    live = ledger.live(NAME)
    shared = live.state.campaign
    members = list(shared.members)  # each of them writes only so many in a day
    turns = list(live.system.calendar.turns(shared.first_turn, shared.turn))[:work]
    words = "It rained for a week, and *nobody* moved. " * 40
    with closing(CommandHandler(ledger, is_shared=False)) as desk:
        for number in range(len(turns) * STORIES):
            place, story = divmod(number, STORIES)
            sent = {"command": "FileDispatch", "words": words, "turn": turns[place]}
            by = Actor(members[number % len(members)])
            shown = () if story else (_photograph(place),)
            accepted(desk.submit(NAME, msgspec.json.encode(sent), by, pictures=shown).answer)
    return _printed(store, 1)


def _photograph(seed: int) -> "PictureShown":
    """A picture that no two dots of are alike, as the gate keeps it."""
    from PIL import Image

    from campaign.diary.words import PictureShown
    from campaign.extensions.pictures import worker

    dots = Random(seed).randbytes(1600 * 1200 * 3)
    width, height, jpeg = worker.written(Image.frombytes("RGB", (1600, 1200), dots))
    return PictureShown(jpeg, width, height, "The table")


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about reports."""
    one, whole = Task("report", 4 * sizes.again), Task("site", sizes.again)
    first, bound = Task("report_first", 0), Task("book", sizes.again)
    pictured = Task("book_pictures", sizes.pictures)
    by_size = tuple(Task("report_played", size) for size in sizes.played)
    warm = "warm: turns kept, one command since the last"
    cold = "cold: the first in a process, program loaded"
    jinja = "Jinja alone, same templates and values"
    turn, pages_ = "One turn report and the index", "The whole site of 36 turns and the index"
    limit = Limit(one, "jinja", "Jinja alone")
    grown, long = sizes.played[-2:]
    again = "warm: templates compiled, ledger just opened"
    return [
        Figure(
            about=f"{turn} / {jinja}, in turns",
            caches=warm,
            tasks=(one,),
            form="cost",
            against="jinja",
            row=Row("ratios", "A turn page and the index, cost", "Jinja alone"),
        ),
        Figure(about=turn, caches=warm, tasks=(one,)),
        Figure(
            about=f"{turn} / {jinja}, nothing compiled",
            caches=cold,
            tasks=(first,),
            part="first",
            form="cost",
            against="first_jinja",
        ),
        Figure(about=turn, caches=cold, tasks=(first,), part="first"),
        Figure(
            about=f"{pages_} / {jinja}, in turns",
            caches=again,
            tasks=(whole,),
            form="cost",
            against="jinja",
            goal=2.5,
            by="cpu",
            row=Row("ratios", "The whole site of 36 turns, cost", "Jinja alone"),
        ),
        Figure(about=pages_, caches=again, tasks=(whole,)),
        Figure(about=pages_, caches=cold, tasks=(whole,), part="first"),
        Figure(
            about=f"The running turn and the index at {long:,} events / at {sizes.played[0]:,}",
            caches=cold,
            tasks=by_size,
            part="first",
            form="times",
        ),
        Figure(
            about=f"The same, again after a command, at {grown:,} events / at {sizes.played[0]:,}",
            caches=warm,
            tasks=by_size[:-1],
            part="again",
            form="times",
            row=Row("growth", "The turn page and the index after a command", sizes.grown),
        ),
        Figure(
            about=f"The running turn and the index at {sizes.played[1]:,} events",
            caches=warm,
            tasks=by_size[1:2],
            part="again",
            goal=6.3,
            limit=limit,
            by="cpu",
            row=Row("felt", f"A turn page and the index, {sizes.played[1]:,} events"),
        ),
        Figure(
            about=f"The running turn and the index at {long:,} events",
            caches=warm,
            tasks=by_size[-1:],
            part="again",
            goal=6.3,
            limit=limit,
            by="cpu",
            row=Row("felt", f"A turn page and the index, {long:,} events"),
        ),
        Figure(
            about=f"The running turn and the index at {long:,} events",
            caches=f"{cold}, turns kept in the store",
            tasks=by_size[-1:],
            part="first",
            goal=32,
            limit=limit,
            by="cpu",
            row=Row("felt", "The same, the first in a process"),
        ),
        Figure(
            about=f"The book at {long:,} events, read anew",
            caches="cold: no turn kept",
            tasks=by_size[-1:],
            part="unkept",
        ),
        *_of_the_book("The book of 36 turns, printed", bound, 3, 200),
        Figure(about="The same as a page", caches=again, tasks=(bound,), part="page"),
        *_of_the_book(
            f"The book with {3 * pictured.work} stories and {pictured.work} pictures, printed",
            pictured,
            6,
            500,
        ),
    ]


def _of_the_book(about: str, task: Task, seconds: float, megabytes: float) -> Iterator[Figure]:
    """The time and the memory of a printed book."""
    caches = "cold: ledger just opened, the typesetter a process"
    yield Figure(about=about, caches=caches, tasks=(task,), unit="s", goal=seconds)
    yield Figure(
        about="Memory of the larger of the processes that print it", caches=caches, tasks=(task,),
        part="memory", over="worst", unit="MB", goal=megabytes,
    )  # fmt: skip


FAMILY = Family(
    "Reports",
    "Ours reads the record, sorts it into turns, makes the values, renders them and writes the"
    " files. Where turns are kept, it reads only what is new. Jinja alone has the values and"
    " renders them; its texts must be the same. By size, the running turn always has the same forty"
    " moves, and the index grows with the turns.",
    {
        "report": Lane(report),
        "report_first": Lane(report_first, needs=("played",)),
        "site": Lane(site, needs=("played",)),
        "book": Lane(book, needs=("played",)),
        "book_pictures": Lane(book_pictures, needs=("played",), rounds=3),
        "report_played": Lane(report_played, needs=("long",), rounds=3),
    },
    figures,
)
