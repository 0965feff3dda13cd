"""`campaign replay` and bookmarks: as text, as JSON, and on a terminal."""

import asyncio
import json
import shutil
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from campaign.cli import run
from campaign.cli.shared_verbs import replay
from campaign.history.diff import Difference
from campaign.history.replay import Frame, Passage, Replay, Span
from campaign.lif import front
from campaign.lif.system import SYSTEM
from campaign.store.ledger import Ledger
from events import campaign as shared
from events import disputes as records
from events.base import Event
from events.lif.board import (
    LeaderDrawn,
    LeaderVetoed,
    MarkersFixed,
    ReinforcementOpened,
    VetoPointsSpent,
)
from events.lif.politics import WarDeclared
from support.extensions import ARE_HERE, extension
from support.sessions import NAME, Session, ledger_in, nonce_of

pytestmark = pytest.mark.further

replay_screen = extension("replay_screen")
View = Any
"""The screen of a replay."""


class Evening(msgspec.Struct, frozen=True):
    """The versions of what happened on it, read from its record."""

    enrolled: int
    """The host."""
    stage: int
    drawn: int
    opened: int
    """Fixed and shown; what the veto cost and the leader's return follow in the same act."""
    paid: int
    returned: int
    again: int
    """The second draw."""
    turn: int
    """The second one."""
    war: int
    undone: int
    last: int
    """A bookmark on the draw."""


@pytest.fixture(scope="module")
def on(made: Path) -> Evening:
    """Where all of it stands."""
    with Ledger(made / "campaign.db") as ledger:
        log = ledger.log(NAME)

    def nth(kind: type[Event], number: int = 0) -> int:
        return [version for version, event in log if type(event) is kind][number]

    return Evening(
        nth(shared.MemberEnrolled), nth(ReinforcementOpened), nth(LeaderDrawn),
        nth(MarkersFixed), nth(VetoPointsSpent), nth(LeaderVetoed),
        nth(LeaderDrawn, 1), nth(shared.TurnBegan, 1), nth(WarDeclared),
        nth(records.ActUndone), len(log),
    )  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evening at a table: a veto against Rundstedt, a new turn, a war taken back, a bookmark."""
    folder = tmp_path_factory.mktemp("table")
    session = Session(ledger_in(folder)).open(rulings={"draws": "table"})
    session.do("OpenReinforcement")
    drawn = session.do("DrawLeader", leader="rundstedt")["version"]
    session.ballots({"commonwealth": "veto"})
    session.do("OpenBallots", absent="no-veto")
    session.do("DrawLeader", leader="guderian")
    session.ballots({"ussr": "no-veto"})
    session.do("OpenBallots", absent="no-veto")
    session.do("OpenVotes", absent="abstain")
    session.do("AdvanceTurn")
    session.do("DeclareWar", attacker="italy", target="usa")
    session.do("UndoAct")
    session.do("SetBookmark", "ben", version=drawn, note="was the cup shaken?")
    session.ledger.close()
    return folder


@pytest.fixture
def store(made: Path, tmp_path: Path) -> Path:
    """A store of one's own with that evening in it."""
    for file in made.iterdir():
        shutil.copy(file, tmp_path)
    return tmp_path / "campaign.db"


Call = Callable[..., str]
CLOCK = "campaign: this computer's clock says"
"""Told of records of 1999 where something is recorded."""


