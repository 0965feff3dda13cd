"""Rules version: campaigns of older releases are read for ever, and played on once they adopt.

The older campaigns are those that release 0.1.0 wrote, kept in `stores/0.1.0`.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaign.disputes import corrections
from campaign.disputes.commands import AdjustFigure
from campaign.kernel import members, wire
from campaign.leaders_in_flames.ruling_lines import ruling_lines
from campaign.leaders_in_flames.rulings import RULEBOOKS, Rulings, in_force, switches
from campaign.leaders_in_flames.system import SYSTEM
from campaign.store import checked_record, export
from campaign.store.branches import branch
from campaign.store.ledger import Ledger
from campaign.store.sqlite.store import StoreError
from campaign.store.submission import stamped
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from campaign.tables.rows import current
from events import chain, codec
from events.campaign import CampaignOpened
from events.disputes import DisputeRaised, PlayFrozen, RulesAdopted
from support.command_line import Shell
from support.frozen import ARCHIVES, CAMPAIGNS, Frozen
from support.sessions import Clock, Dice, Session, ledger_in
from tests.disputes.test_impact import correct

OLD = "This campaign follows rules 1. Its host can adopt today's: `campaign adopt-rules {}`"
NEW = "This campaign follows rules 3; this release knows rules up to 2. A newer release can play on"


def unpacked(folder: Path, archive: str) -> Path:
    """A store of release 0.1.0 with its key, ready to be written to."""
    return Frozen(archive, folder).store


def kept(folder: Path, archive: str, name: str) -> Session:
    """A campaign of release 0.1.0, to be spoken to."""
    return Session(Ledger(unpacked(folder, archive), clock=Clock(), random=Dice("now")), name)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Session]:
    """Ballots are being laid: one of the vault's, one of a device whose opening is in."""
    session = kept(tmp_path, "what-if", "running")
    yield session
    session.ledger.close()


@pytest.fixture
def disputed(tmp_path: Path) -> Iterator[Session]:
    """Two turns, a dispute ruled on, and corrections under it; the board is closed."""
    session = kept(tmp_path, "veto-of-three", "club")
    yield session
    session.ledger.close()


def sound(session: Session) -> None:
    """Nothing contradicts the record, and a fresh fold gives the state in use."""
    audit = export.audit_of(session.ledger, session.name, [])
    rows = session.ledger.store.rows(session.name)
    assert [str(found) for found in audit.findings(rows)] == []
    assert audit.state == session.state


def reopened(folder: Path, session: Session, **opening: Any) -> Session:
    """The same campaign in a store of its own, its opening another and all chained anew."""
    store = Ledger(folder / "other.db", Vault(session.ledger.vault.path), Clock(), Dice("other"))
    rows, head = [], ""
    for version, event in session.ledger.log(session.name):
        if isinstance(event, CampaignOpened):
            event = replace(event, **opening)
        stored = chain.seal(codec.encode(replace(event, prev=head)))
        rows.append((version, str(type(event).__struct_config__.tag), stored))
        head = chain.head(stored)
    store.store.make()
    store.store.append(session.name, rows, create=True)
    return Session(store, session.name)


# --- the number ---------------------------------------------------------------------------------


def test_the_number_rises_only_on_purpose(tmp_path: Path) -> None:
    """Whoever raises it says here which release judges by the rules before it."""
    assert members.RULES == 2
    assert members.JUDGED_BY == {1: "0.1.0"}
    session = Session(ledger_in(tmp_path)).open()
    _, _, stored = next(session.ledger.store.rows("club"))
    assert b'"rules":2' in stored
    assert session.state.campaign.rules == session.ledger.show("club")["rules"] == 2


def test_an_opening_without_a_number_follows_rules_1(running: Session) -> None:
    """Release 0.1.0 wrote none, and its events keep their bytes."""
    _, _, stored = next(running.ledger.store.rows("running"))
    assert b"rules" not in stored.replace(b"rulings", b"")
    event = SYSTEMS.codec.decode(chain.body(stored))
    assert isinstance(event, CampaignOpened) and event.rules == 1
    assert codec.encode(event) == chain.body(stored)
    assert running.ledger.show("running")["rules"] == 1


# --- before the adoption ------------------------------------------------------------------------

