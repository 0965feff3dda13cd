"""Branches: a what-if with the same past, holding only what its maker may know, gone without trace.

What of the past was sealed is looked for in every byte of the branch; what is left of the campaign
is compared byte by byte before a branch was made, while there is one, and once it is gone.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaign.history.effective import BLANKED, blanked, effective
from campaign.kernel import draws
from campaign.kernel.opening import SeedChain
from campaign.projections import database, projector
from campaign.reports import pages
from campaign.store import branches, ledger, snapshots
from campaign.store.branches import branch, delete
from campaign.store.export import Export, audit_of, export, import_
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.vault import Vault, VaultError
from campaign.systems import SYSTEMS
from campaign.verify.receipts import read as read_receipt
from events import chain, codec
from events import disputes as facts
from events.base import topic
from events.campaign import CampaignOpened, EntropyAdded, TurnBegan
from events.lif.board import BallotSealed, LeaderDrawn, ReinforcementOpened
from support.command_line import Shell
from support.sessions import ADDRESS, NAME, Dice, Session, ledger_in, nonce_of, played
from tests.disputes.test_impact import correct, log_of, upheld, version_of

IF = "club-if"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A club in the middle of a board: markers in the vault and on devices, entropy, a dispute."""
    session = Session(ledger_in(tmp_path)).open()
    session.do("AddEntropy", "anna", value="rain", id="a-key")
    session.draw()
    session.ballots({"ussr": "no-veto", "japan": "no-veto"})
    made = session.device("germany", "no-veto", nonce_of("germany"))
    session.do("SealBallot", "anna", power="germany", commitment=made)
    made = session.device("italy", "no-veto", nonce_of("italy"))
    session.do("SealBallot", "anna", power="italy", commitment=made)
    session.do("FixMarkers")
    session.do("RevealBallot", "anna", power="germany", choice="no-veto", nonce=nonce_of("germany"))
    return session


def made(session: Session, at: int | None = None, maker: str = "anna", name: str = IF) -> Session:
    """A branch, to be spoken to."""
    branch(session.ledger, session.name, at, maker, name)
    return Session(session.ledger, name)


def rows(session: Session) -> list[tuple[int, str, bytes]]:
    """What the store has of it."""
    return list(session.ledger.store.rows(session.name))


def whole(session: Session) -> bytes:
    """All bytes of its events, receipts and snapshots."""
    store = session.ledger.store
    parts = [stored for _, _, stored in rows(session)]
    parts += [stored for _, stored in store.receipts(session.name)]
    with closing(sqlite3.connect(store.path)) as db:
        kept = db.execute("SELECT * FROM snapshots WHERE originator_id=?", (session.name,))
        parts += [repr(row).encode() for row in kept]
    return b"\n".join(parts)


def clean(ledger: Ledger, name: str) -> None:
    """The auditor finds nothing, receipts and all."""
    audit = audit_of(ledger, name)
    assert list(audit.findings(ledger.store.rows(name))) == []
    assert audit.state == ledger.live(name).state


def play(session: Session, by: str, turns: int) -> list[str]:
    """A board of one draw a turn, by a member who hosts; the leaders drawn."""
    found = []
    for _ in range(turns):
        if session.phase != "ballots":
            if session.phase == "closed":
                session.do("OpenReinforcement", by)
            session.do("DrawLeader", by)
        found.append(session.state.board.leader)
        session.do("OpenBallots", by, absent="no-veto", withheld=True)
        session.do("OpenVotes", by, absent="abstain")
        assert session.phase == "closed"
        session.do("AdvanceTurn", by)
    return found


# --- the past that it shares --------------------------------------------------------------------


def test_the_past_is_the_same_event_for_event(session: Session) -> None:
    """At the same versions, with the same stamps; ciphertexts and keys are left out."""
    copy = made(session)
    origin, mine = log_of(session), copy.ledger.log(IF)
    assert [version for version, _ in mine[: len(origin)]] == [version for version, _ in origin]
    blanked: dict[str, int] = {}
    for (_, was), (_, now) in zip(origin, mine, strict=False):
        assert type(was) is type(now)
        for field in was.__struct_fields__:
            one, other = getattr(was, field), getattr(now, field)
            if field == "prev" or one == other:
                continue
            assert field in (*BLANKED, "key"), (was, field)
            assert other == {**BLANKED, "key": ""}[field]
            blanked[field] = blanked.get(field, 0) + 1
    assert blanked == {"seed_sealed": 1, "key": 1, "sealed": 3}
    assert [type(event) for _, event in mine[len(origin) :]] == [facts.Branched]


