"""LiF 5.3: whoever changes what the record says of chits, dice and waits is found by the auditor.

Each test rewrites a record from the first changed event to its head, digests included, as a host
with a program of his own could; the chain of digests then finds nothing, and the claims must.
What deciding again finds by itself is forged in `tests/forgeries/`, field by field.
"""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from campaign.lif.us_entry.chits import entry_chits
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from events.sealed import Opening, Subject, commit
from support.command_line import Shell
from support.sessions import Session, ledger_in, stored
from support.thorough import Body, Record, found_in

MEMBERS = [{"member": "ben", "name": "Ben", "powers": ["usa"]}]
CHITS = [
    {"value": 1, "count": 9},
    {"value": 2, "count": 41},
    {"value": 3, "count": 4, "year": 1940},
]
CHART = [
    {"kind": "option", "number": 60, "colour": "red", "level": 1, "japan": 14},
    {"kind": "option", "number": 61, "colour": "gray", "level": 0, "germany_italy": 0},
    {"kind": "action", "number": 40, "power": "germany", "japan": 55, "germany_italy": 23},
    {"kind": "action", "number": 41, "power": "germany", "germany_italy": -27},
]
MILITIA = [
    {"id": f"mil-{number}", "power": "usa", "type": "MIL", "starts": "pool"} for number in range(3)
]


def played(folder: Path) -> Session:
    """Dice, draws, an option, actions, shortfalls of both kinds, their waits and their end."""
    session = Session(ledger_in(folder))
    setup = {"members": MEMBERS, "us_entry": {"chits": {"entry-japan": 2}}}
    session.open(modules={"leaders": False}, setup=setup)
    session.do("ImportEntryChart", rows=CHART, source="our chart")
    session.do("AddCounters", counters=MILITIA, source="our sheet")
    session.do("StockEntryChits", rows=CHITS)
    session.do("TakeEntryAction", action=40)
    session.do("PickEntryOption", "ben", option=60)
    session.do("ReturnEntryChits", pool="entry-japan", count=2)
    session.do("MoveEntryChits", pool="entry-japan", to="tension-germany-italy")
    session.do("TakeEntryAction", action=41)
    session.do("ShowEntryChits", "ben", chits=[next(iter(session.state.entry.chits))])
    session.do("ReturnEntryChits", pool="entry-germany-italy", count=3)
    session.do("ReturnEntryChits", pool="tension-japan", count=4)
    for kind in ("entry", "tension"):
        while not session.ask("ReturnAsideChits", "ben", kind=kind)["accepted"]:
            session.do("AdvanceTurn")
    session.do("DrawEntryChits", "ben", pool="entry-germany-italy", count=2)
    session.do("PickEntryOption", "ben", option=61)
    session.do("AdvanceTurn")
    session.do("CloseCampaign")
    return session


def at_the_table(folder: Path) -> Session:
    """A cup of chits, dice at the table: values entered, put aside, waited for."""
    session = Session(ledger_in(folder))
    rulings = {"entry_chits": "table", "draws": "table", "tension_chits": "chosen"}
    setup = {"members": MEMBERS, "us_entry": {"chits": {"entry-japan": 2}}}
    session.open(modules={"leaders": False}, setup=setup, rulings=rulings)
    session.do("ImportEntryChart", rows=CHART, source="our chart")
    session.do("StockEntryChits")
    session.do("EnterEntryChits", "ben", pool="entry-japan", values=[4, 0])
    session.do("TakeEntryAction", action=40, rolls={"japan": 9, "germany-italy": 3})
    session.do("EnterEntryChits", "ben", pool="entry-japan", values=[1, 1, 2, 2, 3])
    session.do("MoveEntryChits", pool="entry-japan", to="tension-japan", chits=["c4"])
    session.do("ReturnEntryChits", pool="tension-germany-italy", count=2)
    tension = {"pool": "tension-germany-italy", "aside": True}
    session.do("EnterEntryChits", "ben", values=[1, 0], **tension)
    session.do("AdvanceTurn")
    session.do("ReturnAsideChits", "ben", kind="tension")
    session.do("CloseCampaign")
    return session


