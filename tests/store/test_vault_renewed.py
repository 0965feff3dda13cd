"""The vault renewed: whoever kept the key before foresees no later draw, and every draw is proved.

What a former keeper can work out is worked out here, from copies of the old key and of the log.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.history.acts import judged
from campaign.kernel import draws
from campaign.kernel.opening import SeedChain
from campaign.lif.state import mixed_lines
from campaign.lif.us_entry.chits import entry_chits
from campaign.store import ledger
from campaign.store.export import Export, audit_of, export, import_
from campaign.store.ledger import Ledger
from campaign.store.protocol import ConflictError
from campaign.store.vault import Vault, VaultError
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events import chain, codec
from events.campaign import SeedsRenewed
from events.lif import us_entry as entry
from events.sealed import Subject
from support.command_line import Shell
from support.sessions import NAME, Session, ledger_in, played
from tests.disputes.test_impact import correct, version_of
from tests.history.test_branches import clean as clean_
from tests.history.test_branches import rows
from tests.lif.us_entry.chits.test_branches_us_entry import GERMANY, drawn, entered, made, values

pytestmark = pytest.mark.further


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Two turns played, the second with a draw of its own; the board is closed."""
    session = played(tmp_path, turns=2, close=False)
    yield session
    session.ledger.close()


def clean(ledger: Ledger, name: str = NAME) -> None:
    """Nothing to find in a campaign's record, and the state in use is a fresh fold's."""
    clean_(ledger, name)


def ring(session: Session) -> list[str]:
    """The lines of the key file."""
    return session.ledger.vault.path.read_text().splitlines()


def renewal(session: Session) -> SeedsRenewed:
    """The newest renewal on record."""
    return [e for _, e in session.ledger.log(session.name) if isinstance(e, SeedsRenewed)][-1]


def chain_of(session: Session) -> SeedChain:
    """The chain of seeds in use."""
    shared = session.state.campaign
    return SeedChain(shared.id, shared.seed_anchor, shared.seed_links, shared.seed_sealed)


def finish(session: Session) -> None:
    """Closes the board without a vote."""
    while session.phase != "closed":
        match session.phase:
            case "draw":
                session.do("DrawLeader")
            case "ballots":
                session.do("OpenBallots", absent="no-veto")
            case _:
                session.do("OpenVotes", absent="abstain")


def turn_played(session: Session) -> None:
    """The next turn, with a draw."""
    session.do("AdvanceTurn")
    session.draw()
    finish(session)


# --- seeds --------------------------------------------------------------------------------------


def test_the_old_key_opens_no_seed_of_the_new_chain(session: Session, tmp_path: Path) -> None:
    """A copy of the key opens the old chain to its end, and nothing of the new one."""
    copy, before = tmp_path / "copy.vault", chain_of(session)
    shutil.copy(session.ledger.vault.path, copy)
    session.do("RenewVault")
    former, after = Vault(copy), chain_of(session)
    assert draws.link(former.seed(before, 1)) == before.anchor
    with pytest.raises(VaultError, match="not the one that sealed"):
        former.seed(after, 1)
    assert (
        draws.link(session.ledger.vault.seed(after, 1)) == after.anchor == renewal(session).anchor
    )
    assert session.ledger.vault.seed(before, 1) == former.seed(before, 1)


def test_the_seed_in_use_is_revealed_and_the_turn_goes_on_with_the_new_chain(
    session: Session,
) -> None:
    """The draws of before are proved at once; those after wait for the turn's end as ever."""
    number = session.state.campaign.seed_number
    seed = session.ledger.vault.seed(chain_of(session), number)
    audit = audit_of(session.ledger, NAME)
    assert list(audit.findings(session.ledger.store.rows(NAME))) == []
    assert audit.pending["draws"] > 0
    leaders = session.state.draw + 1
    (event,) = session.do("RenewVault")["events"]
    assert event["seed_revealed"] == seed
    assert event["draws"] == {"leaders": leaders, "us-entry": 1}
    assert "sealed" not in event
    audit = audit_of(session.ledger, NAME)
    assert list(audit.findings(session.ledger.store.rows(NAME))) == []
    assert "draws" not in audit.pending
    assert audit.renewed == {session.ledger.live(NAME).version: event["draws"]}
    shared = session.state.campaign
    assert (shared.seed_number, shared.last_revealed) == (1, event["anchor"])
    assert not session.state.shielded
    turn_played(session)
    turn_played(session)
    assert session.state.campaign.seed_number == 3
    session.do("CloseCampaign")
    clean(session.ledger)


