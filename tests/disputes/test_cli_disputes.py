"""The command line of disputes and corrections: previews, confirmations, and what all is told."""

import hashlib
import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from campaign.handler.tasks import asked
from campaign.store.ledger import Ledger
from events.lif.cup import LeadersSetUp
from events.lif.on_map import LeaderMoved, LeaderPlaced
from support.command_line import Shell
from support.disputed import (
    CLAIM,
    HOSTILE,
    POINTS,
    correct,
    disputed,
    first_turn,
    second_turn,
    upheld,
    version_of,
)
from support.sessions import NAME, Session, ledger_in

PAID, GEESE, LAID, AMENDED = 21, 36, 18, 44


def store_of(session: Session) -> Path:
    """Lets go of a campaign's store; its folder."""
    folder = session.ledger.store.path.parent
    session.ledger.close()
    return folder


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Stores with the campaign: after the first turn, the second, and all of it."""
    first = first_turn(tmp_path_factory.mktemp("first"))
    second = first_turn(tmp_path_factory.mktemp("second"))
    second_turn(second)
    third = disputed(tmp_path_factory.mktemp("third"))
    return {"first": store_of(first), "second": store_of(second), "third": store_of(third)}


def shell_in(stores: dict[str, Path], which: str, folder: Path) -> Shell:
    """A shell with a copy of a store."""
    for name in ("campaign.db", "campaign.vault"):
        shutil.copy(stores[which] / name, folder)
    return Shell(folder)


@pytest.fixture
def first(stores: dict[str, Path], tmp_path: Path) -> Shell:
    """Nothing is disputed yet."""
    return shell_in(stores, "first", tmp_path)


@pytest.fixture
def second(stores: dict[str, Path], tmp_path: Path) -> Shell:
    """d1 is upheld, d2 waits for consent, d3 is open."""
    return shell_in(stores, "second", tmp_path)


@pytest.fixture
def third(stores: dict[str, Path], tmp_path: Path) -> Shell:
    """All of it; play rests for d3."""
    return shell_in(stores, "third", tmp_path)


def answer(shell: Shell, *arguments: str) -> dict[str, Any]:
    """The one line of JSON that a call prints."""
    told: dict[str, Any] = json.loads(shell.fine(*arguments, "--json"))
    return told


# --- disputes -----------------------------------------------------------------------------------


def test_a_dispute_by_its_verbs(first: Shell) -> None:
    """Raised, answered, ruled on, appealed against, ruled on again, consented to."""
    run = first.fine
    told = run("dispute", "raise", "club", "19-22", "17", "Too early.", "--as", "ben")
    assert "Ben disputed events 17 and 19–22, which concern " in told
    assert "as d1: “Too early.”" in told
    file = first.folder / "photo"
    file.write_bytes(b"a photograph")
    digest = hashlib.sha256(b"a photograph").hexdigest()
    run("dispute", "evidence", "club", "d1", "A photograph.", "--file", str(file), "--as", "ben")
    assert (
        "answers in d1 are taken until 2100-01-31"
        in run("dispute", "until", "club", "D1", "ANSWER", "2100-01-31").lower()
    )
    run("dispute", "answer", "club", "d1", "Nobody was missing.", "--as", "anna")
    assert "Play rests until d1" in run("dispute", "freeze", "club", "d1")
    assert "Play went on" in run("dispute", "resume", "club")
    told = run("dispute", "rule", "club", "d1", "partly", "Half.", "--set", "half_rounds=down",
               "--as", "ref")  # fmt: skip
    assert "Ref ruled on d1: upheld in part. “Half.” From here on: half_rounds = down." in told
    run("dispute", "until", "club", "d1", "appeal", "2100-01-31T20:00Z")
    run("dispute", "appeal", "club", "d1", "Ask Eve.", "--as", "ben")
    told = run("disputes", "club", "d1")
    assert told.startswith("d1: appealed, waits for another ruling, by Host; answers until 2100")
    run("dispute", "rule", "club", "d1", "rejected", "Eve saw it.")
    run("dispute", "consent", "club", "d1", "--as", "ref")
    (one,) = json.loads(run("disputes", "club", "d1", "--json"))
    assert (one["stage"], one["verdict"], one["open"], one["waits_for"]) == (
        "ruled", "rejected", False, [],
    )  # fmt: skip
    assert [entry["what"] for entry in one["entries"]] == [
        "claim", "evidence", "answer", "ruling", "appeal", "ruling", "consent",
    ]  # fmt: skip
    assert one["entries"][1]["digest"] == digest
    assert one["versions"] == [17, 19, 20, 21, 22]


def test_a_dispute_withdrawn(first: Shell) -> None:
    """By the one who raised it, and by nobody else."""
    first.fine("dispute", "raise", "club", "17", "No.", "--power", "usa", "--as", "ben")
    refused = first("dispute", "withdraw", "club", "d1")
    assert refused.status == 1
    assert refused.error.startswith("refused (Disputes): Ben raised d1; only Ben can withdraw it")
    assert "Ben withdrew d1." in first.fine("dispute", "withdraw", "club", "d1", "--as", "ben")
    assert first.fine("disputes", "club").startswith("d1    withdrawn\n")
    (one,) = json.loads(first.fine("disputes", "club", "--json"))
    assert one["concerned"] == ["japan", "usa"]


def test_the_list_of_disputes(second: Shell) -> None:
    """Stage, whom it waits for, until when; who raised it, on what, and the claim."""
    told = second.fine("disputes", "club").splitlines()
    assert told == [
        "d1    upheld; appeals until 2099-02-28",
        f"      Ben in 1939-ND on event 21, which concerns Japan: “{CLAIM}”",
        "d2    waits for the consent of Ben, Ref or Eve",
        "      Anna in 1939-ND on event 36: “I said goats.”",
        "      Next: `campaign dispute consent club d2 --as ben`.",
        "d3    open, waits for a ruling by Ref; answers until 2099-03-31",
        f"      Ben in 1939-ND on event 18, which concerns Italy: “{HOSTILE}”",
        "      Next: `campaign dispute rule club d3 VERDICT TEXT --as ref`.",
    ]
    assert second.fine("disputes", "club", "--open").splitlines() == told[2:]
    listed = json.loads(second.fine("disputes", "club", "--open", "--json"))
    assert [(one["id"], one["waits_for"]) for one in listed] == [
        ("d2", ["ben", "ref", "eve"]), ("d3", ["ref"]),
    ]  # fmt: skip


def test_one_dispute_with_what_was_corrected(third: Shell) -> None:
    """From its claim to the figures before and after."""
    told = third.fine("disputes", "club", "d1").splitlines()
    assert told[0] == "d1: upheld; appeals until 2099-02-28"
    assert told[1] == "Disputed   event 21, which concerns Japan, in 1939-ND"
    assert told.pop(4) == f"       file {'ab' * 32}"
    assert [line[18:] for line in told[2:6]] == [
        f"Ben, claim: {CLAIM}",
        "Ben, evidence: The mail says so.",
        "Anna, answer: Nobody wrote it down.",
        "Ref, ruling: It costs 3.",
    ]
    assert told[6:] == [
        "   44  Event 21 was amended under d1 (booked as 1).",
        "       veto points japan  2 → 0 (−2)",
        "   54  Italy: veto points +1, under d1 (for the trouble).",
        "       veto points italy  4 → 5 (+1)",
    ]
    assert "rests until d3 is settled" in third.fine("disputes", "club").splitlines()[-1]
    (one,) = json.loads(third.fine("disputes", "club", "d1", "--json"))
    assert [(fix["kind"], fix["versions"]) for fix in one["corrections"]] == [
        ("amended", [21]), ("adjusted", []),
    ]  # fmt: skip


def test_where_nothing_was_disputed(first: Shell) -> None:
    """The list says so, and status nothing."""
    assert first.fine("disputes", "club") == "nothing was ever disputed\n"
    assert first.fine("disputes", "club", "--open") == "no dispute is open\n"
    assert "ispute" not in first.fine("status", "club")
    told = answer(first, "status", "club")
    assert (told["disputes"], told["frozen"], told["openings_asked"]) == ({}, None, {})


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("dispute", "raise", "club", "x", "No."), "'x' is no event; give its number, or a run"),
        (("dispute", "raise", "club", "99", "No."), "club has no event 99; it has 1 to 48"),
        (("dispute", "raise", "club", "0", "No."), "club has no event 0; it has 1 to 48"),
        (("dispute", "raise", "club", "5-3", "No."), "club has no event 5-3; it has 1 to 48"),
        (("dispute", "raise", "club", "5-x", "No."), "'5-x' is no event; give its number"),
        (("dispute", "raise", "club", "5", "No.", "--power", "spain"), "'spain' is no major power"),
        (("dispute", "answer", "club", "three", "No."), "DISPUTE: expected a dispute like d1"),
        (("dispute", "answer", "club", "d9", "No."), "DISPUTE: there is no dispute 'd9'"),
        (
            ("dispute", "rule", "club", "d3", "maybe", "No."),
            "VERDICT: 'maybe' is not one of the choices; it is one of",
        ),
        (
            ("dispute", "rule", "club", "d3", "upheld", "No.", "--set", "x"),
            "--set: 'x' has no value; write it as x=ANSWER",
        ),
        (("dispute", "rule", "club", "d3", "upheld", "No.", "--set", "x=1"), "no such switch"),
        (
            ("dispute", "until", "club", "d3", "lunch", "2100-01-31"),
            "WHAT: 'lunch' is not one of the choices",
        ),
        (
            ("dispute", "until", "club", "d3", "answer", "soon"),
            "UNTIL: expected a day like 2026-01-31, or a time in UTC",
        ),
        (("dispute", "evidence", "club", "d3", "x", "--file", "none"), "'none' does not exist"),
        (("dispute", "raised", "club"), "has no verb 'raised'"),
        (("disputes", "club", "d9"), "there is no dispute 'd9'; club has 3"),
        (("disputes", "klub"), "there is no campaign 'klub'"),
        (("correct", "strike-out", "club", "d9", "7"), "DISPUTE: there is no dispute 'd9'"),
        (("correct", "strike-out", "club", "d1", "99"), "club has no event 99; it has 1 to 48"),
        (("correct", "strike-out", "klub", "d1", "9"), "there is no campaign 'klub'"),
        (("correct", "amend", "club", "d1", "21", "{"), "FIELDS is not JSON: "),
        (("correct", "amend", "club", "d1", "21", "[]"), "FIELDS: write a JSON object"),
        (("correct", "amend", "club", "d1", "21", '{"price": 3}'), "has no price; it has points"),
        (("correct", "amend", "club", "d1", "21", "price=3"), "has no 'price' to be amended"),
        (("correct", "amend", "club", "d1", "21", "points/japan=x"), "write a whole number"),
        (("correct", "amend", "club", "d1", "21", "points"), "'points': write it as FIELD=VALUE"),
        (("correct", "amend", "club", "d1", "21"), "change what was wrong in at least one field"),
        (("correct", "insert", "club", "d1", "21", "[]"), "COMMAND: write a JSON object"),
        (("correct", "insert", "club", "d1", "21", "7"), "'7' is not one of the choices"),
        (("correct", "insert", "club", "d1", "22", "war"), "attacker"),
        (
            ("correct", "insert", "club", "d1", "21", '{"command": "Fly"}'),
            "events 19 to 22 belong to one command",
        ),
        (("correct", "insert", "club", "d1", "22", '{"command": "Fly"}'), "no command 'Fly'"),
        (
            ("correct", "adjust", "club", "d1", "veto-points", "italy", "0"),
            "a change of 0 changes nothing",
        ),
        (("correct", "adjust", "club", "d1", "veto-points", "italy", "x"), "'x' is not a valid"),
        (("correct", "rewind", "club", "d1", "99"), "EVENT: there is no event 99"),
    ],
)
def test_what_cannot_be_meant(second: Shell, words: tuple[str, ...], why: str) -> None:
    """One line, and nothing is recorded."""
    done = second(*words, "--as", "ref")
    assert done.status in (1, 2) and why in done.error
    assert done.status == (1 if done.error.startswith("refused") else 2)
    assert second.read("show", "club")["version"] == 48


def test_a_term_is_not_past(second: Shell) -> None:
    """It is the host's to set."""
    done = second("dispute", "until", "club", "d3", "answer", "1999-01-01")
    assert done.status == 2 and done.error == "campaign: UNTIL: 1999-01-01 is past"


