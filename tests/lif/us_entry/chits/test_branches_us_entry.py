"""LiF 5.3 in a what-if: its chits hold no value that its maker may not know, and prove themselves.

Of two campaigns of one public course and other hidden values a stranger makes the same branch: so
nothing that is hidden has gone into it.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.history.acts import judged
from campaign.history.diff import differences
from campaign.lif.system import SYSTEM
from campaign.lif.us_entry.chits import entry_chits
from campaign.lif.us_entry.chits.entry_chits import is_free
from campaign.store.branches import branch, delete
from campaign.store.export import Export, audit_of, export, import_
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault, VaultError
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events import chain, codec
from events.disputes import Branched
from events.lif import us_entry as entry
from support.command_line import Shell
from support.sessions import NAME, Clock, Dice, Session
from tests.disputes.test_impact import correct, version_of
from tests.history.test_branches import clean, rows, whole

IF = "club-if"
MEMBERS: list[dict[str, Any]] = [
    {"member": "anna", "name": "Anna", "roles": ["host", "player"], "powers": ["japan"]},
    {"member": "ben", "name": "Ben", "powers": ["usa"]},
    {"member": "eve", "name": "Eve", "roles": ["observer"]},
    {"member": "ref", "name": "Ref", "roles": ["referee"]},
]
STOCK = [{"value": value, "count": 4} for value in range(10)]
"""Forty chits, of each value alike many."""
JAPAN, GERMANY = "entry-japan", "entry-germany-italy"


def opened(folder: Path, dice: str = "dice", **rulings: str) -> Session:
    """A campaign whose chits the vault's bytes decide; without leaders, to be short."""
    folder.mkdir(exist_ok=True)
    store = folder / "campaign.db"
    ledger = Ledger(
        store, Vault(store.with_suffix(".vault"), Dice(dice)), Clock(), random=Dice("salt")
    )
    return Session(ledger).open(
        modules={"leaders": False}, setup={"members": MEMBERS}, rulings=rulings
    )


def drawn(folder: Path, dice: str = "dice", **rulings: str) -> Session:
    """The ledger's chits: eight in the pools, one aside."""
    session = opened(folder, dice, **rulings)
    session.do("StockEntryChits", rows=STOCK)
    session.do("DrawEntryChits", "ben", pool=JAPAN, count=4)
    session.do("DrawEntryChits", "ben", pool=GERMANY, count=4)
    session.do("ReturnEntryChits", pool="tension-japan")
    return session


def entered(folder: Path) -> Session:
    """A cup at the table: five chits entered, one of them shown, two aside in two turns."""
    session = opened(folder, entry_chits="table")
    session.do("StockEntryChits")
    session.do("DrawEntryChits", "ben", pool=JAPAN, values=[3, 1, 4])
    session.do("DrawEntryChits", "ben", pool=GERMANY, values=[1, 5])
    session.do("ReturnEntryChits", pool="tension-japan")
    session.do("EnterEntryChits", "ben", pool="tension-japan", values=[6], aside=True)
    session.do("AdvanceTurn")
    session.do("ReturnEntryChits", pool="tension-germany-italy")
    session.do("EnterEntryChits", "ben", pool="tension-germany-italy", values=[7], aside=True)
    session.do("ShowEntryChits", "ben", chits=["c2"])
    return session


@pytest.fixture(params=[drawn, entered], ids=["ledger", "table"])
def session(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Session]:
    """A campaign with the ledger's chits, and one with a cup at the table."""
    made: Callable[[Path], Session] = request.param
    session = made(tmp_path)
    if made is drawn:
        session.do("ShowEntryChits", "ben", chits=["c2", "c5"])
    yield session
    session.ledger.close()


def made(session: Session, maker: str, at: int | None = None) -> Session:
    """A member's branch."""
    branch(session.ledger, session.name, at, maker, IF)
    return Session(session.ledger, IF)


def values(session: Session, who: str) -> dict[str, int]:
    """The values of all chits on the table, as a member may see them."""
    answer = session.ledger.private(session.name, who)
    assert answer["accepted"], answer
    own = answer["private"]
    chits = [chit for pool in own["pools"].values() for chit in pool["chits"]]
    return {chit["chit"]: chit["value"] for chit in [*chits, *own["aside"]]}


