"""A closed campaign reopened: who may, with which seed it goes on, and what its chits become."""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.disputes.impact import RULE as CORRECTIONS
from campaign.history.acts import judged
from campaign.kernel.decisions import Refused
from campaign.lif.system import SYSTEM
from campaign.lif.us_entry.chits import entry_chits
from campaign.projections import database, projector
from campaign.reports import pages
from campaign.store import ledger
from campaign.store.branches import branch
from campaign.store.export import Export, audit_of, export, import_
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.text.faults import called
from campaign.verify.audit import Verification
from events import chain, codec
from events.base import Event, topic
from events.campaign import CampaignClosed, MemberEnrolled, TurnBegan
from events.disputes import CampaignReopened, ReopeningAsked
from events.lif import us_entry as entry
from support.command_line import Shell
from support.sessions import NAME, Clock, Dice, Session, ledger_in, played, refusal
from tests.disputes.test_impact import correct, log_of, preview, upheld, version_of
from tests.history.test_branches import clean, whole
from tests.lif.us_entry.chits.test_branches_us_entry import (
    GERMANY,
    JAPAN,
    STOCK,
    drawn,
    entered,
    opened,
    values,
)

pytestmark = pytest.mark.further

SLIP = "it was not the last turn"


@pytest.fixture
def over(tmp_path: Path) -> Iterator[Session]:
    """A campaign that is closed before the board met in its fourth turn."""
    session = played(tmp_path, turns=3, close=False)
    session.do("AdvanceTurn")
    session.do("CloseCampaign")
    yield session
    session.ledger.close()


def reopen(session: Session, host: str = "host", second: str = "anna") -> list[dict[str, Any]]:
    """A reopening, asked for and consented to: the events that the consent brought."""
    session.do("ReopenCampaign", host, reason=SLIP)
    events: list[dict[str, Any]] = session.do("ConsentToReopening", second)["events"]
    return events


def ended(session: Session) -> Event:
    """The last end of the campaign."""
    return dict(log_of(session))[version_of(session, CampaignClosed)]


# --- who may ------------------------------------------------------------------------------------


def test_a_host_asks_and_a_second_member_consents(over: Session) -> None:
    """The wish alone opens nothing; an observer's consent is one."""
    asked = over.do("ReopenCampaign", reason=SLIP)["events"]
    assert [(one["type"], one["reason"]) for one in asked] == [("campaign.ReopeningAsked", SLIP)]
    assert over.state.campaign.closed
    assert refusal(over.ask("AdvanceTurn"))[0] == "Calendar"
    gone_on = over.do("ConsentToReopening", "eve")["events"]
    assert [(one["type"], one["reason"]) for one in gone_on] == [
        ("campaign.CampaignReopened", SLIP)
    ]
    assert not over.state.campaign.closed and over.state.campaign.record.reopening is None
    clean(over.ledger, NAME)


def test_what_is_refused(over: Session) -> None:
    """Each refusal says what would be right."""
    consent = "ConsentToReopening"
    assert refusal(over.ask(consent, "anna")) == (
        "Calendar", "no host has asked to reopen club; a host can: "
        "`campaign reopen club --reason TEXT`",
    )  # fmt: skip
    assert refusal(over.ask("ReopenCampaign", "anna", reason=SLIP)) == (
        "Members", "only a host can do this, and Anna is not a host",
    )  # fmt: skip
    assert refusal(over.ask("ReopenCampaign", "zoe", reason=SLIP)) == (
        "Members", "'zoe' is not enrolled in this campaign",
    )  # fmt: skip
    for reason in ("", " ", "two\nlines", "x" * 201):
        answer = over.ask("ReopenCampaign", reason=reason)
        assert (answer["accepted"], answer["rule"]) == (False, None)
    over.do("ReopenCampaign", reason=SLIP)
    assert refusal(over.ask("ReopenCampaign", reason="again")) == (
        "Calendar", "Host has asked to reopen club already; it waits for a second member's consent",
    )  # fmt: skip
    assert refusal(over.ask(consent)) == (
        "Calendar", "Host asked for it; a second member must consent",
    )  # fmt: skip
    assert refusal(over.ask(consent, "zoe")) == (
        "Members", "'zoe' is not enrolled in this campaign",
    )  # fmt: skip
    over.do(consent, "ben")
    assert refusal(over.ask("ReopenCampaign", reason=SLIP)) == (
        "Calendar", "club has not ended; there is nothing to reopen",
    )  # fmt: skip
    assert refusal(over.ask(consent, "anna")) == (
        "Calendar", "club has not ended; there is nothing to consent to",
    )  # fmt: skip