def test_a_draw_after_it_follows_from_the_new_seed(session: Session) -> None:
    """HMAC-SHA-256 under the new chain's seed gives the leader, as the recipe says."""
    session.do("RenewVault")
    session.do("AdvanceTurn")
    session.do("OpenReinforcement")
    state = session.state
    cup = [who for who, status in state.leaders.items() if status == "cup"]
    seed = session.ledger.vault.seed(chain_of(session), 2)
    given = draws.pick(seed, state.campaign.id, state.draw + 1, mixed_lines(state), cup)
    assert session.draw() == given


def test_it_can_be_renewed_again_in_the_same_turn(session: Session) -> None:
    """Three chains: each begins with its own number 1, and the ring keeps every key."""
    for _ in range(3):
        keys = ring(session)
        session.do("RenewVault")
        assert ring(session)[1:] == keys and ring(session)[0] not in keys
    turn_played(session)
    session.do("CloseCampaign")
    clean(session.ledger)


def test_seeds_that_are_used_up_come_again(tmp_path: Path) -> None:
    """Without a seed left there is none to reveal; the new chain serves on."""
    vault = Vault(tmp_path / "campaign.vault", links=1)
    with Ledger(tmp_path / "campaign.db", vault) as ledger:
        session = Session(ledger).open()
        session.do("CloseCampaign")
        closed = ledger.live(NAME).version
        session.do("RaiseDispute", "anna", versions=[closed], claim="too soon")
        session.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="so it was")
        correct(session, "StrikeEvents", dispute="d1", versions=[closed])
        assert session.state.campaign.seed_number == 2
        assert session.ask("AdvanceTurn")["rule"] == "Draws"
        (event,) = session.do("RenewVault")["events"]
        assert event["seed_revealed"] == "" and event["links"] == 1
        session.do("CloseCampaign")
        clean(ledger)


# --- who and when -------------------------------------------------------------------------------


def test_the_keeper_renews_it_and_nobody_else_but_a_host(session: Session) -> None:
    """A player is neither; a keeper who is named may, and a host always."""
    why = "{} is neither host nor keeper, and only they can renew the vault"
    for who in ("anna", "eve"):
        answer = session.ask("RenewVault", who)
        assert (answer["rule"], answer["reason"]) == ("Members", why.format(who.capitalize()))
    assert session.ask("RenewVault", "nobody")["rule"] == "Members"
    assert len(ring(session)) == 1
    session.do("NameKeeper", member="eve")
    session.do("RenewVault", "eve")
    assert session.ask("RenewVault", "anna")["rule"] == "Members"
    session.do("RenewVault")
    clean(session.ledger)


def test_not_while_the_board_is_open(session: Session) -> None:
    """Markers lie sealed under the old key there; the key file stays as it is."""
    session.do("AdvanceTurn")
    session.do("OpenReinforcement")
    for _ in range(2):
        answer = session.ask("RenewVault")
        assert answer["rule"] == "Vault"
        assert answer["reason"] == "the vault is renewed once the Promotions Board is closed"
        if session.phase == "draw":
            session.do("DrawLeader")
    assert len(ring(session)) == 1


def test_not_in_a_campaign_that_is_over(session: Session) -> None:
    """Nothing will be drawn there."""
    session.do("CloseCampaign")
    answer = session.ask("RenewVault")
    assert answer["rule"] == "Calendar" and "has ended" in answer["reason"]
    assert len(ring(session)) == 1