ASKED: list[tuple[str, str, dict[str, Any]]] = [
    ("host", "OpenBallots", {"absent": "no-veto"}),
    ("anna", "SealBallot", {"power": "germany", "choice": "no-veto"}),
    ("emma", "RevealBallot", {"power": "ussr", "choice": "veto", "nonce": "0" * 64}),
    ("host", "AdvanceTurn", {}),
    ("host", "CloseCampaign", {}),
    ("ben", "AddEntropy", {"value": "a die came up four"}),
    ("host", "EnrolMember", {"member": "kim", "name": "Kim", "roles": ["player"]}),
    ("anna", "RaiseDispute", {"versions": [47], "claim": "Too early."}),
    ("host", "UndoAct", {}),
    ("host", "StrikeEvents", {"dispute": "d1", "versions": [47], "seen": "0" * 64}),
    ("host", "SetBookmark", {"version": 47, "note": "that draw"}),
    ("a-stranger", "AdvanceTurn", {}),
]


@pytest.mark.parametrize(("by", "command", "fields"), ASKED, ids=[asked[1] for asked in ASKED])
def test_nothing_is_recorded_before_the_adoption(
    running: Session, by: str, command: str, fields: dict[str, Any]
) -> None:
    """No play, no dispute, no correction, no undo: one line with the call to give."""
    before = running.ledger.live("running")
    answer = running.ask(command, by, **fields)
    told = (answer["accepted"], answer["rule"], answer["reason"])
    assert told == (False, "Rules", OLD.format("running"))
    after = running.ledger.live("running")
    assert (after.version, after.head) == (before.version, before.head) == (50, before.head)


def test_the_refusal_needs_no_key(tmp_path: Path) -> None:
    """Whoever has only the store is told the same."""
    store = unpacked(tmp_path, "what-if")
    store.with_suffix(".vault").unlink()
    with Ledger(store) as ledger:
        answer = ledger.submit("running", {"command": "OpenBallots", "absent": "no-veto"})
        assert answer["reason"] == OLD.format("running")


@pytest.mark.parametrize(
    "call",
    [
        ("ballot", "running", "germany", "--as", "anna"),
        ("turn", "running"),
        ("undo", "running"),
        ("correct", "strike", "running", "d1", "47"),
        ("us-entry", "pick", "running", "37", "--as", "ben"),
        ("us-entry", "act", "running", "7", "--as", "ben"),
        ("us-entry", "enter", "running", "--as", "ben"),
        ("us-entry", "answer", "running", "units", "none"),
    ],
    ids=" ".join,
)
def test_verbs_say_so_in_one_line(tmp_path: Path, call: tuple[str, ...]) -> None:
    """Before they ask for anything, and with no word on what would come next."""
    unpacked(tmp_path, "what-if")
    done = Shell(tmp_path)(*call)
    assert done.status == 1 and done.out == ""
    assert done.error.partition(" [receipt")[0] == f"refused (Rules): {OLD.format('running')}"


def test_status_log_and_rejudge_read_an_older_campaign(tmp_path: Path) -> None:
    """`status` names the next steps; `rejudge` shows beforehand what would differ: nothing."""
    unpacked(tmp_path, "veto-of-three")
    shell = Shell(tmp_path)
    status = shell.fine("status", "club")
    assert f"Rules      {OLD.format('club')}\n" in status
    assert status.splitlines()[-3:-1] == [
        "Next       campaign rejudge club      what today's rules would have answered otherwise",
        "           campaign adopt-rules club  follow today's rules from here on, to play on",
    ]
    for verb in ("log", "show"):
        assert shell.fine(verb, "club").splitlines()[0] == OLD.format("club")
    pages = shell.fine("report", "club", "--out", "pages").splitlines()
    assert pages == [OLD.format("club"), "pages/index.html"]
    assert OLD.format("club") in shell.fine("doctor")
    judged = shell.fine("rejudge", "club").splitlines()
    assert judged == ["10 acts judged; none would be answered otherwise", OLD.format("club")]
    assert shell.fine("adopt-rules", "club").splitlines()[0] == (
        "   44  From here on the campaign follows rules 2; new with them: mixed_combats = strict, "
        "shattered_counts = False, entry_level = entry, entry_draws = any, entry_look = after, "
        "entry_wait = hidden, places_asked = True, auto_open = False and "
        "promote_until = next."
    )
    assert "follows rules" not in shell.fine("status", "club")
    assert OLD.format("club") not in shell.fine("log", "club") + shell.fine("doctor")
    assert told_by_the_tables(tmp_path) == (
        2,
        "From here on the campaign follows rules 2; new with them: mixed_combats = strict, "
        "shattered_counts = False, entry_level = entry, entry_draws = any, entry_look = after, "
        "entry_wait = hidden, places_asked = True, auto_open = False and "
        "promote_until = next.",
    )
    again = shell.fine("adopt-rules", "club")
    assert again == "club follows today's rules already, rules 2. Nothing was recorded.\n"
    refused = shell("adopt-rules", "club", "--json")
    assert (refused.status, refused.error) == (1, "refused (Rules): club follows rules 2 already")