def test_nobody_joins_a_closed_campaign_to_consent(over: Session) -> None:
    """So whoever consents was enrolled before the end."""
    over.do("ReopenCampaign", reason=SLIP)
    answer = over.ask("EnrolMember", member="carl", name="Carl", roles=["observer"])
    assert refusal(answer)[0] == "Calendar"
    assert refusal(over.ask("ConsentToReopening", "carl"))[0] == "Members"


def test_a_wish_ends_with_the_end_that_it_was_about(over: Session) -> None:
    """Struck meanwhile and closed again: a second member consents to nothing old."""
    dispute = upheld(over, version_of(over, CampaignClosed))
    over.do("ReopenCampaign", reason=SLIP)
    correct(over, "StrikeEvents", dispute=dispute, versions=[version_of(over, CampaignClosed)])
    assert not over.state.campaign.closed
    assert refusal(over.ask("ConsentToReopening", "anna"))[1].startswith("club has not ended")
    over.do("CloseCampaign")
    assert refusal(over.ask("ConsentToReopening", "anna"))[1].startswith("no host has asked")
    reopen(over)
    clean(over.ledger, NAME)


# --- seeds --------------------------------------------------------------------------------------


def test_seeds_go_on_with_the_next_link(over: Session) -> None:
    """The seed that the end revealed draws no more; the next one hashes to it, and is sealed."""
    first, number = ended(over), over.state.campaign.seed_number
    assert isinstance(first, CampaignClosed)
    reopen(over)
    shared = over.state.campaign
    assert (shared.seed_number, shared.last_revealed) == (number + 1, first.seed_revealed)
    assert not over.state.shielded, "when to reopen was somebody's choice"
    over.draw()
    over.do("OpenBallots", absent="no-veto")
    audit = audit_of(over.ledger, NAME)
    assert list(audit.findings(over.ledger.store.rows(NAME))) == []
    assert audit.pending["draws"] == 1
    while over.phase != "closed":
        over.do("OpenVotes", absent="abstain") if over.phase == "votes" else over.draw()
        if over.phase == "ballots":
            over.do("OpenBallots", absent="no-veto")
    over.do("AdvanceTurn")
    began = dict(log_of(over))[version_of(over, TurnBegan)]
    assert isinstance(began, TurnBegan)
    hashed = hashlib.sha256(bytes.fromhex(began.seed_revealed)).hexdigest()
    assert hashed == first.seed_revealed
    clean(over.ledger, NAME)
    over.do("CloseCampaign")
    clean(over.ledger, NAME)