@pytest.fixture
def call(store: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    """A call that must end as told; what it printed, or the one line of its error."""

    def called(*arguments: str, status: int = 0) -> str:
        capsys.readouterr()
        assert run(["--store", str(store), *arguments]) == status
        told = capsys.readouterr()
        lines = [line for line in told.err.splitlines() if CLOCK not in line]
        if status == 0:
            assert lines == []
            return told.out
        (line,) = lines
        return line

    return called


# --- text ---------------------------------------------------------------------------------------


def test_a_stop_is_a_sentence_and_what_it_changed(call: Call, on: Evening) -> None:
    """Version, turn, time, member, sentence, rule; its bookmark; each change in a line."""
    told = call("replay", "club", "--at", str(on.drawn))
    assert told.splitlines() == [
        f"{on.drawn:>5}  1939-SO  1999-01-01 00:00  host  Draw 1: Rundstedt was drawn at the "
        "table. [LiF 4.1(1)]",
        "       * ben: was the cup shaken?",
        "       cup                       − rundstedt",
        "       leaders rundstedt status  cup → drawn",
        "       board phase               draw → ballots",
        "       board leader              – → rundstedt",
        "       draw                      0 → 1 (+1)",
    ]


def test_an_act_is_told_whole(call: Call, on: Evening) -> None:
    """LiF 4.1(2): the opening, the payment and the leader's return, and what they changed."""
    told = call("replay", "club", "--at", str(on.paid), "--by", "act").splitlines()
    act = [on.opened, on.opened + 1, on.paid, on.returned]
    assert [int(line.split()[0]) for line in told[:4]] == act == [*range(act[0], act[0] + 4)]
    assert told[4] == "       these 4 events together:"
    assert "       veto points commonwealth  3 → 2 (−1)" in told
    assert told[-1] == ""


def test_a_stretch_runs_from_point_to_point(call: Call) -> None:
    """Versions, turns, times and now; a stop that reaches out of it is cut."""

    def versions(*options: str) -> list[int]:
        lines = call("replay", "club", "--json", *options).splitlines()
        return [json.loads(line)["version"] for line in lines]

    whole = versions()
    assert whole == [*range(1, len(whole) + 1)]
    assert versions("--from", "3", "--to", "5") == [3, 4, 5]
    second = versions("--from", "1939-nd")
    assert versions("--to", "1939-SO") == whole[: -len(second)]
    assert versions("--turn", "1939-ND") == second
    assert versions("--from", "now") == [whole[-1]]
    assert versions("--to", "1999-01-01") == whole
    assert versions("--time", "1999-01-01T00:00") == [
        sum(json.loads(line)["at"] < "1999-01-01T00:01" for line in
            call("replay", "club", "--json").splitlines())
    ]  # fmt: skip
    cut = call("replay", "club", "--by", "turn", "--from", "4", "--to", "6", "--json")
    assert [one["version"] for one in json.loads(cut)["events"]] == [4, 5, 6]


def test_times_are_read_to_the_end_of_what_they_name(call: Call, on: Evening) -> None:
    """A day, a minute or a second; another zone's time is the same instant."""
    last = call("replay", "club", "--time", "1999-01-01", "--json")
    assert json.loads(last)["version"] == on.last
    for told in ("1999-01-01T00:00:59", "1999-01-01T01:00+01:00", "1999-01-01 00:00"):
        assert call("replay", "club", "--time", told) == call(
            "replay", "club", "--time", "1999-01-01T00:00"
        )


def test_until_ends_at_the_first_match(call: Call, on: Evening) -> None:
    """From the beginning of the stretch on, the match itself included."""
    told = call("replay", "club", "--until", "leader=guderian", "--from", str(on.paid))
    numbers = [int(line.split()[0]) for line in told.splitlines() if line[:5].strip().isdigit()]
    assert numbers == [on.paid, on.returned, on.again]
    found = call("replay", "club", "--until", "type=LeaderDrawn by=host rule=4.1", "--json")
    assert json.loads(found.splitlines()[-1])["version"] == on.drawn


def test_what_became_of_an_event_stands_under_it(call: Call, on: Evening) -> None:
    """A war that was taken back: as it was recorded, and passed over as it counts now."""
    told = call("replay", "club", "--until", "type=WarDeclared", "--from", "1939-ND")
    assert f"! taken back by event {on.undone}" in told and "at war  + italy–usa" in told
    counted = call("replay", "club", "--effective").splitlines()
    (taken,) = (line for line in counted if "Italy declared war" in line)
    assert taken == "       − Italy declared war on the USA."  # under what took it back
    line = call("replay", "club", "--at", str(on.war), "--effective", status=2)
    assert line == f"campaign: event {on.war} counts no more: taken back by event {on.undone}"


def test_json_tells_the_same_to_programs(call: Call, on: Evening) -> None:
    """An object for each event, or for each stop with its events."""
    told = json.loads(call("replay", "club", "--at", str(on.drawn), "--json"))
    assert told.pop("changes")[2:] == [
        {"path": ["board", "phase"], "before": "draw", "after": "ballots"},
        {"path": ["board", "leader"], "before": None, "after": "rundstedt"},
        {"path": ["draw"], "before": 0, "after": 1},
    ]
    assert told == {
        "version": on.drawn,
        "turn": "1939-SO",
        "at": "1999-01-01T00:00:00.000Z",
        "by": "host",
        "rule": "LiF 4.1(1)",
        "type": "lif.LeaderDrawn",
        "sentence": "Draw 1: Rundstedt was drawn at the table.",
        "marks": [],
        "counts_as": None,
        "takes": [],
        "brings": [],
        "bookmarks": [{"by": "ben", "note": "was the cup shaken?"}],
    }
    act = json.loads(call("replay", "club", "--at", str(on.paid), "--by", "act", "--json"))
    assert (act["by"], act["from"], act["to"]) == ("act", on.opened, on.returned)
    assert {"path": ["veto_points", "commonwealth"], "before": 3, "after": 2} in act["changes"]
    undone = json.loads(call("replay", "club", "--at", str(on.war), "--json"))
    assert undone["marks"] == [{"what": "undone", "by": on.undone, "dispute": None}]


def test_alike_changes_stand_in_one_line() -> None:
    """Several of a kind with the same change; others each by itself."""
    told = replay.change_lines(
        [
            Difference(("leaders", "a", "status"), "cup", "map"),
            Difference(("leaders", "b", "status"), "cup", "map"),
            Difference(("leaders", "c", "status"), "cup", "dead"),
            Difference(("vichy",), False, True),
            Difference(("members", "zoe"), None, {"name": "Zoe", "roles": ["player"], "x": None}),
            Difference(("cup",), ["a", "b"], []),
            Difference(("used",), [], [{"leader": "a", "hex": ""}]),
            Difference(("turn",), "", "1940-JF"),
            Difference(("none",), [], {}),
            Difference(("at_war",), [], [["italy", "usa"], ["japan", "usa"]]),
            Difference(("powers",), None, ["host", "player"]),
        ]
    )
    assert told == [
        ("leaders status", "cup → map: a, b"),
        ("leaders c status", "cup → dead"),
        ("vichy", "no → yes"),
        ("members zoe", "– → name Zoe, roles player"),
        ("cup", "− a, b"),
        ("used", "+ leader a"),
        ("turn", "– → 1940-JF"),
        ("none", "none → none"),
        ("at war", "+ italy–usa, japan–usa"),
        ("powers", "– → host, player"),
    ]


def test_entries_of_several_fields_are_told_apart() -> None:
    """By number and name; where one field turned, that field alone; what is empty or no, not."""
    entry = {"number": 37, "name": "Joint defence", "target": None, "turn": "1940-SO"}
    due = {"pool": "japan", "count": 6, "aside": False, "since": None}
    chit = {"chit": "c1", "pool": "entry", "value": 0}
    told = replay.change_lines(
        [
            Difference(("options",), [], [entry, {**entry, "name": "", "target": "china"}]),
            Difference(("due",), [due], [{**due, "count": 4}]),
            Difference(("due",), [due], [{**due, "aside": True}, {**due, "pool": "x"}]),
            Difference(("due",), [due], [{**due, "pool": "x"}]),
            Difference(("shown",), [chit], [{**chit, "pool": "tension"}, {**chit, "chit": "c2"}]),
            Difference(("options",), [entry], [{**entry, "target": "china"}]),
        ]
    )
    assert told == [
        (
            "options",
            "+ 37 Joint defence, turn 1940-SO; 37, target china, turn 1940-SO",
        ),
        ("due", "pool japan, count 6 → 4"),
        ("due", "pool japan, count 6, aside no → yes  + pool x, count 6"),
        ("due", "− pool japan, count 6  + pool x, count 6"),
        ("shown", "chit c1, pool entry → tension, value 0  + chit c2, pool entry, value 0"),
        (
            "options",
            "− 37 Joint defence, turn 1940-SO  + 37 Joint defence, target china, turn 1940-SO",
        ),
    ]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--at", "999"], "there is no version 999; the record has 1 to {last}"),
        (["--at", "0"], "there is no version 0; the record has 1 to {last}"),
        (["--at", "x"], "--at: 'x' is no version; it is a number, or now"),
        (["--at", "1939-SO"], "--at: '1939-SO' is no version"),
        (["--turn", "1940-XX"], "--turn: '1940-XX' is no turn; write it as 1940-MA (months: JF"),
        (["--turn", "1944-MA"], "1944-MA was not played; the record has 1939-SO to 1939-ND"),
        (["--time", "noon"], "--time: 'noon' is no time; write it as 2026-01-31T20:15"),
        (["--time", "1990-01-01"], "the record begins after 1990-01-01, on 1999-01-01 00:00 (UTC)"),
        (["--time", "1999-13-45"], "'1999-13-45' is no point of the record; give a version, a tu"),
        (["--from", "bogus"], "'bogus' is no point of the record; give a version"),
        (["--from", "9", "--to", "4"], "--from 9 comes after --to 4"),
        (["--at", "3", "--turn", "1939-SO"], "--at, --turn and --time each name one place"),
        (["--at", "3", "--to", "4"], "--at, --turn and --time each name one place"),
        (["--by", "drwa"], "--by: 'drwa' is no kind of stop; did you mean draw?"),
        (["--until", "leder=rommel"], "--until: no event has a field 'leder'; did you mean leader"),
        (["--until", ""], "--until: say what to look for, such as leader=rommel"),
    ],
)
def test_what_cannot_be_meant_is_said_in_one_line(
    call: Call, on: Evening, options: list[str], says: str
) -> None:
    """Exit status 2, and what would be right."""
    says = says.replace("{last}", str(on.last))
    assert call("replay", "club", *options, status=2).startswith(f"campaign: {says}")