def told_by_the_tables(folder: Path) -> tuple[Any, ...]:
    """The campaign's rules, and the sentence of the event that adopted them, as SQL has them."""
    from campaign.tables import database

    query = "SELECT rules, sentence FROM campaigns JOIN events USING (campaign)"
    with closing(sqlite3.connect(database.path(folder / "campaign.db"))) as db:
        where = "WHERE type='campaign.RulesAdopted'"
        found: tuple[Any, ...] = db.execute(f"{query} {where}").fetchone()
        return found


def test_a_closed_campaign_adopts_too(tmp_path: Path) -> None:
    """What is over can still be disputed, and its pages and export come first."""
    session = kept(tmp_path, "lif-list-global-war", "lif-list-global-war")
    session.ledger.close()
    shell = Shell(tmp_path)
    steps = [line[11:].split()[1] for line in shell.fine("status", session.name).splitlines()
             if line[11:].startswith("campaign ")]  # fmt: skip
    assert steps == ["report", "verify", "export", "rejudge", "adopt-rules"]
    shell.fine("adopt-rules", session.name)
    shell.fine("dispute", "raise", session.name, "20", "Too early.")


# --- the adoption -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "rules", "rule", "reason"),
    [
        ("ben", 2, "Members", "only a host can do this, and Ben is not a host"),
        ("kim", 2, "Members", "'kim' is not enrolled in this campaign"),
        ("host", 1, "Rules", "running follows rules 1 already"),
        ("host", 3, "Rules", "rules 3 are not the newest; those are 2"),
    ],
)
def test_only_a_host_adopts_and_only_the_newest(
    running: Session, by: str, rules: int, rule: str, reason: str
) -> None:
    """Never older ones, and none that the program does not know."""
    answer = running.ask("AdoptRules", by, rules=rules)
    assert (answer["accepted"], answer["rule"], answer["reason"]) == (False, rule, reason)


SWITCHES = {
    "mixed_combats": "strict",
    "shattered_counts": False,
    "entry_level": "entry",
    "entry_draws": "any",
    "entry_look": "after",
    "entry_wait": "hidden",
    "places_asked": True,
    "auto_open": False,
    "promote_until": "next",
}
"""Rulings 42, 45, 48, 52 to 54, 59 and 60: switches that no campaign of 0.1.0 could ask for."""


def test_adopted_once_it_is_played_on(running: Session) -> None:
    """The markers are opened, the leader arrives; every act of it is by the rules."""
    answer = running.do("AdoptRules", "anna", rules=2)
    assert answer["events"] == [
        {"version": 51, "type": "campaign.RulesAdopted", "rules": 2, "switches": SWITCHES}
    ]
    assert running.ledger.show("running")["rules"] == 2
    sound(running)
    opened = running.do("OpenBallots", "anna", absent="no-veto")["events"]
    assert opened[0]["type"] == "lif.BallotsOpened" or opened[1]["type"] == "lif.BallotsOpened"
    again = running.ask("AdoptRules", rules=2)
    assert (again["rule"], again["reason"]) == ("Rules", "running follows rules 2 already")
    sound(running)


