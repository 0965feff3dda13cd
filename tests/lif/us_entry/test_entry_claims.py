"""LiF 5.3: whoever changes what the record says of chits, dice and waits is found by the auditor.

Each test rewrites a record from the first changed event to its head, digests included, as a host
with a program of his own could; the chain of digests then finds nothing, and the claims must.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from campaign.leaders_in_flames.us_entry import chit_secret
from campaign.leaders_in_flames.us_entry.audit import EntryAuditor
from campaign.proof.verify import Verification
from campaign.systems import SYSTEMS
from events import chain
from events.base import topic
from events.campaign import TurnBegan
from events.lif.aftermath import NeutralMinorEntered
from events.lif.us_entry import Roll
from events.sealed import Opening, Subject, commit
from support import rules_table
from support.command_line import Shell
from support.sessions import Session, bodies, ledger_in

Body = dict[str, Any]
Log = list[Body]
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


def log_of(session: Session) -> Log:
    """What is stored, as JSON values."""
    return [body for _, body in bodies(session)]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Log]:
    """Both records; the tests change copies."""
    logs = {}
    for name, play in (("ledger", played), ("table", at_the_table)):
        session = play(tmp_path_factory.mktemp(name))
        logs[name] = log_of(session)
        session.ledger.close()
    return logs


@pytest.fixture
def log(kept: dict[str, Log]) -> Log:
    """The ledger's record."""
    return deepcopy(kept["ledger"])


@pytest.fixture
def table(kept: dict[str, Log]) -> Log:
    """The table's record."""
    return deepcopy(kept["table"])


def audited(log: Log, until: int | None = None) -> tuple[list[str], Verification]:
    """What the auditor says of a record whose digests were all computed anew."""
    head, rows = "", []
    for version, body in enumerate(log[:until], 1):
        stored = chain.seal(json.dumps({**body, "prev": head}).encode())
        head = chain.head(stored)
        rows.append((version, topic(SYSTEMS.codec.decode(chain.body(stored))), stored))
    audit = Verification(SYSTEMS)
    return [str(finding).partition(": ")[2] for finding in audit.findings(rows)], audit


def found(log: Log, expected: str) -> None:
    """The auditor says this, among what follows from it."""
    told, _ = audited(log)
    assert expected in told, told


def events(log: Log, name: str, **fields: Any) -> list[Body]:
    """The events of a type, with these fields."""
    return [
        body
        for body in log
        if body["type"] == f"lif.{name}" and all(body.get(key) == fields[key] for key in fields)
    ]


def event(log: Log, name: str, **fields: Any) -> Body:
    """The first of them."""
    return events(log, name, **fields)[0]


def place(log: Log, body: Body) -> int:
    """Where an event stands."""
    return next(number for number, one in enumerate(log) if one is body)


# --- records as they were played ----------------------------------------------------------------


@pytest.mark.parametrize("which", ["ledger", "table"])
def test_an_untouched_record_is_proved_whole(kept: dict[str, Log], which: str) -> None:
    """LiF 5.3: nothing is found, and with the secret open nothing is left to prove."""
    told, audit = audited(kept[which])
    assert told == []
    assert sum(audit.pending.values()) == 0


def test_the_record_has_all_that_is_to_be_proved(log: Log, table: Log) -> None:
    """Every kind of draw stands in one of the two, so that the tests change real ones."""
    assert any(body.get("draw") for body in events(log, "EntryChitsReturned"))
    assert any(body.get("draw") for body in events(log, "EntryChitsMoved"))
    assert {body["pool"].partition("-")[0] for body in events(log, "PoolBelowZero")} == {
        "entry", "tension"
    }  # fmt: skip
    assert event(log, "EntryChitsJoined")["count"] == 4
    assert events(table, "EntryChitsDue")
    assert events(table, "AsideChitsEntered")


def test_until_the_secret_is_open_chits_are_unproved(log: Log, table: Log) -> None:
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
        told, audit = audited(record, end)
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


def test_a_roll_is_unproved_until_its_turn_is_over(log: Log) -> None:
    """Draws: two dice and no chit yet: both numbers leave a remainder."""
    rolled = place(log, event(log, "EntryActionTaken", action=40))
    _, before = audited(log, rolled)
    _, after = audited(log, rolled + 1)
    assert sum(after.pending.values()) - sum(before.pending.values()) == 2


