"""Three recorded disputes, from the claim to the report: what a preview shows is what then happens.

A ballot said to be late, a veto that should have cost 3 and was booked as 1, a combat whose losses
were misread and cost a leader. Their stories stand in `disputes/` (its README tells how).
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.cli.shared_verbs.corrections import UNSEEN
from campaign.disputes import corrections, impact
from campaign.disputes.commands import Correct
from campaign.disputes.impact import Impact
from campaign.history.acts import Judgement
from campaign.history.diff import differences
from campaign.history.effective import effective
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused
from campaign.lif.system import SYSTEM
from campaign.projections import database, projector
from campaign.reports import pages
from campaign.store import ledger
from campaign.store.export import Export, audit_of, export, import_
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.verify import receipts
from events import disputes as facts
from events.base import topic
from events.lif.board import BallotSealed
from support.command_line import Shell
from support.sessions import NAME, Dice

pytestmark = pytest.mark.further

FOLDER = Path(__file__).parents[1] / "disputes"
STORIES = ("late-ballot", "veto-of-three", "misread-losses")


class Story:
    """A dispute as it is played, line by line."""

    def __init__(self, name: str, folder: Path) -> None:
        self.path = FOLDER / name
        self.now = "1999-01-05T19:00:00.000Z"
        store = folder / "campaign.db"
        self.ledger = Ledger(
            store,
            Vault(store.with_suffix(".vault"), Dice(name)),
            clock=lambda: self.now,
            random=Dice("salt"),
        )
        self.labels: dict[str, list[tuple[int, str]]] = {}
        """Events by label: version and type."""
        self.marks: dict[str, dict[str, Any]] = {}
        self.kept: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
        """What each member sent, and what he was answered."""
        self.corrected: list[tuple[int, Impact]] = []
        """Each correction by the version before it, with its preview."""
        answer = self.ledger.open(NAME, **json.loads((self.path / "open.json").read_text()))
        assert answer["accepted"], answer

    def play(self) -> "Story":
        """The whole of it."""
        for number, line in enumerate((self.path / "story.jsonl").read_text().splitlines(), 1):
            told_ = json.loads(line)
            try:
                (kind,) = set(told_) & {*_LINES}
                _LINES[kind](self, told_)
            except (AssertionError, KeyError, ValueError) as error:
                raise AssertionError(f"{self.path.name}, line {number}: {error}") from error
        return self

    @property
    def claims(self) -> dict[str, list[str]]:
        """What was said in each dispute."""
        found: dict[str, list[str]] = {}
        for _, asked, answer in self.kept:
            if answer["accepted"] and "text" in asked:
                found.setdefault(asked["dispute"], []).append(asked["text"])
        return found

    @property
    def version(self) -> int:
        """The last event's."""
        return self.ledger.store.version(NAME)

    def filled(self, value: Any) -> Any:
        """A value with versions in place of labels, and a digest in place of a file."""
        if isinstance(value, dict):
            return {key: self.filled(one) for key, one in value.items()}
        if isinstance(value, list):
            return [self.filled(one) for one in value if one != "$also"]
        if not isinstance(value, str) or not value.startswith("$"):
            return value
        if value == "$unseen":
            return UNSEEN
        if value.startswith("$digest:"):
            return hashlib.sha256(value.encode()).hexdigest()
        label, _, kind = value[1:].partition(".")
        events = self.labels[label]
        if kind in ("", "last"):
            return events[-1 if kind else 0][0]
        return next(version for version, one in events if one.rpartition(".")[2] == kind)

    # --- lines ----------------------------------------------------------------------------------

    def at(self, line: dict[str, Any]) -> None:
        self.now = line["at"]

    def do(self, line: dict[str, Any]) -> None:
        asked = self.filled(line["do"])
        answer = self.ledger.submit(NAME, asked)
        assert answer["accepted"], answer
        self.kept.append((asked["by"], asked, answer))
        if "as" in line:
            told_ = [(event["version"], event["type"]) for event in answer["events"]]
            self.labels[line["as"]] = told_

    def refused(self, line: dict[str, Any]) -> None:
        asked, before = self.filled(line["refused"]), self.version
        answer = self.ledger.submit(NAME, asked)
        found = (answer["accepted"], answer.get("rule"), answer.get("reason"))
        assert found == (False, line["rule"], line["reason"]), found
        assert self.version == before
        self.kept.append((asked["by"], asked, answer))

    def preview(self, line: dict[str, Any], key: str = "preview") -> tuple[dict[str, Any], Impact]:
        """What a correction would change, and that it is all that the line says."""
        asked = self.filled(line[key])
        if "$also" in line[key].get("also", ()):
            asked["also"] = sorted({*asked["also"], *self.looked(asked).also})
        found = self.looked(asked)
        assert figures(found.changes) == line.get("changes", {}), figures(found.changes)
        if "then" in line:
            assert figures(found.then) == line["then"], figures(found.then)
        assert lines(found.broken) == line.get("broken", []), lines(found.broken)
        assert all(one.reason for one in found.broken)
        assert [v for one in found.broken for v in one.versions] == list(found.also)
        for what in ("otherwise", "overruled"):
            judged = [[one.command, one.differs] for one in getattr(found, what)]
            assert judged == line.get(what, []), (what, judged)
        return asked, found

    def looked(self, asked: dict[str, Any]) -> Impact:
        """A preview, as anybody may look at it."""
        command = decisions.read({"seen": UNSEEN, **asked}, SYSTEM.rules.commands)
        assert isinstance(command, Correct), command
        past, before = self.ledger.log(NAME), self.version
        events = corrections.events_of(SYSTEM, command, past)
        assert not isinstance(events, Refused), events
        found = impact.impact(SYSTEM, past, events)
        assert isinstance(found, Impact), found
        assert self.version == before
        return found

    def correct(self, line: dict[str, Any]) -> None:
        """A correction: every figure is then as its preview showed it, and the record verifies."""
        asked, found = self.preview(line, "correct")
        assert not found.also, "what hangs on it goes along"
        before, version = self.ledger.show(NAME), self.version
        self.do(
            {"do": {**asked, "seen": found.digest}, **({"as": line["as"]} if "as" in line else {})}
        )
        after = self.ledger.show(NAME)
        assert found.changes == found.then == tuple(differences(before, after))
        again = tuple(
            differences(self.ledger.show(NAME, version), self.ledger.show(NAME, self.version))
        )
        assert again == found.changes, "the two points, compared later"
        assert self.ledger.fresh(NAME).state == self.ledger.live(NAME).state
        self.corrected.append((version, found))

    def show(self, line: dict[str, Any]) -> None:
        shown = self.ledger.show(NAME)
        assert {path: at(shown, path) for path in line["show"]} == line["show"]

    def mark(self, line: dict[str, Any]) -> None:
        self.marks[line["mark"]] = self.ledger.show(NAME)

    def same(self, line: dict[str, Any]) -> None:
        changed = differences(self.marks[line["same"]], self.ledger.show(NAME))
        assert {one.path[0] for one in changed} <= set(line["but"]), changed


