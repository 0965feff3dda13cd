"""What a game says on the screens of every campaign: what is waited for, hints, standings."""

import re
from pathlib import Path

import pytest

from campaign.handler.tasks import next_steps, open_lines
from campaign.kernel.members import AdvanceTurn, EnrolMember
from campaign.kernel.terminal.screens import NextStep, Status
from campaign.lif.board.commands import DrawLeader, OpenBallots, OpenVotes, SealBallot
from campaign.lif.board.waiting import waiting
from campaign.lif.politics.wars import DeclareWar
from campaign.lif.roster import POWERS
from campaign.lif.system import SYSTEM
from support.sessions import NAME, Session, ledger_in
from support.web import MEMBERS


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A campaign in its first turn."""
    return Session(ledger_in(tmp_path)).open()


def status(session: Session) -> Status:
    return SYSTEM.front.screens.status(session.ledger.live(NAME).state)


def hint(session: Session, command: type) -> str:
    return SYSTEM.front.screens.hint(session.ledger.live(NAME).state, command)


def test_lif_4_a_turn_begins_with_a_board_that_may_meet(session: Session) -> None:
    """The host may open it; ending the turn without it is possible, and not proposed."""
    found = status(session)
    assert found.waits_for == ("the host: the board has not met this turn",)
    assert found.steps == (NextStep(f"board {NAME}", "open the Promotions Board"),)
    assert not found.may_end
    assert found.json["waits_for"] == "board"


def test_lif_4_1_an_open_board_waits_for_a_draw_and_the_turn_cannot_end(session: Session) -> None:
    session.do("OpenReinforcement")
    found = status(session)
    assert found.waits_for == ("the host: a leader is to be drawn",)
    assert [step.call for step in found.steps] == [f"board {NAME}", f"draw {NAME}"]
    assert not found.may_end


def test_an_open_board_goes_on_at_the_keyboard_or_by_single_verbs(session: Session) -> None:
    """The host's one call is named first, from the draw to the count."""
    keyboard = NextStep("board club", "go on with the Promotions Board, step by step")
    for opens, first, then in (
        ("OpenReinforcement", "board club", "draw club"),
        ("DrawLeader", "board club", "ballot club POWER"),
        ("OpenBallots", "board club", "vote club POWER"),
    ):
        session.do(opens, **({"absent": "no-veto"} if opens == "OpenBallots" else {}))
        found = status(session)
        assert found.steps[0] == keyboard
        assert [step.call for step in found.steps][:2] == [first, then]
    for power in POWERS:
        session.do("SealVote", power=power, choice="abstain")
    assert [step.call for step in status(session).steps] == ["board club", "count club"]


def test_lif_4_1_2_ballots_are_owed_by_those_who_can_pay(session: Session) -> None:
    """Each power that owes one stands there with its player; one that was laid no longer does."""
    session.do("OpenReinforcement")
    session.do("DrawLeader")
    before = status(session)
    assert "Germany (Anna)" in before.waits_for[0]
    assert before.seats is not None and before.seats.heads[-1] == "ballot"
    session.do("SealBallot", power="germany", choice="no-veto")
    after = status(session)
    assert "Germany (Anna)" not in after.waits_for[0]
    assert after.seats is not None
    assert ("Germany", "sealed") in {(row[0], row[-1]) for row in after.seats.rows}
    assert "no-veto" not in repr(after), "a choice that is sealed"


def test_lif_3_1_every_leader_who_is_owed_a_place_is_named(tmp_path: Path) -> None:
    """Two of Germany's and one of Italy's: a line for each power, and a call for its first."""
    arriving = dict.fromkeys(("guderian", "rommel", "balbo"), "arriving")
    setup = {"members": MEMBERS, "leaders": arriving}
    session = Session(ledger_in(tmp_path)).open(setup=setup)
    found, state = status(session), session.ledger.live(NAME).state
    assert set(open_lines(state.campaign, found)) == {
        ("Owed", "Germany (Anna) still has to place Guderian and Rommel"),
        ("Owed", "Italy (Ben) still has to place Balbo"),
    }
    line = "Balbo, Guderian and Rommel: campaign place club LEADER HEX"
    assert ("To place", line) in found.owed
    does = {step.call: step.does for step in next_steps(SYSTEM, state, found)}
    assert does["place club guderian HEX"] == "put Guderian, then Rommel, on the map"
    assert does["place club balbo HEX"] == "put a leader on the map"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (
            {"system": "lif", "scenario": "global-war", "rulebook": "lif-1998"},
            "Global War (1998 rulebook), from September/October 1939 to July/August 1945",
        ),
        (
            {"system": "fow", "scenario": "anzio"},
            "Anzio (second edition, 2006), from Round 1 to Round 8",
        ),
        (
            {"system": "kit", "scenario": "evening"},
            "Three Bridges (Clubscript 1), from Round 1 to Round 3",
        ),
    ],
)
def test_an_opening_names_what_is_played(tmp_path: Path, asked: dict[str, str], says: str) -> None:
    """Scenario and rulebook by the names that people know, in each game."""
    ledger = ledger_in(tmp_path)
    assert ledger.open(NAME, **asked)["accepted"]
    live, first = ledger.live(NAME), next(iter(ledger.history(NAME)))
    said = live.system.view.sentence(first.event, live.system.view.names(live.state))
    assert said.startswith("The campaign club") and said.endswith(f" was opened: {says}.")


