"""Games of other packages: which are loaded, what is said of those that are not, and what happens
to their campaigns where a package is missing.
"""

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from textwrap import dedent

import pytest

from campaign import systems
from campaign.game_packages import InstalledGames
from campaign.store.doctor import examine
from campaign.store.ledger import Ledger
from support.packages import described, installed
from support.toys import Club

GAME = """
from campaign.game_api import Game
GAME = Game(title="Raid", api=1, system="raid.system:SYSTEM")
"""
SYSTEM = """
from msgspec import Struct
from msgspec.structs import replace
from campaign.game_api import *

SEATS = Seats("side", {"north": "North"}, {"north": "N"})

class Burnt(Event, frozen=True, kw_only=True, tag="raid.Burnt"):
    side: Seat

class Burn(Command, frozen=True, kw_only=True):
    verb = "burn SIDE"
    example = "campaign burn club north"
    side: Seat

class State(Struct, frozen=True):
    campaign: Campaign
    burnt: int = 0

def burn(state, command, supplied):
    return (Burnt(side=command.side),)

def burnt(state, event):
    return replace(state, burnt=state.burnt + 1)

CHAPTER = Chapter("raid", decide={Burn: burn}, sentences={Burnt: lambda event, names: "It burns."})
RAID = SmallGame(
    name="raid", title="Raid", seats=SEATS, rounds=3, state=State, begin=State, chapter=CHAPTER,
    evolve={Burnt: burnt}, standings=lambda state: Grid(("burnt",), ((state.burnt,),), "burnt"),
    verbs=(VerbLine("burn", "Raid", "Burn a village.", "raid.system"),),
)
SYSTEM = small_system(RAID)
"""
TABLE = 'projection("hits", "Hits", {"version": VERSION}, ("version",))'
DUMB = """
class Dumb(Exception):
    def __str__(self):
        raise self
"""
LACKING = """
class Lacking(System, frozen=True):
    def __getattribute__(self, name):
        if name == "{part}":
            raise LookupError("none yet")
        return super().__getattribute__(name)

SYSTEM = Lacking(**{{name: getattr(SYSTEM, name) for name in SYSTEM.__struct_fields__}})
"""
CALENDAR = """
import sys
SYSTEM = replace(SYSTEM, calendar=replace(SYSTEM.calendar, parse={parse}))
"""
UNFIT = {
    "another api": (
        GAME.replace("api=1", "api=2"), SYSTEM,
        "raid wants game API 2; this program has 1",
    ),
    "no api": (
        GAME.replace("api=1, ", ""), SYSTEM,
        "raid wants game API 0; this program has 1",
    ),
    "import fails": (
        "import nothing_of_that_name", "",
        "raid cannot be loaded: No module named 'nothing_of_that_name'",
    ),
    "it ends in the middle": (
        GAME, "raise RuntimeError('out of\\npaper')",
        "raid cannot be loaded: out of paper",
    ),
    "nothing at the entry point": (
        "", "",
        "raid cannot be loaded: module 'raid.game' has no attribute 'GAME'",
    ),
    "something else there": ("GAME = 3", "", "raid: raid.game:GAME is no Game"),
    "no System": (GAME, "SYSTEM = 3", "raid: raid.system:SYSTEM is no System"),
    "verbs that are not there": (
        GAME.replace("api=1", "api=1, verbs='raid.lines:VERBS'"), SYSTEM,
        "raid cannot be loaded: No module named 'raid.lines'",
    ),
    "another name": (
        GAME, SYSTEM + 'SYSTEM = replace(SYSTEM, name="foray")',
        "raid: its System is called 'foray'",
    ),
    "a topic outside its prefix": (
        GAME, SYSTEM.replace('tag="raid.Burnt"', 'tag="foray.Burnt"'),
        "raid: the topic foray.Burnt does not begin with 'raid' and a dot",
    ),
    "an event without evolver": (
        GAME, SYSTEM.replace("{Burnt: burnt}", "{}"),
        "raid: raid.Burnt has no evolver: nothing says what it does to a position",
    ),
    "an event without sentence": (
        GAME, SYSTEM + "SYSTEM = replace(SYSTEM, view=replace(SYSTEM.view, sentence=spoken({})))",
        "raid: raid.Burnt has no sentence",
    ),
    "sentences of another kind": (
        GAME, SYSTEM + "SYSTEM = replace(SYSTEM, view=replace(SYSTEM.view, sentence=print))",
        "raid: its sentences are not made by spoken()",
    ),
    "it ends the program": (
        GAME, "import sys; sys.exit()",
        "raid cannot be loaded: it ends the program",
    ),
    "it ends the program with words": (
        "raise SystemExit('out of\\n\\x1b[31mink')", SYSTEM,
        "raid cannot be loaded: it ends the program: out of [31mink",
    ),
    "an error whose text cannot be made": (
        GAME, DUMB + "raise Dumb",
        "raid cannot be loaded: Dumb",
    ),
    "tables that fail when asked": (
        GAME, SYSTEM + LACKING.format(part="tables"),
        "raid: its tables cannot be read: none yet",
    ),
    "seats that fail when asked": (
        GAME, SYSTEM + LACKING.format(part="seats"),
        "raid: its seats cannot be read: none yet",
    ),
    "a codec that is none": (
        GAME, SYSTEM + "SYSTEM = replace(SYSTEM, codec=5)",
        "raid: its codec cannot be read: 'int' object has no attribute 'events'",
    ),
    "scenarios that fail when asked": (
        GAME, SYSTEM + "CHOICES = replace(SYSTEM.front.choices, scenarios=lambda: 1 // 0)\n"
        "SYSTEM = replace(SYSTEM, front=replace(SYSTEM.front, choices=CHOICES))",
        "raid: its opening choices cannot be read: integer division or modulo by zero",
    ),
    "a calendar that ends the program": (
        GAME, SYSTEM + CALENDAR.format(parse="lambda typed: sys.exit(3)"),
        "raid: its calendar cannot be read: it ends the program",
    ),
    "a title that is no text": (
        GAME.replace('"Raid"', "5"), SYSTEM,
        "raid: its field title is no text",
    ),
    "a title that nobody sees": (
        GAME.replace('"Raid"', r"'\u200b'"), SYSTEM,
        "raid: its title has no word that can be seen, or is no line",
    ),
    "a system that is no text": (
        GAME.replace('"raid.system:SYSTEM"', "None"), SYSTEM,
        "raid: its field system is no text",
    ),
    "verbs that are no place": (
        GAME.replace("api=1", "api=1, verbs=5"), SYSTEM,
        "raid: its field verbs is no text",
    ),
    "verbs that are no list": (
        GAME.replace("api=1", "api=1, verbs='raid.system:VERBS'"), SYSTEM + "VERBS = 5",
        "raid: raid.system:VERBS is no list of verbs",
    ),
    "a verb whose word is no text": (
        GAME.replace("api=1", "api=1, verbs='raid.system:VERBS'"),
        SYSTEM + "VERBS = (VerbLine(5, 'Raid', 'Burn.', 'raid.system'),)",
        "raid: raid.system:VERBS has a field that is no text",
    ),
    "other words that are none": (
        GAME.replace("api=1", "api=1, other_words='raid.system:WORDS'"), SYSTEM + "WORDS = 5",
        "raid: raid.system:WORDS is no mapping of texts",
    ),
    "another word for a number": (
        GAME.replace("api=1", "api=1, other_words='raid.system:WORDS'"),
        SYSTEM + "WORDS = {'torch': 5}",
        "raid: raid.system:WORDS is no mapping of texts",
    ),
    "a table of another name": (
        GAME, SYSTEM + f"SYSTEM = replace(SYSTEM, tables=Projections(({TABLE},)))",
        "raid: the table hits does not begin with raid_",
    ),
}  # fmt: skip