# --- values and the secret ----------------------------------------------------------------------


def test_a_shown_value_that_was_changed_is_found(log: Log) -> None:
    """LiF 5.3.2: value and nonce open the commitment, and no others."""
    shown = event(log, "EntryChitsShown")["chits"]
    who = next(iter(shown))
    shown[who]["value"] += 1
    found(log, f"chit: {who} was not laid with {shown[who]['value']}")


def test_a_chit_shown_that_does_not_lie_there_is_found(log: Log) -> None:
    """LiF 5.3.2: only a chit on the table is shown. It does not fold either."""
    shown = event(log, "EntryChitsShown")["chits"]
    shown["c99"] = next(iter(shown.values()))
    found(log, "chit: c99 is shown, and is not on the table")


@pytest.mark.parametrize("secret", ["00" * 32, "xyz", ""])
def test_a_changed_secret_is_found(log: Log, secret: str) -> None:
    """LiF 5.3: the secret is committed to when the pool is stocked."""
    event(log, "EntrySecretOpened")["secret"] = secret
    found(log, "secret: is not the one that was sealed")


def test_a_changed_commitment_to_the_secret_is_found(log: Log) -> None:
    """LiF 5.3: the same from the other side."""
    event(log, "EntryChitsStocked")["commitment"] = "00" * 32
    found(log, "secret: is not the one that was sealed")


def test_a_secret_that_is_no_secret_is_found(log: Log) -> None:
    """LiF 5.3: 64 letters may be committed to, but no chit's nonce follows from them."""
    letters = "z" * 64
    subject = Subject(log[0]["id"], "entry-secret", 0, "usa")
    event(log, "EntryChitsStocked")["commitment"] = commit(subject, Opening("chits", letters))
    event(log, "EntrySecretOpened")["secret"] = letters
    found(log, "secret: is not the one that was sealed")


def test_a_secret_that_stays_closed_is_found(log: Log) -> None:
    """LiF 5.3: the campaign's end opens it."""
    log.remove(event(log, "EntrySecretOpened"))
    found(log, "secret: was not opened when the campaign ended")


def test_a_secret_opened_too_early_is_found(log: Log) -> None:
    """LiF 5.3: chits laid after that are no secret, and would never be checked."""
    opened = event(log, "EntrySecretOpened")
    log.remove(opened)
    last = events(log, "EntryChitsDrawn")[-1]
    log.insert(place(log, last), opened)
    found(log, "secret: was opened before the last chit was laid")


def test_a_chit_that_is_not_laid_under_the_secret_is_found(log: Log) -> None:
    """LiF 5.3: a nonce of one's own could be opened to any value."""
    chit = event(log, "EntryChitsDrawn", cause="step")["chits"][0]
    chit["commitment"] = "ab" * 32
    found(log, f"chit: the secret does not open {chit['id']}")


@pytest.mark.parametrize(("name", "value"), [("EntryChitsDrawn", 2), ("PoolBelowZero", 7)])
def test_a_chit_of_the_hosts_choosing_is_found(log: Log, name: str, value: int) -> None:
    """LiF 5.3: whoever knows the secret can lay any value under it, but not draw it.

    Chits are changed to a value that the pool has, and to one that it has not.
    """
    secret = event(log, "EntrySecretOpened")["secret"]
    campaign_id = log[0]["id"]
    shown = {chit for body in events(log, "EntryChitsShown") for chit in body["chits"]}
    for body in events(log, name):
        for chit in body["chits"]:
            who = chit["id"]
            was = chit_secret.value_of(secret, campaign_id, who, chit["commitment"])
            if was != value and (who not in shown or name == "PoolBelowZero"):
                opening = Opening(str(value), chit_secret.nonce_of(secret, campaign_id, who))
                chit["commitment"] = commit(chit_secret.chit_subject(campaign_id, who), opening)
                found(log, f"draw: the secret draws another value than {who} has")
                return
    raise AssertionError("no chit to change")