def dealt(session: Session) -> entry.EntryChitsDealtAnew:
    """What the branch dealt."""
    (event,) = (e for _, e in session.ledger.log(IF) if isinstance(e, entry.EntryChitsDealtAnew))
    return event


def proved(session: Session, by: str) -> None:
    """The audit finds nothing, neither now nor once the branch is over and its secret open."""
    clean(session.ledger, IF)
    acts = judged(SYSTEM, session.ledger.effective(IF))
    assert all(told is None or told.holds for _, told in acts)
    session.do("AdvanceTurn", by)
    session.do("CloseCampaign", by)
    audit = audit_of(session.ledger, IF)
    assert list(audit.findings(session.ledger.store.rows(IF))) == []
    assert sum(audit.pending.values()) == 0


# --- what its maker knows -----------------------------------------------------------------------


def test_lif_5_3_the_usas_player_keeps_what_he_knows(session: Session) -> None:
    """Ben's branch has his chits, under a secret of its own; he alone sees them, as its host."""
    before = values(session, "ben")
    copy = made(session, "ben")
    assert values(copy, "ben") == before
    assert dealt(copy).kept == tuple(copy.state.entry.chits) and not dealt(copy).draw
    assert copy.state.entry.secret_commitment != session.state.entry.secret_commitment
    now, was = copy.state.entry.chits, session.state.entry.chits
    assert all(now[who].commitment != was[who].commitment for who in was)
    for who in ("anna", "host", "eve", "ref"):
        assert not copy.ledger.private(IF, who)["accepted"], "Anna hosts the campaign, not this"
    found = differences(session.ledger.show(NAME), copy.ledger.show(IF))
    assert found == []
    copy.do("ShowEntryChits", "ben", chits=["c1"])
    proved(copy, "ben")


@pytest.mark.parametrize("maker", ["anna", "eve", "host"])
def test_lif_5_3_what_was_shown_stays_and_the_rest_is_dealt_anew(
    session: Session, maker: str
) -> None:
    """A host who plays against the USA, an observer, a host who plays nothing."""
    copy = made(session, maker)
    shown = {who for who, lies in session.state.entry.chits.items() if lies.shown is not None}
    assert shown and set(dealt(copy).kept) == shown
    true, now = values(session, "ben"), values(copy, maker)
    assert {who: now[who] for who in shown} == {who: true[who] for who in shown}
    if copy.state.entry.mode == "ledger":
        assert now.keys() == true.keys() and now != true
        assert Counter(now.values()) <= Counter(dict.fromkeys(range(10), 4))
        assert copy.state.entry.common == session.state.entry.common
        assert dealt(copy).draw == session.state.entry.draw + 1
        assert copy.state.entry.draw == session.state.entry.draw + len(true) - len(shown)
    else:
        assert now.keys() == shown
    proved_after_entering(copy, maker)


def proved_after_entering(session: Session, by: str) -> None:
    """At a table what is due is entered first."""
    for due in session.state.entry.due:
        session.do("EnterEntryChits", by, pool=due.pool, values=[2] * due.count, aside=due.aside)
    proved(session, by)


def test_lif_5_3_at_the_table_unknown_values_are_due_again(tmp_path: Path) -> None:
    """Two for the Japan pool, two for the other, one aside of each turn, which it still counts.

    Ruling 38: the tracker does not know what is left in a cup at the table.
    """
    session = entered(tmp_path)
    copy = made(session, "anna")
    assert dealt(copy).due == ("c1", "c3", "c4", "c5", "c6", "c7")
    due = [(one.pool, one.count, one.aside, one.since) for one in copy.state.entry.due]
    assert sorted(due) == [
        (GERMANY, 2, False, ""), (JAPAN, 2, False, ""),
        ("tension-germany-italy", 1, True, "1939-ND"), ("tension-japan", 1, True, "1939-SO"),
    ]  # fmt: skip
    assert is_free(copy.state.entry, "entry") and not is_free(copy.state.entry, "tension")
    assert copy.ask("DrawEntryChits", "anna", pool=JAPAN, values=[1])["accepted"]
    answer = copy.ask("ReturnEntryChits", "anna", pool=JAPAN)
    assert answer["rule"] == "LiF 5.3.3" and "entered before any leaves it" in answer["reason"]
    copy.do("EnterEntryChits", "anna", pool="tension-japan", values=[0], aside=True)
    assert copy.state.entry.chits["c9"].since == "1939-SO"