def test_no_byte_of_it_is_a_secret_of_its_origin(session: Session) -> None:
    """Neither a ciphertext nor what opens a marker, nor a seed, nor an address or a receipt.

    What the vault's key can open in it is its own seed chain and nothing else.
    """
    vault, state = session.ledger.vault, session.state
    secrets = [ADDRESS, "a-key"]
    for power, marker in state.board.markers.items():
        if marker.ciphertext:
            opening = vault.open(session.subject(power), marker.ciphertext)
            secrets += [marker.ciphertext, opening.nonce]
    seeds = SeedChain(state.campaign.id, state.campaign.seed_anchor, state.campaign.seed_links,
                      state.campaign.seed_sealed)  # fmt: skip
    secrets += [seeds.sealed, *(vault.seed(seeds, number) for number in range(1, 60))]
    for _, stored in session.ledger.store.receipts(NAME):
        receipt = read_receipt(stored)
        secrets += [receipt.sent, *([receipt.sealed] if receipt.sealed else [])]
    assert len(secrets) > 70 and all(secrets)
    before = whole(session).decode()
    assert sum(one in before for one in secrets) >= 12, "what is looked for is there to be found"
    copy = made(session)
    play(copy, "anna", 2)
    found = whole(copy).decode()
    assert [one for one in secrets if one in found] == []
    with closing(sqlite3.connect(session.ledger.store.path)) as db:
        assert db.execute("SELECT count(*) FROM command_keys WHERE originator_id=?", (IF,)
                          ).fetchone() == (0,)  # fmt: skip


def test_what_a_correction_tells_anew_is_blanked_as_well(session: Session) -> None:
    """Records of before may hold an amended marker, with its ciphertext."""
    sealed = version_of(session, BallotSealed, power="ussr")
    marker = dict(log_of(session))[sealed]
    form = {"type": "lif.BallotSealed", **codec.fields(marker), "in_name": True}
    assert form["sealed"]
    amended = facts.EventAmended(dispute="d1", about=sealed, event=form)
    left = blanked(amended)
    assert isinstance(left, facts.EventAmended)
    assert left.event == {**form, "sealed": "not taken over"}


# --- what it begins with ------------------------------------------------------------------------


def test_its_maker_hosts_it_alone_and_plays_every_power(session: Session) -> None:
    """Ben, Ref and the host of the campaign look on; markers are to be laid again, by Anna."""
    copy = made(session)
    campaign, board = copy.state.campaign, copy.state.board
    assert (campaign.name, campaign.powers) == (IF, {})
    assert {who: one.roles for who, one in campaign.members.items()} == {
        "host": ("observer",), "anna": ("host", "player"), "ben": ("player",),
        "ref": ("referee",), "eve": ("observer",),
    }  # fmt: skip
    assert (board.phase, board.leader, board.markers, board.steady) == (
        "ballots", session.state.board.leader, {}, frozenset(),
    )  # fmt: skip
    assert not copy.state.shielded
    for by in ("host", "ben"):
        answer = copy.ask("SealBallot", by, power="ussr", choice="no-veto")
        assert answer["rule"] == "Members"
    copy.ballots({})
    copy.do("SealBallot", "anna", power="ussr", choice="no-veto")
    copy.do("SealBallot", "anna", power="italy", choice="no-veto")
    copy.do("OpenBallots", "anna", absent="no-veto")
    clean(copy.ledger, IF)


def test_what_rested_on_the_campaigns_own_people_ends(session: Session) -> None:
    """Frozen play, the vault's keeper and openings asked for are of the campaign."""
    session.do("NameKeeper", member="ref")
    session.do("AskOpening", "ben", version=version_of(session, BallotSealed, power="ussr"),
               reason="gone for good")  # fmt: skip
    session.do("RaiseDispute", "ben", versions=[1], claim="no")
    session.do("FreezePlay", dispute="d1")
    assert session.ask("AddEntropy", value="x")["rule"] == "Disputes"
    record = made(session).state.campaign.record
    assert (record.frozen_for, record.keeper, record.openings) == ("", "", {})
    assert record.disputes["d1"].stage == "open"
    assert session.state.campaign.record.frozen_for == "d1"