def test_a_draw_of_the_old_seed_is_found(over: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever draws on with the published seed is told by the audit, once the next one is out."""
    first = ended(over)
    assert isinstance(first, CampaignClosed)
    reopen(over)
    from_vault = ledger.from_vault

    def cheating(vault: Any, campaign: Any, needs: Any) -> Any:
        supplied = from_vault(vault, campaign, needs)
        return replace(supplied, seed=first.seed_revealed) if supplied.seed else supplied

    with monkeypatch.context() as patched:
        patched.setattr(ledger, "from_vault", cheating)
        leaders = [over.draw()]
        over.do("OpenBallots", absent="no-veto")
    while over.phase != "closed":
        over.do("OpenVotes", absent="abstain") if over.phase == "votes" else over.draw()
        if over.phase == "ballots":
            over.do("OpenBallots", absent="no-veto")
    over.do("AdvanceTurn")
    audit = audit_of(over.ledger, NAME)
    found = [str(one) for one in audit.findings(over.ledger.store.rows(NAME))]
    assert len(found) == 1 and f"the record has {leaders[0]}" in found[0], found


def test_without_a_further_seed_a_reopened_campaign_says_how_to_get_new_ones(
    tmp_path: Path,
) -> None:
    """The last of the chain was revealed at the end."""
    vault = Vault(tmp_path / "campaign.vault", random=Dice(), links=1)
    with Ledger(tmp_path / "campaign.db", vault, Clock(), random=Dice("salt")) as ledger:
        session = Session(ledger).open()
        session.do("CloseCampaign")
        reopen(session)
        session.do("OpenReinforcement")
        used_up = "the campaign's 1 draw seeds are used up; `campaign vault-renew club` gives new"
        assert refusal(session.ask("DrawLeader"))[1].startswith(used_up)
        clean(ledger, NAME)


def test_closed_and_reopened_again_and_again(over: Session) -> None:
    """Each end reveals a seed of its own, each the next link."""
    seeds = [ended(over)]
    for _ in range(3):
        reopen(over)
        over.do("CloseCampaign")
        seeds.append(ended(over))
    for one, other in pairwise(seeds):
        assert isinstance(one, CampaignClosed) and isinstance(other, CampaignClosed)
        hashed = hashlib.sha256(bytes.fromhex(other.seed_revealed)).hexdigest()
        assert hashed == one.seed_revealed
    clean(over.ledger, NAME)
    last = over.state.campaign.turn
    told = query(over, "SELECT seed FROM turns WHERE turn=?", last)
    assert told == [" ".join(one.seed_revealed for one in seeds)]  # type: ignore[attr-defined]


# --- the chits of US entry ----------------------------------------------------------------------


@pytest.fixture(params=[drawn, entered], ids=["ledger", "table"])
def usa(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Session]:
    """A campaign with hidden chits, two of the ledger's shown and one of the table's; closed."""
    made: Callable[[Path], Session] = request.param
    session = made(tmp_path)
    if made is drawn:
        session.do("ShowEntryChits", "ben", chits=["c2", "c5"])
    session.do("CloseCampaign")
    yield session
    session.ledger.close()


def test_lif_5_3_hidden_chits_get_other_values_under_another_secret(usa: Session) -> None:
    """Shown ones stay what they are; the old secret opens none of those on the table."""
    before = usa.state
    secret, shown = before.entry.secret_opened, {}
    for who, lies in before.entry.chits.items():
        if lies.shown is not None:
            shown[who] = lies.shown
    events = reopen(usa)
    assert [one["type"] for one in events[:2]] == [
        "campaign.CampaignReopened", "lif.EntryChitsDealtAnew",
    ]  # fmt: skip
    assert set(events[1]["kept"]) == set(shown)
    entry_now = usa.state.entry
    assert entry_now.secret_commitment != before.entry.secret_commitment
    assert not entry_now.secret_opened
    for who, lies in entry_now.chits.items():
        campaign_id = usa.state.campaign.id
        assert entry_chits.value_of(secret, campaign_id, who, lies.commitment) is None
    fresh = usa.ledger.vault.open(*entry_chits.secret_needs(usa.state).openings[entry_chits.SECRET])
    assert fresh.nonce not in whole(usa).decode()
    now = values(usa, "ben")
    assert {who: now[who] for who in shown} == shown
    if usa.state.entry.mode == "table":
        assert set(now) == set(shown), "the others are drawn from the cup, and entered again"
    else:
        assert set(now) == set(before.entry.chits)


def test_lif_5_3_both_secrets_can_be_checked(usa: Session) -> None:
    """One at each end; nothing is left that nobody can check."""
    reopen(usa)
    clean(usa.ledger, NAME)
    assert all(told is None or told.holds for _, told in judged(SYSTEM, usa.ledger.effective(NAME)))
    for due in usa.state.entry.due:
        usa.do("EnterEntryChits", "ben", pool=due.pool, values=[1] * due.count, aside=due.aside)
    usa.do("AdvanceTurn")
    usa.do("CloseCampaign")
    secrets = [e.secret for _, e in log_of(usa) if isinstance(e, entry.EntrySecretOpened)]
    assert len(set(secrets)) == 2
    audit = audit_of(usa.ledger, NAME)
    assert (
        list(audit.findings(usa.ledger.store.rows(NAME))) == [] and sum(audit.pending.values()) == 0
    )


def test_lif_5_3_what_was_hidden_decides_nothing_of_what_is_dealt(tmp_path: Path) -> None:
    """The same public course over other hidden values: a reopening deals the same."""
    found, true = [], []
    for dice in ("one", "two", "three"):
        session = opened(tmp_path / dice)
        session.ledger.vault._random = Dice(dice)
        session.do("StockEntryChits", rows=STOCK)
        session.do("DrawEntryChits", "ben", pool=JAPAN, count=4)
        session.do("DrawEntryChits", "ben", pool=GERMANY, count=4)
        true.append(values(session, "ben"))
        session.do("CloseCampaign")
        session.ledger.vault._random = Dice("the reopening's")
        reopen(session)
        found.append(values(session, "ben"))
        session.ledger.close()
    assert true[0] != true[1] != true[2] != true[0]
    assert found[0] == found[1] == found[2]


def told_of(session: Session, change: Callable[[Event], Event | None]) -> list[str]:
    """What verify says of a history in which events are changed or left out."""
    rows, head = [], ""
    kept = [made for _, event in log_of(session) if (made := change(event)) is not None]
    for version, event in enumerate(kept, 1):
        stored = chain.seal(codec.encode(replace(event, prev=head)))
        rows.append((version, topic(event), stored))
        head = chain.head(stored)
    return [one.text for one in Verification(SYSTEMS).findings(rows)]


def test_lif_5_3_a_reopening_that_deals_otherwise_is_found(tmp_path: Path) -> None:
    """A hidden chit that keeps its public value, and chits that were not dealt anew."""
    with drawn(tmp_path).ledger as ledger:
        session = Session(ledger)
        session.do("CloseCampaign")
        reopen(session)
        session.do("AdvanceTurn")

        def keeps(event: Event) -> Event:
            dealt = isinstance(event, entry.EntryChitsDealtAnew)
            return replace(event, kept=("c3",)) if dealt else event

        def without(event: Event) -> Event | None:
            return None if isinstance(event, entry.EntryChitsDealtAnew) else event

        assert told_of(session, lambda event: event) == []
        dealt = "lif.EntryChitsDealtAnew"
        assert f'{dealt}, kept: the record has ["c3"], and the rules give []' in told_of(
            session, keeps
        )
        assert f"the rules also give {dealt}" in told_of(session, without)


# --- corrections, undo, branches ----------------------------------------------------------------


def test_no_correction_touches_a_reopening(over: Session) -> None:
    """It is about the record itself, and stands; so does the wish."""
    reopen(over)
    for kind in (ReopeningAsked, CampaignReopened):
        version = version_of(over, kind)
        dispute = upheld(over, version)
        told = (
            f"event {version} is about the record itself ({called(kind)}) and cannot be corrected"
        )
        for command, fields in (
            ("StrikeEvents", {"versions": [version]}),
            ("AmendEvent", {"version": version, "fields": {"reason": "x"}}),
        ):
            found = preview(over, command, dispute=dispute, **fields)
            assert (found.rule, found.reason) == (CORRECTIONS, told)  # type: ignore[union-attr]


def test_going_back_leaves_a_reopening(over: Session) -> None:
    """Behind the end and before it: the campaign is open, and each seed that is out stays out."""
    last = version_of(over, TurnBegan)
    reopen(over)
    over.do("CloseCampaign")
    number = over.state.campaign.seed_number
    dispute = upheld(over, version_of(over, CampaignClosed))
    last = next(one for one, event in log_of(over) if one > last and not event.nth) - 1
    correct(over, "Rewind", dispute=dispute, to=last)
    shared = over.state.campaign
    assert not shared.closed and shared.seed_number == number + 1
    over.do("AdvanceTurn")
    clean(over.ledger, NAME)


def test_a_struck_end_and_a_reopening_agree(over: Session) -> None:
    """The end before a reopening can be struck: its seed is out once, and nothing else changes."""
    reopen(over)
    before = over.state.campaign
    first = version_of(over, CampaignClosed)
    correct(over, "StrikeEvents", dispute=upheld(over, first), versions=[first])
    now = over.state.campaign
    assert (now.closed, now.seed_number, now.last_revealed) == (
        before.closed, before.seed_number, before.last_revealed,
    )  # fmt: skip
    over.do("AdvanceTurn")
    over.do("CloseCampaign")
    reopen(over)
    clean(over.ledger, NAME)


def test_lif_5_3_a_struck_end_leaves_the_chits_as_they_were_dealt(usa: Session) -> None:
    """The old secret stays public, and opens none of them."""
    first = [version_of(usa, entry.EntrySecretOpened), version_of(usa, CampaignClosed)]
    reopen(usa)
    before = usa.state.entry
    usa.do("RaiseDispute", "ben", versions=first, claim="that was not so")
    usa.do("GiveRuling", "ref", dispute="d1", verdict="upheld", text="so it was not")
    correct(usa, "StrikeEvents", dispute="d1", versions=first)
    assert usa.state.entry == before
    clean(usa.ledger, NAME)


def test_undo_passes_over_it(over: Session) -> None:
    """Nobody takes it back, nor what lay before the end; what came later is taken back."""
    reopen(over)
    for who in ("host", "anna"):
        assert over.ask("UndoAct", who)["rule"] == "Undo"
    over.do("AddEntropy", "anna", value="rain")
    undone = over.do("UndoAct", "anna")["events"]
    assert list(undone[0]["versions"]) == [over.ledger.live(NAME).version - 1]
    assert not over.state.campaign.closed
    clean(over.ledger, NAME)


def test_a_host_who_asked_is_not_taken_out_from_under_it(tmp_path: Path) -> None:
    """Striking the enrolment that made them host is refused."""
    session = Session(ledger_in(tmp_path)).open()
    session.do("EnrolMember", member="anna", name="Anna", roles=["host", "player"])
    made_host = version_of(session, MemberEnrolled, member="anna")
    session.do("CloseCampaign")
    reopen(session, "anna", "ben")
    asked = version_of(session, ReopeningAsked)
    found = preview(session, "StrikeEvents", dispute=upheld(session, made_host),
                    versions=[made_host])  # fmt: skip
    assert isinstance(found, Refused)
    assert found.reason == f"event {asked} is by Anna, who would not have been a host then"
    session.ledger.close()


@pytest.mark.parametrize("behind", ["the wish", "the reopening"])
def test_a_branch_of_a_reopened_campaign(usa: Session, behind: str) -> None:
    """It goes on whether the campaign did or not, with no wish left in it."""
    reopen(usa)
    usa.do("AddEntropy", "anna", value="rain")
    at = version_of(usa, ReopeningAsked) if behind == "the wish" else None
    branch(usa.ledger, NAME, at, "eve", "club-if")
    copy = Session(usa.ledger, "club-if")
    shared = copy.state.campaign
    assert not shared.closed and shared.record.reopening is None
    clean(usa.ledger, "club-if")
    for due in copy.state.entry.due:
        copy.do("EnterEntryChits", "eve", pool=due.pool, values=[1] * due.count, aside=due.aside)
    copy.do("AdvanceTurn", "eve")
    copy.do("CloseCampaign", "eve")
    reopen(copy, "eve", "ben")
    copy.do("CloseCampaign", "eve")
    clean(usa.ledger, "club-if")


# --- what is told -------------------------------------------------------------------------------


def query(session: Session, sql: str, *values: Any) -> list[Any]:
    """A column of the tables for reading."""
    projector.update(session.ledger, NAME)
    with closing(sqlite3.connect(database.path(session.ledger.store.path))) as db:
        return [row[0] for row in db.execute(sql, values)]


def test_tables_say_whether_it_is_over(over: Session) -> None:
    """Read on, and read anew."""
    closed = "SELECT closed FROM campaigns"
    assert query(over, closed) == [1]
    reopen(over)
    assert query(over, closed) == [0]
    seeds = query(over, "SELECT seed FROM turns ORDER BY number")
    projector.rebuild(over.ledger, NAME)
    assert query(over, "SELECT seed FROM turns ORDER BY number") == seeds


def test_reports_tell_it(over: Session, tmp_path: Path) -> None:
    """The turn's page has it among its news, and the index says that play goes on."""
    reopen(over)
    pages.write(over.ledger, NAME, tmp_path / "pages", None)
    index = (tmp_path / "pages" / "index.html").read_text()
    assert "is in play" in index and "The campaign is over" not in index
    page = (tmp_path / "pages" / f"{over.state.campaign.turn}.html").read_text()
    assert f"The campaign was reopened ({SLIP})" in page


def test_an_export_goes_on_elsewhere(over: Session, tmp_path: Path) -> None:
    """Imported without the key it verifies, and is open."""
    reopen(over)
    export(over.ledger, NAME, tmp_path / "club.jsonl")
    source = Export(tmp_path / "club.jsonl")
    assert list(audit_of(source, NAME).findings(source.rows())) == []
    (tmp_path / "there").mkdir()
    with ledger_in(tmp_path / "there") as there:
        import_(there, tmp_path / "club.jsonl")
        assert not there.live(NAME).state.campaign.closed


def test_at_the_keyboard(tmp_path: Path) -> None:
    """Verb, status and journal, from the end to the next one."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "custom", "--first-turn", "1941-MJ",
               "--last-turn", "1941-MJ")  # fmt: skip
    shell.fine("enrol", "club", "anna", "--name", "Anna", "--role", "player")
    shell.fine("end", "club", "--yes")
    told = " ".join(shell.fine("status", "club").split())
    assert "the campaign has ended (if by mistake: campaign turn reopen club --reason TEXT)" in told
    shell.fine("reopen", "club", "--reason", SLIP)
    told = " ".join(shell.fine("status", "club").split())
    assert f"asked to reopen the campaign; it waits for a second member: “{SLIP}”" in told
    assert "campaign turn reopen club --consent --as MEMBER" in told
    assert '"reopening_asked":{"by":"host","reason"' in shell.fine("status", "club", "--json")
    for words in (("--consent", "--reason", "x"), ()):
        done = shell("reopen", "club", *words)
        assert done.status != 0 and "either --reason TEXT, to ask for it, or --consent" in done.err
    shell.fine("reopen", "club", "--consent", "--as", "anna")
    assert "“" not in " ".join(shell.fine("status", "club").split())
    log = " ".join(shell.fine("log", "club").split())
    assert f"asked to reopen the campaign ({SLIP}); a second member must consent." in log
    assert f"The campaign was reopened ({SLIP}); Anna consented. The next seed draws." in log
    shell.fine("end", "club", "--yes")
    shell.fine("verify", "club")