def test_nothing_found_is_said(call: Call, on: Evening) -> None:
    """Nowhere, and not within the stretch: exit status 1."""
    nowhere = call("replay", "club", "--until", "leader=nobody", status=1)
    assert nowhere == "campaign: no event matches leader=nobody"
    beyond = call("replay", "club", "--until", "leader=guderian", "--to", str(on.paid), status=1)
    assert beyond == "campaign: no event matches leader=guderian"


def test_a_campaign_that_is_not_there(call: Call) -> None:
    """For each of the verbs, with what there is."""
    for arguments in (["replay", "clubb"], ["bookmarks", "clubb"], ["bookmark", "clubb", "1", "x"]):
        line = call(*arguments, status=2)
        assert "there is no campaign 'clubb'" in line and "did you mean club?" in line


# --- bookmarks ----------------------------------------------------------------------------------


def test_a_bookmark_is_set_in_the_members_name_and_listed(call: Call, on: Evening) -> None:
    """With the event it marks; ordered by event."""
    told = call("--as", "anna", "bookmark", "club", str(on.enrolled), "who", "is", "this?")
    marked = f"{on.last + 1:>5}  Anna marked event {on.enrolled}: “who is this?”"
    assert told.splitlines()[0] == marked
    assert call("bookmarks", "club").splitlines() == [
        f"{on.enrolled:>5}  1939-SO  Host joined as a host. [Record]",
        "       * Anna: who is this?",
        f"{on.drawn:>5}  1939-SO  Draw 1: Rundstedt was drawn at the table. [LiF 4.1(1)]",
        "       * Ben: was the cup shaken?",
    ]
    listed = json.loads(call("bookmarks", "club", "--json"))
    assert listed[0] == {
        "version": on.enrolled,
        "turn": "1939-SO",
        "by": "anna",
        "note": "who is this?",
        "sentence": "Host joined as a host.",
    }