def test_a_branch_knows_where_it_comes_from(session: Session) -> None:
    """Name, event and digest of its origin, and its maker."""
    at = session.ledger.live(NAME).version - 2
    copy = made(session, at)
    head = chain.head(rows(session)[at - 1][2])
    origin = copy.state.campaign.record.branch_of
    assert (origin.name, origin.version, origin.head, origin.maker) == (NAME, at, head, "anna")
    assert copy.ledger.branch_of(IF) == origin and session.ledger.branch_of(NAME) is None
    shown = {"campaign": NAME, "version": at, "maker": "anna"}
    for version in (None, 1, at, at + 1):
        now = copy.ledger.show(IF, version)
        assert (now["campaign"], now["branch_of"]) == (IF, shown)
    assert session.ledger.show(NAME)["branch_of"] is None


# --- its own draws ------------------------------------------------------------------------------


def test_its_draws_tell_nothing_of_the_campaigns(session: Session) -> None:
    """Played alike, the two go apart: another chain of seeds, another id, other leaders.

    No seed of either is one of the other's, and none follows from the other's by hashing.
    """
    copy = made(session)
    mine, theirs = play(copy, "anna", 8), play(session, "host", 8)
    assert mine[0] == theirs[0], "drawn before they parted"
    assert mine[1:] != theirs[1:]
    ours = {e.seed_revealed for _, e in copy.ledger.log(IF) if isinstance(e, TurnBegan)} - {""}
    other = {e.seed_revealed for _, e in log_of(session) if isinstance(e, TurnBegan)} - {""}
    assert len(ours) == len(other) == 8
    hashed = set(ours)
    for seed in ours:
        for _ in range(70):
            seed = draws.link(seed)
            hashed.add(seed)
    assert not hashed & other
    assert copy.state.campaign.id != session.state.campaign.id
    clean(copy.ledger, IF)
    clean(session.ledger, NAME)


def test_two_branches_of_one_moment_draw_apart(session: Session) -> None:
    """Each has a chain of its own: making another tells nothing of the first."""
    one, other = made(session, name="one"), made(session, name="other")
    assert play(one, "anna", 6) != play(other, "anna", 6)
    assert one.state.campaign.seed_anchor != other.state.campaign.seed_anchor


def test_the_numbers_of_draws_go_on(session: Session) -> None:
    """The next draw of both has the number behind the last that they share."""
    copy = made(session)
    play(copy, "anna", 2)
    assert [e.draw for _, e in copy.ledger.log(IF) if isinstance(e, LeaderDrawn)] == [1, 2]


# --- receipts, keys, snapshots, tables ----------------------------------------------------------


def test_receipts_begin_with_it(session: Session) -> None:
    """The campaign's are its own; from the branch's first submission on each has one of its own."""
    copy = made(session)
    assert list(copy.ledger.store.receipts(IF)) == []
    answer = copy.do("AddEntropy", "anna", value="sun")
    assert answer["receipt"]["id"] == f"{IF}/1"
    with pytest.raises(StoreError, match=f"there is no receipt {IF}/2"):
        ledger.receipt(copy.ledger, IF, 2)
    clean(copy.ledger, IF)
    clean(session.ledger, NAME)


def test_a_key_of_the_campaigns_is_new_in_it(session: Session) -> None:
    """The same key again gives the first answer in the campaign, and is a new command here."""
    fields = {"value": "rain", "id": "a-key"}
    length = len(log_of(session))
    assert session.do("AddEntropy", "anna", **fields)["version"] < length
    copy = made(session)
    assert copy.do("AddEntropy", "anna", **fields)["version"] == length + 2
    assert copy.do("AddEntropy", "anna", **fields)["version"] == length + 2
    assert len(log_of(session)) == length