def test_a_switch_that_the_opening_lacks_gets_today_s_default(
    running: Session, tmp_path: Path
) -> None:
    """Rulings 28, 36: odd rows, and back to the reserve pool; the event says which, and no other.

    A release before theirs could not have asked for them.
    """
    rulings = dict(running.state.campaign.rulings)
    del rulings["hex_rows"], rulings["replaced_guards"]
    rulings["mannerheim_cost"] = 3
    older = reopened(tmp_path, running, rulings=rulings)
    event = older.do("AdoptRules", rules=2)["events"][0]
    switches = {"hex_rows": "odd", "replaced_guards": "reserve", **SWITCHES}
    assert event["switches"] == switches
    campaign = older.state.campaign
    assert campaign.rulings == {**rulings, **switches}
    assert older.state.rulings.mannerheim_cost == 3
    assert older.state.rulings.replaced_guards == "reserve"
    sound(older)
    older.ledger.close()


def test_a_later_switch_is_no_ruling_of_an_older_campaign(running: Session, tmp_path: Path) -> None:
    """Its pages and tables name what its opening knew, and the new ones once they are adopted."""
    rulings = dict(running.state.campaign.rulings)
    del rulings["replaced_guards"]
    older = reopened(tmp_path, running, rulings=rulings)

    def named() -> tuple[set[int], set[str]]:
        shared = older.state.campaign
        views = ruling_lines(shared.rulings, shared.rulebook)
        rows = {table.name: found for table, found in current(SYSTEM, older.state, {})}["rulings"]
        return {one.ruling for one in views}, {str(row["switch"]) for row in rows}

    on_pages, in_tables = named()
    assert 36 not in on_pages and 26 in on_pages
    assert in_tables == set(rulings)
    older.do("AdoptRules", rules=2)
    on_pages, in_tables = named()
    assert 36 in on_pages and in_tables == {*rulings, "replaced_guards", *SWITCHES}
    older.ledger.close()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_log_without_a_later_switch_is_read_with_its_default(rulebook: str) -> None:
    """Switches that came after the first ten have their default where rulings are read, too.

    Ruling 54: but for the end of a wait, which each turn told before its switch came. Ruling 45:
    and but for places, for which no report was asked. Ruling 60: and but for promotions, which
    waited for the turn's end.
    """
    defaults = {
        switch.key: switch.default if switch.before is None else switch.before
        for switch in switches(rulebook)
    }
    later = {field.name: field.default for field in msgspec.structs.fields(Rulings)
             if not field.required}  # fmt: skip
    assert len(later) >= 5
    assert later == {name: defaults[name] for name in later}
    known = {key: value for key, value in defaults.items() if key not in later}
    assert in_force(known) == in_force(defaults)


# --- afterwards ---------------------------------------------------------------------------------


def test_an_adopted_campaign_plays_undoes_disputes_and_corrects(disputed: Session) -> None:
    """Also what lies before the adoption; only the adoption itself stays for good."""
    before = disputed.state
    disputed.do("AdoptRules", rules=2)
    disputed.do("DeclareWar", attacker="germany", target="norway")
    disputed.do("UndoAct")
    assert disputed.state.at_war == before.at_war
    none = disputed.ask("UndoAct")
    assert (none["accepted"], none["rule"]) == (False, "Undo")
    dispute = disputed.do("RaiseDispute", "ben", versions=[15], claim="No war yet.")
    name = dispute["events"][0]["dispute"]
    disputed.do("GiveRuling", "ref", dispute=name, verdict="upheld", text="So it was.")
    correct(disputed, "StrikeEvents", dispute=name, versions=[15])
    assert ("germany", "poland") not in disputed.state.at_war
    sound(disputed)
    refused = disputed.ask("StrikeEvents", "ref", dispute=name, versions=[44], seen="0" * 64)
    assert (
        refused["reason"]
        == "event 44 is about the record itself (rules adopted) and cannot be corrected"
    )
    correct(disputed, "Rewind", dispute=name, to=43)
    assert disputed.state.campaign.rules == 2
    disputed.do("OpenReinforcement")
    sound(disputed)