def test_not_with_a_key_from_the_environment(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody could put the new key there; the member who may not is told that first."""
    version = session.ledger.live(NAME).version
    monkeypatch.setenv("CAMPAIGN_VAULT_KEY", ring(session)[0])
    assert session.ask("RenewVault", "anna")["rule"] == "Members"
    with pytest.raises(VaultError, match=r"comes from CAMPAIGN_VAULT_KEY, .*unset"):
        session.ask("RenewVault")
    assert session.ledger.live(NAME).version == version and len(ring(session)) == 1


def test_a_ring_in_the_environment_opens_as_a_file_does(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of its lines are the variable's value."""
    session.do("RenewVault")
    monkeypatch.setenv("CAMPAIGN_VAULT_KEY", session.ledger.vault.path.read_text())
    session.ledger.vault.path.unlink()
    turn_played(session)
    clean(session.ledger)


def test_it_goes_on_while_play_rests(session: Session) -> None:
    """A keeper may leave in the middle of a dispute."""
    session.do("RaiseDispute", "anna", versions=[8], claim="not so")
    session.do("FreezePlay", dispute="d1")
    session.do("RenewVault")
    clean(session.ledger)


# --- the ring and the ledger --------------------------------------------------------------------


def test_what_the_older_keys_sealed_is_still_opened(session: Session) -> None:
    """What a refused submission was told, and the salt of an old receipt."""
    refused = session.ask("DrawLeader", "anna")["receipt"]["id"]
    salted = session.do("AddEntropy", "anna", value="grey geese")["receipt"]
    session.do("RenewVault")
    number = int(refused.rpartition("/")[2])
    told = ledger.refusal(
        session.ledger, NAME, ledger.receipt(session.ledger, NAME, number), "anna"
    )
    assert told is not None and told.command == "DrawLeader"
    number = int(salted["id"].rpartition("/")[2])
    hidden = session.ledger.unopened(NAME)
    assert ledger.salt(session.ledger, NAME, number, "anna", hidden) == salted["salt"]


def test_a_conflict_with_another_writer_renews_once(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two others come first; the third try is appended, and one key was added."""
    append, tried = session.ledger.store.append, []

    def busy(*args: Any, **kwargs: Any) -> Any:
        tried.append(args)
        if len(tried) < 3:
            raise ConflictError("another came first")
        return append(*args, **kwargs)

    monkeypatch.setattr(session.ledger.store, "append", busy)
    session.do("RenewVault")
    assert len(tried) == 3 and len(ring(session)) == 2
    assert session.ledger.vault.knew(chain_of(session)) is False
    turn_played(session)
    session.do("CloseCampaign")
    clean(session.ledger)


class Killed(BaseException):
    """The end of a process."""


def test_a_repeat_makes_no_other_key(session: Session) -> None:
    """It gets the first answer: the old key and the new one are there, and one event more."""
    command = {"command": "RenewVault", "id": "once"}
    first = session.ledger.submit(NAME, command)
    again = session.ledger.submit(NAME, command)
    assert again == {name: value for name, value in first.items() if name != "receipt"}
    assert session.ledger.vault.count() == 2
    assert session.ledger.live(NAME).version == first["version"]


@pytest.mark.parametrize("step", ["draft", "fsync", "replace", "seal", "append"])
def test_stopped_anywhere_it_is_sent_again(
    session: Session, tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the new name one key, behind it two; the record has nothing, and everything opens."""
    version = session.ledger.live(NAME).version
    command = {"command": "RenewVault", "id": "once"}

    def stop(*args: Any, **kwargs: Any) -> Any:
        raise Killed

    with monkeypatch.context() as patch:
        if step == "draft":
            patch.setattr("tempfile.mkstemp", stop)
        elif step == "fsync":
            patch.setattr("campaign.store.vault.os.fsync", stop)
        elif step == "replace":
            patch.setattr(Path, "replace", stop)
        elif step == "seal":
            renew = session.ledger.vault.renew
            patch.setattr(session.ledger.vault, "renew", lambda: (renew(), stop()))
        else:
            patch.setattr(session.ledger.store, "append", stop)
        with pytest.raises(Killed):
            session.ledger.submit(NAME, command)
    kept = 2 if step in ("seal", "append") else 1
    assert len(ring(session)) == kept
    session.ledger.close()
    with ledger_in(tmp_path, "other dice") as ledger:
        again = Session(ledger)
        assert ledger.live(NAME).version == version
        assert draws.link(ledger.vault.seed(chain_of(again), 1)) == chain_of(again).anchor
        first = ledger.submit(NAME, command)
        assert first["accepted"] and len(ring(again)) == kept + 1
        assert ledger.submit(NAME, command)["version"] == first["version"]
        assert len(ring(again)) == kept + 1, "the same id renews no second time"
        turn_played(again)
        clean(ledger)
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []


def test_a_disk_that_takes_no_key_leaves_everything(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, the old ring, and nothing on record."""
    version, keys = session.ledger.live(NAME).version, ring(session)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("campaign.store.vault.os.fsync", full)
        with pytest.raises(VaultError, match=r"cannot write the vault key .*No space left"):
            session.ledger.vault.renew()
    assert ring(session) == keys and session.ledger.live(NAME).version == version


def test_two_renewals_of_one_ring_lose_no_key(session: Session) -> None:
    """Another process's renewal of the same file waits; no key is written over."""
    import threading

    vault = session.ledger.vault
    before = ring(session)
    threads = [threading.Thread(target=Vault(vault.path).renew) for _ in range(12)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(set(ring(session))) == 13 and ring(session)[-1:] == before
    assert vault.path.stat().st_mode & 0o777 == 0o600


def test_a_link_to_a_key_elsewhere_stays_one(session: Session, tmp_path: Path) -> None:
    """The key on a stick is renewed where it lies."""
    stick, path = tmp_path / "stick", session.ledger.vault.path
    stick.mkdir()
    path.rename(stick / "key")
    path.symlink_to(stick / "key")
    session.do("RenewVault")
    assert path.is_symlink() and len((stick / "key").read_text().splitlines()) == 2


# --- the chits of US entry ----------------------------------------------------------------------


@pytest.fixture(params=[drawn, entered], ids=["ledger", "table"])
def us(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Session]:
    """A campaign with the ledger's chits, and one with a cup at the table."""
    made_: Callable[[Path], Session] = request.param
    session = made_(tmp_path)
    yield session
    session.ledger.close()


def test_lif_5_3_chits_keep_their_values_and_a_former_keeper_knows_no_later_one(
    us: Session, tmp_path: Path
) -> None:
    """The old secret draws and opens none of the chits that come; what lies stays what it is."""
    copy = tmp_path / "copy.vault"
    shutil.copy(us.ledger.vault.path, copy)
    before, entered_ = values(us, "ben"), us.state.entry
    renewed, dealt = us.do("RenewVault")["events"]
    assert renewed["draws"] == {"us-entry": entered_.draw + 1}
    assert list(dealt["kept"]) == list(entered_.chits) and dealt["renewal"] is True
    assert values(us, "ben") == before
    after = us.state.entry
    assert (after.due, after.draw, after.common) == (entered_.due, entered_.draw, entered_.common)
    assert all(after.chits[who].commitment != entered_.chits[who].commitment for who in before)
    fields = {"count": 3} if after.mode == "ledger" else {"values": [9, 8, 2]}
    us.do("DrawEntryChits", "ben", pool=GERMANY, **fields)
    subject = Subject(us.state.campaign.id, "entry-secret", 0, "usa")
    with pytest.raises(VaultError):
        Vault(copy).open(subject, after.secret_sealed)
    us.do("RenewVault")
    us.do("CloseCampaign")
    opened = [e for _, e in us.ledger.log(NAME) if isinstance(e, entry.EntrySecretOpened)][-1]
    assert len({opened.secret, *opened.former}) == 3
    clean(us.ledger)


def test_lif_5_3_a_renewal_is_decided_again_from_its_events(us: Session) -> None:
    """`rejudge` passes over it as the record's own; all other acts are answered alike."""
    us.do("RenewVault")
    us.do("CloseCampaign")
    found = judged(us.ledger.live(NAME).system, us.ledger.effective(NAME))
    assert [told for _, told in found if told and not told.holds] == []


def test_a_what_if_of_a_renewed_campaign_proves_itself(us: Session) -> None:
    """It has none of the former secrets to open, and can be renewed as well."""
    us.do("RenewVault")
    for maker in ("anna", "eve"):
        copy = made(us, maker)
        copy.do("RenewVault", maker)
        copy.do("CloseCampaign", maker)
        clean(copy.ledger, copy.name)
        us.ledger.forget(copy.name)


# --- corrections --------------------------------------------------------------------------------


def ruled(session: Session, version: int) -> None:
    """A dispute over an event, upheld."""
    session.do("RaiseDispute", "anna", versions=[version], claim="not so")
    session.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="so be it")


def test_a_renewal_is_not_struck_nor_amended_nor_undone(session: Session) -> None:
    """It is about the record itself, and nothing before it is taken back."""
    session.do("AddEntropy", value="words")
    version = session.do("RenewVault")["version"]
    undone = session.ask("UndoAct")
    assert undone["rule"] == "Undo" and "no act to take back" in undone["reason"]
    ruled(session, version)
    own = f"event {version} is about the record itself (seeds renewed) and cannot be corrected"
    for command, fields in (
        ("StrikeEvents", {"versions": [version]}),
        ("AmendEvent", {"version": version, "fields": {"links": 4}}),
    ):
        answer = session.ask(command, dispute="d1", seen="0" * 64, **fields)
        assert answer["reason"] == own
    inserted = session.ask(
        "InsertCommand", dispute="d1", seen="0" * 64, after=version,
        forgotten={"command": "RenewVault"},
    )  # fmt: skip
    assert inserted["reason"] == "forgotten: there is no command 'RenewVault' that can be inserted"


def test_a_rewind_over_a_renewal_leaves_it(session: Session) -> None:
    """Turns that are struck use up seeds of the chain that they had; the new one goes on."""
    back = session.ledger.live(NAME).version
    turn_played(session)
    session.do("RenewVault")
    turn_played(session)
    ruled(session, back + 1)
    correct(session, "Rewind", dispute="d1", to=back)
    shared = session.state.campaign
    assert shared.seed_anchor == renewal(session).anchor and shared.seed_number == 2
    assert session.state == session.ledger.fresh(NAME).state
    turn_played(session)
    session.do("CloseCampaign")
    clean(session.ledger)


@pytest.mark.parametrize("stocked_too", [False, True])
def test_lif_5_3_a_rewind_over_a_renewal_leaves_chits_that_open(
    us: Session, stocked_too: bool
) -> None:
    """Chits drawn since are off the table, the others as dealt; without a stock none lies there."""
    if stocked_too and us.state.entry.last_chit:
        at = version_of(us, entry.EntryChitsStocked) - 1
    else:
        at = next(v for v, e in us.ledger.log(NAME) if isinstance(e, entry.EntryChitsDrawn))
    us.do("RenewVault")
    known = values(us, "ben")
    ruled(us, at + 1)
    answer = us.ask("Rewind", dispute="d1", to=at, seen="0" * 64)
    assert not answer["accepted"]
    if stocked_too:
        return  # what was laid has used up ids: the preview names the rule
    correct(us, "Rewind", dispute="d1", to=at)
    left = values(us, "ben")
    assert left and left == {who: known[who] for who in left}
    assert us.state == us.ledger.fresh(NAME).state
    us.do("CloseCampaign")
    clean(us.ledger)


# --- the auditor --------------------------------------------------------------------------------


def audited(session: Session, change: Callable[[list[dict[str, Any]]], None]) -> str:
    """What the auditor finds in a log changed and chained anew."""
    log = [json.loads(stored.rpartition(b"\n")[0]) for _, _, stored in rows(session)]
    change(log)
    head, forged = "", []
    for version, body in enumerate(log, 1):
        stored = chain.seal(
            codec.encode(SYSTEMS.codec.decode(json.dumps({**body, "prev": head}).encode()))
        )
        head = chain.head(stored)
        forged.append((version, body["type"], stored))
    return "\n".join(map(str, Verification(SYSTEMS, name=session.name).findings(forged)))


def body_of(log: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    """The last event of a type."""
    return [one for one in log if one["type"] == kind][-1]


def test_an_old_chain_in_new_clothes_is_found(session: Session) -> None:
    """The new chain's end is a hidden link of the old one: what a former keeper would forge."""
    old = chain_of(session)
    seeds = [session.ledger.vault.seed(old, number) for number in range(1, 9)]
    session.do("RenewVault")
    number = 2
    for anchor in (old.anchor, seeds[0], seeds[number - 1], seeds[number], seeds[number + 3]):

        def change(log: list[dict[str, Any]], anchor: str = anchor) -> None:
            body_of(log, "campaign.SeedsRenewed")["anchor"] = anchor

        assert "seed: the new chain was in use before" in audited(session, change)
    assert audited(session, lambda log: None) == ""


@pytest.mark.parametrize(("field", "value", "told"), [
    ("anchor", "not hex", "the new chain has no digest as its end"),
    ("links", 0, "the new chain has no digest as its end, or no links"),
    ("seed_revealed", "", "is not the next link of the chain fixed at the start"),
    ("seed_revealed", "ab" * 32, "is not the next link of the chain fixed at the start"),
    ("draws", {"leaders": 9}, "SeedsRenewed, draws"),
    ("by", "anna", "`campaign vault-renew` by Anna would be refused (Members)"),
])  # fmt: skip
def test_a_forged_renewal_is_found(session: Session, field: str, value: Any, told: str) -> None:
    """Each fact of it that others can check."""
    session.do("RenewVault")

    def change(log: list[dict[str, Any]]) -> None:
        body_of(log, "campaign.SeedsRenewed")[field] = value

    assert told in audited(session, change)


def test_a_false_seed_behind_a_renewal_is_found(session: Session) -> None:
    """The next turn reveals the new chain's seed, and no other."""
    session.do("RenewVault")
    session.do("AdvanceTurn")

    def change(log: list[dict[str, Any]]) -> None:
        body_of(log, "campaign.TurnBegan")["seed_revealed"] = "ab" * 32

    assert "is not the next link of the chain fixed by the renewal" in audited(session, change)


def test_lif_5_3_a_false_deal_is_found(us: Session) -> None:
    """A chit with another value, one left out, former secrets missing, no deal at all."""
    us.do("RenewVault")
    dealt = us.state
    us.do("CloseCampaign")
    secret = [e for _, e in us.ledger.log(NAME) if isinstance(e, entry.EntrySecretOpened)][
        -1
    ].secret

    false = entry_chits.laid(secret, dealt.campaign.id, "c1", 77).commitment

    def another(log: list[dict[str, Any]]) -> None:
        body_of(log, "lif.EntryChitsDealtAnew")["chits"][0]["commitment"] = false

    def without(log: list[dict[str, Any]]) -> None:
        body_of(log, "lif.EntryChitsDealtAnew")["chits"].pop()

    def not_kept(log: list[dict[str, Any]]) -> None:
        body_of(log, "lif.EntryChitsDealtAnew")["kept"].pop()

    def missing(log: list[dict[str, Any]]) -> None:
        body_of(log, "lif.EntrySecretOpened")["former"] = []

    def false_secret(log: list[dict[str, Any]]) -> None:
        body_of(log, "lif.EntrySecretOpened")["former"] = ["ab" * 32]

    def undealt(log: list[dict[str, Any]]) -> None:
        log.remove(body_of(log, "lif.EntryChitsDealtAnew"))

    assert "chit: c1 should be as it was, and has another value" in audited(us, another)
    assert "rules: lif.EntryChitsDealtAnew, chits: the record has" in audited(us, without)
    assert "rules: lif.EntryChitsDealtAnew, kept: the record has" in audited(us, not_kept)
    assert "secret: are not those that were sealed" in audited(us, missing)
    assert "secret: are not those that were sealed" in audited(us, false_secret)
    assert "there is no vault to seal the secret of the chits in" in audited(us, undealt)
    assert audited(us, lambda log: None) == ""


# --- what people see ----------------------------------------------------------------------------


def test_doctor_verify_and_the_journal_tell_it(session: Session, tmp_path: Path) -> None:
    """Which campaigns a former keeper still foresees, and from which draw of this one no more."""
    session.ledger.open("other", scenario="global-war")
    session.ledger.open("over", scenario="global-war")
    session.ledger.submit("over", {"command": "CloseCampaign"})
    shell = Shell(tmp_path)
    assert "vault keys" not in shell.fine("doctor")
    first = session.state.draw + 1
    said = shell.fine("vault-renew", NAME)
    told = f"from draw {first} of leaders and draw 1 of US entry on whoever kept the vault before"
    assert told in " ".join(said.split())
    doctor = " ".join(shell("doctor").out.split())
    assert "2 keys; the first is in use, the others open what is older" in doctor
    assert "still foresees the draws of other: `campaign vault-renew other`" in doctor
    shell.fine("vault-renew", "other")
    doctor = " ".join(shell("doctor").out.split())
    assert "3 keys" in doctor and f"foresees the draws of {NAME}:" in doctor
    shell.fine("vault-renew", NAME)
    version = session.ledger.live(NAME).version
    verified = " ".join(shell.fine("verify", NAME).split())
    told = f"a keeper of before foresees nothing from draw {first} (leaders), draw 1 (us-entry) on."
    assert f"Event {version} renewed the vault: {told}" in verified
    as_json = json.loads(shell.fine("verify", NAME, "--json"))
    assert as_json["renewed"][-1] == {
        "version": version,
        "draws": {"leaders": first, "us-entry": 1},
    }
    shell.fine("report", NAME, "--out", "pages")
    page = (tmp_path / "pages" / f"{session.state.campaign.turn}.html").read_text()
    assert f"draw {first} of leaders" in page


def test_an_export_with_its_ring_goes_on_elsewhere(session: Session, tmp_path: Path) -> None:
    """Who takes over renews with the ring at hand; the export has the same head."""
    session.do("RenewVault")
    file = tmp_path / "club.jsonl"
    export(session.ledger, NAME, file)
    there = tmp_path / "there"
    there.mkdir()
    shutil.copy(session.ledger.vault.path, there / "campaign.vault")
    with ledger_in(there, "other") as ledger:
        import_(ledger, file)
        moved = Session(ledger)
        moved.do("RenewVault")
        turn_played(moved)
        clean(ledger)
    assert list(audit_of(Export(file), NAME).findings(Export(file).rows())) == []


def test_lif_5_3_a_reopened_campaign_is_renewed_and_a_renewed_one_reopened(us: Session) -> None:
    """Secrets that the end opened are not opened again; those of before the next end are."""
    us.do("RenewVault")
    us.do("CloseCampaign")
    us.do("ReopenCampaign", reason="a slip")
    us.do("ConsentToReopening", "ben")
    before = values(us, "ben")
    us.do("RenewVault")
    assert values(us, "ben") == before
    us.do("CloseCampaign")
    opened = [e for _, e in us.ledger.log(NAME) if isinstance(e, entry.EntrySecretOpened)]
    assert [len(one.former) for one in opened] == [1, 1]
    assert not {opened[0].secret, *opened[0].former} & {opened[1].secret, *opened[1].former}
    clean(us.ledger)