def test_snapshots_are_its_own(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is taken over; those it makes give its own state."""
    monkeypatch.setattr(snapshots, "EVERY", 4)
    play(session, "host", 2)
    store = session.ledger.store
    assert store.snapshot(NAME, snapshots.fingerprint("lif")) is not None
    copy = made(session)
    assert store.snapshot(IF, snapshots.fingerprint("lif")) is None
    play(copy, "anna", 2)
    assert store.snapshot(IF, snapshots.fingerprint("lif")) is not None
    with Ledger(store.path) as again:
        assert again.live(IF).state == again.fresh(IF).state == copy.state


def tables_of(ledger: Ledger, name: str) -> dict[str, list[tuple[Any, ...]]]:
    """A campaign's rows in the tables for reading."""
    with closing(sqlite3.connect(database.path(ledger.store.path))) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        return {
            table: found
            for table in names
            if table != "descriptions"
            and (found := db.execute(
                f'SELECT * FROM "{table}" WHERE campaign=? ORDER BY 1, 2, 3', (name,)
            ).fetchall())
        }  # fmt: skip


def test_tables_for_reading_tell_it_from_a_campaign(session: Session) -> None:
    """Its rows stand beside the campaign's, which stay as they are."""
    projector.update(session.ledger, NAME)
    before = tables_of(session.ledger, NAME)
    copy = made(session)
    play(copy, "anna", 1)
    projector.update(copy.ledger, IF)
    assert tables_of(session.ledger, NAME) == before
    with closing(sqlite3.connect(database.path(session.ledger.store.path))) as db:
        found = db.execute("SELECT campaign, branch_of, branch_behind FROM campaigns ORDER BY 1")
        assert found.fetchall() == [(NAME, None, None), (IF, NAME, len(log_of(session)))]
    assert ADDRESS not in repr(tables_of(session.ledger, IF))


# --- gone without a trace -----------------------------------------------------------------------


def emptied(path: Path, out: Path) -> bytes:
    """A store as it would lie on the disk if nothing had ever been deleted in it.

    Without the counters of changes in its head, which say only that something was written.
    """
    with closing(sqlite3.connect(path)) as db:
        db.execute("VACUUM INTO ?", (str(out),))
    found = bytearray(out.read_bytes())
    for first, last in ((24, 28), (40, 44), (92, 100)):
        found[first:last] = bytes(last - first)
    return bytes(found)


def test_a_branch_thrown_away_leaves_no_trace(session: Session, tmp_path: Path) -> None:
    """Byte by byte the store is what it was, and so are the tables for reading."""
    path = session.ledger.store.path
    play(session, "host", 1)
    projector.update(session.ledger, NAME)
    before, tables = emptied(path, tmp_path / "before.db"), tables_of(session.ledger, NAME)
    log = rows(session)
    copy = made(session)
    play(copy, "anna", 3)
    copy.do("AddEntropy", "anna", value="sun", id="its own key")
    projector.update(copy.ledger, IF)
    assert rows(session) == log
    assert emptied(path, tmp_path / "with.db") != before
    delete(session.ledger, IF)
    projector.TablesFollower(session.ledger).forget(IF)
    assert emptied(path, tmp_path / "after.db") == before
    assert rows(session) == log and session.ledger.names() == [NAME]
    assert tables_of(session.ledger, NAME) == tables and tables_of(session.ledger, IF) == {}
    with pytest.raises(StoreError, match=f"there is no campaign '{IF}'"):
        session.ledger.live(IF)
    clean(session.ledger, NAME)


def test_only_branches_are_deleted(session: Session) -> None:
    """A campaign is never deleted, whatever is asked."""
    log = rows(session)
    with pytest.raises(StoreError, match=r"^club is no branch, and is not deleted$"):
        delete(session.ledger, NAME)
    made(session)
    with pytest.raises(StoreError, match=r"^club is no branch, and is not deleted$"):
        branches.must_be_branch(session.ledger, NAME)
    assert rows(session) == log
    branches.must_be_branch(session.ledger, IF)


# --- where it may begin -------------------------------------------------------------------------


def test_a_branch_of_a_branch(session: Session) -> None:
    """Its origin is the branch, whose own events it holds as past; both verify, and go apart."""
    copy = made(session)
    play(copy, "anna", 2)
    again = made(copy, maker="ben", name="again")
    origin = again.state.campaign.record.branch_of
    assert (origin.name, origin.maker) == (IF, "ben")
    assert [type(e) for _, e in again.ledger.log("again")].count(facts.Branched) == 2
    assert again.state.campaign.members["anna"].roles == ("player",)
    sealed = [e.seed_sealed for _, e in again.ledger.log("again") if isinstance(e, facts.Branched)]
    assert sealed[0] == "" and sealed[1]
    assert play(again, "ben", 4) != play(copy, "anna", 4)
    for name in (NAME, IF, "again"):
        clean(session.ledger, name)
    delete(session.ledger, IF)
    clean(session.ledger, "again")


def test_a_branch_behind_and_before_a_correction(session: Session) -> None:
    """Behind it the struck event counts no more; before it, it still does."""
    rain = version_of(session, EntropyAdded)
    dispute = upheld(session, rain)
    correct(session, "StrikeEvents", dispute=dispute, versions=[rain])
    behind = made(session, name="behind")
    before = made(session, version_of(session, facts.RulingGiven), name="before")
    history = effective(SYSTEMS.codec, behind.ledger.log("behind"))
    assert history[rain - 1].struck_by == version_of(session, facts.EventsStruck)
    assert effective(SYSTEMS.codec, before.ledger.log("before"))[rain - 1].struck_by == 0
    for copy in (behind, before):
        play(copy, "anna", 2)
        clean(copy.ledger, copy.name)
        assert copy.ledger.fresh(copy.name).state == copy.state
    assert behind.state.campaign.record.corrections == session.state.campaign.record.corrections


def test_a_branch_behind_a_rewind(session: Session) -> None:
    """Play stands where the campaign's does: before the draw, whose number is used up."""
    opened = version_of(session, ReinforcementOpened)
    dispute = upheld(session, opened)
    correct(session, "Rewind", dispute=dispute, to=opened)
    copy = made(session)
    assert (copy.phase, copy.state.draw) == (session.phase, 1) == ("draw", 1)
    play(copy, "anna", 2)
    assert copy.state.draw == 3
    clean(copy.ledger, IF)


def test_a_branch_may_itself_be_corrected_and_rewound(session: Session) -> None:
    """Also to before it began: it stays what it is, with its own seeds and its maker as host."""
    copy = made(session)
    play(copy, "anna", 2)
    begun = version_of(session, ReinforcementOpened)
    copy.do("RaiseDispute", "ben", versions=[begun], claim="otherwise")
    copy.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="as you like")
    session = Session(copy.ledger, IF)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.disputes.test_impact.NAME", IF)
        correct(session, "Rewind", dispute="d1", to=begun)
    state = copy.state
    assert (state.campaign.name, state.campaign.powers, copy.phase) == (IF, {}, "draw")
    assert state.campaign.members["anna"].roles[0] == "host"
    play(copy, "anna", 2)
    clean(copy.ledger, IF)