@pytest.mark.parametrize(
    ("archive", "name"), [(archive, name) for archive in ARCHIVES for name in CAMPAIGNS[archive]]
)
def test_whatever_0_1_0_wrote_is_adopted_corrected_and_played_on(
    tmp_path: Path, archive: str, name: str
) -> None:
    """A veto point more by a ruling, on the record as it was; then play, where it is not over."""
    session = kept(tmp_path, archive, name)
    shared = session.state.campaign
    host = next(who for who in shared.members if shared.is_host(who))
    assert session.ask("AddEntropy", host, value="grey geese")["reason"] == OLD.format(name)
    points = session.ledger.show(name)["veto_points"]["china"]
    session.do("AdoptRules", host, rules=2)
    raised = session.do("RaiseDispute", "ben", versions=[2], claim="China had one more.")
    dispute = raised["events"][0]["dispute"]
    players = shared.powers.values()
    referees = [who for who, one in shared.members.items()
                if "referee" in one.roles and who not in players]  # fmt: skip
    ref = (*referees, host)[0]
    session.do("GiveRuling", ref, dispute=dispute, verdict="upheld", text="So it had.")
    if not referees:
        session.do("ConsentToRuling", "anna", dispute=dispute)
    fields = {"dispute": dispute, "figure": "veto-points", "of": "china", "change": 1}
    read = wire.read(
        {"command": "AdjustFigure", "by": ref, "seen": "0" * 64, **fields}, SYSTEM.rules.commands
    )
    assert isinstance(read, AdjustFigure)
    log = session.ledger.log(name)
    made = corrections.events_of(SYSTEM, read, log)
    assert isinstance(made, tuple)
    found = corrections.impact(SYSTEM, log, made)
    assert isinstance(found, corrections.Impact)
    session.do("AdjustFigure", ref, **fields, seen=found.digest)
    assert session.ledger.show(name)["veto_points"]["china"] == points + 1
    if shared.closed:
        assert session.ask("AddEntropy", host, value="grey geese")["rule"] == "Calendar"
    else:
        session.do("AddEntropy", host, value="grey geese")
        session.do("UndoAct", host)
        if session.phase == "ballots":
            session.do("OpenBallots", host, absent="no-veto")
        session.do("AssignPower", host, power="china", member=host)
    sound(session)
    session.ledger.close()


def test_a_frozen_campaign_adopts(running: Session, tmp_path: Path) -> None:
    """While play rests: the dispute could not be settled otherwise."""
    older = reopened(tmp_path, running)
    raised = DisputeRaised(dispute="d1", versions=(47,), claim="Too early.")
    for by, event in (("ben", raised), ("host", PlayFrozen(dispute="d1"))):
        live = older.ledger.live("running")
        at = "1999-01-02T00:00:00.000Z"
        _, rows = stamped((event,), live.version + 1, at, by, "", live.head)
        older.ledger.store.append("running", rows)
    assert older.ask("ResumePlay")["reason"] == OLD.format("running")
    older.do("AdoptRules", rules=2)
    assert older.ask("OpenBallots", absent="no-veto")["rule"] == "Disputes"
    older.do("ResumePlay")
    older.do("OpenBallots", absent="no-veto")
    sound(older)
    older.ledger.close()


def test_an_older_campaign_is_branched_and_the_branch_adopts_for_itself(running: Session) -> None:
    """Its maker hosts it; the campaign it was made of keeps its own rules."""
    made, last = branch(running.ledger, "running", 45, "eve", "perhaps")
    copy = Session(running.ledger, made)
    assert copy.ask("OpenReinforcement", "eve")["reason"] == OLD.format("perhaps")
    assert copy.ask("AdoptRules", "anna", rules=2)["rule"] == "Members"
    assert copy.do("AdoptRules", "eve", rules=2)["version"] == last + 1
    copy.do("OpenReinforcement", "eve")
    assert copy.state.campaign.rules == 2 and running.state.campaign.rules == 1
    sound(copy)
    running.do("AdoptRules", rules=2)
    again = Session(running.ledger, branch(running.ledger, "running", None, "ben", "later")[0])
    assert again.state.campaign.rules == 2
    sound(again)


@pytest.mark.parametrize("adopted", [False, True])
def test_it_is_exported_and_imported(running: Session, tmp_path: Path, adopted: bool) -> None:
    """To the byte, before the adoption and after it."""
    if adopted:
        running.do("AdoptRules", rules=2)
    file = tmp_path / "running.jsonl"
    export.export(running.ledger, "running", file)
    with Ledger(tmp_path / "copy.db") as copy:
        export.import_(copy, file)
        assert copy.live("running").head == running.ledger.live("running").head
        assert copy.show("running")["rules"] == (2 if adopted else 1)


# --- newer rules than the program's -------------------------------------------------------------