# --- draws and dice -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["EntryChitsReturned", "EntryChitsMoved"])
def test_another_chit_than_the_drawn_one_is_found(log: Log, name: str) -> None:
    """Draws: the seed of the turn says which of the chits leaves its pool."""
    gone = next(body for body in events(log, name) if body.get("draw"))
    _, audit = audited(log, place(log, gone))
    there = [who for who, chit in audit.state.entry.chits.items() if chit.pool == gone["pool"]]
    was = gone["chits"][0]
    gone["chits"][0] = next(who for who in there if who not in gone["chits"])
    found(log, f"draw: the seed gives {was}, the record has {gone['chits'][0]}")


def test_a_chit_that_left_without_a_draw_is_found(log: Log) -> None:
    """Draws: where a pool has more chits than leave it, the ledger draws."""
    gone = next(body for body in events(log, "EntryChitsReturned") if body.get("draw"))
    before = gone.pop("draw") - 1
    found(log, f"draw: is number 0, and the one before it is {before}")


def test_a_draw_where_nothing_was_drawn_is_found(log: Log, table: Log) -> None:
    """Draws: chits that all leave, or that were named, have no number."""
    whole = next(body for body in events(log, "EntryChitsReturned") if not body.get("draw"))
    whole["draw"] = 50
    found(log, "draw: has a number where nothing was drawn")
    event(table, "EntryChitsMoved")["draw"] = 1
    found(table, "draw: has a number where nothing was drawn")


def test_a_chit_that_leaves_a_pool_it_is_not_in_is_found(log: Log) -> None:
    """LiF 5.3.3: strangers, and one chit twice."""
    again = deepcopy(log)
    gone = next(body for body in events(log, "EntryChitsReturned") if body.get("draw"))
    gone["chits"][0] = "c99"
    where = {"entry-japan": "the Japan entry pool"}[gone["pool"]]
    found(log, f"chit: c99 left {where}, and was not there to leave")
    gone = next(
        body for body in events(again, "EntryChitsReturned") if len(body["chits"]) == 2
    )  # fmt: skip
    gone["chits"][1] = gone["chits"][0]
    told, _ = audited(again)
    assert any(line.startswith("chit: one twice left ") for line in told), told


def test_a_changed_roll_is_found(log: Log) -> None:
    """Draws: 55 leaves 5 to roll for, so that 6 to 10 bring no chit: the seed tells them apart."""
    roll = event(log, "EntryActionTaken", action=40)["outcomes"]["japan"]["roll"]
    was = roll["value"]
    other = next(n for n in range(1, 11) if n != was and (n <= 5) == (was <= 5))
    roll["value"] = other
    found(log, f"draw: the seed gives {was:02}, the record has {other:02}")


def test_a_roll_that_no_die_has_is_found(log: Log, table: Log) -> None:
    """Ruling 21: a die of ten sides, rolled by the ledger or at the table and not by the other."""
    other = deepcopy(log)
    event(log, "EntryActionTaken", action=40)["outcomes"]["japan"]["roll"]["value"] = 11
    found(log, "roll: a ten-sided die has no 11")
    roll = event(other, "EntryActionTaken", action=40)["outcomes"]["japan"]["roll"]
    roll["source"] = "table"
    found(other, "roll: is not from the ledger")
    roll = event(table, "EntryActionTaken")["outcomes"]["japan"]["roll"]
    roll["draw"] = 1
    found(table, "roll: was made at the table and has a number")
    roll["source"] = "ledger"
    found(table, "roll: is not from the table")


def test_an_outcome_that_does_not_follow_from_its_roll_is_found(table: Log) -> None:
    """LiF 5.3.3: 55 with a 9 is five chits, 23 with a 3 is three."""
    outcomes = event(table, "EntryActionTaken")["outcomes"]
    outcomes["japan"]["chits"] = 6
    outcomes["germany-italy"]["chits"] = 2
    found(table, "roll: 55 comes to 5 chits, not to 6")
    found(table, "roll: 23 comes to 3 chits, not to 2")


def test_an_outcome_without_its_roll_is_found(log: Log, table: Log) -> None:
    """LiF 5.3.3: a remainder is rolled for, and where there is none there is no roll."""
    roll = event(table, "EntryActionTaken")["outcomes"]["japan"].pop("roll")
    found(table, "roll: 55 leaves 5 to roll for")
    event(log, "EntryOptionPicked", option=61)["outcomes"]["germany-italy"]["roll"] = roll
    found(log, "roll: 0 leaves nothing to roll for")