def test_lif_5_3_chits_that_were_due_are_due_behind_those_put_aside_before(tmp_path: Path) -> None:
    """A shortfall of this turn, not yet entered, comes behind one of the turn before."""
    session = opened(tmp_path, entry_chits="table")
    session.do("StockEntryChits")
    session.do("ReturnEntryChits", pool=JAPAN)
    session.do("EnterEntryChits", "ben", pool=JAPAN, values=[6], aside=True)
    session.do("AdvanceTurn")
    session.do("ReturnEntryChits", pool=JAPAN, count=2)
    copy = made(session, "anna")
    due = [(one.pool, one.count, one.aside, one.since) for one in copy.state.entry.due]
    assert due == [(JAPAN, 1, True, "1939-SO"), (JAPAN, 2, True, "1939-ND")]
    copy.do("EnterEntryChits", "anna", pool=JAPAN, values=[1, 2, 3], aside=True)
    lying = [chit.since for chit in copy.state.entry.chits.values()]
    assert lying == ["1939-SO", "1939-ND", "1939-ND"]
    proved(copy, "anna")


@pytest.mark.parametrize("maker", ["anna", "host"])
def test_lif_5_3_a_host_keeps_what_he_knows_where_nobody_plays_the_usa(
    session: Session, maker: str
) -> None:
    """Members: with the USA released its chits are a host's, and no player's."""
    session.do("ReleasePower", power="usa")
    before = values(session, maker)
    copy = made(session, maker)
    assert values(copy, maker) == before
    other = made_again(session, "ben")
    assert set(dealt(other).kept) != set(before)
    proved_after_entering(other, "ben")


def made_again(session: Session, maker: str) -> Session:
    """Another branch in the first one's place."""
    delete(session.ledger, IF)
    return made(session, maker)


def test_lif_5_3_who_knows_is_who_knew_then(session: Session) -> None:
    """Ben handed the USA over; of the moment before he knows the values, of now he does not."""
    then = session.ledger.live(NAME).version
    true = values(session, "ben")
    session.do("AssignPower", power="usa", member="anna")
    assert values(made(session, "ben", then), "ben") == true
    assert set(dealt(made_again(session, "ben")).kept) < set(true)
    assert values(made_again(session, "anna"), "anna") == true


def test_lif_5_3_once_the_secret_is_open_everybody_keeps_all(session: Session) -> None:
    """A campaign that is over hides nothing, and neither does a branch of it; it hides anew."""
    true = values(session, "ben")
    session.do("CloseCampaign")
    copy = made(session, "eve")
    assert values(copy, "eve") == true and set(dealt(copy).kept) == set(true)
    assert copy.state.entry.secret_opened == ""
    copy.do("DrawEntryChits", "eve", pool=JAPAN, **(
        {"values": [5]} if copy.state.entry.mode == "table" else {}
    ))  # fmt: skip
    proved(copy, "eve")


def test_lif_5_3_a_branch_of_a_branch_knows_no_more(session: Session) -> None:
    """Eve's branch of Ben's hides his chits from her; Ben's of hers has what she was dealt."""
    bens = made(session, "ben")
    branch(bens.ledger, IF, None, "eve", "eves")
    eves = Session(bens.ledger, "eves")
    shown = {who for who, lies in session.state.entry.chits.items() if lies.shown is not None}
    events = [e for _, e in eves.ledger.log("eves") if isinstance(e, entry.EntryChitsDealtAnew)]
    assert [set(e.kept) for e in events] == [set(session.state.entry.chits), shown]
    assert events[0].sealed == "not taken over"
    branch(eves.ledger, "eves", None, "eve", "again")
    assert values(Session(eves.ledger, "again"), "eve") == values(eves, "eve")
    for name in (IF, "eves", "again"):
        clean(session.ledger, name)


