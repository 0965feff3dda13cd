"""What verbs only show: found by the game, and the same as text, as JSON and on a page."""

import html
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import msgspec
import pytest

from campaign.handler.looking import Sources, looked, views_of
from campaign.kernel.decisions import Refused
from campaign.kernel.terminal.screens import Grid
from campaign.kernel.terminal.steps import ShowTable
from campaign.kernel.terminal.verbs import Call, Verb, VerbFamily
from campaign.kernel.terminal.views import Diagram, Facts, Heading, Lines, View, in_text
from campaign.reports.rendering import TEMPLATES
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.systems import verb_of, verbs_of
from campaign.web.forms import values_of
from support import recorded
from support.extensions import ARE_HERE

LONG = ("lif-1998-global-war", "lif-list-global-war", "lif-1998-leaders-in-play")
"""Those that take long: they are looked at in `all/handler`."""
GAMES = [one for one in (*recorded.FOLDERS, *recorded.FOW) if one.name not in LONG]
ROOT = Path(__file__).parents[2]
ASKED = {
    "scenario-show": {"lif": "end-of-the-beginning", "fow": "anzio"},
    "leader": {"lif": "rommel"},
    "ability": {"lif": "39"},
    "range": {"lif": "rommel E1429"},
    "card": {"fow": "big-push"},
}
"""What is typed into the first box of those that show nothing without it, by the game."""


