"""What goes wrong on an evening, at the keyboard: one clear line each, and nothing half done.

Every fault that clubs meet is in here, whatever tests of the rules say of it elsewhere.
"""

import json
from pathlib import Path

import pytest

from fow.support import FORCES, cases
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


CALLS = cases("bad_evening")
"""Calls by the stage of the evening, and what they are answered."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("stage", "call", "told"),
    [(stage, *one) for stage, calls in CALLS.items() for one in calls.items()],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else None,
)
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
