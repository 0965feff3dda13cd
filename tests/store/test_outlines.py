"""Outlines: whatever is recorded, what a list says of a campaign is what its record says."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.store import branches, outlines, snapshots
from campaign.store import export as exchange
from campaign.store.ledger import Ledger
from campaign.store.outlines import Outline
from campaign.store.protocol import StoredOutline, StoreError
from campaign.store.reader import Reader
from campaign.store.sqlite.recorder import Recorder
from campaign.systems import SYSTEMS
from campaign.text.json_values import JsonObject
from events.campaign import EntropyAdded, TurnBegan
from support.command_line import Shell
from support.disputed import correct, upheld, version_of
from support.sessions import NAME, Session, ledger_in, played

pytestmark = pytest.mark.further

KEYS = ("campaign", "system", "rulebook", "scenario", "turn", "closed", "branch_of")
STEPS = 70


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A campaign just opened."""
    made = Session(ledger_in(tmp_path)).open(title="The long war")
    yield made
    made.ledger.close()


def of_records(ledger: Ledger) -> dict[str, JsonObject]:
    """What a list says, folded from the first event of every record."""
    reader, found = Reader(ledger.store.place), {}
    with closing(reader.store):
        for name in reader.names():
            live = reader.fresh(name)
            fields = live.system.view.show(live.state)
            found[name] = {
                **{key: fields[key] for key in KEYS},
                "title": fields.get("title", ""),
                "version": live.version,
                "head": live.head,
            }
    return found


def of_outlines(ledger: Ledger, *, all_kept: bool = True) -> dict[str, JsonObject]:
    """The same as outlines say it, to another process; each is to be had without the record."""
    reader, found = Reader(ledger.store.place), {}
    for name, version, head, kept in reader.store.outlines():
        assert (outlines.read(kept, version, head) is not None) or not all_kept, name
    for one in outlines.every(reader, keeping=False):
        assert isinstance(one.outline, Outline)
        found[one.name] = {
            **{key: getattr(one.outline, key) for key in KEYS},
            "title": one.outline.title,
            "version": one.version,
            "head": one.head,
        }
    reader.store.close()
    return found


# --- at random ----------------------------------------------------------------------------------


class Play:
    """Random acts on campaigns of one store."""

    def __init__(self, session: Session, random: Random) -> None:
        self.session, self.random = session, random
        self.names = [NAME]
        self.branched = 0
        self.done: dict[str, int] = {}
        self.acts: list[Callable[[], object]] = [
            self.advance, self.war, self.entropy, self.undo, self.strike, self.rewind,
            self.close, self.reopen, self.branch, self.delete, self.bookmark, self.taken_back,
        ]  # fmt: skip

    def step(self) -> None:
        """One of them; some are refused, and some fail on the way."""
        is_over = self.session.state.campaign.closed
        act = self.reopen if is_over else self.random.choice(self.acts)
        if act() is not False:
            self.done[act.__name__] = self.done.get(act.__name__, 0) + 1

    def _ask(self, command: str, by: str = "host", **fields: Any) -> bool:
        self.session.name = self.random.choice(self.names)
        try:
            return bool(self.session.ask(command, by, **fields)["accepted"])
        finally:
            self.session.name = NAME

    def advance(self) -> bool:
        """The next turn, in any of the campaigns."""
        return self._ask("AdvanceTurn")

    def war(self) -> bool:
        """A war, once."""
        sides = self.random.sample(["germany", "italy", "ussr", "france", "poland"], 2)
        return self._ask("DeclareWar", attacker=sides[0], target=sides[1])

    def entropy(self) -> bool:
        """A word into the next draw."""
        return self._ask("AddEntropy", "anna", value=f"geese {self.random.random()}")

    def bookmark(self) -> bool:
        """A bookmark, which changes nothing that a list says but the version."""
        return self._ask("SetBookmark", version=1, note="here")

    def undo(self) -> bool:
        """An undo of the last act of somebody."""
        return self._ask("UndoAct", self.random.choice(["host", "anna"]))

    def close(self) -> bool:
        """The end."""
        return self._ask("CloseCampaign")

    def reopen(self) -> bool:
        """The end taken back."""
        if not self.session.state.campaign.closed:
            return False
        self.session.ask("ReopenCampaign", reason="it was not over")
        return bool(self.session.ask("ConsentToReopening", "anna")["accepted"])

    def strike(self) -> bool:
        """A ruling, under which an earlier event counts no more."""
        if self.session.state.campaign.closed or not self._has(EntropyAdded):
            return False
        struck = version_of(self.session, EntropyAdded)
        try:
            dispute = upheld(self.session, struck)
            correct(self.session, "StrikeEvents", dispute=dispute, versions=[struck])
        except AssertionError:
            return False  # it was struck already
        return True

    def rewind(self) -> bool:
        """A ruling, under which all since the last turn but one counts no more."""
        if self.session.state.campaign.closed or not self._has(TurnBegan):
            return False
        began = version_of(self.session, TurnBegan)
        try:
            dispute = upheld(self.session, began)
            correct(self.session, "Rewind", dispute=dispute, to=began - 1)
        except AssertionError:
            return False
        return True

    def branch(self) -> bool:
        """A what-if, now or of an earlier version."""
        self.branched += 1
        name, last = f"if-{self.branched}", self.session.ledger.live(NAME).version
        at = self.random.choice([None, self.random.randint(1, last)])
        try:
            branches.branch(self.session.ledger, NAME, at, "host", name)
        except StoreError:
            return False  # amid a command
        self.names.append(name)
        return True

    def delete(self) -> bool:
        """The last what-if goes; the next has its name."""
        if len(self.names) == 1:
            return False
        branches.delete(self.session.ledger, self.names.pop())
        self.branched -= 1
        return True

    def taken_back(self) -> None:
        """A transaction that fails after everything was written, which leaves nothing."""
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Recorder, "put_outline", _full)
            with pytest.raises(StoreError, match="the disk is full"):
                self.session.ask("SetBookmark", version=1, note="never")

    def _has(self, kind: type[Any]) -> bool:
        return any(isinstance(event, kind) for _, event in self.session.ledger.log(NAME))