def test_bookmarks_that_cannot_be_set(call: Call, on: Evening) -> None:
    """On no event, by nobody, without a note."""
    assert f"there is no event 99; the last is {on.last}" in call(
        "bookmark", "club", "99", "x", status=2
    )
    assert "VERSION: write a whole number" in call("bookmark", "club", "x", "y", status=2)
    assert "NOTE" in call("bookmark", "club", "3", status=2)
    refused = call("--as", "zoe", "bookmark", "club", "3", "x", status=1)
    assert refused.startswith("refused (Members): 'zoe' is not enrolled in this campaign")


def test_no_bookmarks_yet(store: Path, call: Call) -> None:
    """How to set one."""
    with Ledger(store) as ledger:
        ledger.open("other", scenario="global-war")
    told = call("bookmarks", "other")
    assert told == "there are no bookmarks; campaign bookmark other VERSION NOTE sets one\n"


# --- secrets ------------------------------------------------------------------------------------


def test_nothing_sealed_is_told_in_any_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """LiF 4.1(1): text, JSON and screen of two evenings with the choices swapped are the same."""
    told = []
    for number, choices in enumerate((("veto", "no-veto"), ("no-veto", "veto"))):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        session = Session(ledger_in(folder)).open(rulings={"draws": "table"})
        session.do("OpenReinforcement")
        session.do("DrawLeader", leader="rundstedt")
        session.ballots(dict(zip(("commonwealth", "ussr"), choices, strict=True)))
        nonce = nonce_of("germany")
        made = session.device("germany", choices[0], nonce)
        session.do("SealBallot", "anna", power="germany", commitment=made)
        session.do("FixMarkers")
        session.do("RevealBallot", "anna", power="germany", choice=choices[0], nonce=nonce)
        sealed = [e for _, e in session.ledger.log(NAME) if getattr(e, "sealed", "")]
        hidden = {nonce, made, *(e.sealed for e in sealed)}  # type: ignore[attr-defined]
        for options in ((), ("--json",), ("--by", "act"), ("--effective", "--by", "turn")):
            capsys.readouterr()
            assert run(["--store", f"{folder}/campaign.db", "replay", "club", *options]) == 0
            told.append((number, options, capsys.readouterr().out))
        replay = Replay(SYSTEM, session.ledger.log(NAME))
        told.append((number, (), seen(replay) if ARE_HERE else ""))
        session.ledger.close()
        for _, _, text in told[-5:]:
            assert not [secret for secret in hidden if secret in text]
            assert "no-veto" not in text and "no veto" not in text
    assert [text for number, _, text in told if number == 0] == [
        text for number, _, text in told if number == 1
    ]