def log_of(session: Session) -> Record:
    """What is stored, to be changed."""
    return Record(stored(session))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Record]:
    """Both records; the tests change copies."""
    logs = {}
    for name, play in (("ledger", played), ("table", at_the_table)):
        session = play(tmp_path_factory.mktemp(name))
        logs[name] = log_of(session)
        session.ledger.close()
    return logs


@pytest.fixture
def log(kept: dict[str, Record]) -> Record:
    """The ledger's record."""
    return deepcopy(kept["ledger"])


@pytest.fixture
def table(kept: dict[str, Record]) -> Record:
    """The table's record."""
    return deepcopy(kept["table"])


def found(log: Record, expected: str) -> None:
    """The auditor says this, among what follows from it."""
    told, _ = found_in(log)
    assert any(expected in line for line in told), told


def events(log: Record, name: str, **fields: Any) -> list[Body]:
    """The events of a type, with these fields."""
    return [
        body
        for body in log
        if body["type"] == f"lif.{name}" and all(body.get(key) == fields[key] for key in fields)
    ]


def event(log: Record, name: str, **fields: Any) -> Body:
    """The first of them."""
    return events(log, name, **fields)[0]


def place(log: Record, body: Body) -> int:
    """Where an event stands."""
    return next(number for number, one in enumerate(log) if one is body)


# --- records as they were played ----------------------------------------------------------------


@pytest.mark.parametrize("which", ["ledger", "table"])
def test_an_untouched_record_is_proved_whole(kept: dict[str, Record], which: str) -> None:
    """LiF 5.3: nothing is found, and with the secret open nothing is left to prove."""
    told, audit = found_in(kept[which])
    assert told == []
    assert sum(audit.pending.values()) == 0


def test_the_record_has_all_that_is_to_be_proved(log: Record, table: Record) -> None:
    """Every kind of draw stands in one of the two, so that the tests change real ones."""
    assert any(body.get("draw") for body in events(log, "EntryChitsReturned"))
    assert any(body.get("draw") for body in events(log, "EntryChitsMoved"))
    assert {body["pool"].partition("-")[0] for body in events(log, "PoolBelowZero")} == {
        "entry", "tension"
    }  # fmt: skip
    assert event(log, "EntryChitsJoined")["count"] == 4
    assert events(table, "EntryChitsDue")
    assert events(table, "AsideChitsEntered")


def test_until_the_secret_is_open_chits_are_unproved(log: Record, table: Record) -> None:
    """LiF 5.3: each chit laid is a claim; draws wait for their seed only."""
    for record in (log, table):
        end = max(
            number for number, body in enumerate(record, 1) if body["type"] == "campaign.TurnBegan"
        )
        while record[end].get("nth"):
            end += 1  # what the turn's command brought stays together
        laid = sum(
            len(body.get("chits", ()))
            for name in ("EntryChitsDrawn", "PoolBelowZero", "AsideChitsEntered")
            for body in events(record[:end], name)
        )
        told, audit = found_in(record, end)
        assert told == []
        pending = {kind: n for kind, n in audit.pending.items() if kind != "draws"}
        assert pending == {"hidden chits": laid}


def test_verify_counts_what_waits_for_a_seed_or_the_secret(tmp_path: Path) -> None:
    """LiF 5.3: two chits laid to begin with are two claims; so it is said, in words."""
    session = Session(ledger_in(tmp_path))
    session.open(modules={"leaders": False}, setup={"us_entry": {"chits": {"entry-japan": 2}}})
    session.do("StockEntryChits", rows=CHITS)
    session.ledger.close()
    told = Shell(tmp_path).fine("verify", session.name)
    assert "Pending until a seed, secret or marker is shown: hidden chits 2.\n" in told