PUT = Recorder.put_outline


def _full(self: Recorder, cursor: sqlite3.Cursor, name: str, outline: StoredOutline) -> None:
    """Writes the row as ever, and then the disk is full."""
    PUT(self, cursor, name, outline)
    raise sqlite3.OperationalError("database or disk is full")


def test_whatever_is_recorded_a_list_says_what_the_records_say(session: Session) -> None:
    """After every step, and every one is kept with the step itself."""
    play = Play(session, Random(1))
    for _ in range(STEPS):
        play.step()
        assert of_outlines(session.ledger) == of_records(session.ledger), play.done
    assert play.done.keys() == {act.__name__ for act in play.acts}, play.done


def test_a_correction_that_was_not_recorded_is_made_again(session: Session) -> None:
    """What was followed for it is dropped: the next undo takes back the same act."""
    session.do("AdvanceTurn")
    session.do("DeclareWar", attacker="germany", target="poland")
    before = of_records(session.ledger)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Recorder, "put_outline", _full)
        with pytest.raises(StoreError, match="the disk is full"):
            session.ask("UndoAct")
    assert of_outlines(session.ledger) == of_records(session.ledger) == before
    session.do("UndoAct")
    assert session.state == session.ledger.fresh(NAME).state
    assert of_outlines(session.ledger) == of_records(session.ledger) != before


# --- where none is kept, or another -------------------------------------------------------------


def changed(session: Session, statement: str) -> None:
    """Has somebody change the table by hand."""
    session.ledger.close()
    with closing(sqlite3.connect(session.ledger.store.path)) as db:
        db.execute(statement)
        db.commit()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM outlines",
        "UPDATE outlines SET version=version-1",
        "UPDATE outlines SET head='0'",
        "UPDATE outlines SET label='of another program'",
        "UPDATE outlines SET body='{}'",
        "UPDATE outlines SET body=x'00'",
        "UPDATE outlines SET body=NULL",
        """UPDATE outlines SET body=replace(body, '"system":"lif"', '"system":"chess"')""",
    ],
)
def test_without_one_the_record_is_read_and_a_look_keeps_it(
    session: Session, statement: str
) -> None:
    """It is missing, of another event or program, or nothing that can be read."""
    session.do("AdvanceTurn")
    changed(session, statement)
    assert of_outlines(session.ledger, all_kept=False) == of_records(session.ledger)
    assert [one.name for one in outlines.every(session.ledger)] == [NAME]
    assert of_outlines(session.ledger) == of_records(session.ledger)