_LINES = {
    "at": Story.at, "do": Story.do, "refused": Story.refused, "preview": Story.preview,
    "correct": Story.correct, "show": Story.show, "mark": Story.mark, "same": Story.same,
}  # fmt: skip


def at(shown: dict[str, Any], path: str) -> Any:
    """A figure of the state shown."""
    found: Any = shown
    for word in path.split():
        found = found[word]
    return found


def figures(found: Any) -> dict[str, list[Any]]:
    return {one.where: [one.before, one.after] for one in found}


def lines(judged: tuple[Judgement, ...]) -> list[list[Any]]:
    return [[one.command, one.rule, one.reason] for one in judged]


@pytest.fixture(params=STORIES)
def story(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Story]:
    """Each of them, played to its end."""
    made = Story(request.param, tmp_path)
    yield made.play()
    made.ledger.close()


# --- what became of the record ------------------------------------------------------------------

CORRECTED = {"late-ballot": 0, "veto-of-three": 1, "misread-losses": 1}


def test_all_is_in_it_from_the_claim_to_the_ruling(story: Story) -> None:
    """Claim, evidence with the digest of a file, answer, ruling; appeals and withdrawals."""
    disputes = story.ledger.live(NAME).state.campaign.record.disputes
    first = disputes["d1"]
    what = [entry.what for entry in first.entries]
    assert what[0] == "claim" and {"evidence", "answer", "ruling"} <= set(what)
    for entry in first.entries:
        assert bool(entry.digest) is (entry.what == "evidence")
    wanted = {"late-ballot": "rejected"}.get(story.path.name, "upheld")
    assert (first.stage, first.verdict) == ("ruled", wanted)
    assert len(story.corrected) == CORRECTED[story.path.name]
    if story.path.name == "late-ballot":
        assert what.count("ruling") == 2 and {"appeal", "consent"} <= set(what)
        assert disputes["d2"].stage == "withdrawn"
    assert story.ledger.live(NAME).state.campaign.record.frozen_for == ""