def test_a_roll_is_unproved_until_its_turn_is_over(log: Record) -> None:
    """Draws: two dice; both numbers leave a remainder."""
    rolled = place(log, event(log, "EntryActionTaken", action=40))
    end = next(n for n in range(rolled + 1, len(log)) if not log[n].get("nth"))
    assert found_in(log, rolled)[1].pending.get("draws", 0) == 0
    told, audit = found_in(log, end)
    assert (told, audit.pending["draws"]) == ([], 2)


# --- values and the secret ----------------------------------------------------------------------


def test_a_shown_value_that_was_changed_is_found(log: Record) -> None:
    """LiF 5.3.2: value and nonce open the commitment, and no others."""
    shown = event(log, "EntryChitsShown")["chits"]
    who = next(iter(shown))
    shown[who]["value"] += 1
    found(log, f"the secret does not open {who}")


@pytest.mark.parametrize("secret", ["00" * 32, "xyz", ""])
def test_a_changed_secret_is_found(log: Record, secret: str) -> None:
    """LiF 5.3: the secret is committed to when the pool is stocked."""
    event(log, "EntrySecretOpened")["secret"] = secret
    found(log, "secret: is not the one that was sealed")


def test_a_secret_that_is_no_secret_is_found(log: Record) -> None:
    """LiF 5.3: 64 letters may be committed to, but no chit's nonce follows from them."""
    letters = "z" * 64
    subject = Subject(log[0]["id"], "entry-secret", 0, "usa")
    event(log, "EntryChitsStocked")["commitment"] = commit(subject, Opening("chits", letters))
    event(log, "EntrySecretOpened")["secret"] = letters
    found(log, "secret: is not the one that was sealed")


def test_a_secret_opened_too_early_is_found(log: Record) -> None:
    """LiF 5.3: chits laid after that are no secret, and would never be checked."""
    opened = event(log, "EntrySecretOpened")
    log.remove(opened)
    last = events(log, "EntryChitsDrawn")[-1]
    log.insert(place(log, last), opened)
    found(log, "rules: the rules also give campaign.CampaignClosed")


def test_a_chit_that_is_not_laid_under_the_secret_is_found(log: Record) -> None:
    """LiF 5.3: a nonce of one's own could be opened to any value."""
    chit = event(log, "EntryChitsDrawn", cause="step")["chits"][0]
    chit["commitment"] = "ab" * 32
    found(log, f"chit: the secret does not open {chit['id']}")


@pytest.mark.parametrize(("name", "value"), [("EntryChitsDrawn", 2), ("PoolBelowZero", 7)])
def test_a_chit_of_the_hosts_choosing_is_found(log: Record, name: str, value: int) -> None:
    """LiF 5.3: whoever knows the secret can lay any value under it, but not draw it.

    Chits are changed to a value that the pool has, and to one that it has not.
    """
    secret = event(log, "EntrySecretOpened")["secret"]
    campaign_id = log[0]["id"]
    shown = {chit for body in events(log, "EntryChitsShown") for chit in body["chits"]}
    for body in events(log, name):
        for chit in body["chits"]:
            who = chit["id"]
            was = entry_chits.value_of(secret, campaign_id, who, chit["commitment"])
            if was != value and (who not in shown or name == "PoolBelowZero"):
                opening = Opening(str(value), entry_chits.nonce_of(secret, campaign_id, who))
                chit["commitment"] = commit(entry_chits.chit_subject(campaign_id, who), opening)
                found(log, f"draw: the secret draws another value than {who} has")
                return
    raise AssertionError("no chit to change")


# --- draws and dice -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["EntryChitsReturned", "EntryChitsMoved"])
def test_another_chit_than_the_drawn_one_is_found(log: Record, name: str) -> None:
    """Draws: the seed of the turn says which of the chits leaves its pool."""
    gone = next(body for body in events(log, name) if body.get("draw"))
    _, audit = found_in(log, place(log, gone))
    there = [who for who, chit in audit.state.entry.chits.items() if chit.pool == gone["pool"]]
    was = gone["chits"][0]
    gone["chits"][0] = next(who for who in there if who not in gone["chits"])
    found(log, f"draw: the seed gives {was}, the record has {gone['chits'][0]}")