def test_json_of_a_refusal_is_the_answer(second: Shell) -> None:
    """As `submit` gives it."""
    done = second("dispute", "consent", "club", "d2", "--as", "anna", "--json")
    told = json.loads(done.out)
    assert done.status == 1 and (told["accepted"], told["rule"]) == (False, "Disputes")


# --- the preview --------------------------------------------------------------------------------


def placed_and_moved(folder: Path) -> tuple[Shell, int, int]:
    """Rommel was placed, moved and moved again; the dispute on the placing is upheld."""
    session = Session(ledger_in(folder)).open(setup={"leaders": {"rommel": "arriving"}})
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("MoveLeader", "anna", leader="rommel", location="E1430")
    session.do("MoveLeader", "anna", leader="rommel", location="E1431")
    there, away = version_of(session, LeaderPlaced), version_of(session, LeaderMoved)
    upheld(session, there)
    store_of(session)
    return Shell(folder), there, away


def test_a_preview_changes_nothing_and_ends_in_its_digest(second: Shell) -> None:
    """Figures before and after, and how to confirm; what was printed is what then happens."""
    words = ("correct", "amend", "club", "d1", "27", "points/ussr=2", "--as", "ref",
             "--reason", "counted twice")  # fmt: skip
    told = second.fine(*words).splitlines()
    assert told[:2] == ["What it would change", "veto points ussr  2 → 1 (−1)"]
    assert told[2].startswith("Against the rules as the program has them, on the referee's word")
    assert told[3:-2] == [
        "  25-28  reveal: by the rules, points USSR would be 1, not 2 as recorded"
        " (veto points spent)",
    ]
    assert told[-2] == "To confirm it, type:"
    call, seen = told[-1].rsplit(" ", 1)
    assert shlex.split(call) == ["campaign", *words, "--seen"]
    assert re.fullmatch("[0-9a-f]{8}", seen)
    other = "0" * 8 if seen[0] != "0" else "f" * 8
    for typed in (other, seen[:7]):
        done = second(*words, "--seen", typed)
        assert done.status == 2
        assert done.error == (
            f"campaign: --seen {typed} does not match today's preview, whose digest begins with "
            f"{seen}; look at it again. Nothing was recorded"
        )
    assert second.read("show", "club")["version"] == 48
    made = second.fine(*words, "--seen", seen)
    assert "Event 27 was amended under d1 (counted twice)." in made
    assert second.read("show", "club")["veto_points"]["ussr"] == 1