def test_lif_5_3_what_nobody_has_stocked_is_not_dealt(tmp_path: Path) -> None:
    """The common pool is stocked in the branch, as in the campaign."""
    session = opened(tmp_path)
    copy = made(session, "anna")
    assert type(copy.ledger.log(IF)[-1][1]) is Branched
    copy.do("StockEntryChits", "anna", rows=STOCK)
    copy.do("DrawEntryChits", "anna", pool=JAPAN)
    proved(copy, "anna")


def test_lif_5_3_an_empty_table_gets_a_secret_of_its_own(tmp_path: Path) -> None:
    """What is drawn later in the branch tells nothing of what the campaign draws."""
    session = opened(tmp_path)
    session.do("StockEntryChits", rows=STOCK)
    copy = made(session, "ben")
    assert (dealt(copy).chits, dealt(copy).draw) == ((), 0)
    for one in (copy, session):
        one.do("DrawEntryChits", "ben", pool=JAPAN, count=12)
    assert values(copy, "ben") != values(session, "ben")
    proved(copy, "ben")


# --- what it tells nobody -----------------------------------------------------------------------


@pytest.mark.parametrize("maker", ["anna", "ben"])
def test_lif_5_3_no_byte_of_it_is_the_campaigns_secret(
    session: Session, maker: str, tmp_path: Path
) -> None:
    """Neither the secret, nor its ciphertext, nor a nonce of a chit that was not shown.

    Also once the branch is over, and its own secret is in every export.
    """
    state, vault = session.state, session.ledger.vault
    secret = vault.open(entry_chits.secret_subject(state), state.entry.secret_sealed).nonce
    nonces = {
        who: entry_chits.nonce_of(secret, state.campaign.id, who) for who in state.entry.chits
    }
    shown = {who for who, lies in state.entry.chits.items() if lies.shown is not None}
    copy = made(session, maker)
    for due in copy.state.entry.due:
        copy.do("EnterEntryChits", maker, pool=due.pool, values=[1] * due.count, aside=due.aside)
    copy.do("AdvanceTurn", maker)
    copy.do("CloseCampaign", maker)
    export(copy.ledger, IF, tmp_path / "if.jsonl")
    texts = (whole(copy).decode(), (tmp_path / "if.jsonl").read_text())
    for text in texts:
        assert secret not in text and state.entry.secret_sealed not in text
        assert {who for who, nonce in nonces.items() if nonce in text} == shown
        own = copy.state.entry.secret_opened
        assert own in text and own != secret
    for who, lies in state.entry.chits.items():
        told = entry_chits.value_of(own, state.campaign.id, who, lies.commitment)
        assert told is None, "the branch's secret opens no chit of the campaign"


def test_lif_5_3_a_strangers_branch_does_not_depend_on_what_is_hidden(tmp_path: Path) -> None:
    """The same public course over other hidden values, and the same chance in the branch."""
    copies: list[dict[str, int]] = []
    true: list[dict[str, int]] = []
    for dice in ("one", "two", "three"):
        session = drawn(tmp_path / dice, dice)
        true.append(values(session, "ben"))
        session.ledger.vault._random = Dice("the branch's")
        copies.append(values(made(session, "eve"), "eve"))
        session.ledger.close()
    assert true[0] != true[1] != true[2] != true[0]
    assert copies[0] == copies[1] == copies[2]


def test_lif_5_3_a_stranger_needs_no_secret_to_branch(session: Session, tmp_path: Path) -> None:
    """An export in another store, without the key: Eve branches there, Ben cannot keep his chits.

    The refusal is one line, and nothing is made.
    """
    export(session.ledger, NAME, tmp_path / "club.jsonl")
    (tmp_path / "there").mkdir()
    there = Ledger(tmp_path / "there" / "campaign.db")
    import_(there, tmp_path / "club.jsonl")
    with pytest.raises(VaultError, match="the vault key is not the one that sealed this campaign"):
        branch(there, NAME, None, "ben", IF)
    assert there.names() == [NAME]
    branch(there, NAME, None, "eve", IF)
    proved_after_entering(Session(there, IF), "eve")
    export(there, IF, tmp_path / "if.jsonl")
    source = Export(tmp_path / "if.jsonl")
    assert list(audit_of(source, IF).findings(source.rows())) == []
    there.close()


