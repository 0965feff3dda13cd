"""LiF 4.1, ruling 63: the verb `advise-veto`, the switch, what stays secret, and the sheet."""

import json
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaign.extensions.veto_advice import words
from campaign.extensions.veto_advice.accuracy import (
    TABLES,
    Decision,
    JudgedAnswer,
    decisions,
    judged,
    summaries,
)
from campaign.extensions.veto_advice.position import position_of, public
from campaign.history.effective import transitions
from campaign.lif.board.values import read_values, table_of
from campaign.lif.roster import kit
from campaign.lif.state import Marker, State
from support.command_line import Shell
from support.disputed import correct, upheld
from support.sessions import Session, ledger_in
from support.table import NAME, device, opened, play, vote
from support.veto_evening import OPENED, evening
from support.veto_positions import fields, leader, position
from tests.disputes.test_impact import log_of

OFF = "veto advice is off in this campaign"
AFTER = "this campaign shows only afterwards what answers gave away"
"""Why there is no advice, by the club's ruling."""


def at(folder: Path) -> Shell:
    """A keyboard at the store."""
    shell = Shell(folder)
    shell.env["CAMPAIGN_STORE"] = str(folder / "club.db")
    return shell


@pytest.fixture(scope="module")
def always(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A club that shows advice; Anna plays Germany."""
    folder = tmp_path_factory.mktemp("always")
    evening(folder).close()
    return at(folder)


def test_advice_for_ones_own_powers(always: Shell) -> None:
    """Anna's is Germany's: support of its own Guderian costs 2; what is taken for granted follows.

    He has two turns in 2: 4 stars and three abilities in range.
    """
    done = always.fine("advise-veto", "club", "--as", "anna")
    assert "Germany: no veto " in done and ", support " in done
    assert "A point is worth " in done and "Gap 0.00" in done and words.ASSUMED[0][:30] in done
    assert "Leaders count by the usual values, a convention:" in " ".join(done.split())
    assert "Italy:" not in done
    every = always.fine("advise-veto", "club", "--as", "anna", "--all")
    assert "Italy:" in every and "USSR:" in every


def test_who_asks_for_another_power_is_refused(always: Shell) -> None:
    """It says how to see everybody's."""
    done = always("advise-veto", "club", "--power", "japan", "--as", "anna")
    assert done.status and "Japan is not yours; `--all` has the advice for everybody" in done.err
    assert always.fine("advise-veto", "club", "--power", "ge", "--as", "anna")


def test_nothing_to_work_out(always: Shell) -> None:
    """Neither a campaign nor positions; and a member who plays nothing."""
    done = always("advise-veto")
    assert done.status == 2
    assert "name a campaign, or give --position FILE; nothing was worked out" in done.err
    olga = always.fine("advise-veto", "club", "--as", "olga")
    assert "no power of yours has a marker here" in olga and "%" not in olga


def test_a_table_that_no_sheet_could_hold(tmp_path: Path) -> None:
    """A program's table: what is wrong is named, and nothing is recorded."""
    with closing(evening(tmp_path)) as book:
        head = book.live(NAME).version
        for rows, says in (
            ([("zhukov", 2001)], "values: zhukov: a value is from 0 to 2000 hundredths, not 2001"),
            ([("zhukov", -1)], "values: zhukov: a value is from 0 to 2000 hundredths, not -1"),
            ([("zhukov", 100), ("zhukov", 200)], "values: zhukov has two rows"),
            ([("zhukow", 1)], "values: there is no leader 'zhukow'; did you mean zhukov?"),
        ):
            table = [{"leader": who, "value": value} for who, value in rows]
            done = book.submit(NAME, {"command": "SetLeaderValues", "values": table})
            assert (done["accepted"], done["reason"]) == (False, says)
        assert book.live(NAME).version == head


def test_a_table_of_ones_own(always: Shell) -> None:
    """Nothing is recorded; a fault names line and column."""
    sheet = always.folder / "mine.csv"
    sheet.write_text("leader,value\nguderian,0\n")
    before = always.fine("show", "club")
    done = always.fine("advise-veto", "club", "--values", str(sheet), "--as", "anna")
    assert "Guderian is worth 0.00" in done and "by a table of your own" in done
    assert always.fine("show", "club") == before
    sheet.write_text("leader,value\nguderien,21\n")
    wrong = always("advise-veto", "club", "--values", str(sheet), "--as", "anna")
    assert wrong.status
    text = wrong.out + wrong.err
    assert "line 2, leader: there is no leader 'guderien'; did you mean guderian?" in text
    assert "line 2, value: must be a number from 0 to 20, not '21'" in text


@pytest.mark.parametrize(("advice", "says"), [("off", OFF), ("after", AFTER)])
def test_a_club_where_it_is_off(tmp_path: Path, advice: str, says: str) -> None:
    """The verb says who may change it."""
    evening(tmp_path, advice).close()
    shell = at(tmp_path)
    assert says in " ".join(shell("advise-veto", "club", "--as", "anna").err.split())
    accuracy = shell("stats", "club", "--accuracy")
    assert (accuracy.status == 0) is (advice == "after")


def test_a_referee_s_ruling_switches_it_on(tmp_path: Path) -> None:
    """From the moment of the ruling; a player's own word does not."""
    book = evening(tmp_path, "off")
    ruling = {"dispute": "d1", "verdict": "upheld", "text": "We want it.",
              "switches": {"advice": "always"}}  # fmt: skip
    play(book, [{"command": "RaiseDispute", "by": "anna", "versions": [1], "claim": "Advice?"}])
    by_anna = book.submit(NAME, {"command": "GiveRuling", "by": "anna", **ruling})
    assert not by_anna["accepted"]
    shell = at(tmp_path)
    assert shell("advise-veto", "club", "--as", "anna").status
    play(book, [{"command": "GiveRuling", "by": "ref", **ruling}])
    book.close()
    assert "Germany: no veto " in shell.fine("advise-veto", "club", "--as", "anna")


def test_no_ballot_is_open(tmp_path: Path) -> None:
    """What comes next is named."""
    book = evening(tmp_path)
    play(book, [OPENED, {"command": "OpenVotes", "absent": "abstain"}])
    book.close()
    done = at(tmp_path)("advise-veto", "club", "--as", "anna")
    assert "the Board asks nothing now; next: `campaign draw club`" in " ".join(done.err.split())


# --- programs -------------------------------------------------------------------------------------


def test_positions_a_line_each(tmp_path: Path) -> None:
    """Without a store; a bad line is answered with what is wrong, and the run goes on."""
    good = json.dumps(fields([leader("l", -4), leader("m", -2)], {"germany": 1}))
    missing = json.dumps({k: v for k, v in json.loads(good).items() if k != "cup"})
    unknown = json.dumps({**json.loads(good), "markers": {}})
    typed = "\n".join((good, missing, "", unknown, "{", good))
    done = Shell(tmp_path)("advise-veto", "--position", "-", "--json", typed=typed)
    assert done.status == 1
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [one.get("line") for one in lines] == [None, 2, 4, 5, None]
    assert lines[0] == lines[4] and lines[0]["format"] == "veto-advice/1"
    assert lines[0]["position"] == json.loads(good) | {"recall": 0.0}
    assert "cup" in lines[1]["error"] and "markers" in lines[2]["error"]
    assert "3 positions are wrong; advice was given for the others" in done.err


def test_positions_in_words(tmp_path: Path) -> None:
    """A sentence for each agent; a bad line, and what is taken for granted, beside the answer."""
    good = json.dumps(fields([leader("l", -4), leader("m", -2)], {"germany": 1}))
    done = Shell(tmp_path)("advise-veto", "--position", "-", typed=f"{good}\n{{\n")
    assert done.status == 1 and "Germany: no veto 0 %, veto 100 %." in done.out
    assert "1 position is wrong; advice was given for the others" in done.err
    assert "line 2: " in done.err and words.ASSUMED[0] in " ".join(done.err.split())


# --- what stays secret ----------------------------------------------------------------------------


def test_what_is_sealed_changes_no_byte(tmp_path: Path) -> None:
    """Two evenings that differ in what is sealed give the same until the opening."""
    printed = []
    for number, said in enumerate(("veto", "no-veto")):
        evening(tmp_path / said, "always", ("germany", said), ("ussr", said)).close()
        shell = at(tmp_path / said)
        advice = shell.fine("advise-veto", "club", "--all", "--json", "--as", "anna")
        accuracy = shell.fine("stats", "club", "--accuracy", "--json")
        printed.append((advice, accuracy))
        assert json.loads(advice)["position"]["version"] > number
    assert printed[0] == printed[1]


def test_a_sealed_vote_changes_no_byte(tmp_path: Path) -> None:
    """Guderian arrives, and Germany votes on another leader; what was opened is the same."""
    printed = []
    for said in ("another", "stop", "abstain"):
        with closing(evening(tmp_path / said)) as book:
            play(book, [OPENED, vote("germany", said)])
        shell = at(tmp_path / said)
        advice = shell.fine("advise-veto", "club", "--all", "--json", "--as", "anna")
        assert json.loads(advice)["position"]["phase"] == "votes"
        printed.append((advice, shell.fine("stats", "club", "--accuracy", "--json")))
    assert printed[0] == printed[1] == printed[2]


def test_what_a_device_sealed_changes_no_byte(tmp_path: Path) -> None:
    """Nor do two commitments differ, until they are opened; then they are judged as they are."""
    printed, judged_so = [], []
    for said in ("veto", "no-veto"):
        book = evening(tmp_path / said)
        sealed, fixed, revealed = device(book, "ballot", 1, said)
        play(book, [{**sealed, "by": "emil"}, fixed])
        shell = at(tmp_path / said)
        advice = shell.fine("advise-veto", "club", "--all", "--json", "--as", "anna")
        printed.append((advice, shell.fine("stats", "club", "--accuracy", "--json")))
        play(book, [{**revealed, "by": "emil"}, OPENED])
        book.close()
        judged_so += [one["said"] for one in shell.read("stats", "club", "--accuracy")["answers"]]
    assert printed[0] == printed[1]
    assert judged_so == ["veto", "no-veto"]


def test_poisoned_markers_are_never_looked_at(tmp_path: Path) -> None:
    """What the solver is given has no marker, opening or chit, and nothing of a draw: the bytes of
    the advice stay as they are.
    """
    book = evening(tmp_path, "always", ("germany", "veto"))
    state: State = book.live(NAME).state
    board = replace(state.board, markers={"germany": Marker("poison", "poison", True, "x", True)})
    secret: Any = "poison"
    poisoned = replace(
        state, board=board, entry=secret, opened=(secret,), mixed=(secret,), shielded=True
    )
    assert public(poisoned) == public(state)
    first, again = (position_of(one, 5, table_of(one)) for one in (state, poisoned))
    assert msgspec.json.encode(first) == msgspec.json.encode(again)


# --- accuracy -------------------------------------------------------------------------------------


def factor(table: int, who: str) -> float:
    """As the design has it: 0.7 + 0.6 u."""
    if not table:
        return 1.0
    first = sha256(f"veto-accuracy/1 {table} {who}".encode()).digest()[:6]
    return 0.7 + 0.6 * int.from_bytes(first, "big") / 2**48


def test_what_an_answer_gave_away_by_hand() -> None:
    """-4 arrives unopposed, where a veto leaves the mean of -4 and -2: half of their difference is
    lost, by each table.
    """
    here = position([leader("l", -4), leader("m", -2)], {"germany": 1}, draw=3)
    (row,) = judged(Decision(9, here, {"germany": "no-veto"}, {"germany": "anna"}))
    lost = [max(0.0, 4 * factor(n, "l") - 2 * factor(n, "m")) / 2 for n in range(TABLES)]
    assert (row.lost, row.low, row.high) == pytest.approx((lost[0], min(lost), max(lost)))
    assert (row.member, row.said, row.paid, row.chance) == ("anna", "no-veto", 0, 1.0)
    assert row.is_slip is (min(lost) > 0.25)
    (right,) = judged(Decision(9, here, {"germany": "veto"}, {"germany": "anna"}))
    assert right.lost == 0.0 and right.paid == 1
    (few,) = summaries([row, right])
    assert (few.decisions, few.average) == (2, None)
    (many,) = summaries([row, right] * 10)
    assert many.average == pytest.approx(0.5)


def test_who_could_not_pay_or_sent_nothing_is_not_judged() -> None:
    """Italy has no point, and Japan's marker never came."""
    here = position([leader("l", -4), leader("m", -2)], {"germany": 1, "japan": 1})
    rows = judged(Decision(9, here, {"germany": "veto", "italy": "no-veto"}, {}))
    assert [row.powers for row in rows] == [("germany",)]


def test_neither_the_outcome_nor_what_others_held_counts() -> None:
    """Germany's answer is judged alike whatever the USSR answered, and what came of it."""
    here = position([leader("l", -4), leader("m", 3, "axis")], {"germany": 1, "ussr": 2}, left=2,
                    turns=3)  # fmt: skip
    rows = [
        judged(Decision(9, here, {"germany": "veto", "ussr": said}, {}))[0]
        for said in ("veto", "no-veto")
    ]
    assert rows[0] == rows[1] and rows[0].powers == ("germany",)


def test_what_was_struck_out_does_not_count(tmp_path: Path) -> None:
    """And what comes before an opening counts as it was amended."""
    session = Session(ledger_in(tmp_path)).open(rulings={"draws": "table", "advice": "after"})
    session.do("SetLeaderValues", "host", values=[{"leader": "balbo", "value": 100}])
    session.do("OpenReinforcement")
    session.do("DrawLeader", leader="balbo")
    session.ballots({"germany": "no-veto"})
    session.do("OpenBallots", absent="no-veto")
    ledger, (name,) = session.ledger, session.ledger.names()

    def values() -> list[float]:
        steps = transitions(ledger.system(name), ledger.effective(name))
        return [one.position.leader.value for one in decisions(steps)]

    found = {type(event).__name__: version for version, event in log_of(session)}
    opened = found["BallotsOpened"]
    dispute = upheld(session, found["LeaderValuesSet"], opened)
    amended = {"values": [{"leader": "balbo", "value": 250, "power": None}]}
    assert values() == [1.0]
    session.do("SetLeaderValues", "host", values=[{"leader": "balbo", "value": 900}])
    assert values() == [1.0], "values hold from their version on"
    correct(session, "AmendEvent", dispute=dispute, version=found["LeaderValuesSet"],
            fields=amended)  # fmt: skip
    assert values() == [2.5]
    last = max(version for version, _ in log_of(session) if version <= found["LeaderPromoted"])
    correct(session, "StrikeEvents", dispute=dispute, versions=[*range(opened, last + 1)])
    assert values() == []


def test_accuracy_of_an_opening(tmp_path: Path) -> None:
    """The answers that came are judged, and the page says what zero means."""
    book = evening(tmp_path, "after", ("germany", "no-veto"), ("ussr", "no-veto"))
    play(book, [OPENED])
    book.close()
    done = at(tmp_path).fine("stats", "club", "--accuracy")
    assert "Germany on Guderian: no veto, lost " in done and words.NOT_SKILL in done
    assert "Italy" not in done
    one = at(tmp_path).fine("stats", "club", "germany", "--accuracy")
    assert "Germany on Guderian" in one and "USSR" not in one
    assert one.startswith("September/October 1939\n") and " in 0;" not in one
    assert "nothing that a member could pay for" in at(tmp_path).fine(
        "stats", "club", "zhukov", "--accuracy"
    )


def test_answers_that_lost_nothing_are_in_one_line() -> None:
    """And a line for each other; a slip is called one."""
    said = "zhukov", "ballots", "anna", ("germany",), "veto"
    one = JudgedAnswer(7, "1941-JA", 3, *said, 0.0, 0.0, 0.0, 0.5, 1, 1.0)
    rows = [
        one,
        replace(one, member="cora", powers=("japan",), said="no-veto"),
        replace(one, member="ben", powers=("italy",), lost=1.456, low=1.139, high=2.131),
        replace(one, version=9, phase="votes", said="abstain", high=0.004),
    ]
    assert [*words.gave_away(rows, kit(), str.title)] == [
        "Ben, Italy on Zhukov: veto, lost 1.46 (1.14 to 2.13), a slip.",
        "Nothing lost on Zhukov: Anna (Germany, veto) and Cora (Japan, no veto).",
        "Nothing lost on another leader: Anna (Germany, abstain).",
    ]


# --- values ---------------------------------------------------------------------------------------


def test_usual_values(tmp_path: Path) -> None:
    """Guderian: 4 stars 2, -0.5 for 2, ¾ each for 28, 39 and 46; half while at peace."""
    state: State = evening(tmp_path).live(NAME).state
    table = table_of(state)
    assert table.all["franco"] == 0.0
    assert table.all["guderian"] == (2 - 0.5 + 3 * 0.75) / 2
    sheet = read_values(state, "leader,value,germany\nGuderian,4.5,6\nzhukov,,2\n")
    assert not sheet.bad
    own = table_of(state, [row for rows in sheet.good for row in rows])
    assert (own.to("guderian", "italy"), own.to("guderian", "germany")) == (4.5, 6.0)
    assert (own.to("zhukov", "germany"), own.all["zhukov"]) == (2.0, table.all["zhukov"])


@pytest.mark.parametrize(
    ("who", "worth"),
    [
        ("raeder", (2 + 1 + 1) / 2),
        ("yamamoto", 2.5 + 0.75 + 0.75 + 1),
        ("chiang", 2.5 + 0.75 + 1 + 1),
        ("zhukov", (2.5 + 1 + 0.75 + 1 + 0.75) / 2),
        ("nimitz", (2.5 - 0.5 + 1 + 1 + 0.75) / 2),
        ("franco", 0),
    ],
)
def test_usual_values_in_september_1939(tmp_path: Path, who: str, worth: float) -> None:
    """Of the major powers Japan and China alone are at war; Franco is nobody's."""
    with closing(opened(tmp_path)) as book:
        assert table_of(book.live(NAME).state).all[who] == worth


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("leader,value\nnobody,1\n", "line 2, leader: there is no leader 'nobody'"),
        ("leader,value\nzhukov,1\nZhukov,2\n", "line 3, leader: zhukov is on line 2 already"),
        ("leader,value\nzhukov,20.5\n", "line 2, value: must be a number from 0 to 20, not '20.5'"),
        ("leader,value\nzhukov,-1\n", "line 2, value: must be a number from 0 to 20, not '-1'"),
        ("leader,value\nzhukov,1_0\n", "line 2, value: must be a number from 0 to 20, not '1_0'"),
        ("leader,value\nzhukov,1e1\n", "line 2, value: must be a number from 0 to 20, not '1e1'"),
        ("leader,value\nzhukov,-0\n", "line 2, value: must be a number from 0 to 20, not '-0'"),
        ("leader,value\nzhukov,٣\n", "line 2, value: must be a number from 0 to 20, not '٣'"),
        ("leader,value\nzhukov,.\n", "line 2, value: must be a number from 0 to 20, not '.'"),
        ("leader,value\nzhukov,1.234\n", "line 2, value: must be a number from 0 to 20"),
        ("leader,value,germany\nzhukov,1,21\n", "line 2, germany: must be a number from 0 to 20"),
        ("leader,value,atlantis\nzhukov,1,2\n", "line 1, atlantis: is no column"),
    ],
)
def test_a_faulty_sheet(always: Shell, tmp_path: Path, text: str, fault: str) -> None:
    """Each fault has its line and column, for the club's table and for one's own; nothing is
    recorded.
    """
    sheet = tmp_path / "values.csv"
    sheet.write_text(text)
    before = always.fine("show", "club", "--json")
    for call in (("leader-values", "club", str(sheet)),
                 ("advise-veto", "club", "--values", str(sheet), "--as", "anna")):  # fmt: skip
        done = always(*call)
        assert done.status and fault in " ".join((done.out + done.err).split()), done
    assert always.fine("show", "club", "--json") == before


def test_the_club_s_sheet(always: Shell, tmp_path: Path) -> None:
    """What is printed can be handed in; a fault records nothing."""
    shell = always.copied(tmp_path / "copy")
    shell.env["CAMPAIGN_STORE"] = str(tmp_path / "copy" / "club.db")
    printed = shell.fine("leader-values", "club")
    sheet = shell.folder / "values.csv"
    sheet.write_text(printed)
    shell.fine("leader-values", "club", str(sheet), "--recall", "0.02")
    assert shell.fine("leader-values", "club") == printed
    assert shell.read("show", "club")["leader_values"]["recall"] == 2
    shell.fine("leader-values", "club", "--usual")
    assert shell.read("show", "club")["leader_values"] == {"values": [], "recall": 2}
    shell.fine("leader-values", "club", "--usual", "--recall", "0")
    assert "leader_values" not in shell.read("show", "club")
    for often in ("0.51", "-0.1", "often"):
        done = shell("leader-values", "club", f"--recall={often}")
        assert done.status and f"a recall is a chance from 0 to 0.5, not '{often}'" in done.err
    sheet.write_text("leader,value\nnobody,1\n")
    wrong = shell("leader-values", "club", str(sheet))
    assert wrong.status and "nothing was recorded" in wrong.err