def test_the_next_append_keeps_it(session: Session) -> None:
    """Where nobody has looked."""
    changed(session, "DELETE FROM outlines")
    session.do("AdvanceTurn")
    assert of_outlines(session.ledger) == of_records(session.ledger)


def test_what_was_read_while_others_wrote_is_not_kept(session: Session) -> None:
    """A slow look takes nothing back, and brings back no what-if that is gone."""
    name, _ = branches.branch(session.ledger, NAME, None, "host", "if")
    slow = {one: outlines.stored(session.ledger.live(one)) for one in (NAME, name)}
    session.do("AdvanceTurn")
    branches.delete(session.ledger, name)
    session.ledger.store.keep_outlines(slow)
    assert of_outlines(session.ledger) == of_records(session.ledger)
    session.ledger.close()
    with closing(sqlite3.connect(session.ledger.store.path)) as db:
        assert db.execute("SELECT originator_id FROM outlines").fetchall() == [(NAME,)]


def test_a_store_that_has_moved_is_not_written(session: Session) -> None:
    """It is listed all the same."""
    changed(session, "DELETE FROM outlines")
    with session.ledger.store.handing_over("elsewhere.db"):
        pass
    assert len(list(outlines.every(session.ledger))) == 1
    assert of_outlines(session.ledger, all_kept=False) == of_records(session.ledger)
    [(_, _, _, kept)] = session.ledger.store.outlines()
    assert kept is None


def test_an_import_brings_its_own(session: Session, tmp_path: Path) -> None:
    """It is made of the record that came, as no export has one."""
    session.do("AdvanceTurn")
    exchange.export(session.ledger, NAME, tmp_path / "club.jsonl")
    with Ledger(tmp_path / "other.db", clock=session.ledger.now) as other:
        exchange.import_(other, tmp_path / "club.jsonl")
        assert of_outlines(other) == of_records(session.ledger)


# --- what is asked of them ----------------------------------------------------------------------


def test_a_list_reads_no_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither does the doctor, who says the same of each campaign as before."""
    played(tmp_path, turns=2).ledger.close()
    shell = Shell(tmp_path)
    listed, looked = shell.fine("list", "--json"), _looked(shell)
    for name in ("passing", "live", "fresh"):
        monkeypatch.setattr(Reader, name, _not_asked)
    assert shell.fine("list", "--json") == listed
    assert _looked(shell) == looked
    [club] = [line for line in looked if line.startswith("good  club ")]
    assert "turn 1939-ND, rules 1; " in club and club.endswith("receipts, none missing")


def test_what_is_kept_is_read_without_the_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign without an outline of this program's is left out until `every` has made one."""
    session = played(tmp_path, turns=2)
    ledger = session.ledger
    every = list(outlines.every(ledger))
    changed(session, "UPDATE outlines SET label='of another program'")
    assert list(outlines.kept(ledger)) == []
    assert list(outlines.every(ledger)) == every
    monkeypatch.setattr(Reader, "passing", _not_asked)
    monkeypatch.setattr(type(ledger.store), "outlines", _not_asked)
    assert list(outlines.kept(ledger)) == every


def _looked(shell: Shell) -> list[str]:
    """What the doctor says, but for the room on the disk."""
    return [line for line in shell.fine("doctor").splitlines() if "MiB" not in line]


def _not_asked(*_: object, **__: object) -> None:
    raise AssertionError("a record was read")


def test_the_doctor_finds_one_that_its_record_contradicts(tmp_path: Path) -> None:
    """Looking deep; `rebuild` makes it anew."""
    session = played(tmp_path, turns=2)
    changed(session, "UPDATE outlines SET body=replace(body, '1939-ND', '1945-MJ')")
    shell = Shell(tmp_path)
    assert "1945-MJ" in shell.fine("list")
    told = " ".join(shell.fine("doctor", "--deep").split())
    assert "lists show it otherwise than its record says it is: `campaign rebuild club`" in told
    shell.fine("rebuild", "club")
    assert "1939-ND" in shell.fine("list")
    assert "lists show it otherwise" not in shell.fine("doctor", "--deep")


def test_a_label_needs_no_game_where_it_is_kept() -> None:
    """It is the one that is made where the game is loaded."""
    for system in SYSTEMS:
        by_name = snapshots.kept(snapshots.packages(), f"fold of {system}", lambda: "made")
        label = snapshots.fingerprint(system)
        assert by_name == "made" or label == f"snapshot-{system}-{by_name}"