def seen(replay: Replay) -> str:
    """Everything that the screen shows of every event."""
    whole = Span(0, len(replay) - 1)
    told = []
    for place in range(len(replay)):
        passage = replay.passage(Span(place, place))
        told += [
            replay_screen.stop_panel(passage, 0, 50),
            replay_screen.around_panel(replay, place, whole, 40),
            replay_screen.standings_panel(replay.panel(Span(place, place))),
            replay_screen.course_panel(replay, "event", place, whole, 80),
        ]
    return "\n".join(one.plain for one in told)


# --- on a terminal ------------------------------------------------------------------------------

Act = Callable[[Pilot[None], View], Any]


def view(ledger: Ledger, member: str = "host", **more: Any) -> View:
    """The screen over a ledger, as the verb makes it."""

    def load() -> Replay:
        return Replay(SYSTEM, ledger.log(NAME))

    def mark(version: int, note: str) -> str:
        asked = {"command": "SetBookmark", "by": member, "version": version, "note": note}
        answer = ledger.submit(NAME, asked)
        return "" if answer["accepted"] else str(answer["reason"])

    replay = load()
    given: dict[str, Any] = {
        "name": NAME,
        "effective": False,
        "by": "event",
        "place": 0,
        "stretch": Span(0, len(replay) - 1),
        "query": None,
        **more,
    }
    return replay_screen.ReplayView(replay, load, mark, **given)


def play(shown: View, act: Act, size: tuple[int, int] = (80, 24), *, scrolls: bool = False) -> None:
    """Does something on the screen.

    After each key the screen's messages are waited for, not a moment in which nothing happens:
    textual takes a twentieth of a second for that. What `scrolls` needs the moment: a panel knows
    where it is only when it has been drawn.
    """

    async def played() -> None:
        async with shown.run_test(size=size) as pilot:
            await pilot.pause()

            async def handled(*_: float) -> None:
                await pilot._wait_for_screen()

            with nullcontext() if scrolls else patch("textual.app.wait_for_idle", handled):
                await act(pilot, shown)

    asyncio.run(played())


def panel(shown: View, name: str) -> str:
    """What a panel says."""
    told = shown.query_one(f"#{name}", Static).visual
    return str(told)


@pytest.fixture
def ledger(store: Path) -> Any:
    """The ledger of that evening."""
    with Ledger(store) as opened:
        yield opened