# --- chits aside --------------------------------------------------------------------------------


def test_lif_5_3_3_what_is_known_of_a_wait_stays_as_it_was(tmp_path: Path) -> None:
    """Ben's chits wait as they did."""
    session = drawn(tmp_path)
    session.do("AdvanceTurn")
    copy = made(session, "ben")
    assert type(copy.ledger.log(IF)[-1][1]) is entry.EntryChitsDealtAnew
    assert not is_free(copy.state.entry, "tension")
    assert is_free(copy.state.entry, "entry")
    proved(copy, "ben")


# --- corrections in a branch --------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["Rewind", "StrikeEvents"])
def test_lif_5_3_a_branch_rewound_behind_its_beginning_still_opens(
    session: Session, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chits that came since the moment gone back to are off the table; the others are as dealt."""
    monkeypatch.setattr("tests.disputes.test_impact.NAME", IF)
    before = set(session.state.entry.chits)
    copy = made(session, "ben")
    known = values(copy, "ben")
    drawn_ = [v for v, e in copy.ledger.log(IF) if isinstance(e, entry.EntryChitsDrawn)]
    copy.do("RaiseDispute", "anna", versions=[drawn_[1]], claim="not so")
    copy.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="so be it")
    if kind == "Rewind":
        correct(copy, "Rewind", dispute="d1", to=drawn_[1] - 1)
    else:
        dealt_at = version_of(copy, entry.EntryChitsDealtAnew)
        shown = [v for v, e in copy.ledger.log(IF) if isinstance(e, entry.EntryChitsShown)]
        correct(copy, "StrikeEvents", dispute="d1", versions=[drawn_[1]], also=shown)
        assert dealt_at < copy.ledger.live(IF).version
    left = set(copy.state.entry.chits)
    assert left < before
    assert values(copy, "ben") == {who: known[who] for who in left}
    assert SYSTEM.view.show(copy.state) == SYSTEM.view.show(copy.ledger.fresh(IF).state)
    clean(copy.ledger, IF)


def test_lif_5_3_a_chit_that_a_correction_brings_back_was_not_dealt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its return struck in the branch, it goes back to the common pool; at the table it is due."""
    monkeypatch.setattr("tests.disputes.test_impact.NAME", IF)
    for mode, session in (("ledger", drawn(tmp_path / "l")), ("table", entered(tmp_path / "t"))):
        named = {"chits": ["c1"]} if mode == "table" else {}
        session.do("ReturnEntryChits", pool=JAPAN, **named)
        common, due = session.state.entry.common, session.state.entry.due
        copy = made(session, "ben")
        back = version_of(copy, entry.EntryChitsReturned)
        copy.do("RaiseDispute", "anna", versions=[back], claim="not so")
        copy.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="so be it")
        correct(copy, "StrikeEvents", dispute="d1", versions=[back])
        assert set(values(copy, "ben")) == set(session.state.entry.chits)
        assert copy.state.entry.common == common
        came = [(one.pool, one.count) for one in copy.state.entry.due if one not in due]
        assert came == ([(JAPAN, 1)] if mode == "table" else [])
        clean(copy.ledger, IF)
        session.ledger.close()


def test_lif_5_3_a_deal_cannot_be_struck_away(session: Session) -> None:
    """Struck it lies all the same: the chits of a branch are never its origin's."""
    copy = made(session, "ben")
    before = copy.state.entry
    (at,) = (v for v, e in copy.ledger.log(IF) if isinstance(e, entry.EntryChitsDealtAnew))
    assert SYSTEM.corrections.struck(copy.state, copy.ledger.log(IF)[at - 1][1]).entry == before