def test_a_preview_in_json(second: Shell) -> None:
    """The whole of it, for programs; with its digest it is made."""
    words = ("correct", "adjust", "club", "d1", "veto-points", "italy", "2", "--as", "ref")
    preview = answer(second, *words)["preview"]
    assert preview["changes"] == [{"path": ["veto_points", "italy"], "before": 2, "after": 4}]
    assert preview["broken"] == preview["also"] == []
    made = answer(second, *words, "--seen", preview["digest"])
    assert made["accepted"] and made["events"][0]["type"] == "campaign.FigureAdjusted"
    assert second.read("show", "club")["veto_points"]["italy"] == 4


@pytest.mark.parametrize("change", [("--by", "-1"), ("-1",), ("--", "-1")])
def test_a_figure_is_adjusted_downwards(second: Shell, change: tuple[str, ...]) -> None:
    """A number below zero does not read as an option; nor need it be hidden behind two hyphens."""
    words = ("correct", "adjust", "club", "d1", "veto-points", "italy", "--as", "ref")
    told = second.fine(*words, *change)
    assert "(−1)" in told
    # The call that is shown can be typed as it is, also where two hyphens end the options.
    made = second.fine(*shlex.split(told.splitlines()[-1])[1:])
    assert "Italy: veto points −1, under d1." in made