def test_a_changed_roll_is_found(log: Record) -> None:
    """Draws: 55 leaves 5 to roll for, so that 6 to 10 bring no chit: the seed tells them apart."""
    roll = event(log, "EntryActionTaken", action=40)["outcomes"]["japan"]["roll"]
    was = roll["value"]
    other = next(n for n in range(1, 11) if n != was and (n <= 5) == (was <= 5))
    roll["value"] = other
    found(log, f"draw: the seed gives {was:02}, the record has {other:02}")


def test_militia_of_the_hosts_choosing_are_found(tmp_path: Path) -> None:
    """LiF 5.3.2: option 44 draws two of the militia in the force pool."""
    session = Session(ledger_in(tmp_path))
    session.open(modules={"leaders": False}, setup={"members": MEMBERS})
    row = {"kind": "option", "number": 44, "colour": "red", "level": 0, "japan": 0}
    session.do("ImportEntryChart", rows=[row], source="our chart")
    session.do("AddCounters", counters=MILITIA, source="our sheet")
    session.do("PickEntryOption", "ben", option=44)
    session.do("AdvanceTurn")
    log = log_of(session)
    session.ledger.close()
    assert found_in(log)[0] == []
    picked = event(log, "EntryOptionPicked")
    first, second = picked["militia"]
    (third,) = {"mil-0", "mil-1", "mil-2"} - {first, second}
    moved = events(log, "CounterMoved")[1]
    assert (moved["counter"], moved["to"]) == (second, events(log, "CounterMoved")[0]["to"])
    moved["counter"] = third
    picked["militia"] = [first, third]
    found(log, f"draw: the seed gives {second}, the record has {third}")
    picked["militia"] = [first, first]
    found(log, f"rules: does not follow from what came before: {first} could not be drawn")


# --- below zero ---------------------------------------------------------------------------------


def test_lif_5_3_a_stack_in_a_neutral_minor_costs_a_chit_by_its_roll(tmp_path: Path) -> None:
    """LiF 5.3, ability 25: on a 3 or less a chit leaves the German/Italian entry pool, above none.

    The die is the next draw of the turn's seed.
    """
    session = Session(ledger_in(tmp_path))
    session.open(setup={"members": MEMBERS, "leaders": {"pretelat": "map"}})
    session.do("StockEntryChits", rows=CHITS)
    session.do("DrawEntryChits", pool="entry-germany-italy", count=2)
    session.do("EnterNeutralMinor", leader="pretelat", minor="turkey")
    session.do("AdvanceTurn")
    log = log_of(session)
    session.ledger.close()
    assert found_in(log)[0] == []
    assert event(log, "NeutralMinorEntered")["roll"]["value"] == 5
    low, high = deepcopy(log), deepcopy(log)
    forged = event(low, "NeutralMinorEntered")
    forged["roll"]["value"] = 3
    forged["drawn"].append("c1")
    found(low, "rules: the rules also give lif.EntryChitsReturned")
    event(high, "NeutralMinorEntered")["roll"]["value"] = 4
    found(high, "draw: the seed gives 05, the record has 04")


def test_chits_due_aside_and_never_entered_are_no_fault_at_the_end(tmp_path: Path) -> None:
    """LiF 5.3.3: at a table's cup a pool falls below zero, a turn passes, the campaign ends.

    No chit was ever laid, so no secret has to be opened.
    """
    session = Session(ledger_in(tmp_path))
    session.open(modules={"leaders": False}, rulings={"entry_chits": "table"})
    session.do("ReturnEntryChits", pool="entry-japan", count=2, reason="a base rule")
    session.do("AdvanceTurn")
    session.do("CloseCampaign")
    rows = list(session.ledger.store.rows(session.name))
    session.ledger.close()
    assert list(Verification(SYSTEMS).findings(rows)) == []