def test_what_the_chart_does_not_say_is_found(log: Log) -> None:
    """Ruling 38: numbers, theatres and level are those of the chart."""
    told: list[tuple[Callable[[Log], None], str]] = [
        (lambda log: event(log, "EntryActionTaken", action=40)["outcomes"].pop("japan"),
         "action: 40 was not rolled for by its row of the chart"),
        (lambda log: event(log, "EntryActionTaken", action=41).update(action=42),
         "action: 42 is in no chart"),
        (lambda log: event(log, "EntryOptionPicked", option=61)["outcomes"].clear(),
         "option: 61 was not rolled for by its row of the chart"),
        (lambda log: event(log, "EntryOptionPicked", option=60).update(level=0),
         "option: 60 takes a level of 1, not 0"),
    ]  # fmt: skip
    for change, expected in told:
        copy = deepcopy(log)
        change(copy)
        found(copy, expected)


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
    assert audited(log)[0] == []
    picked = event(log, "EntryOptionPicked")
    first, second = picked["militia"]
    (third,) = {"mil-0", "mil-1", "mil-2"} - {first, second}
    picked["militia"] = [first, third]
    found(log, f"draw: the seed gives {second}, the record has {third}")
    picked["militia"] = [first, first]
    found(log, f"draw: {first} was not among those it was drawn from")


# --- chits come and go --------------------------------------------------------------------------


def test_ids_and_numbers_of_draws_run_on(log: Log) -> None:
    """Draws: no chit and no number of a draw is left out or comes twice."""
    other = deepcopy(log)
    laid = event(log, "EntryChitsDrawn", cause="step")
    was = laid["chits"][0]["id"]
    laid["chits"][0]["id"] = "c999"
    found(log, f"chit: is c999, where {was} comes next")
    laid = event(other, "EntryChitsDrawn", cause="step")
    laid["draw"] += 1
    found(other, f"draw: is number {laid['draw']}, and the one before it is {laid['draw'] - 2}")


def test_chits_out_of_a_pool_that_has_none_are_found(log: Log) -> None:
    """LiF 5.3: nothing comes out of a pool that was not stocked, or not so full."""
    other = deepcopy(log)
    log.remove(event(log, "EntryChitsStocked"))
    found(log, "chit: comes out of a common pool that nobody stocked")
    event(other, "EntryChitsStocked")["rows"] = [{"value": 1, "count": 3}]
    told, _ = audited(other)
    assert any(line.startswith("pool: gave ") for line in told), told


def test_a_stocking_that_cannot_be_is_found(log: Log, table: Log) -> None:
    """LiF 5.3: twice, by a chart that cannot be, or with none."""
    twice, odd, none = deepcopy(log), deepcopy(log), deepcopy(log)
    twice.insert(place(twice, event(twice, "EntryChitsStocked")), event(log, "EntryChitsStocked"))
    found(twice, "pool: is stocked a second time")
    event(odd, "EntryChitsStocked")["rows"].append({"value": 1, "count": 10**9})
    found(odd, "pool: value 1 is listed twice")
    found(odd, "pool: 1000000000 chits of value 1 cannot be; write 1 to 999")
    told = "pool: the ledger's has a chart of chits, and a cup at the table has none"
    event(none, "EntryChitsStocked")["rows"] = []
    found(none, told)
    event(table, "EntryChitsStocked")["rows"] = CHITS
    found(table, told)


def test_another_keeper_of_the_chits_is_found(log: Log) -> None:
    """Ruling 38: the ruling says whose the chits are."""
    event(log, "EntryOpened")["mode"] = "table"
    found(log, "chit: are the table's, and the ruling has them the ledger's")


def test_chits_that_join_or_not_are_found(log: Log) -> None:
    """LiF 5.3: January/February adds all of its year, once."""
    less, none, twice = deepcopy(log), deepcopy(log), deepcopy(log)
    event(less, "EntryChitsJoined")["count"] = 3
    found(less, "pool: 3 chits of 1940 join, and 4 were to come now")
    none.remove(event(none, "EntryChitsJoined"))
    found(none, "pool: January/February 1940 did not add the 4 chits of its year")
    joined = event(twice, "EntryChitsJoined")
    twice.insert(place(twice, joined), deepcopy(joined))
    found(twice, "pool: 4 chits of 1940 join, and 0 were to come now")


