"""What goes wrong on an evening, at the keyboard: one clear line each, and nothing half done.

Every fault that clubs meet is in here, whatever tests of the rules say of it elsewhere.
"""

import json
from pathlib import Path

import pytest

from fow.support import FORCES
from support.command_line import Shell

LINES = ["anzio", "river.toml"]
AXIS = Path("campaign/fow/tables/axes/anzio.toml")


def team(folder: Path) -> Shell:
    """Two lines with two commanders each, and forces on one of them."""
    shell = Shell(folder)
    text = (Path(__file__).parents[2] / AXIS).read_text()
    text = text.replace('id = "anzio"', 'id = "river"', 1)
    (folder / "river.toml").write_text(text.replace('name = "Anzio"', 'name = "River"', 1))
    setup = {
        "lines": LINES,
        "games": 6,
        "players": {"anna": "allies", "amy": "allies", "ben": "axis", "bob": "axis"},
        "speakers": {"allies": "anna", "axis": "ben"},
        "commanders": {"anzio": {"allies": "anna", "axis": "ben"},
                       "river": {"allies": "amy", "axis": "bob"}},
        "forces": FORCES,
    }  # fmt: skip
    (folder / "team.json").write_text(json.dumps(setup))
    shell.fine("start", "east", "--scenario", "global-war")
    shell.fine("start", "winter", "--system", "fow", "--scenario", "team", "--setup", "team.json")
    return shell


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Before the first battle."""
    return team(tmp_path_factory.mktemp("opened"))


@pytest.fixture(scope="module")
def fighting(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """In the first battle of one line; the other's is still to begin."""
    shell = team(tmp_path_factory.mktemp("fighting"))
    shell.fine("battle", "begin", "winter", "anzio")
    shell.fine("lose", "winter", "anzio", "axis", "flak")
    return shell