def test_lif_5_3_a_secret_that_is_out_stays_out(session: Session) -> None:
    """The end of the campaign struck, everybody still knows the values, and keeps them."""
    true = values(session, "ben")
    session.do("CloseCampaign")
    opened_ = version_of(session, entry.EntrySecretOpened)
    session.do("RaiseDispute", "anna", versions=[opened_], claim="too soon")
    session.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="so it was")
    correct(session, "StrikeEvents", dispute="d1", versions=[opened_, opened_ + 1])
    assert not session.state.campaign.closed
    copy = made(session, "eve")
    assert values(copy, "eve") == true
    proved(copy, "eve")


# --- the auditor --------------------------------------------------------------------------------


def audited(session: Session, change: Callable[[list[dict[str, Any]]], None]) -> list[str]:
    """What the auditor finds in a branch's log, changed and chained anew."""
    log = bodies_of(session)
    change(log)
    head, changed = "", []
    for version, body in enumerate(log, 1):
        event = SYSTEMS.codec.decode(json.dumps({**body, "prev": head}).encode())
        stored = chain.seal(codec.encode(event))
        head = chain.head(stored)
        changed.append((version, body["type"], stored))
    return [f"{one.what}: {one.text}" for one in Verification(SYSTEMS).findings(changed)]


def bodies_of(session: Session) -> list[dict[str, Any]]:
    return [json.loads(stored.rpartition(b"\n")[0]) for _, _, stored in rows(session)]


def the_deal(log: list[dict[str, Any]]) -> dict[str, Any]:
    return next(body for body in log if body["type"] == "lif.EntryChitsDealtAnew")