def test_whoever_plays_a_power_is_enrolled_first(session: Session) -> None:
    """Nobody is called nearly so: the way on is the verb that enrols."""
    assign = {"command": "AssignPower", "by": "host", "power": "germany"}
    answer = session.ledger.submit(NAME, {**assign, "member": "zoe"})
    way = "enrol them first: `campaign enrol club zoe`"
    assert answer["reason"] == f"'zoe' is not enrolled in this campaign; {way}"
    answer = session.ledger.submit(NAME, {**assign, "member": "hots"})
    assert answer["reason"] == "'hots' is not enrolled in this campaign; did you mean host?"


def test_a_hint_names_the_verb_that_comes_next(session: Session) -> None:
    """Only for a command that came out of its time."""
    assert hint(session, DrawLeader) == "next: `campaign board club` opens it"
    assert hint(session, DeclareWar) == ""
    session.do("OpenReinforcement")
    assert hint(session, DeclareWar) == hint(session, SealBallot) == "next: `campaign draw club`"
    assert hint(session, DrawLeader) == ""
    assert hint(session, EnrolMember) == "", "it has no time of its own"
    session.do("DrawLeader")
    lays = "`campaign ballots club rest=no` seals them, `--absent` counts them as no veto"
    assert hint(session, OpenBallots) == lays
    opens = "`campaign reveal club`"
    assert hint(session, OpenVotes) == f"next: `campaign ballot club`, then {opens}"
    for power in waiting(session.ledger.live(NAME).state).owed:
        by = session.ledger.live(NAME).state.campaign.powers.get(power, "host")
        session.do("SealBallot", by, power=power, choice="no-veto")
    assert hint(session, OpenVotes) == f"next: {opens}"


def test_every_command_out_of_its_time_is_told_one_that_is_in_time(session: Session) -> None:
    """Stage by stage: the hint names verbs of commands whose time it is now, and exists whenever a
    command comes out of its time; a command in its time is told none of what comes next.
    """
    kinds = SYSTEM.rules.commands
    seen: list[str] = []

    def walk(what: str, closed: bool) -> None:
        state = session.ledger.live(NAME).state
        assert waiting(state).what == what
        now = {kind.verb for kind in kinds.values() if what in kind.when}
        now |= {AdvanceTurn.verb} if closed else set()
        for kind in (*kinds.values(), AdvanceTurn):
            timely = what in kind.when or (closed and "closed" in kind.when)
            text = SYSTEM.front.screens.hint(state, kind)
            named = re.findall("`campaign ([a-z-]+) club`", text)
            if kind.when and not timely:
                assert text.startswith("next: ") and named and set(named) <= now, kind
            elif timely:
                assert not text.startswith("next: "), kind
        seen.append(what)

    walk("board", closed=True)
    session.do("OpenReinforcement")
    walk("draw", closed=False)
    session.do("DrawLeader")
    walk("ballots", closed=False)
    session.do("OpenBallots", absent="no-veto")
    walk("votes", closed=False)
    session.do("OpenVotes", absent="abstain")
    walk("turn", closed=True)
    assert len(seen) == 5
    session.do("CloseCampaign")
    assert {hint(session, kind) for kind in kinds.values()} == {
        "a host may ask to reopen it: `campaign reopen club`"
    }


def test_the_standings_count_each_leader_once(session: Session) -> None:
    """As many as the sheet has, whatever became of them."""
    state = session.ledger.live(NAME).state
    found = SYSTEM.front.screens.standings(state)
    leaders = found.json["leaders"]
    assert sum(sum(by_power.values()) for by_power in leaders.values()) == len(state.sheet)
    assert len(found.grid.rows) == len(state.conquest) + 1, "and a row for the minor countries"
    assert all(len(row) == len(found.grid.heads) for row in found.grid.rows)


def test_a_panel_marks_what_a_stop_changed(session: Session) -> None:
    """LiF 4.2: points that went down are marked so, with by how much."""
    shown = session.ledger.show(NAME)
    points = {**shown["veto_points"], "germany": shown["veto_points"]["germany"] - 2}
    lines = SYSTEM.front.screens.panel(shown, {**shown, "veto_points": points})
    (changed,) = [line for line in lines if any(style == "down" for _, style in line)]
    assert changed[0][0].startswith("Germany") and changed[1] == ("  −2", "down")
    same = SYSTEM.front.screens.panel(shown, shown)
    assert not [line for line in same if any(style in ("up", "down") for _, style in line)]