@pytest.fixture(scope="module", params=GAMES, ids=lambda folder: folder.name)
def ledger(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A recorded campaign, played to its end."""
    with played(request.param, tmp_path_factory.mktemp("played")) as found:
        found.live(recorded.NAME)
        yield found


def played(folder: Path, place: Path) -> Ledger:
    """The ledger of a recorded campaign at its end."""
    store = recorded.played(folder, place)
    return Ledger(store, Vault(store.with_suffix(".vault")))


def shown(ledger: Ledger, words: str, verb: Verb) -> View | Refused:
    """What a verb shows everybody; the campaign itself is what it is asked about."""
    live = ledger.live(recorded.NAME)
    typed = ASKED.get(words, {}).get(live.system.name, "")
    values, errors = values_of(verb, {verb.parameters[0].name: typed} if typed else {}, live.state)
    assert verb.shows is not None and not errors
    call = Call(recorded.NAME, "nobody", as_json=False)
    return looked(verb.shows(call, **values), call, Sources(ledger, lambda: ledger, dict))


@cache
def templates() -> jinja2.Environment:
    """Those of the service."""
    return jinja2.Environment(loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True)


def on_a_page(view: View) -> str:
    """Its blocks as the page has them."""
    drawn: Any = templates().get_template("web/blocks.html").module
    return str(drawn.blocks(view.blocks, "A view"))


def cells(grid: Grid | ShowTable) -> list[str]:
    """The heads of a table that have words, and its cells, row by row."""
    every = (cell for row in grid.rows for cell in row)
    return [*filter(None, grid.heads), *("" if one is None else str(one) for one in every)]


def test_each_public_view_says_the_same_as_text_as_json_and_on_a_page(ledger: Ledger) -> None:
    """Of every table each cell, of all else each text; a program gets values that JSON has."""
    check_each_view(ledger)


def check_each_view(ledger: Ledger) -> None:
    """Looks at every public view of a campaign in all three forms."""
    for words, verb in views_of(ledger.live(recorded.NAME).system.name).items():
        if verb.is_own or isinstance(view := shown(ledger, words, verb), Refused):
            continue
        assert msgspec.json.encode(view.data)
        printed = [step for step in in_text(view.blocks) if isinstance(step, ShowTable)]
        page = on_a_page(view)
        found = [html.unescape(cell) for cell in re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", page)]
        wanted = [cell for grid in printed for cell in cells(without_ids(grid))]
        assert [cell for cell in found if cell] == [cell for cell in wanted if cell], words
        said = " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())
        for text in texts(view):
            assert " ".join(text.split()) in said, words


def without_ids(grid: ShowTable) -> ShowTable:
    """A table as pages have it: where things have names, their ids are left to programs."""
    if grid.heads[0] != "id" or not {"name", "title"} & set(grid.heads):
        return grid
    rows = tuple(row[1:] for row in grid.rows)
    return msgspec.structs.replace(grid, heads=grid.heads[1:], rows=rows)


def texts(view: View) -> Iterator[str]:
    """What a view says outside its tables."""
    for block in view.blocks:
        match block:
            case Heading() | Diagram():
                yield block.text
            case Facts():
                yield from (text for _, text in block.rows)
            case Lines():
                yield from block.lines


def test_only_what_goes_through_the_record_is_read_slowly(tmp_path: Path) -> None:
    """Points as they are now are at hand; those of every turn, or at an event, are not."""
    folder = next(one for one in GAMES if one.name == "lif-1998-us-entry-ledger")
    with played(folder, tmp_path) as ledger:
        asked: list[str] = []

        def slow() -> Ledger:
            asked.append("slowly")
            return ledger

        def look(view: str, **typed: str) -> View | Refused:
            verb = views_of("lif")[view]
            values, _ = values_of(verb, typed, ledger.live(recorded.NAME).state)
            call = Call(recorded.NAME, "nobody", as_json=False)
            assert verb.shows is not None
            return looked(verb.shows(call, **values), call, Sources(ledger, slow, dict))

        look("points"), look("leader", who="rommel")
        assert asked == []
        look("points", by_turn="yes"), look("leaders", at="3")
        assert asked == ["slowly", "slowly"]
        last = ledger.store.version(recorded.NAME)
        never = look("leaders", at=str(last + 1))
        wanted = f"recorded has no version {last + 1}; it has 1 to {last}"
        assert isinstance(never, Refused) and never.reason == wanted


# --- no verb puts out what it only shows by hand ------------------------------------------------

BY_HAND = ("ShowJson", "ShowTable", "ShowHeading")
"""The steps that print a page of JSON, a table and a heading; a view brings them."""
OWN_COURSES = {
    "lif": {
        "scenario template": "writes a file",
        "scenario check": "reads a file; what it holds is a view",
        "vichy": "acts",
        "cooperate": "acts",
        "board": "acts, key by key",
        "ballots": "acts",
        "seal": "writes a file",
        "combat": "acts; its examples and its schema are files",
        "advise": "reads a file; the advice is a view",
        "advise-veto": "reads positions; the advice is a view, and may be by a file of one's own",
        "leader-values": "acts on a file; without one it writes the sheet",
        "counters template": "writes a file",
        "counters import": "acts on a file",
        "us-entry template": "writes a file",
        "us-entry import": "acts on a file",
        "us-entry stock": "acts on a file",
        "us-entry draw": "acts",
        "us-entry enter": "acts",
        "us-entry answer": "acts; without a question its list is a view",
        "us-entry page": "writes a file",
    },
    "fow": {
        "scenario template": "writes a file",
        "scenario check": "reads a file; what it holds is a view",
        "commanders": "acts; without a side its list is a view",
        "force template": "writes a file",
        "force enter": "acts on a file",
        "force reorganise": "acts",
        "force organise": "acts",
        "force hand-over": "acts",
        "army-list template": "writes a file",
        "army-list import": "acts on a file",
        "dice": "acts",
    },
}
"""The verbs that follow a course of their own, and why that is more than to look."""


OF_COMMANDS = "campaign.kernel.interview"
"""Where the courses are from that are made of commands."""


def verbs_in(game: str) -> Iterator[Verb]:
    """Every verb of a game, those of families too."""
    for line in verbs_of(game):
        if line.module or ARE_HERE:
            verb = verb_of(line)
            yield from verb.verbs.values() if isinstance(verb, VerbFamily) else (verb,)


@pytest.mark.parametrize("game", OWN_COURSES)
def test_a_verb_with_a_course_of_its_own_does_more_than_look(game: str) -> None:
    """A new one is a view, or has its reason here. Those that are made of commands all act."""
    courses = {one.words: one.course for one in verbs_in(game) if inspect.isfunction(one.course)}
    own = {words for words, one in courses.items() if not one.__module__.startswith(OF_COMMANDS)}
    reasons = {words for words in OWN_COURSES[game] if ARE_HERE or not words.startswith("advise")}
    assert own == reasons


def test_no_game_prints_a_table_or_json_by_hand() -> None:
    """Nor does an extension that brings a game verbs."""
    for folder in ("lif", "fow", "extensions/adviser", "extensions/statistics"):
        for file in (ROOT / "campaign" / folder).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            assert not [step for step in BY_HAND if step in text], file


@pytest.mark.parametrize("game", OWN_COURSES)
def test_each_view_has_a_title_and_a_line_for_its_page(game: str) -> None:
    """No two of a game bear the same title."""
    views = views_of(game).values()
    assert all(verb.title and verb.line for verb in views)
    assert len({verb.title for verb in views}) == len(views)