def test_the_log_keeps_everything(story: Story) -> None:
    """Every answer that was ever given stands in it at its version, corrected or not."""
    log = dict(story.ledger.log(NAME))
    for _, _, answer in story.kept:
        for event in answer.get("events", ()):
            assert topic(log[event["version"]]) == event["type"]
    assert len(log) == story.version


def test_it_verifies_here_and_elsewhere(story: Story, tmp_path: Path) -> None:
    """The audit finds nothing, receipts and all; an import has the same head and state."""
    audit = audit_of(story.ledger, NAME)
    assert list(audit.findings(story.ledger.store.rows(NAME))) == []
    file = tmp_path / "club.jsonl"
    export(story.ledger, NAME, file)
    source = Export(file)
    assert list(audit_of(source, NAME).findings(source.rows())) == []
    (tmp_path / "there").mkdir()
    with Ledger(tmp_path / "there" / "campaign.db") as there:
        import_(there, file)
        assert there.live(NAME).head == story.ledger.live(NAME).head == audit.head
        assert there.show(NAME) == story.ledger.show(NAME)
        assert there.live(NAME).state == story.ledger.live(NAME).state


def test_old_heads_are_still_in_it(story: Story) -> None:
    """What any member wrote down on any day: no correction has taken a digest out of the chain."""
    heads = [answer["head"] for _, _, answer in story.kept if answer["accepted"]]
    audit = audit_of(story.ledger, NAME, heads)
    assert list(audit.findings(story.ledger.store.rows(NAME))) == []
    assert set(audit.found) == set(heads)


STEPS: dict[str, dict[str, Any]] = {
    "late-ballot": {"without": (), "put": {}},
    "veto-of-three": {
        "without": ("second", "second ballot", "second opening", "second votes", "placed",
                    "bought", "counted anew"),
        "put": {"board": {"command": "SetMinor", "by": "host", "minor": "spain",
                          "status": "aligned", "power": "germany"}},
    },
    "misread-losses": {"without": ("drawn", "ballot", "vetoed"), "put": {}},
}  # fmt: skip
"""Of each story what would not have come about, and what would have stood before what."""
OWN = {"RaiseDispute", "AddEvidence", "AnswerDispute", "WithdrawDispute", "SetTerm", "FreezePlay",
       "GiveRuling", "ConsentToRuling", "AppealRuling"}  # fmt: skip


def test_it_ends_as_it_would_have_without_the_mistake(story: Story, tmp_path: Path) -> None:
    """The same evening with the right word at its place: nothing differs but numbers of draws."""
    told_ = STEPS[story.path.name]
    (tmp_path / "as it should have been").mkdir()
    right = Story(story.path.name, tmp_path / "as it should have been")
    for line in map(json.loads, (story.path / "story.jsonl").read_text().splitlines()):
        label = line.get("as", "")
        if "at" in line:
            right.at(line)
        if "do" not in line or line["do"]["command"] in OWN or label in told_["without"]:
            continue
        if label in told_["put"]:
            right.do({"do": told_["put"][label]})
        command = line["do"]
        if command["command"] == "ReportCombat":
            command = {**command, "losses": [{**command["losses"][0], "build_points": 4}]}
        right.do({"do": command})
    found = differences(right.ledger.show(NAME), story.ledger.show(NAME))
    assert {one.path[0] for one in found} <= {"draw"}
    right.ledger.close()


# --- where it is told ---------------------------------------------------------------------------


def test_the_report_tells_it(story: Story, tmp_path: Path) -> None:
    """Claim and ruling in full, what was struck struck through, and who corrected it."""
    written = pages.write(story.ledger, NAME, tmp_path / "pages")
    page = next(path for path in written if path.name == "1939-SO.html").read_text()
    record = story.ledger.live(NAME).state.campaign.record
    for dispute in record.disputes.values():
        for entry in dispute.entries:
            assert entry.text in page, entry
            assert entry.digest in page
    for one in effective(SYSTEMS.codec, story.ledger.log(NAME)):
        if one.struck_by:
            assert f'<li id="event-{one.version}"' in page
            assert f'href="#event-{one.struck_by}"' in page


def query(story: Story, sql: str) -> list[tuple[Any, ...]]:
    """Rows of the tables for reading."""
    with closing(sqlite3.connect(database.path(story.ledger.store.path))) as db:
        return db.execute(sql).fetchall()