@pytest.fixture(scope="module")
def rolling(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """The second round: a mission is to be rolled for; the Allies have six points, the Axis one."""
    shell = team(tmp_path_factory.mktemp("rolling"))
    for line in ("anzio", "river"):
        shell.fine("battle", "begin", "winter", line)
        shell.fine("result", "winter", line, "objective", "allies", "--turn", "6")
    shell.fine("turn", "winter", "--yes")
    return shell


@pytest.fixture(scope="module")
def spending(tmp_path_factory: pytest.TempPathFactory, rolling: Shell) -> Shell:
    """The mission of one line is settled, and points may be spent on forces."""
    shell = rolling.copied(tmp_path_factory.mktemp("spending"))
    shell.fine("mission", "winter", "anzio", "allies=1", "axis=1")
    shell.fine("decline", "winter", "anzio", "--yes", "--why", "agreed with them")
    return shell


def refused(shell: Shell, *call: str) -> str:
    """The one line of a call that is refused, and leaves the record as it was."""
    before = shell.fine("log", "winter")
    done = shell(*call)
    assert done.status == (1 if done.err.startswith("refused") else 2), done
    assert shell.fine("log", "winter") == before
    return done.error.removeprefix("campaign: ").removeprefix("refused ")


BEFORE = [
    ("result winter anzio objective allies --turn 6",
     "(FoW Campaign Sequence): the battle on Anzio has not begun"),
    ("confirm winter anzio", "(FoW Campaign Sequence): the battle on Anzio has not begun"),
    ("result winter objective allies", "line: say which line: anzio and river (LINE)"),
    ("lose winter anzio axis flak", "(FoW Campaign Sequence): Anzio: begin the battle first"),
    ("battle begin winter anzio --as bob", "(Members): Bob commands neither side on Anzio"),
    ("mission winter anzio allies=4 axis=3",
     "(FoW Mission Selector): the mission is settled already: Hold the Line"),
    ("turn winter --yes", "(FoW Campaign Sequence): Anzio and River still wait for this round's "
     "battle to be booked"),
    ("draw winter", "draw is a verb of Leaders in Flames; winter plays Flames of War, whose verbs "
     "`campaign fow` lists. Nothing was recorded"),
    ("mission east allies=4", "mission is a verb of Flames of War; east plays Leaders in Flames, "
     "whose verbs `campaign lif` lists. Nothing was recorded"),
]  # fmt: skip
"""Calls before the first battle, and what they are answered."""
IN_BATTLE = [
    ("battle begin winter anzio", "(FoW Campaign Sequence): the battle on Anzio has begun already"),
    ("result winter river objective allies --turn 6",
     "(FoW Campaign Sequence): the battle on River has not begun"),
    ("result winter anzio objective allies --turn 6 --as bob",
     "(Members): Bob commands neither side of this battle (Anzio)"),
    ("result winter anzio objective allies --turn 6 --lost axis=tigers",
     "--lost: axis: tigers: no platoon of this battle; there is gren-1, gren-2, flak"),
    ("result winter anzio objective allies --turn 6 --lost axis=gren-1,gren-1",
     "--lost: gren-1 is named 2 times; a platoon is lost once"),
    ("result winter anzio objective allies --turn 6 --lost axis=9",
     "--lost: axis: 9: give a number from 0 to 3"),
    ("lose winter anzio axis flak", "(Record): Axis: flak is no longer on the table"),
    ("lose winter anzio axis tigers", "platoon: Axis has no platoon 'tigers' in this battle; "
     "there is gren-1, gren-2 and flak"),
    ("lose winter anzio axis gren-1 --as anna", "(Members): Axis: Ben acts here, not Anna"),
    ("dice winter anzio rally side=allies rating=confident",
     "dice: expected 1 die, got none: the test is one die (dice=…)"),
    ("dice winter anzio rally side=allies rating=confident dice=7",
     "dice=…: write a whole number from 1 to 6"),
    ("dice winter anzio rally side=allies rating=confident dice=3 --as ben",
     "(Members): Allies: Anna acts here, not Ben"),
    ("force reorganise winter rifles --add x=5",
     "(FoW Reorganise): rifles fights in Anzio, battle 1, and changes when that is booked"),
]  # fmt: skip
"""Calls in a battle of one line, while the other's is still to begin."""
AT_THE_MISSION = [
    ("mission winter anzio", "dice: this campaign rolls at the table: type the dice in"),
    ("mission winter anzio allies=1,2 axis=3", "SIDE=DICE: allies: that is 2 dice, not 1"),
    ("mission winter anzio allies=1", "dice: the dice of Axis are missing"),
    ("mission winter anzio allies=0 axis=3", "SIDE=DICE: allies: write a whole number from 1 to 6"),
    ("change winter anzio breakthrough", "(FoW Axis of Attack): the mission is not rolled yet"),
    ("mission winter anzio allies=1 axis=3 --as bob",
     "(Members): Allies: Anna acts here, not Bob"),
    ("result winter anzio objective allies --turn 6",
     "(FoW Campaign Sequence): the battle on Anzio has not begun"),
]  # fmt: skip
"""Calls when a mission is to be rolled for."""
SPENT = [
    ("force reorganise winter rifles --add-squad rifle-1=9999",
     "(FoW Choosing Your Force): the force costs 10,789 points and may cost 1,500"),
    ("force reorganise winter rifles --remove rifle-1",
     "(FoW Choosing Your Force): the force needs 2 Combat platoons and has 1"),
    ("force reorganise winter rifles --add a=10 --add b=10",
     "(FoW Reorganise): 2 options cost 10 victory points, and on Anzio 6 are left"),
    ("force reorganise winter grenadiers --swap gren-1:gren-9=250",
     "(FoW Reorganise): 1 option costs 5 victory points, and on Anzio 1 is left"),
    ("force reorganise winter rifles --remove nobody",
     "core: rifles has no platoon 'nobody'; it has hq, rifle-1, rifle-2, mortars, tanks"),
    ("force reorganise winter rifles --add x=10 --as ben",
     "(Members): Allies: Anna acts for this force, not Ben"),
]  # fmt: skip
"""Reorganisations that overdraw, break the limit or the minimum, or are another's."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("stage", "call", "told"),
    [(stage, *one) for stage, some in (("opened", BEFORE), ("fighting", IN_BATTLE),
                                       ("rolling", AT_THE_MISSION), ("spending", SPENT))
     for one in some],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else None,
)  # fmt: skip
def test_one_clear_line_and_nothing_half_done(
    stage: str, call: str, told: str, request: pytest.FixtureRequest
) -> None:
    """Exit status 1 for what a rule refuses, 2 for what cannot be read."""
    assert refused(request.getfixturevalue(stage), *call.split()).endswith(told)


def test_a_result_is_in_once(tmp_path: Path, fighting: Shell) -> None:
    """Not before the other side has answered, nor once it is booked; nor confirmed by one's own."""
    shell = fighting.copied(tmp_path / "twice")
    result = ["result", "winter", "anzio", "objective", "allies", "--turn", "6", "--as", "anna"]
    shell.fine(*result)
    assert refused(shell, *result) == (
        "(FoW Campaign Sequence): your side has reported it: `campaign undo` takes that back until "
        "it is confirmed"
    )
    for who, told in (
        ("anna", "(Members): Ben confirms this result, which the other side reported"),
        ("bob", "(Members): Bob commands neither side of this battle (Anzio)"),
    ):
        assert refused(shell, "confirm", "winter", "anzio", "--as", who) == told
    shell.fine("confirm", "winter", "anzio", "--as", "ben")
    over = "(FoW Campaign Sequence): this round's battle on Anzio is over"
    assert refused(shell, "confirm", "winter", "anzio", "--as", "ben") == over
    assert refused(shell, *result) == over


def test_a_sheet_with_faults_tells_each_and_enters_nothing(opened: Shell) -> None:
    """An id twice and points that are none: by their lines."""
    sheet = "id,name,class,points\nhq,,hq,50\nhq,,combat,100\na,,combat,x\n"
    (opened.folder / "twice.csv").write_text(sheet)
    before = opened.fine("log", "winter")
    done = opened(
        *["force", "enter", "winter", "b", "twice.csv", "--side", "allies", "--type", "infantry"]
    )
    assert done.status == 1 and done.error == (
        "campaign: 2 faults in twice.csv; nothing was recorded"
    )
    assert [line.partition(":")[0] for line in done.out.splitlines()][:2] == [
        "twice.csv, line 3, id",
        "twice.csv, line 4, points",
    ]
    assert opened.fine("log", "winter") == before


def test_an_axis_with_faults_tells_each_and_opens_nothing(opened: Shell) -> None:
    """A gap in its places, a start outside, an unknown mission."""
    text = (opened.folder / "river.toml").read_text()
    text = text.replace("place = 3", "place = 9").replace("sector = 4", "sector = 14", 1)
    (opened.folder / "gap.toml").write_text(text.replace('"hold-the-line"', '"hold-the-lin"'))
    done = opened("scenario", "check", "gap.toml", "--system", "fow")
    assert done.status == 1 and "faults in gap.toml" in done.error
    for told in (
        "line 6, start.mission: there is no mission 'hold-the-lin'; did you mean hold-the-line?",
        "line 6, start.sector: there is no place 14; there is 1 to 9",
        "line 13, sector: no sector has places 3 and 8; places are counted from 1 without a gap",
    ):
        assert f"gap.toml, {told}" in done.out
    before = opened.fine("list")
    done = opened("start", "gap", "--system", "fow", "--scenario", "gap.toml")
    assert done.status == 2 and done.error.startswith("campaign: axis: ")
    assert opened.fine("list") == before