def test_what_was_rolled_for_and_did_not_happen_is_found(log: Log) -> None:
    """LiF 5.3.3: the chits of an action come, those of another and of an option go."""
    names = {"entry-japan": "the Japan entry pool",
             "entry-germany-italy": "the Germany/Italy entry pool"}  # fmt: skip
    for name, fields, does in (
        ("EntryChitsDrawn", {"cause": "action"}, "come into"),
        ("EntryChitsMoved", {"reason": "entry-option:60"}, "go to tension from"),
        ("EntryChitsReturned", {"reason": "entry-action:41"}, "go back from"),
    ):
        copy = deepcopy(log)
        gone = event(copy, name, **fields)
        copy.remove(gone)
        count = len(gone["chits"])
        chits = "1 chit was" if count == 1 else f"{count} chits were"
        found(copy, f"roll: {chits} to {does} {names[gone['pool']]}, and did not")
    event(log, "EntryChitsMoved", reason="entry-option:60")["to"] = "tension-germany-italy"
    found(log, "roll: tension chits went into the Germany/Italy tension pool")


def test_chits_that_nobody_rolled_for_are_found(log: Log, table: Log) -> None:
    """LiF 5.3.3: beside the US entry step chits come by actions, or were due from the start."""
    other = deepcopy(log)
    event(log, "EntryChitsDrawn", cause="step")["cause"] = "other"
    found(log, "chit: came into the Germany/Italy entry pool, and nobody rolled for it")
    event(other, "EntryChitsDrawn", cause="step")["cause"] = "set-up"
    found(other, "chit: 2 came into the Germany/Italy entry pool, and 0 were due")
    due = event(table, "EntryChitsDue", pool="entry-japan")
    due["count"] = 4
    found(table, "chit: 5 came into the Japan entry pool, and 4 were due")
    due["count"] = 6
    found(table, "chit: is due in the Japan entry pool, and nobody rolled for it")


def test_the_modes_are_not_mixed(log: Log, table: Log) -> None:
    """Ruling 38: the ledger's chits are never due, and the table's have no draws."""
    due = event(table, "EntryChitsDue")
    log.insert(place(log, event(log, "EntryOptionPicked")), deepcopy(due))
    found(log, "chit: the ledger's chits are drawn at once, and none is due")
    event(table, "EntryChitsDrawn")["draw"] = 1
    found(table, "draw: was made at the table and has a number")


def test_the_step_draws_into_an_entry_pool(log: Log) -> None:
    """LiF 5.3.3: and never into a tension pool."""
    event(log, "EntryChitsDrawn", cause="step")["pool"] = "tension-japan"
    found(log, "wait: the US entry step drew into the Japan tension pool")


# --- below zero ---------------------------------------------------------------------------------


def test_a_shortfall_that_was_none_is_found(log: Log, table: Log) -> None:
    """LiF 5.3.3: a pool is below zero when it is empty, by as many as are put aside."""
    other = deepcopy(log)
    log.remove(event(log, "EntryChitsReturned", reason="entry-action:41"))
    found(log, "wait: the Germany/Italy entry pool holds chits, and is not below zero")
    below = event(other, "PoolBelowZero")
    below["missing"] += 1
    aside = len(below["chits"])
    found(other, f"wait: {aside + 1} chits were missing, and {aside} were put aside")
    event(table, "PoolBelowZero")["missing"] = 1
    found(table, "chit: were not due aside for the Germany/Italy tension pool")


def test_what_a_switch_forbids_is_found(log: Log) -> None:
    """Ruling 53: a step brings no more than is set."""
    few = deepcopy(log)
    few[0]["rulings"]["entry_draws"] = 1
    found(few, "chit: more than 1 came in one US entry step")
    few[0]["rulings"]["entry_draws"] = 2
    assert audited(few)[0] == []