def test_the_tables_for_reading_tell_it(story: Story) -> None:
    """Disputes, what was said, corrections; of each event what became of it; the figures."""
    projector.rebuild(story.ledger, NAME)
    state = story.ledger.live(NAME).state
    for dispute in state.campaign.record.disputes.values():
        rows = query(story, f"SELECT stage, claim FROM disputes WHERE dispute='{dispute.id}'")
        assert rows == [(dispute.stage, dispute.entries[0].text)]
        said = query(
            story,
            "SELECT what, by, text, file_digest FROM dispute_entries"
            f" WHERE dispute='{dispute.id}' ORDER BY number",
        )
        assert said == [(e.what, e.by, e.text, e.digest or None) for e in dispute.entries]
    made = [(one.version, one.kind) for one in state.campaign.record.corrections]
    assert query(story, "SELECT version, kind FROM corrections ORDER BY version") == made
    counts = effective(SYSTEMS.codec, story.ledger.log(NAME))
    marks = {
        entry.version: (entry.struck_by, entry.amended_by) for entry in counts if not entry.inserted
    }
    rows = query(
        story, "SELECT version, coalesce(struck_by, 0), coalesce(amended_by, 0) FROM events"
    )
    assert {version: (struck, amended) for version, struck, amended in rows} == marks
    points = query(story, "SELECT power, points FROM veto_points WHERE turn='1939-ND'")
    assert dict(points) == story.ledger.show(NAME)["veto_points"]
    for who, status in query(story, "SELECT leader, status FROM leaders"):
        assert status == state.leaders[who]


@pytest.fixture
def shell(story: Story, tmp_path: Path) -> Shell:
    """The command line on a story's store."""
    story.ledger.close()
    return Shell(tmp_path)


def test_two_points_compared_tell_what_the_preview_showed(story: Story, shell: Shell) -> None:
    """`diff` between the versions before and after a correction has every figure, and no other."""
    for version, found in story.corrected:
        after = story.labels["correction"][-1][0]
        told_ = json.loads(shell.fine("diff", NAME, str(version), str(after), "--json"))
        assert told_["differences"] == json.loads(msgspec.json.encode(found.changes))
    if not story.corrected:
        last = story.version
        before, after = str(story.labels["claim"][0][0] - 1), str(last)
        told_ = json.loads(shell.fine("diff", NAME, before, after, "--json"))
        assert not {one["path"][0] for one in told_["differences"]} & {"veto_points", "disputes"}


EXPLAINED: dict[str, tuple[tuple[str, ...], list[tuple[str, int | None, Any]]]] = {
    "late-ballot": (
        ("veto-points", "ussr"), [("LeadersSetUp", 3, 3), ("VetoPointsSpent", -1, 2)]),
    "veto-of-three": (
        ("veto-points", "japan"), [("LeadersSetUp", 3, 3), ("VetoPointsSpent", -3, 0)]),
    "misread-losses": (
        ("leader", "guderian"),
        [("LeadersSetUp", None, "arriving"), ("LeaderPlaced", None, "on the map: E1429"),
         ("LeaderMoved", None, "on the map: E1430")]),
}  # fmt: skip
"""A figure that was disputed, and the events that made it, with the change and the running total:
three points to begin with; the leader never left the map."""


def test_the_figure_is_explained_by_what_counts(story: Story, shell: Shell) -> None:
    """What was struck explains nothing; what was counted anew does."""
    figure, wanted = EXPLAINED[story.path.name]
    told_ = json.loads(shell.fine("explain", NAME, *figure, "--json"))
    found = [(one["type"], one["change"], one["after"]) for one in told_["events"]]
    assert found == wanted
    assert told_["value"] == wanted[-1][2]


def test_the_list_of_disputes_tells_it(story: Story, shell: Shell) -> None:
    """Each with its verdict, and none that waits; one in full, to what was corrected."""
    listed = shell.fine("disputes", NAME)
    whole = shell.fine("disputes", NAME, "d1")
    record = story.claims
    assert shell.fine("disputes", NAME, "--open") == "no dispute is open\n"
    for text in record["d1"]:
        assert text in whole
    assert ("rejected" if story.path.name == "late-ballot" else "upheld") in listed
    if story.path.name == "late-ballot":
        assert "withdrawn" in listed


# --- the ballot said to be late -----------------------------------------------------------------


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Story]:
    """The story of the ballot."""
    made = Story("late-ballot", tmp_path)
    yield made.play()
    made.ledger.close()