def test_a_change_is_named_once(second: Shell) -> None:
    words = ("correct", "adjust", "club", "d1", "veto-points", "italy", "--as", "ref")
    for change in ((), ("2", "--by", "2")):
        done = second(*words, *change)
        assert done.status == 2
        assert done.error == ("campaign: say by how much the figure changes: --by -2, or just -2")


def test_another_preview_than_the_one_that_was_seen_is_refused(second: Shell) -> None:
    """The log went on in between; so did the reason."""
    words = ("correct", "adjust", "club", "d1", "veto-points", "italy", "2", "--as", "ref")
    seen = answer(second, *words)["preview"]["digest"]
    second.fine("entropy", "club", "rain")
    done = second(*words, "--seen", seen)
    assert done.status == 1
    assert done.error.startswith(
        "refused (Corrections): the preview has changed since you saw it; look at it again"
    )
    assert second.read("show", "club")["veto_points"]["italy"] == 2


def test_what_hangs_on_it_is_struck_along(tmp_path: Path) -> None:
    """Without its placing Rommel has not moved twice: told once, struck with `--also all`."""
    shell, there, away = placed_and_moved(tmp_path)
    words = ("correct", "strike-out", "club", "d1", str(there), "--as", "ref")
    told = shell.fine(*words)
    assert "Later acts that the rules would no longer allow" in told
    assert "   2x    move: only a leader on the map moves; Rommel is " in told
    assert f"         events {away - 1} and {away}\n" in told
    assert "With those struck too\nleaders rommel status" in told
    assert told.endswith(
        f"To strike events {away - 1} and {away} along with it, type:\n"
        f"  campaign correct strike-out club d1 {there} --as ref --also all\n"
    )
    refused = shell(*words, "--seen", "0" * 64)
    assert refused.status == 1
    both = shell.fine(*words, "--also", "all")
    assert "no longer allow" not in both
    seen = both.split()[-1]
    done = shell.fine(*words, "--also", f"{away - 1}-{away}", "--seen", seen)
    assert f"Events {there}–{away} were struck under d1." in done
    assert shell.read("show", "club")["leaders"]["rommel"]["status"] == "arriving"


def test_a_long_preview_is_told_in_short(tmp_path: Path) -> None:
    """Of twelve sorts of later acts the first ten, and a count; all with `--all`."""
    leaders = ("rommel", "manstein", "guderian", "kesselring", "kleist", "messe", "graziani",
               "zhukov", "timoshenko", "koniev", "vatutin", "novikov")  # fmt: skip
    setup = {"leaders": dict.fromkeys(leaders, "arriving")}
    session = Session(ledger_in(tmp_path)).open(setup=setup)
    here = version_of(session, LeadersSetUp)
    for number, who in enumerate(leaders):
        session.do("PlaceLeader", leader=who, location=f"E1{number + 10:02}9")
    last = version_of(session, LeaderPlaced)
    upheld(session, last)
    changed = dict.fromkeys(leaders, "cup")
    fields = {"leaders": {**session.ledger.log(NAME)[here - 1][1].leaders, **changed}}  # type: ignore[attr-defined]
    store_of(session)
    words = ("correct", "amend", "club", "d1", str(here), json.dumps(fields), "--as", "ref")
    told = Shell(tmp_path).fine(*words)
    assert told.count("  place: ") == 10
    assert f"… and 2 more, events {last - 1} and {last}; --all tells them" in told
    whole = Shell(tmp_path).fine(*words, "--all")
    assert whole.count("  place: ") == 12 and "…" not in whole