def test_newer_rules_are_read_and_not_played(running: Session, tmp_path: Path) -> None:
    """An older release meets a campaign of a newer one: one line, whatever is asked."""
    newer = reopened(tmp_path, running, rules=3)
    assert newer.ledger.show("running")["rules"] == 3
    for command, fields in (("AdvanceTurn", {}), ("AdoptRules", {"rules": 2}), ("UndoAct", {})):
        answer = newer.ask(command, **fields)
        assert (answer["accepted"], answer["rule"], answer["reason"]) == (False, "Rules", NEW)
    newer.ledger.close()


def test_newer_rules_may_be_adopted_in_the_log(running: Session, tmp_path: Path) -> None:
    """A campaign that a newer release took on is not played here either."""
    live = running.ledger.live("running")
    adopted = (RulesAdopted(rules=3),)
    _, rows = stamped(adopted, live.version + 1, "2030-01-01T00:00:00.000Z", "host", "", live.head)
    running.ledger.store.append("running", rows)
    assert running.ask("AdvanceTurn")["reason"] == NEW
    running.ledger.close()
    done = Shell(tmp_path)("status", "running")
    assert done.status == 0 and f"Rules      {NEW}\n" in done.out


def test_an_event_of_a_newer_release_is_called_so(running: Session, tmp_path: Path) -> None:
    """Its name is unknown here; the line says which release reads it, and no word of damage."""
    newer = reopened(tmp_path, running, rules=3)
    stored = chain.seal(b'{"type":"lif.Tomorrow","prev":"%s"}' % b"0" * 64)
    newer.ledger.store.append("running", [(51, "lif.Tomorrow", stored)])
    newer.ledger.close()
    with Ledger(tmp_path / "other.db") as ledger, pytest.raises(StoreError) as failed:
        ledger.live("running")
    assert str(failed.value) == (
        "running: event 51 is of rules 3, and this release knows rules up to "
        "2; read it with a newer release"
    )


# --- what nobody judged -------------------------------------------------------------------------


def test_what_nobody_judged_is_no_clean_record(running: Session, tmp_path: Path) -> None:
    """No finding, and yet status 1, in text and as JSON, unless whoever asks knows it."""
    last = running.ledger.store.version("running")
    running.ledger.close()
    shell = Shell(tmp_path)
    done = shell("verify", "running")
    assert done.status == 1
    assert done.out.splitlines()[-1].endswith(f"; no findings; events 1 to {last} not judged")
    assert "if that is enough for you, --allow-unjudged ends with 0." in done.out
    page = shell("verify", "running", "--json")
    told = json.loads(page.out)
    assert (page.status, told["findings"], told["facts_until"]) == (1, [], last)
    assert shell.fine("verify", "running", "--allow-unjudged") == done.out
    shell.fine("export", "running", "it.jsonl")
    assert shell("verify", "--file", "it.jsonl").status == 1
    shell.fine("verify", "--file", "it.jsonl", "--allow-unjudged")
    deep = f"no findings, but events 1 to {last} not judged"
    assert any(deep in line for line in shell.fine("doctor", "--deep").splitlines())
    found = checked_record.checked(running.ledger.store.path, "running")
    assert (found.findings, found.unjudged) == ((), f"events 1 to {last}")


def test_a_finding_is_one_whoever_knows_what(running: Session, tmp_path: Path) -> None:
    """`--allow-unjudged` allows nothing else."""
    shell = Shell(tmp_path)
    assert shell("verify", "running", "--against", "0" * 64, "--allow-unjudged").status == 1


def test_an_export_s_first_line_bears_the_rules_beside_the_head(
    running: Session, tmp_path: Path
) -> None:
    """Rules 1, then 2 once adopted; a first line that says otherwise belongs to another file."""
    shell, file = Shell(tmp_path), tmp_path / "it.jsonl"
    for rules in (1, 2):
        shell.fine("export", "running", "it.jsonl")
        head, *lines = file.read_text().splitlines()
        names = list(json.loads(head))
        assert json.loads(head)["rules"] == rules and names[names.index("head") + 1] == "rules"
        if rules == 1:
            running.do("AdoptRules", rules=2)
    file.write_text("\n".join([json.dumps({**json.loads(head), "rules": 1}), *lines]))
    wrong = shell("verify", "--file", "it.jsonl")
    text = "it.jsonl is not whole: its first line says rules 1, its events rules 2"
    assert wrong.status == 1 and text in wrong.out