def test_keys_walk_through_the_record(ledger: Ledger, on: Evening) -> None:
    """Event by event, by draw, stage and turn, to the ends and back."""

    async def act(pilot: Pilot[None], shown: View) -> None:
        async def after(*keys: str) -> int:
            await pilot.press(*keys)
            return shown.replay.entry(shown.place).version

        assert await after("right") == 2
        assert await after("space", "down") == 4
        assert await after("left") == 3
        assert await after("d") == on.drawn
        assert await after("d") == on.again
        assert await after("D") == on.drawn
        assert await after("S") == on.stage
        assert await after("t") == on.turn
        assert await after("t") == on.turn
        assert "no later turn" in panel(shown, "said")
        assert await after("T", "home") == 1
        assert await after("left") == 1
        assert "begins here" in panel(shown, "said")
        assert await after("pagedown") == 11
        assert await after("pageup", "end") == on.last
        assert await after("right") == on.last
        assert "ends here" in panel(shown, "said")

    play(view(ledger), act)


def test_the_screen_tells_event_changes_standings_and_course(ledger: Ledger, on: Evening) -> None:
    """At the draw: sentence, rule, who, when, bookmark; what changed; how all stood then."""

    async def act(pilot: Pilot[None], shown: View) -> None:
        stop = panel(shown, "stop")
        drawn = f"{on.drawn}  1939-SO  1999-01-01 00:00  host  LiF 4.1(1)"
        assert f"{drawn}\nDraw 1: Rundstedt" in stop
        assert "* ben: was the cup shaken?" in stop
        assert "board phase               draw → ballots" in stop
        stands = panel(shown, "stands")
        for told in ("September/October 1939", "leader     rundstedt", "cup        20",
                     "Commonwealth   3"):  # fmt: skip
            assert told in stands
        assert f"event {on.drawn} of {on.last}  1939-SO" in panel(shown, "course")
        await pilot.press("right", "right", "right", "right")
        assert "Commonwealth   2  −1" in panel(shown, "stands")

    play(view(ledger, place=on.drawn - 1), act)


def test_a_step_can_be_an_act(ledger: Ledger, on: Evening) -> None:
    """`u` goes through the units; the act of three events tells their changes together."""

    async def act(pilot: Pilot[None], shown: View) -> None:
        await pilot.press("u")
        assert shown.by == "act" and "by act" in panel(shown, "head")
        stop = panel(shown, "stop")
        assert stop.startswith(f"{on.opened} to {on.returned}") and "4 events changed" in stop
        assert f"▸{on.paid:>5}" in stop
        await pilot.press("right")
        assert shown.replay.entry(shown.place).version == on.again
        await pilot.press("u", "u", "u", "u")
        assert shown.by == "event"

    play(view(ledger, place=on.paid - 1), act)


def test_a_bookmark_is_recorded_in_the_members_name(ledger: Ledger, on: Evening) -> None:
    """It stands under its event at once, and the record is an event longer."""

    async def act(pilot: Pilot[None], shown: View) -> None:
        await pilot.press("b", *"why 3?", "enter")
        assert f"event {on.paid} is marked" in panel(shown, "said")
        assert "* anna: why 3?" in panel(shown, "stop")
        assert f"event {on.paid} of {on.last + 1}" in panel(shown, "course")
        await pilot.press("end")
        assert f"Anna marked event {on.paid}: “why 3?”" in panel(shown, "stop")
        assert shown.marked

    play(view(ledger, "anna", place=on.paid - 1), act)
    assert ledger.live(NAME).state.campaign.record.bookmarks[-1].by == "anna"


def test_a_bookmark_that_is_refused_is_said(ledger: Ledger, on: Evening) -> None:
    """Nothing is recorded, and the reader goes on."""

    async def act(pilot: Pilot[None], shown: View) -> None:
        await pilot.press("b", "x", "enter")
        assert "'zoe' is not enrolled in this campaign" in panel(shown, "said")
        await pilot.press("escape", "right")
        assert shown.place == 1 and not shown.marked

    play(view(ledger, "zoe"), act)
    assert ledger.store.version(NAME) == on.last


def test_help_lists_the_keys_and_any_key_leads_back(ledger: Ledger) -> None:
    """It fits the smallest screen, and its key does nothing else."""

    async def act(pilot: Pilot[None], shown: View) -> None:
        await pilot.press("question_mark")
        assert isinstance(shown.screen, replay_screen.KeysScreen)
        box = shown.screen.query_one(Static).region
        assert box.x > 0 and box.right < 80 and box.y >= 0 and box.bottom <= 24
        await pilot.press("d")
        assert not isinstance(shown.screen, replay_screen.KeysScreen) and shown.place == 0
        await pilot.press("question_mark", "g")
        assert not isinstance(shown.screen, replay_screen.KeysScreen)
        assert not shown.query_one("#ask", Input).display

    play(view(ledger), act)