def test_who_may_not_correct_sees_what_it_would_change(second: Shell) -> None:
    """And is told why he may not; before a ruling nobody may."""
    done = second("correct", "adjust", "club", "d1", "veto-points", "italy", "2", "--as", "ben")
    assert done.status == 1 and "veto points italy  2 → 4 (+2)" in done.out
    assert (
        done.error
        == "refused (Disputes): only Ref, who ruled on d1, or a host can make the correction"
    )
    done = second("correct", "strike-out", "club", "d3", str(LAID), "--as", "ref")
    assert done.error.startswith(
        "refused (Disputes): d3 allows a correction only once it is upheld (Ref"
    )
    assert "`campaign dispute rule club d3 " in done.error
    assert done.out == ""


def test_a_referee_who_joined_too_late_is_told_so_by_the_preview(first: Shell) -> None:
    """Zoe joined behind the payment: her ruling over a later event does not reach it."""
    first.fine("enrol", NAME, "zoe", "--name", "Zoe", "--role", "referee")
    first.fine("entropy", NAME, "late geese")
    first.fine("dispute", "raise", NAME, "38", "not so", "--as", "ben")
    first.fine("dispute", "rule", NAME, "d1", "upheld", "so", "--as", "zoe")
    done = first("--as", "zoe", "correct", "amend", NAME, "d1", str(PAID), '{"points":{"japan":3}}')
    assert (done.status, "type:" in done.out) == (1, False)
    assert "Zoe, who ruled or consented in d1, joined after event 21" in done.error


@pytest.mark.parametrize(
    ("event", "fields", "why"),
    [
        ("8", {"email": "anna@example.org"}, "email: the log holds no addresses"),
        ("8", {"name": "Anna\x1b[2J"}, "is no name"),
        (str(PAID), {"points": {"japan": 10**12}}, "the most is"),
    ],
)
def test_what_could_never_be_recorded_has_no_preview(
    second: Shell, event: str, fields: dict[str, Any], why: str
) -> None:
    """What the log takes from nobody is refused before anything is shown to be confirmed."""
    done = second("--as", "ref", "correct", "amend", NAME, "d1", event, json.dumps(fields))
    assert done.status and why in done.error and done.out == "", done


def test_a_whole_act_is_struck_by_one_of_its_events(second: Shell) -> None:
    """The USSR's veto with the ballots and the leader's way back."""
    words = ("correct", "strike-out", "club", "d1", "27", "--act", "--as", "ref", "--also", "29-35")
    told = second.fine(*words)
    assert "veto points ussr" in told and "leaders guderian status" in told
    assert "board phase" in told and "came of one command" not in told


def test_a_forgotten_command_and_play_that_goes_back(second: Shell) -> None:
    """Inserted behind the war; and back to it."""
    war = '{"command": "DeclareWar", "attacker": "italy", "target": "france"}'
    told = second.fine("correct", "insert", "club", "d1", "14", war, "--as", "ref")
    assert "at war  + france–italy" in told
    said = ("war", "attacker=it", "target=fr", "by=host")
    same = second.fine("correct", "insert", "club", "d1", "14", *said, "--as", "ref")
    assert same.splitlines()[:-1] == told.splitlines()[:-1]
    told = second.fine("correct", "rewind", "club", "d1", "14", "--as", "ref")
    assert "veto points japan" in told and "turn" in told and "leaders balbo status" in told


# --- journal, status, points --------------------------------------------------------------------


def test_the_journal_marks_what_counts_no_more(third: Shell) -> None:
    """As it was recorded, and beneath it what became of it."""
    lines = third.fine("log", "club").splitlines()
    paid = next(number for number, line in enumerate(lines) if line.startswith("   21  "))
    assert lines[paid].endswith("Paid in veto points: Japan 1.")
    assert lines[paid + 1].strip() == (
        "! amended by event 44; it counts as: Paid in veto points: Japan 3."
    )
    geese = next(number for number, line in enumerate(lines) if line.startswith("   36  "))
    assert lines[geese + 1].strip() == "! struck by event 53"
    assert sum(line.strip().startswith("!") for line in lines) == 2
    told = [json.loads(line) for line in third.fine("log", "club", "--json").splitlines()]
    marks = {one["version"]: (one["struck_by"], one["amended_by"]) for one in told}
    assert marks.pop(PAID) == (None, AMENDED) and marks.pop(GEESE) == (53, None)
    assert set(marks.values()) == {(None, None)}
    (paid_,) = (one for one in told if one["version"] == PAID)
    assert paid_["points"] == {"japan": 1}, "the log is as it was recorded"


def test_the_journal_of_a_forgotten_event_and_of_play_gone_back(tmp_path: Path) -> None:
    """What was put in its place stands with its correction."""
    session = first_turn(tmp_path)
    dispute = upheld(session, 14)
    forgotten = {"command": "DeclareWar", "attacker": "italy", "target": "france"}
    correct(session, "InsertCommand", dispute=dispute, after=14, forgotten=forgotten)
    correct(session, "Rewind", dispute=dispute, to=35)
    store_of(session)
    told = Shell(tmp_path).fine("log", "club")
    assert "! so: Italy declared war on France." in told
    assert re.search(r"grey geese”\.\n +! play went back, by event 40\n", told)