def test_nobody_takes_back_in_it_what_came_before_it(session: Session) -> None:
    """What it shares stays; whoever wants it otherwise branches before it."""
    session.do("AddEntropy", "anna", value="one")
    copy = made(session)
    answer = copy.ask("UndoAct", "anna")
    assert (answer["accepted"], answer["rule"]) == (False, "Undo")
    copy.do("AddEntropy", "anna", value="two")
    copy.do("UndoAct", "anna")
    assert copy.ask("UndoAct", "anna")["rule"] == "Undo"


def test_a_branch_of_a_campaign_that_is_over(tmp_path: Path) -> None:
    """It is played on: the last turn is not closed in it."""
    session = played(tmp_path, turns=3)
    assert session.state.campaign.closed
    copy = made(session)
    assert not copy.state.campaign.closed
    finish_as(copy, "anna")
    copy.do("AdvanceTurn", "anna")
    copy.do("CloseCampaign", "anna")
    clean(copy.ledger, IF)
    assert copy.ledger.show(IF)["closed"] is True


def finish_as(session: Session, by: str) -> None:
    """Goes on until the board is closed."""
    while session.phase != "closed":
        command = {"draw": "DrawLeader", "ballots": "OpenBallots", "votes": "OpenVotes"}
        given = {"withheld": True}
        absent = {"ballots": {"absent": "no-veto", **given}, "votes": {"absent": "abstain"}}
        session.do(command[session.phase], by, **absent.get(session.phase, {}))


# --- what cannot be -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"at": 999}, "^club has no version 999; its last is [0-9]+$"),
        ({"at": 0}, "^club has no version 0; its last is [0-9]+$"),
        ({"maker": "zoe"}, "^'zoe' is not enrolled in club, as of event [0-9]+$"),
        ({"name": "What If"}, "^'What If' must be lower-case letters, digits and hyphens$"),
        ({"name": NAME}, "^there is a campaign club already$"),
    ],
)
def test_a_branch_that_cannot_be(session: Session, fields: dict[str, Any], why: str) -> None:
    """One line that says why, and nothing made."""
    before = session.ledger.names()
    with pytest.raises(StoreError, match=why):
        made(session, **fields)
    assert session.ledger.names() == before