def over(session: Session, maker: str) -> Session:
    """A branch played to its end."""
    copy = made(session, maker)
    copy.do("CloseCampaign", maker)
    assert audited(copy, lambda log: None) == []
    return copy


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "a chit left out": (
        lambda deal: deal["chits"].pop(),
        "chit: dealt again are not those on the table, each of them once"),
    "a chit twice": (
        lambda deal: deal["chits"].append(deal["chits"][0]),
        "chit: dealt again are not those on the table, each of them once"),
    "a stranger": (
        lambda deal: deal.update(kept=[*deal["kept"], "c99"]),
        "chit: dealt again are not those on the table, each of them once"),
    "a chit due": (
        lambda deal: deal.update(due=["c99"]),
        "chit: the ledger's are drawn again, and those at the table entered again"),
    "a shown one drawn": (
        lambda deal: deal["kept"].remove("c2"),
        "chit: c2 was shown, and does not keep its value"),
    "another draw's number": (
        lambda deal: deal.update(draw=deal["draw"] + 1),
        "draw: is number"),
    "a chit kept that was drawn": (
        lambda deal: deal["kept"].append("c1"),
        "draw: the secret draws another value than"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_lif_5_3_a_deal_that_is_none_is_found(tmp_path: Path, change: str) -> None:
    """Each chit once, those shown as they were, the others by the draws that come next."""
    session = drawn(tmp_path)
    session.do("ShowEntryChits", "ben", chits=["c2", "c5"])
    copy = over(session, "eve")
    made_, why = CHANGES[change]
    found = audited(copy, lambda log: made_(the_deal(log)))
    assert any(one.startswith(why) for one in found), found


def test_lif_5_3_a_shown_chit_laid_as_something_else_is_found(tmp_path: Path) -> None:
    """Once the secret is open: c2 was shown, and the branch laid another value."""
    session = drawn(tmp_path)
    session.do("ShowEntryChits", "ben", chits=["c2"])
    copy = over(session, "ben")
    true = values(session, "ben")["c2"]
    secret, campaign_id = copy.state.entry.secret_opened, copy.state.campaign.id
    other = entry_chits.laid(secret, campaign_id, "c2", true + 1)

    def change(log: list[dict[str, Any]]) -> None:
        chit = next(one for one in the_deal(log)["chits"] if one["id"] == "c2")
        chit["commitment"] = other.commitment

    assert audited(copy, change) == [f"chit: c2 was shown as {true}, and has another value"]


def test_lif_5_3_a_chit_drawn_by_nobody_is_found(tmp_path: Path) -> None:
    """Once the secret is open: the branch laid a value that its draw does not give."""
    session = drawn(tmp_path)
    session.do("ShowEntryChits", "ben", chits=["c2"])
    copy = over(session, "eve")
    secret, campaign_id = copy.state.entry.secret_opened, copy.state.campaign.id
    now = values(copy, "eve")["c1"]
    other = entry_chits.laid(secret, campaign_id, "c1", (now + 1) % 10)

    def change(log: list[dict[str, Any]]) -> None:
        the_deal(log)["chits"][0]["commitment"] = other.commitment

    assert "draw: the secret draws another value than c1 has" in audited(copy, change)


def test_lif_5_3_a_branch_with_its_origins_secret_is_found(tmp_path: Path) -> None:
    """It must deal its chits anew before anything else happens in it."""
    session = drawn(tmp_path)
    copy = made(session, "ben")
    copy.do("AddEntropy", "ben", value="x")
    found = audited(copy, lambda log: log.remove(the_deal(log)))
    assert found == [
        "chit: of a what-if have the secret of its origin, and were not dealt again"
    ]  # fmt: skip


def test_lif_5_3_a_deal_where_no_branch_begins_is_found(tmp_path: Path) -> None:
    """A campaign does not lay its chits under another secret."""
    session = drawn(tmp_path)
    copy = made(session, "ben")
    found = audited(copy, lambda log: log.append(dict(the_deal(log))))
    assert (
        "what-if: it does not begin with lif.EntryChitsDealtAnew, lif.EntryChitsDealtAnew" in found
    )
    copy.do("AddEntropy", "ben", value="x")
    alone = {"nth": 0, "at": bodies_of(copy)[-1]["at"]}
    found = audited(copy, lambda log: log.append({**the_deal(log), **alone}))
    assert found == ["act: keeps no command"]
    entropy = {"act": {"command": "AddEntropy", "value": "x"}, **alone}
    found = audited(copy, lambda log: log.append({**the_deal(log), **entropy}))
    text = "the record has lif.EntryChitsDealtAnew, and the rules give campaign.EntropyAdded"
    assert found == [f"rules: {text}"]


def test_lif_5_3_a_number_without_a_draw_is_found(tmp_path: Path) -> None:
    """All kept, nothing was drawn."""
    session = drawn(tmp_path)
    copy = made(session, "ben")
    found = audited(copy, lambda log: the_deal(log).update(draw=99))
    assert found == ["draw: is number 99, and none was due"]


def test_ruling_54_a_branch_tells_nothing_of_a_hidden_wait(tmp_path: Path) -> None:
    """Other chits lie aside; the branch does not say for how long, and it is proved."""
    session = drawn(tmp_path)
    copy = made(session, "eve")
    copy.do("AdvanceTurn", "eve")
    assert not is_free(copy.state.entry, "tension")
    proved(copy, "eve")


# --- told ---------------------------------------------------------------------------------------


def test_lif_5_3_pages_and_tables_of_a_branch(tmp_path: Path) -> None:
    """The report counts what is due again; no output has a value that was not shown."""
    session = entered(tmp_path)
    made(session, "anna")
    session.ledger.close()
    shell = Shell(tmp_path)
    shell.fine("report", IF, "--out", str(tmp_path / "pages"))
    page = (tmp_path / "pages" / "1939-ND.html").read_text()
    assert "−2 to be entered anew" in page and "2 still to be entered" in page
    told = shell.fine("log", IF)
    assert "chit c2 keeps its value and chits c1, c3, c4, c5, c6 and c7 are to be entered" in told
    state = json.loads(shell.fine("show", IF, "--json"))["us_entry"]
    assert state["pools"] == {GERMANY: 0, JAPAN: 1, "tension-germany-italy": 0, "tension-japan": 0}
    done = shell("us-entry", "mine", IF, "--as", "ben")
    assert done.status == 1 and "its chits are the host's secret" in done.error
    assert json.loads(shell.fine("us-entry", "mine", IF, "--json", "--as", "anna"))