def test_status_tells_what_waits_for_whom(second: Shell, tmp_path: Path) -> None:
    """A consent and a ruling, while play goes on."""
    told = second.fine("status", "club")
    assert "Dispute    d2, waits for consent: “I said goats.”; waits for the consent of Ben" in told
    assert "Dispute    d3, open: “The " in told
    assert "waits for a ruling by Ref; answers until 2099-03-31\n" in told
    assert "Waits for  the host: the board has not met this turn" in told
    shown = answer(second, "status", "club")
    assert shown["disputes"]["d2"]["waits_for"] == ["ben", "ref", "eve"]
    assert shown["frozen"] is None


def test_status_while_play_rests(third: Shell) -> None:
    """Nothing else comes next but the dispute."""
    told = third.fine("status", "club")
    assert "Waits for  play rests until d3 is settled" in told
    assert "Next       campaign dispute list club d3 " in told
    assert "campaign dispute resume club " in told and "campaign board club" not in told
    assert answer(third, "status", "club")["frozen"] == "d3"
    done = third("board", "club")
    assert done.status == 1 and "refused (Disputes): play rests until d3 is settled" in done.error
    shown = third.fine("show", "club")
    assert f"dispute   d3 (ben): “{HOSTILE}”\n" in shown
    assert "play      rests until d3 is settled\n" in shown


def test_status_tells_of_an_opening_that_waits_for_consent(first: Shell) -> None:
    """Asked for outside the rules: by whom, why, and who must consent."""
    for words in (
        ("turn", "club", "--yes"), ("board", "club"), ("draw", "club", "rundstedt"),
        ("ballot", "club", "japan", "no-veto"),
        ("opening", "ask", "club", str(GEESE + 4), "--reason", "he left", "--as", "anna"),
    ):  # fmt: skip
        first.fine(*words)
    told = f"Anna asked to open what event {GEESE + 4} sealed; it waits for a second member: "
    assert f"Consent    {told}“he left”" in first.fine("status", "club")
    asked = answer(first, "status", "club")["openings_asked"]
    assert asked == {str(GEESE + 4): {"by": "anna", "reason": "he left", "waits_for": None}}


def test_lif_4_2_points_by_turn_count_as_corrected(third: Shell) -> None:
    """At the end of each turn, whenever it was corrected."""
    assert answer(third, "points", "club", "--by-turn") == POINTS
    lines = third.fine("points", "club", "--by-turn").splitlines()
    assert lines[1].split() == ["1939-SO", "5", "2", "0", "2", "3", "2", "1", "1"]


# --- looking closer -----------------------------------------------------------------------------


def test_explain_lists_what_made_a_figure(third: Shell) -> None:
    """Number, turn, change, total, what for and the rule."""
    assert third.fine("explain", "club", "veto-points", "Japan").splitlines() == [
        "Veto points of Japan: 3",
        "    2  1939-SO   +3  3  Starting points. [LiF 4]",
        "   21  1939-SO   −3  0  Veto against Franco. [LiF 4.1(3)] (as amended by event 44)",
        "   51  1940-JF   +3  3  The year’s points. [LiF 4.2]",
    ]
    assert third.fine("explain", "club", "leader", "balbo").splitlines()[-2:] == [
        "   32  1939-SO  arriving",
        "                Balbo was promoted and arrives as a reinforcement. [LiF 4.1(2)]",
    ]
    assert third.fine("explain", "club", "conquest", "france").splitlines() == [
        "Conquest of France: free", "no event has changed it",
    ]  # fmt: skip
    told = answer(third, "explain", "club", "veto-points", "italy")
    assert (told["figure"], told["of"], told["value"]) == ("veto-points", ["italy"], 5)
    assert told["events"][-1] == {
        "version": 54, "turn": "1940-JF", "rule": "Record", "type": "FigureAdjusted",
        "before": 4, "change": 1, "after": 5, "told": "Adjusted under d1.", "amended_by": None,
        "inserted": False,
    }  # fmt: skip