def test_a_stretch_is_not_left(ledger: Ledger) -> None:
    """From version 5 to 8 there is nothing before and behind."""

    async def act(pilot: Pilot[None], shown: View) -> None:
        await pilot.press("left")
        assert shown.place == 4
        await pilot.press("end", "right", "t", "d")
        assert shown.place == 7
        await pilot.press("g", "2", "0", "enter")
        assert shown.place == 7

    play(view(ledger, place=4, stretch=Span(4, 7)), act)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
def test_every_size_shows_the_stop(ledger: Ledger, on: Evening, size: tuple[int, int]) -> None:
    """Small screens leave the standings out, tall ones show what is around."""

    async def act(pilot: Pilot[None], shown: View) -> None:
        assert "Rundstedt was drawn" in panel(shown, "stop")
        assert shown.query_one("#side").display is (size[0] >= replay_screen.NARROW)
        assert ("Commonwealth sealed" in panel(shown, "around")) is (size[1] >= replay_screen.TALL)
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert "Commonwealth sealed" in panel(shown, "around")

    play(view(ledger, place=on.drawn - 1), act, size)


def test_a_campaign_without_leaders_shows_no_points(tmp_path: Path) -> None:
    """Neither board nor cup nor points: turn and wars alone."""
    session = Session(ledger_in(tmp_path)).open(modules={"leaders": False})
    shown = session.ledger.show(NAME)
    told = replay_screen.standings_panel(front.panel(shown, shown)).plain
    assert told == "September/October 1939\nwars       1\n"


@pytest.mark.parametrize("width", [38, 78, 198])
def test_the_course_is_as_wide_as_the_screen(ledger: Ledger, on: Evening, width: int) -> None:
    """One sign for the reader, a tick where the second turn began, the turns at both ends."""
    replay = Replay(SYSTEM, ledger.log(NAME))
    whole = Span(0, len(replay) - 1)
    for place in range(len(replay)):
        line, below = replay_screen.course_panel(
            replay, "turn", place, whole, width
        ).plain.splitlines()
        assert len(line) == width and line.startswith("1939-SO ") and line.endswith(" 1939-ND")
        assert line.count("●") == 1
        within = abs(place - (on.turn - 1)) * (width - 16) <= len(replay)  # a cell of the tick
        assert line.count("┿") + line.count("┼") == 1 or within
        assert below.endswith("turn 2 of 2" if place >= on.turn - 1 else "turn 1 of 2")


def test_a_stop_is_folded_to_the_screen() -> None:
    """Under its own text; a change whose figure leaves it no room stands in the next line."""
    frames = tuple(
        Frame(n, "1939-SO", "1999-01-01T00:00:00.000Z", "host", "Record", "x", "one two three four")
        for n in (1, 2)
    )
    path = ("a_figure_with_a_name", "of_many_words")
    changes = (
        Difference(path, "one two three", "four five"),
        Difference(("x",), 1, 2),
        Difference(("a_figure_with_a_name", "and_a_number_x"), 1, 2),
    )
    told = replay_screen.stop_panel(Passage(frames, changes), 1, 47).plain.splitlines()
    assert told[3:7] == [
        "a figure with a name of many words",
        "      one two three → four five",
        "x                             1 → 2 (+1)",
        "a figure with a name and a number x  1 → 2 (+1)",
    ]
    assert replay_screen.stop_panel(Passage(frames, ()), 1, 24).plain.splitlines()[-4:] == [
        "     1  one two three",
        "        four",
        "▸    2  one two three",
        "        four",
    ]


def test_notes_are_no_markup(ledger: Ledger) -> None:
    """What a member writes is shown as he wrote it."""
    ledger.submit(NAME, {"command": "SetBookmark", "version": 1, "note": "[red]x[/red] [b"})

    async def act(pilot: Pilot[None], shown: View) -> None:
        assert "host: [red]x[/red] [b" in panel(shown, "stop")

    play(view(ledger), act)