def of(story: Story, by: str, command: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a member sent with his first such command, and what he was answered."""
    return next((asked, answer) for who, asked, answer in story.kept
                if who == by and asked["command"] == command)  # fmt: skip


def test_the_receipt_proves_what_was_in_and_when(late: Story) -> None:
    """With his text and salt Ben shows that his veto was in at 20:14:07, before the opening.

    Neither another choice, nor another's name, nor a salt of his own making fits it.
    """
    sent, answer = of(late, "ben", "SealBallot")
    told_ = answer["receipt"]
    assert (told_["id"], told_["at"]) == ("club/4", "1999-01-05T20:14:07.000Z")
    receipt = ledger.receipt(late.ledger, NAME, 4)
    text = json.dumps(sent)
    assert receipts.proves(receipt, text, told_["salt"])
    for other in ({"choice": "no-veto"}, {"by": "anna"}, {"power": "usa"}):
        assert not receipts.proves(receipt, json.dumps({**sent, **other}), told_["salt"])
    assert not receipts.proves(receipt, text, "0" * 32)
    ballot = late.labels["ballot"][0][0]
    assert receipt.versions == (ballot, ballot) and receipt.by == "ben"
    _, opening = of(late, "host", "OpenBallots")
    assert receipt.at < opening["receipt"]["at"] == "1999-01-05T20:16:00.000Z"
    event = dict(late.ledger.log(NAME))[ballot]
    assert isinstance(event, BallotSealed) and event.at == receipt.at


def test_the_receipt_of_a_ballot_that_was_late_says_so_to_its_sender_alone(late: Story) -> None:
    """Carl's came at 20:17:20 and was refused; others see the time, and no more."""
    sent, answer = of(late, "carl", "SealBallot")
    number = int(answer["receipt"]["id"].partition("/")[2])
    receipt = ledger.receipt(late.ledger, NAME, number)
    assert (receipt.at, receipt.by, receipt.command, receipt.versions) == (
        "1999-01-05T20:17:20.000Z", "", "", None,
    )  # fmt: skip
    assert receipts.proves(receipt, json.dumps(sent), answer["receipt"]["salt"])
    opened = ledger.refusal(late.ledger, NAME, receipt, "carl")
    assert opened == receipts.SealedRefusal(
        "carl", "SealBallot", "LiF 4.1", "the board is not taking ballots"
    )
    for who in ("anna", "ben", "ref", "host"):
        assert ledger.refusal(late.ledger, NAME, receipt, who) is None


def test_the_receipt_is_shown_and_proved_on_the_command_line(late: Story, tmp_path: Path) -> None:
    """As the referee gets it: receipt, text and salt; another text is refused."""
    sent, answer = of(late, "ben", "SealBallot")
    late.ledger.close()
    (tmp_path / "sent.json").write_text(json.dumps(sent))
    (tmp_path / "other.json").write_text(json.dumps({**sent, "choice": "no-veto"}))
    shell, salt = Shell(tmp_path), answer["receipt"]["salt"]
    proved = shell.fine("receipt", "club/4", "--sent", "sent.json", "--salt", salt)
    assert "20:14:07" in proved and "this very text was sent" in proved
    done = shell("receipt", "club/4", "--sent", "other.json", "--salt", salt)
    assert done.status == 1 and "was not given for this text and this salt" in done.error


# --- a file as evidence, on the command line ----------------------------------------------------


def test_a_file_is_kept_by_its_member_and_its_digest_by_the_record(tmp_path: Path) -> None:
    """SHA-256 of what lay there; a file changed since has another."""
    made = Story("veto-of-three", tmp_path)
    made.do({"do": {"command": "AddEntropy", "by": "anna", "value": "x"}})
    made.ledger.close()
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8 what was on the table")
    shell = Shell(tmp_path)
    shell.fine("dispute", "raise", NAME, "15", "That was not so.", "--as", "anna")
    shell.fine("dispute", "evidence", NAME, "d1", "A photo.", "--file", str(photo), "--as", "anna")
    digest = hashlib.sha256(photo.read_bytes()).hexdigest()
    assert digest in shell.fine("disputes", NAME, "d1")
    photo.write_bytes(b"\xff\xd8 what was not on the table")
    assert hashlib.sha256(photo.read_bytes()).hexdigest() not in shell.fine("disputes", NAME, "d1")


def test_the_events_of_a_correction_name_their_dispute(story: Story) -> None:
    """Under which ruling it was made, and why."""
    kinds = (facts.EventsStruck, facts.EventAmended, facts.EventsInserted)
    made = [event for _, event in story.ledger.log(NAME) if isinstance(event, kinds)]
    assert len(made) == 2 * CORRECTED[story.path.name]
    assert all(event.dispute == "d1" and event.reason for event in made)