def test_a_chit_that_leaves_a_pool_it_is_not_in_is_found(log: Record) -> None:
    """LiF 5.3.3: strangers, and one chit twice."""
    again = deepcopy(log)
    gone = next(body for body in events(log, "EntryChitsReturned") if body.get("draw"))
    gone["chits"][0] = "c99"
    found(log, "fold: does not follow from what came before: there is no 'c99'")
    gone = next(
        body for body in events(again, "EntryChitsReturned") if len(body["chits"]) == 2
    )  # fmt: skip
    gone["chits"][1] = gone["chits"][0]
    found(again, f"rules: does not follow from what came before: {gone['chits'][1]} could not be")


def test_a_roll_that_no_die_has_is_found(log: Record, table: Record) -> None:
    """Ruling 21: a die of ten sides, rolled by the ledger or at the table and not by the other."""
    other = deepcopy(log)
    event(log, "EntryActionTaken", action=40)["outcomes"]["japan"]["roll"]["value"] = 11
    found(log, "rules: does not follow from what came before: 11 could not be drawn")
    roll = event(other, "EntryActionTaken", action=40)["outcomes"]["japan"]["roll"]
    roll["source"] = "table"
    found(other, "roll source: the record has table, and the rules give ledger")
    roll = event(table, "EntryActionTaken")["outcomes"]["japan"]["roll"]
    roll["draw"] = 1
    found(table, "roll draw: the record has 1, and the rules give nothing")
    roll["source"] = "ledger"
    found(table, "roll source: the record has ledger, and the rules give table")


def test_chits_out_of_a_pool_that_has_none_are_found(log: Record) -> None:
    """LiF 5.3: nothing comes out of a pool that was not stocked, or not so full."""
    other = deepcopy(log)
    log.remove(event(log, "EntryChitsStocked"))
    found(
        log, "would be refused (LiF 5.3): the common pool is empty; stock it from the club's chart"
    )
    event(other, "EntryChitsStocked")["rows"] = [{"value": 1, "count": 3}]
    found(other, "would be refused (LiF 5.3): the common pool holds ")


def test_a_stocking_that_cannot_be_is_found(log: Record, table: Record) -> None:
    """LiF 5.3: twice, by a chart that cannot be, or with none."""
    twice, odd, none = deepcopy(log), deepcopy(log), deepcopy(log)
    twice.insert(place(twice, event(twice, "EntryChitsStocked")), event(log, "EntryChitsStocked"))
    found(twice, "the record has lif.EntryChitsStocked, and the rules give lif.EntryChitsDrawn")
    listed = event(odd, "EntryChitsStocked")["rows"]
    listed.append({"value": 1, "count": 2})
    found(odd, "would be refused: rows: value 1 is listed twice")
    listed[-1] = {"value": 5, "count": 1000}
    found(odd, "would be refused: rows: 1000 chits of value 5 cannot be; write 1 to 999")
    event(none, "EntryChitsStocked")["rows"] = []
    found(none, "would be refused: rows: the ledger needs the chits by value and count")
    event(table, "EntryChitsStocked")["rows"] = CHITS
    found(table, "(Ruling 38): this campaign's chits lie in a cup at the table; name no rows")


def test_another_keeper_of_the_chits_is_found(log: Record) -> None:
    """Ruling 38: the ruling says whose the chits are."""
    event(log, "EntryOpened")["mode"] = "table"
    found(log, "lif.EntryOpened, mode: the record has table, and the rules give ledger")


def test_aside_chits_that_nothing_asked_for_do_not_follow(table: Record) -> None:
    """LiF 5.3.3: a finding and no traceback, since the fold refuses them too."""
    event(table, "AsideChitsEntered")["pool"] = "tension-japan"
    told, _ = found_in(table)
    text = "does not follow from what came before: no chits are due aside for tension-japan"
    assert f"fold: {text}" in told