def test_two_who_make_a_branch_of_one_name(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second finds it taken, although it was free when he looked."""
    made(session)
    monkeypatch.setattr(Ledger, "has", lambda ledger, name: name == NAME)
    with pytest.raises(StoreError, match=r"^there is a campaign club-if already$"):
        made(session, maker="ben")


def test_a_branch_needs_the_vaults_key(session: Session) -> None:
    """It seals seeds of its own; without the key nothing is made."""
    session.ledger.vault.path.unlink()
    with pytest.raises(VaultError, match="is missing"):
        made(session)
    assert session.ledger.names() == [NAME]


def test_names_are_found_where_none_is_given(session: Session) -> None:
    """The first that is free."""
    names = [branch(session.ledger, NAME, None, "anna")[0] for _ in range(2)]
    assert names == ["club-what-if-1", "club-what-if-2"]


def test_the_auditor_asks_where_a_branch_begins(session: Session) -> None:
    """It begins right behind the event that it says."""
    copy = made(session)
    log = copy.ledger.log(IF)
    version, event = log[-1]
    assert isinstance(event, facts.Branched)
    false = SYSTEMS.codec.decode(
        codec.encode(event).replace(b'"behind":%d' % (version - 1), b'"behind":3')
    )
    prev = rows(copy)[:-1]
    row = (version, topic(false), chain.seal(codec.encode(false)))
    (found,) = audit_of(copy.ledger, IF).findings([*prev, row])
    assert str(found) == f"version {version}: what-if: begins after event 3, and is event {version}"


# --- elsewhere, and on the command line ---------------------------------------------------------


def test_its_export_verifies_on_another_machine(session: Session, tmp_path: Path) -> None:
    """Without store or key of its origin; the import has the same head, and says what it is."""
    copy = made(session)
    play(copy, "anna", 3)
    out = tmp_path / "if.jsonl"
    export(copy.ledger, IF, out)
    assert json.loads(out.read_bytes().splitlines()[0])["branch_of"] == NAME
    source = Export(out)
    assert list(audit_of(source, IF).findings(source.rows())) == []
    (tmp_path / "there").mkdir()
    there = Ledger(tmp_path / "there" / "campaign.db")
    assert import_(there, out) == (IF, copy.ledger.live(IF).version)
    assert there.live(IF).head == copy.ledger.live(IF).head
    assert there.branch_of(IF) == copy.ledger.branch_of(IF)
    export(session.ledger, NAME, out)
    assert Export(out).header.branch_of == ""
    there.close()


@pytest.fixture
def shell(session: Session, tmp_path: Path) -> Shell:
    """The club and Anna's branch of it, on the command line."""
    play(session, "host", 2)
    session.ledger.close()
    shell = Shell(tmp_path)
    assert shell.fine("branch", NAME, "--turn", "1939-ND", "--name", IF, "--as", "anna") == (
        "A what-if of club, behind its event 37; Anna’s\n"
        "club-if begins at event 38; compare with: campaign diff club club-if\n"
        "its host is anna: campaign --as anna status club-if\n"
    )
    return shell


MARK = "A what-if of club, behind its event 37; Anna’s"


def test_every_page_of_its_reports_says_so(shell: Shell, tmp_path: Path) -> None:
    """Also those of the turns that it shares with the campaign, whose own pages do not."""
    assert MARK in shell.fine("report", IF, "--out", str(tmp_path / "if"))
    shell.fine("report", NAME, "--out", str(tmp_path / "club"))
    told_ = (
        "Anna made this page’s campaign of club: they share the past up to event 37, and what "
        "comes after that never happened there."
    )
    pages = sorted((tmp_path / "if").glob("*.html"))
    assert {"1939-ND", "1939-SO", "index", "story", "war"} <= {page.stem for page in pages}
    for page in pages:
        text = page.read_text()
        assert told_ in text and IF in text.partition("</title>")[0]
    for page in (tmp_path / "club").glob("*.html"):
        assert 'class="what-if"' not in page.read_text()


def test_without_branches_the_list_is_as_ever(session: Session, tmp_path: Path) -> None:
    """No column for what there is none of."""
    session.ledger.close()
    heads = Shell(tmp_path).fine("list").splitlines()[0]
    assert heads.split() == ["campaign", "rulebook", "scenario", "turn", "events"]


def test_it_is_compared_with_its_origin(shell: Shell) -> None:
    """What differs is what was played since, not who plays; at the parting nothing does."""
    assert "no figure differs" in shell.fine("diff", NAME, "37", f"{IF}@37")
    shell.fine("war", IF, "germany", "france", "--as", "anna")
    found = json.loads(shell.fine("diff", IF, "38", "now", "--json"))["differences"]
    assert [one["path"] for one in found] == [["at_war"]]
    found = json.loads(shell.fine("diff", NAME, IF, "--json"))["differences"]
    paths = {one["path"][0] for one in found}
    assert "at_war" in paths and not paths & {"members", "powers", "branch_of"}


def test_it_is_thrown_away_by_its_name(shell: Shell, tmp_path: Path) -> None:
    """The campaign stays; rows in the tables for reading go as well, before the log does."""
    shell.fine("rebuild", NAME)
    log = shell.fine("log", NAME, "--json")
    tables = tables_of(Ledger(shell.store), NAME)
    assert tables_of(Ledger(shell.store), IF)
    assert shell("branch", NAME, "--delete").error == (
        "campaign: club is no branch, and is not deleted"
    )
    assert shell.fine("branch", IF, "--delete") == "club-if is gone\n"
    assert shell.fine("log", NAME, "--json") == log
    assert tables_of(Ledger(shell.store), NAME) == tables
    assert tables_of(Ledger(shell.store), IF) == {}
    done = shell("show", IF)
    assert done.status == 2 and "there is no campaign 'club-if'" in done.error
    made_ = json.loads(shell.fine("branch", NAME, "--at", "37", "--json", "--as", "ben"))
    assert made_ == {"campaign": "club-what-if-1", "branch_of": NAME, "version": 38}
    gone = json.loads(shell.fine("branch", "club-what-if-1", "--delete", "--json"))
    assert gone == {"deleted": "club-what-if-1"}


def test_what_cannot_be_typed(shell: Shell) -> None:
    """Wrong usage is one line, and nothing is made or thrown away."""
    for words, why in (
        (("--at", "3", "--turn", "1939-SO"), "give either --at or --turn"),
        (("--delete", "--at", "3"), "--delete takes no more than the branch's name"),
        (("--delete", "--name", "x"), "--delete takes no more than the branch's name"),
    ):
        done = shell("branch", NAME, *words)
        assert done.status == 2 and why in done.error
    done = shell("branch", "clbu")
    assert done.status == 2 and "there is no campaign 'clbu'" in done.error
    done = shell("branch", NAME, "--at", "10")
    assert done.status == 1 and "came of one command" in done.error
    assert len(json.loads(shell.fine("list", "--json"))) == 2


def test_reports_of_a_branch_are_written_from_an_import(shell: Shell, tmp_path: Path) -> None:
    """The same bytes as from the store it was made in."""
    shell.fine("report", IF, "--out", str(tmp_path / "here"))
    shell.fine("export", IF, str(tmp_path / "if.jsonl"))
    there = Ledger(tmp_path / "there.db")
    import_(there, tmp_path / "if.jsonl")
    for page in pages.write(there, IF, tmp_path / "there"):
        assert page.read_bytes() == (tmp_path / "here" / page.name).read_bytes()
    there.close()


def test_another_vault_tells_another_chain(session: Session, tmp_path: Path) -> None:
    """The same campaign in another store, branched there alike: no seed is the same."""
    export(session.ledger, NAME, tmp_path / "club.jsonl")
    (tmp_path / "there").mkdir()
    store = tmp_path / "there" / "campaign.db"
    there = Ledger(store, Vault(store.with_suffix(".vault"), random=Dice("there")))
    import_(there, tmp_path / "club.jsonl")
    branch(there, NAME, None, "anna", IF)
    copy = made(session)
    assert there.live(IF).state.campaign.seed_anchor != copy.state.campaign.seed_anchor
    first = log_of(session)[0][1]
    assert isinstance(first, CampaignOpened) and first.seed_sealed
    there.close()