def test_chits_placed_wrongly_are_found(tmp_path: Path) -> None:
    """Ruling 53: those of the step, from one entry pool to the other, where they are seen first."""
    session = Session(ledger_in(tmp_path))
    session.open(modules={"leaders": False}, rulings={"entry_look": "before"})
    session.do("StockEntryChits", rows=CHITS)
    session.do("DrawEntryChits", pool="entry-japan", count=2)
    session.do("ShowEntryChits", "ben", chits=["c1"])
    session.do("DrawEntryChits", pool="entry-japan", count=2)
    session.do("PlaceEntryChits", to="entry-germany-italy", chits=["c3"])
    log = log_of(session)
    session.ledger.close()
    assert audited(log)[0] == []

    def forged(**fields: Any) -> Log:
        changed = deepcopy(log)
        event(changed, "EntryChitsPlaced").update(fields)
        return changed

    found(forged(to="tension-japan"), "chit: is placed from the Japan entry pool in the Japan "
          "tension pool")  # fmt: skip
    found(
        forged(pool="entry-germany-italy", to="entry-japan"),
        "chit: c3 was placed from the Germany/Italy entry pool, and was not there",
    )
    found(forged(chits=["c3", "c3"]), "chit: are placed each once, and at least one")
    after = deepcopy(log)
    after[0]["rulings"]["entry_look"] = "after"
    found(after, "chit: is placed after it was seen, and the ruling has its pool named first")
    late = forged(chits=["c2"])
    assert any("c2 was not to be placed any more" in line for line in audited(late)[0])


def test_chits_aside_that_went_back_wrongly_are_found(log: Log) -> None:
    """LiF 5.3.3: all of them, shown, and after as many turns as the highest says."""
    unshown, fewer, early = deepcopy(log), deepcopy(log), deepcopy(log)
    shown = event(unshown, "EntryChitsShown", reason="put-aside:entry")
    unshown.remove(shown)
    who = next(iter(shown["chits"]))
    found(unshown, f"wait: {who} went back and was not shown")
    event(fewer, "AsideChitsReturned", kind="entry")["chits"].pop()
    found(fewer, "wait: not all of the chits put aside for entry pools went back")
    shown = event(early, "EntryChitsShown", reason="put-aside:entry")
    back = event(early, "AsideChitsReturned", kind="entry")
    for body in (shown, back):
        early.remove(body)
    below = events(early, "PoolBelowZero")[-1]
    early[place(early, below) + 1 : place(early, below) + 1] = [shown, back]
    told, _ = audited(early)
    high = max(chit["value"] for chit in shown["chits"].values())
    assert any(line.endswith(f"went back before {high} turns had passed") for line in told), told


def test_what_was_done_in_spite_of_a_wait_is_found(log: Log) -> None:
    """LiF 5.3.3: no draw in the US entry step, and no option, while chits lie aside for it."""
    entry, tension = deepcopy(log), deepcopy(log)
    for record, kind in ((entry, "entry"), (tension, "tension")):
        record.remove(event(record, "AsideChitsReturned", kind=kind))
    found(entry, "wait: the US entry step drew while chits lay aside for an entry pool")
    found(tension, "wait: an option was picked while chits lay aside for a tension pool")


def test_aside_chits_that_nothing_asked_for_do_not_follow(table: Log) -> None:
    """LiF 5.3.3: a finding and no traceback, since the fold refuses them too."""
    event(table, "AsideChitsEntered")["pool"] = "tension-japan"
    told, _ = audited(table)
    assert "chit: were not due aside for the Japan tension pool" in told
    assert any(line.startswith("fold: ") for line in told)


def test_lif_5_3_a_stack_in_a_neutral_minor_costs_a_chit_by_its_roll() -> None:
    """LiF 5.3, ability 25: on a 3 or less a chit leaves the German/Italian entry pool, above none.

    The die is the next draw of the turn's seed.
    """
    state = rules_table.opened()
    for value, told in (
        (3, ["roll: 1 chit was to go back from the Germany/Italy entry pool, and did not"]),
        (4, []),
    ):
        claims = EntryAuditor()
        roll = Roll(value, "ledger", 1)
        entered = NeutralMinorEntered(leader="pretelat", minor="turkey", ability=25, roll=roll)
        assert claims.check(2, state, entered) == []
        assert [draw.given for draw in claims.drawn()] == [f"{value:02}"]
        after = rules_table.after(state, entered)
        found = claims.check(3, after, TurnBegan(turn="1939-ND", seed_revealed="00" * 32))
        assert [f"{one.what}: {one.text}" for one in found] == told


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