def test_the_report_and_the_command_line_explain_alike(third: Shell) -> None:
    """The same events, totals, words and rules."""
    third.fine("report", "club", "--out", "reports")
    turns = ("1939-SO", "1939-ND", "1940-JF")
    pages = [(third.folder / "reports" / f"{turn}.html").read_text() for turn in turns]
    for power in POINTS["1940-JF"]:
        rows = []
        for page in pages:
            start = page.index(f'<div id="why-{power}">')
            part = page[start : page.index("</ol>", start)]
            rows += re.findall(
                r">(\d+)</a><i>([+−]\d+)</i><b>(\d+)</b><span>(.*?) <small>(.*?)</small>", part
            )
        told = answer(third, "explain", "club", "veto-points", power)["events"]
        assert [(int(row[0]), row[3], row[4].partition(";")[0]) for row in rows] == [
            (one["version"], one["told"], one["rule"]) for one in told
        ]
        assert [int(row[2]) for row in rows] == [one["after"] for one in told]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("explain", "club", "veto-point", "italy"), "no figure 'veto-point'; did you mean veto-"),
        (("explain", "club", "points", "xyz"), "there is no figure 'points'"),
        (("explain", "club", "nonsense"), "there is no figure 'nonsense'; there is veto-points, "),
        (("explain", "club", "veto-points"), "FIGURE: write it as veto-points POWER"),
        (("explain", "club", "veto-points", "germny"), "no 'germny'; did you mean germany?"),
        (("explain", "club", "leader", "romel"), "no 'romel'; did you mean rommel?"),
        (("explain", "club", "war", "germany", "narnia"), "nothing in club tells of 'narnia'"),
        (("explain", "club", "minor", "spian"), "tells of 'spian'; did you mean spain?"),
        (("explain", "club", "force-pool", "germany", "inf", "map"), "type: there is no 'inf'"),
        (("diff", "club", "never"), "'never' is no point of club; give a version, a turn"),
        (("diff", "club", "3", "99"), "club has no version 99; it has 1 to 55"),
        (("diff", "club", "1945-JA"), "club has not played 1945-JA; it began in 1939-SO"),
        (("diff", "club", "3", "klub@3"), "there is no campaign 'klub'"),
    ],
)
def test_what_cannot_be_explained_or_compared(
    third: Shell, words: tuple[str, ...], why: str
) -> None:
    """One line, with what was nearly meant."""
    done = third(*words)
    assert done.status == 2 and why in done.error


def test_diff_between_versions_turns_and_now(third: Shell) -> None:
    """A heading with both points, and a line for each figure or group of them."""
    told = third.fine("diff", "club", "28", "29").splitlines()
    assert told[0] == "club 1939-SO, event 28 → club 1939-SO, event 29"
    assert "leaders balbo status  cup → drawn" in told and "cup                   − balbo" in told
    assert third.fine("diff", "club", "55", "now").splitlines()[1:] == ["no figure differs"]
    assert "1939-SO → 1939-ND" in third.fine("diff", "club", "1939-so", "1939-nd")
    told_ = answer(third, "diff", "club", "54", "55")
    assert told_["from"] == {"campaign": "club", "version": 54}
    assert told_["differences"] == [{"path": ["frozen"], "before": None, "after": "d3"}]


def test_diff_between_a_campaign_and_its_branch(third: Shell) -> None:
    """At a point of its own, and as they are."""
    third.fine("branch", "club", "--at", "35", "--name", "club-if")
    assert "no figure differs" in third.fine("diff", "club", "35", "club-if@35")
    third.fine("war", "club-if", "germany", "france")
    told = third.fine("diff", "club", "35", "club-if")
    assert told.splitlines()[1:] == ["at war  + france–germany"]
    assert "club-if" in third.fine("diff", "club", "club-if").splitlines()[0]


# --- a club of one player -----------------------------------------------------------------------


def of_one_player(folder: Path) -> Shell:
    """The club of the README's first evening: Anna plays Germany, the host all the others."""
    shell = Shell(folder)
    shell.fine("open", "club", "--scenario", "global-war")
    shell.fine("enrol", "club", "anna", "--name", "Anna", "--role", "player")
    shell.fine("assign", "club", "germany", "anna")
    shell.fine("board", "club")
    return shell


def test_raising_says_that_nobody_can_settle_it(tmp_path: Path) -> None:
    """A host who plays needs a consent, and the one who raised it gives none; a referee who joins
    later was not there.
    """
    shell = of_one_player(tmp_path)
    nobody = (
        "obody can settle it: a host who plays needs the consent of a member who joined before"
        " event 4 and is not Anna. Withdraw it: `campaign dispute withdraw club d1 --as anna`;"
        " `campaign branch club --at 3` plays on from before it. For later disputes:"
        " `campaign enrol club ref --role referee`.\n"
    )
    raised = shell.fine("dispute", "raise", "club", "4", "Too early.", "--as", "anna")
    assert raised.endswith(f"N{nobody}")
    shell.fine("enrol", "club", "ref", "--role", "referee")
    assert f"N{nobody}".rstrip() in " ".join(shell.fine("disputes", "club").split())
    assert f"N{nobody}".rstrip() in " ".join(shell.fine("status", "club").split())
    ruled = shell.fine("dispute", "rule", "club", "d1", "upheld", "It was.")
    assert "Nobody can consent to the ruling: a host who plays needs" in ruled
    shell.fine("dispute", "withdraw", "club", "d1", "--as", "anna")
    assert "obody can" not in shell.fine("disputes", "club")