def written(folder: Path, game: str = GAME, system: str = SYSTEM) -> Path:
    """A folder with a package `raid-campaign 0.3`."""
    (folder / "raid").mkdir(parents=True)
    for name, text in (("__init__", ""), ("game", game), ("system", system)):
        (folder / "raid" / f"{name}.py").write_text(dedent(text))
    described(folder, "raid-campaign", "0.3", raid="raid.game:GAME")
    return folder


@pytest.fixture
def raid(tmp_path: Path) -> Iterator[InstalledGames]:
    """The game is installed."""
    with installed(written(tmp_path / "site"), afresh=("raid",)) as games:
        yield games


@pytest.fixture
def club(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Club:
    """A store in a folder of its own."""
    monkeypatch.setenv("CAMPAIGN_LOCK_TIMEOUT", "1")
    return Club(tmp_path, capsys)


def test_a_sound_game_stands_behind_the_built_in_ones(raid: InstalledGames) -> None:
    """By its word, with its title and package."""
    assert list(systems.games()) == [*systems.BUILT_IN, "raid"]
    assert list(systems.SYSTEMS)[-1] == "raid" and len(systems.SYSTEMS) == 4
    assert systems.title("raid") == "Raid" and raid.package("raid") == "raid-campaign 0.3"
    assert [line.words for line in systems.verbs_of("raid")] == ["burn"]
    assert (raid.faults(), raid.fault("raid"), raid.fault("chess")) == ((), "", "")


@pytest.mark.parametrize("case", UNFIT)
def test_an_unfit_game_is_not_loaded(tmp_path: Path, case: str) -> None:
    """One line with the cause, and the others go on."""
    game, system, fault = UNFIT[case]
    with installed(written(tmp_path, game, system), afresh=("raid",)) as games:
        assert games.faults() == (fault,) and "raid" not in systems.SYSTEMS
        assert list(systems.SYSTEMS) == list(systems.BUILT_IN)


NO_WORD = "is no word for a game: it needs 2 to 24 lower-case letters, and not campaign"


@pytest.mark.parametrize(
    ("packages", "fault"),
    [
        ({"a-game": "lif"}, "lif is a game of this program, which a-game 1 cannot replace"),
        (
            {"a-game": "raid", "b-game": "raid"},
            "raid comes from a-game 1 and b-game 1: neither is loaded",
        ),
        ({"a-game": "Raid2"}, f"Raid2 {NO_WORD}"),
        ({"a-game": "campaign"}, f"campaign {NO_WORD}"),
    ],
)
def test_a_word_that_is_taken_is_not_given_again(
    tmp_path: Path, packages: dict[str, str], fault: str
) -> None:
    """A built-in game stays what it is; of two packages none is taken; all are named."""
    for number, (package, word) in enumerate(packages.items()):
        described(tmp_path / str(number), package, "1", **{word: "raid.game:GAME"})
    with installed(*tmp_path.iterdir()) as games:
        assert games.faults() == (fault,) and list(games) == []
        assert systems.games() == systems.BUILT_IN


def test_the_entry_points_are_read_for_other_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign of a built-in game looks at no package."""
    with installed() as games, pytest.MonkeyPatch.context() as patch:
        patch.setattr("importlib.metadata.entry_points", lambda **_: pytest.fail("was read"))
        assert "lif" in systems.SYSTEMS and systems.title("fow") == "Flames of War"
        assert systems.SYSTEMS["lif"].name == "lif" and systems.verbs_of("lif")
        assert not vars(games).get("_points")


def of_games(folder: Path) -> list[tuple[str, str]]:
    """What the doctor says of games before it looks at a store."""
    with Ledger(folder / "club.db") as ledger:
        checks = takewhile(lambda one: one.what != "SQLite", examine(ledger))
        return [(one.health, one.text) for one in checks if one.what == "game"]


def test_the_doctor_names_what_is_installed(tmp_path: Path, raid: InstalledGames) -> None:
    """And what is wrong with it, in a line; of built-in games nothing."""
    assert of_games(tmp_path) == [("good", "raid: Raid, from raid-campaign 0.3")]
    with installed(written(tmp_path / "newer", GAME.replace("=1,", "=2,")), afresh=("raid",)):
        assert of_games(tmp_path) == [("warning", "raid wants game API 2; this program has 1")]


def test_a_small_game_is_called_by_its_title_and_a_round_says_each_thing_once(
    club: Club, raid: InstalledGames
) -> None:
    """In a chat message of a round with an event, and of one in which nothing happened."""
    assert "opened: Raid (raid-1), from" in club("start", "club", "--scenario", "raid")
    club("burn", "club", "north")
    club("turn", "club", "--yes")
    club("turn", "club", "--yes")
    assert club("post", "club", "--turn", "round-01").count("It burns.") == 1
    assert "Nothing happened." in club("post", "club", "--turn", "round-02")


@pytest.fixture
def alone(tmp_path: Path, club: Club) -> Club:
    """A store with a raid and another campaign, on a machine without the package."""
    with installed(written(tmp_path / "site"), afresh=("raid",)):
        club("start", "club", "--scenario", "raid")
        club("burn", "club", "north")
    club("start", "east", "--scenario", "global-war")
    return club


NEEDS = "needs the package raid-campaign 0.3"


@pytest.mark.parametrize(
    "call",
    [("status", "club"), ("turn", "club", "--yes"), ("show", "club")],
)
def test_without_its_package_a_campaign_says_what_it_needs(
    alone: Club, call: tuple[str, ...]
) -> None:
    """In one line, and nothing is recorded."""
    before = Path(alone.folder / "club.db").read_bytes()
    assert NEEDS in alone(*call, status=1)
    assert Path(alone.folder / "club.db").read_bytes() == before


def test_with_an_unfit_package_it_says_the_cause_too(alone: Club) -> None:
    """Behind what it needs."""
    with installed(written(alone.folder / "newer", GAME.replace("=1,", "=2,")), afresh=("raid",)):
        said = alone("status", "club", status=1)
    assert said == f"campaign: club {NEEDS}; raid wants game API 2; this program has 1\n"


CAUSES = {
    "it ends the program": "raid cannot be loaded: it ends the program",
    "an error whose text cannot be made": "raid cannot be loaded: Dumb",
    "tables that fail when asked": "raid: its tables cannot be read: none yet",
    "verbs that are no list": "raid: raid.system:VERBS is no list of verbs",
}
"""The packages that most of the program would stumble over, and what is said of them."""


@pytest.mark.parametrize("case", CAUSES)
def test_with_a_broken_package_everything_else_works(alone: Club, case: str) -> None:
    """The list, help, other campaigns, new ones and a word that any game might know."""
    game, system, _ = UNFIT[case]
    with installed(written(alone.folder / "broken", game, system), afresh=("raid",)):
        said = alone("status", "club", status=1)
        assert said == f"campaign: club {NEEDS}; {CAUSES[case]}\n"
        assert "club" in alone("list") and "War and peace" in alone("help", "lif")
        assert "version 5" in alone("status", "east")
        alone("start", "anzio", "--scenario", "global-war")
        assert "'soon' is no turn" in alone("log", "anzio", "--turn", "soon", status=2)
        assert "The evening:" in alone("help")
        assert of_games(alone.folder) == [("warning", CAUSES[case])]
    assert CAUSES[case] == UNFIT[case][2]


@pytest.mark.parametrize("ending", ["1 // 0", "sys.exit(3)"])
def test_a_game_that_fails_at_a_word_knows_nothing_of_it(tmp_path: Path, ending: str) -> None:
    """Its calendar and the keys of its files are asked about every word; others answer all the
    same.
    """
    fails = CALENDAR.format(parse=f"lambda typed: None if typed == 'turn' else {ending}")
    with installed(written(tmp_path, system=SYSTEM + fails), afresh=("raid",)) as games:
        assert list(games) == ["raid"]
        assert systems.stands_for("germany") == "a major power"
        assert systems.stands_for("anzio") == ""
        assert systems.of_scenario("global-war") == "lif"


def test_without_its_package_it_is_listed_exported_and_its_chain_verified(alone: Club) -> None:
    """The other campaigns go on, and with the package it does again."""
    assert NEEDS in alone("list") and "version 5" in alone("status", "east")
    file = alone.folder / "club.jsonl"
    assert f"campaign: club {NEEDS}; it was not verified" in alone("export", "club", str(file))
    said = alone("verify", "--file", str(file), status=1)
    assert said == (
        f"version 1: event: the campaign {NEEDS}; only its chain is checked\n"
        "4 events checked; 1 finding\n"
    )
    false = alone.folder / "false.jsonl"
    false.write_text(file.read_text().replace('"side":"north"', '"side":"south"'))
    said = alone("verify", "--file", str(false), status=1)
    assert "version 4: chain: the event's bytes do not match its digest\n" in said
    with installed(alone.folder / "site", afresh=("raid",)):
        assert "no findings" in alone("verify", "club")
        assert "no findings" in alone("verify", "--file", str(file))