def test_raising_names_the_host_and_who_must_consent_then(tmp_path: Path) -> None:
    """Where nobody can rule alone; the ruling names the call of the consent."""
    shell = of_one_player(tmp_path)
    raised = shell.fine("dispute", "raise", "club", "4", "Too early.")
    assert raised.endswith(
        "Host can rule, upheld, partly or rejected: `campaign dispute rule club d1 VERDICT TEXT`;"
        " then Anna must consent.\n"
    )
    ruled = shell.fine("dispute", "rule", "club", "d1", "upheld", "It was.")
    assert ruled.endswith("Anna can consent: `campaign dispute consent club d1 --as anna`.\n")
    told = shell.fine("dispute", "consent", "club", "d1", "--as", "anna")
    assert (
        "A correction is due; Host can make it: `campaign correct amend club d1 4 FIELDS`" in told
    )
    shell.fine("dispute", "withdraw", "club", "d1")
    assert "Next" not in shell.fine("disputes", "club")


def test_after_a_ruling_everybody_is_told_how_to_correct_or_to_close(first: Shell) -> None:
    """In the answer, in status, in what the desk waits for, in the list; none of it once closed."""
    first.fine("dispute", "raise", NAME, str(PAID), "It cost 3.", "--as", "ben")
    answered = first.fine("--as", "ref", "dispute", "rule", NAME, "d1", "upheld", "It did.")
    begins = f"`campaign correct amend {NAME} d1 {PAID} FIELDS --as ref`"
    closes = f"`campaign dispute withdraw {NAME} d1 --as ref`"
    assert f"A correction is due; Ref can make it: {begins}" in answered and closes in answered
    for shown in (first.fine("status", NAME), first.fine("disputes", NAME, "--open")):
        told = " ".join(shown.split())
        assert "waits for Ref to correct the record, or to close the dispute" in told
        assert begins in told and closes in told
    assert first.read("status", NAME)["disputes"]["d1"]["waits_for"] == ["ref"]
    with Ledger(first.store) as ledger:
        live = ledger.live(NAME)
        (due,) = [one for one in asked(live.system, live.state, live.at) if one.dispute]
    assert due.members == ("ref",)
    assert due.owed.does == "correct the record under dispute d1, or close it"
    last = first.fine("--as", "ref", "dispute", "withdraw", NAME, "d1").strip()
    assert last.endswith("Ref closed d1 without a correction.")
    assert first.fine("disputes", NAME, "--open") == "no dispute is open\n"
    assert "d1    upheld, closed without a correction" in first.fine("disputes", NAME)
    assert "Dispute" not in first.fine("status", NAME)
    first.fine("verify", NAME)


def test_undo_of_a_ruling_and_of_a_correction_says_what_to_do_instead(first: Shell) -> None:
    """Neither is taken back: appeal or close, and strike the correction out; it says how."""
    first.fine("dispute", "raise", NAME, str(GEESE), "No geese.", "--as", "ben")
    first.fine("--as", "ref", "dispute", "rule", NAME, "d1", "upheld", "None.")
    undo = first("--as", "ref", "undo", NAME)
    assert undo.status == 1 and undo.error.startswith(
        f"refused (Undo): event {GEESE + 2} stays: a ruling is not taken back; "
        f"`campaign dispute appeal {NAME} d1 TEXT --as ref` asks for another referee's ruling; "
        f"`campaign dispute withdraw {NAME} d1 --as ref` closes it without a correction"
    )
    shown = first.fine("--as", "ref", "correct", "strike-out", NAME, "d1", str(GEESE))
    first.fine(*shlex.split(shown.splitlines()[-1])[1:])
    undo = first("--as", "ref", "undo", NAME)
    call = f"campaign correct strike-out {NAME} d1 {GEESE + 3} --as ref"
    assert undo.error == (
        f"refused (Undo): event {GEESE + 3} stays: a correction is not taken back; "
        f"`{call}` strikes it out"
    )
    shown = first.fine(*call.split()[1:])
    first.fine(*shlex.split(shown.splitlines()[-1])[1:])
    first.fine("verify", NAME)


def test_undo_of_consent_names_who_may_close_it(first: Shell) -> None:
    """Whoever ruled, as who consented may not; the call does it."""
    first.fine("dispute", "raise", NAME, str(GEESE), "No geese.", "--as", "ben")
    first.fine("dispute", "rule", NAME, "d1", "upheld", "None.")
    first.fine("--as", "anna", "dispute", "consent", NAME, "d1")
    undo = first("--as", "anna", "undo", NAME)
    call = f"campaign dispute withdraw {NAME} d1"
    assert f"consent to a ruling is not taken back; `campaign dispute appeal {NAME}" in undo.error
    assert f"`{call}` closes it without a correction" in undo.error
    first.fine(*call.split()[1:])


def test_raising_names_the_referee_who_was_there(tmp_path: Path) -> None:
    """One who was enrolled when the campaign began; for a program nothing is added."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    shell.fine("enrol", "club", "ref", "--name", "Ref", "--role", "referee")
    shell.fine("board", "club")
    raised = shell.fine("dispute", "raise", "club", "3", "Too early.")
    call = "campaign dispute rule club d1 VERDICT TEXT --as ref"
    assert raised.endswith(f"Ref can rule, upheld, partly or rejected: `{call}`.\n")
    assert f"Next: `{call}`." in shell.fine("status", "club")
    json.loads(shell.fine("dispute", "raise", "club", "3", "Again.", "--json"))
