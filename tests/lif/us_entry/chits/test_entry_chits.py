"""LiF 5.3, 5.3.3 at the table: who may do what with the chits, and who hears of their values."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.lif.state import POOLS
from campaign.lif.us_entry.chits.entry_chits import is_free
from support.rules_table import opened, refusal, then
from support.sessions import Session, bodies, ledger_in

MEMBERS: list[dict[str, Any]] = [
    {"member": "anna", "name": "Anna", "roles": ["host", "player"], "powers": ["japan"]},
    {"member": "ben", "name": "Ben", "powers": ["usa"]},
    {"member": "carl", "name": "Carl", "powers": ["germany"]},
    {"member": "eve", "name": "Eve", "roles": ["observer"]},
]
"""Anna hosts and plays against the USA; Ben holds it."""
HOSTS = ("host", "anna")
TWOS = [{"value": 2, "count": 20}]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A ledger without a campaign yet."""
    session = Session(ledger_in(tmp_path))
    yield session
    session.ledger.close()


def begun(session: Session, rows: list[dict[str, int]] | None = TWOS, **rulings: str) -> Session:
    """The campaign opened; the ledger's pool stocked, or the table's readied."""
    at_table = rulings.get("entry_chits") == "table"
    session.open(modules={"leaders": False}, setup={"members": MEMBERS}, rulings=rulings)
    session.do("StockEntryChits", **({} if at_table else {"rows": rows}))
    return session


def refused(session: Session, command: str, by: str, **fields: Any) -> tuple[str | None, str]:
    """Rule and reason of a refusal."""
    answer = session.ask(command, by, **fields)
    assert not answer["accepted"], answer
    return answer["rule"], answer["reason"]


# --- who may do what ----------------------------------------------------------------------------


def test_members_a_host_alone_stocks_returns_and_moves(session: Session) -> None:
    """Members: what is no choice of the USA's is a host's."""
    session.open(modules={"leaders": False}, setup={"members": MEMBERS})
    for by in ("ben", "carl", "eve"):
        assert refused(session, "StockEntryChits", by, rows=TWOS)[0] == "Members"
    session.do("StockEntryChits", "anna", rows=TWOS)
    session.do("DrawEntryChits", "ben", pool="entry-japan", count=4)
    for by in ("ben", "carl", "eve"):
        assert refused(session, "ReturnEntryChits", by, pool="entry-japan")[0] == "Members"
        fields = {"pool": "entry-japan", "to": "tension-japan"}
        assert refused(session, "MoveEntryChits", by, **fields)[0] == "Members"
    for by in HOSTS:
        session.do("ReturnEntryChits", by, pool="entry-japan")
        session.do("MoveEntryChits", by, pool="entry-japan", to="tension-japan")


def test_members_the_ledgers_chits_are_drawn_by_the_usa_or_a_host(session: Session) -> None:
    """Members: a draw of the ledger's tells its maker nothing, so that a host may stand in."""
    begun(session)
    for by in ("ben", *HOSTS):
        session.do("DrawEntryChits", by, pool="entry-japan")
    for by in ("carl", "eve"):
        rule, reason = refused(session, "DrawEntryChits", by, pool="entry-japan")
        assert (rule, reason) == ("Members", f"the USA is played by Ben, not by {by.capitalize()}")


def test_members_a_host_plays_a_usa_that_nobody_holds(session: Session) -> None:
    """Members: with the USA released its chits are a host's, and no player's."""
    begun(session, entry_chits="table")
    session.do("ReleasePower", power="usa")
    for by in ("ben", "carl"):
        fields = {"pool": "entry-japan", "values": [1]}
        rule, reason = refused(session, "DrawEntryChits", by, **fields)
        assert rule == "Members"
        assert reason
    session.do("DrawEntryChits", "anna", pool="entry-japan", values=[1])
    session.do("ReturnEntryChits", pool="tension-japan")
    session.do("EnterEntryChits", "anna", pool="tension-japan", aside=True, values=[0])
    session.do("ShowEntryChits", chits=["c1"])
    session.do("ReturnAsideChits", kind="tension")


@pytest.mark.parametrize("highest", [0, 1, 9])
def test_members_whether_a_wait_is_over_its_player_alone_hears(
    session: Session, highest: int
) -> None:
    """Ruling 54: the others get the same answers whatever the chits are worth, and no turn tells.

    The USA's player hears whether the turns are over: at once with a 0, after a turn with a 1.
    """
    begun(session, [{"value": highest, "count": 9}])
    session.do("ReturnEntryChits", pool="entry-japan")
    members_only = (
        "Members",
        "the values of the chits are the secret of Ben, who plays the USA; only Ben can do this",
    )
    text = "an entry pool went below zero; the USA draws no entry chit"
    for turns in (0, 1, 2):
        for by in HOSTS:
            assert refused(session, "ReturnAsideChits", by, kind="entry") == members_only
            before = ("LiF 5.3.3", f"{text} before it has shown the chits put aside")
            assert refused(session, "DrawEntryChits", by, pool="entry-japan") == before
        first = ("LiF 5.3.3", "show and return the chits put aside for the entry pools first")
        over = highest <= turns
        told = first if over else ("LiF 5.3.3", f"{text} before its turns are over")
        assert refused(session, "DrawEntryChits", "ben", pool="entry-japan") == told
        events = session.do("AdvanceTurn")["events"]
        assert [event["type"] for event in events if "Wait" in event["type"]] == []
        entry = session.state.entry
        assert not is_free(entry, "entry") and is_free(entry, "tension")
    if highest < 2:
        session.do("ReturnAsideChits", "ben", kind="entry")
        assert is_free(session.state.entry, "entry")
    else:
        told = ("LiF 5.3.3", "the turns to wait for the entry pools are not over")
        assert refused(session, "ReturnAsideChits", "ben", kind="entry") == told


# --- what is refused, in words ------------------------------------------------------------------


def test_lif_5_3_the_chart_of_chits_is_judged_row_by_row(session: Session) -> None:
    """LiF 5.3: value, count and year of a row; the reason begins with the field."""
    session.open(modules={"leaders": False}, setup={"us_entry": {"chits": {"entry-japan": 3}}})
    cases: list[tuple[list[dict[str, int]], str]] = [
        ([], "rows: the ledger needs the chits by value and count"),
        ([{"value": 100, "count": 1}], "rows: a value cannot be 100; write 0 to 99"),
        ([{"value": 2, "count": 0}], "rows: 0 chits of value 2 cannot be; write 1 to 999"),
        ([{"value": 2, "count": 1000}], "rows: 1000 chits of value 2 cannot be; write 1 to 999"),
        ([{"value": 2, "count": 1, "year": 1929}],
         "rows: a year cannot be 1929; write 1930 to 1959, or none"),
        (TWOS * 2, "rows: value 2 is listed twice"),
        ([{"value": 2, "count": 1, "year": 1940}] * 2, "rows: value 2 is listed twice in 1940"),
    ]  # fmt: skip
    for rows, told in cases:
        assert refused(session, "StockEntryChits", "host", rows=rows) == (None, told)
    few = [{"value": 2, "count": 2}, {"value": 2, "count": 9, "year": 1940}]
    told = "rows: the campaign begins with 3 chits, and these are 2"
    assert refused(session, "StockEntryChits", "host", rows=few) == ("LiF 5.3", told)
    unstocked = ("LiF 5.3", "the common pool is empty; stock it from the club's chart first")
    assert refused(session, "DrawEntryChits", "host", pool="entry-japan") == unstocked
    assert refused(session, "ReturnEntryChits", "host", pool="tension-japan") == unstocked
    session.do("StockEntryChits", rows=TWOS)
    told = "the common pool has been stocked already, and is stocked once"
    assert refused(session, "StockEntryChits", "host", rows=TWOS) == ("Record", told)


def test_lif_5_3_without_a_vault_there_is_no_secret() -> None:
    """Ruling 38: what the world did not seal is no secret."""
    refused = refusal(opened(), "StockEntryChits", rows=TWOS)
    told = "there is no vault to seal the secret of the chits in"
    assert (refused.rule, refused.reason) == ("Vault", told)


def test_lif_5_3_a_campaign_without_us_entry_has_no_chits() -> None:
    """LiF 5.3: the expansion is optional, and its turns and its end bring nothing of it."""
    state = opened(modules={"us-entry": False})
    assert refusal(state, "StockEntryChits", rows=TWOS).rule == "Module us-entry"
    assert then(state, "AdvanceTurn").entry == state.entry
    assert then(state, "CloseCampaign").campaign.closed


def test_lif_5_3_2_only_chits_on_the_table_are_shown(session: Session) -> None:
    """LiF 5.3.2: each once, and to others than the USA."""
    begun(session)
    session.do("DrawEntryChits", "ben", pool="entry-japan", count=2)
    for fields, told in (
        ({"chits": ["c3"]}, "chits: there is no chit c3 on the table"),
        ({"chits": ["c1", "c1"]}, "chits: name each chit once"),
        ({"chits": ["c1"], "to": ["japan", "usa"]},
         "to: the chits are shown to others than the USA"),
    ):  # fmt: skip
        assert refused(session, "ShowEntryChits", "ben", **fields) == (None, told)
    shown = session.do("ShowEntryChits", "ben", chits=["c2"], to=["japan", "japan"])["events"][0]
    assert list(shown["to"]) == ["japan"]


def test_lif_5_3_3_below_zero_says_what_the_usa_waits_for(session: Session) -> None:
    """LiF 5.3.3: values still to be entered, turns still to pass, chits still to be shown."""
    begun(session, entry_chits="table")
    draw: dict[str, Any] = {"pool": "entry-japan", "values": [1]}
    unsaid = {"pool": "entry-japan"}
    back = {"kind": "entry"}
    none = ("LiF 5.3.3", "no chits lie aside for the entry pools")
    assert refused(session, "ReturnAsideChits", "ben", **back) == none
    session.do("ReturnEntryChits", pool="entry-japan")
    to_enter = ("LiF 5.3.3", "chits put aside for the entry pools are still to be entered")
    assert refused(session, "DrawEntryChits", "ben", **draw) == to_enter
    assert refused(session, "DrawEntryChits", "ben", **unsaid) == to_enter
    assert refused(session, "ReturnAsideChits", "ben", **back) == to_enter
    session.do("EnterEntryChits", "ben", pool="entry-japan", aside=True, values=[1])
    told = "an entry pool went below zero; the USA draws no entry chit before its turns are over"
    assert refused(session, "DrawEntryChits", "ben", **draw) == ("LiF 5.3.3", told)
    told = "the turns to wait for the entry pools are not over"
    assert refused(session, "ReturnAsideChits", "ben", **back) == ("LiF 5.3.3", told)
    session.do("AdvanceTurn")
    told = "show and return the chits put aside for the entry pools first"
    assert refused(session, "DrawEntryChits", "ben", **draw) == ("LiF 5.3.3", told)
    assert refused(session, "DrawEntryChits", "ben", **unsaid) == ("LiF 5.3.3", told)
    session.do("ReturnAsideChits", "ben", **back)
    session.do("DrawEntryChits", "ben", **draw)


# --- what nobody hears --------------------------------------------------------------------------

HEX = re.compile(r"[0-9a-f]{32,}")


def keys(value: Any) -> Iterator[str]:
    """Every key in a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from keys(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from keys(inner)


def test_lif_5_3_values_stand_where_they_were_shown_and_nowhere_else(session: Session) -> None:
    """LiF 5.3: of all that is stored, `EntryChitsShown` alone tells a value of a chit laid."""
    begun(session, [{"value": 1, "count": 9}, {"value": 3, "count": 9}])
    session.do("DrawEntryChits", "ben", pool="entry-japan", count=5)
    session.do("ReturnEntryChits", pool="entry-japan", count=2)
    session.do("MoveEntryChits", pool="entry-japan", to="tension-japan", count=4)
    session.do("ShowEntryChits", "ben", chits=["c6"])
    for _ in range(4):
        session.do("AdvanceTurn")
    session.do("ReturnAsideChits", "ben", kind="entry")
    session.do("CloseCampaign")
    told = dict.fromkeys(
        body["type"]
        for _, body in bodies(session)
        if {"value", "values", "nonce", "secret"} & set(keys(body))
    )
    assert list(told) == [
        "lif.EntryChitsStocked", "lif.EntryChitsShown", "lif.EntrySecretOpened"
    ]  # fmt: skip
    assert session.state.entry.common == 18 - sum(
        session.ledger.show(session.name)["us_entry"]["pools"][pool] for pool in POOLS
    )


def test_lif_5_3_the_secret_is_opened_with_the_campaigns_end_and_not_before(
    session: Session,
) -> None:
    """LiF 5.3: `EntrySecretOpened` comes once, with the close; without a stocking never."""
    begun(session)
    session.do("DrawEntryChits", "ben", pool="entry-japan")
    for _ in range(3):
        session.do("AdvanceTurn")
    stored = json.dumps([body for _, body in bodies(session)])
    closing = session.do("CloseCampaign")["events"]
    assert [event["type"] for event in closing] == [
        "lif.EntrySecretOpened", "campaign.CampaignClosed"
    ]  # fmt: skip
    secret = closing[0]["secret"]
    assert HEX.fullmatch(secret)
    assert secret not in stored


def test_lif_5_3_a_pool_never_stocked_has_no_secret_to_open(session: Session) -> None:
    """LiF 5.3: nothing was hidden, so that nothing is opened."""
    session.open(modules={"leaders": False})
    closing = session.do("CloseCampaign")["events"]
    assert [event["type"] for event in closing] == ["campaign.CampaignClosed"]


def test_lif_5_3_3_only_what_is_put_aside_counts_turns(session: Session) -> None:
    """LiF 5.3.3: chits due in a pool wait for nothing but their values; those aside have a turn."""
    begun(session, entry_chits="table")
    row = {"kind": "action", "number": 40, "power": "germany", "japan": 10}
    session.do("ImportEntryChart", rows=[row], source="our chart")
    session.do("TakeEntryAction", "carl", action=40)
    session.do("ReturnEntryChits", pool="entry-germany-italy")
    due = session.ledger.show(session.name)["us_entry"]["due"]
    assert [(one["pool"], one["aside"], one["since"]) for one in due] == [
        ("entry-germany-italy", True, "1939-SO"), ("entry-japan", False, None)
    ]  # fmt: skip


def test_ruling_38_chits_that_are_named_are_those_that_leave(session: Session) -> None:
    """Ruling 38: each once, as many as leave, out of the pool; the ledger's are not named."""
    begun(session, entry_chits="table", draws="table")
    session.do("DrawEntryChits", "ben", pool="entry-japan", values=[1, 2, 3])
    where = "the Japan entry pool"
    for count, chits, told in (
        (1, None, f"name the 1 chit that leaves {where}, each once"),
        (2, ["c1"], f"name the 2 chits that leave {where}, each once"),
        (2, ["c1", "c1"], f"name the 2 chits that leave {where}, each once"),
        (2, ["c1", "c4"], f"c4 is not in {where}"),
        (4, ["c1", "c2"], f"name the 3 chits that leave {where}, each once"),
    ):
        fields = {"pool": "entry-japan", "count": count, "chits": chits}
        assert refused(session, "ReturnEntryChits", "host", **fields) == (None, f"chits: {told}")
    session.do("ReturnEntryChits", pool="entry-japan", count=2, chits=["c3", "c1"])
    assert list(session.state.entry.chits) == ["c2"]


def test_ruling_38_one_value_is_not_enough_for_two_chits(session: Session) -> None:
    """Ruling 38: each chit drawn from the cup at the table has its value."""
    begun(session, entry_chits="table")
    fields = {"pool": "entry-japan", "count": 2, "values": [1]}
    told = "values: there is 1 value for 2 chits"
    assert refused(session, "DrawEntryChits", "ben", **fields) == (None, told)


def test_ruling_38_the_ledger_is_not_told_which_chits_leave(session: Session) -> None:
    """Ruling 38: face-down chits are drawn among themselves, whatever they are to go for."""
    begun(session)
    session.do("DrawEntryChits", "ben", pool="entry-japan", count=2)
    told = ("Ruling 38", "the ledger draws which chits leave a pool; name none")
    fields: dict[str, Any] = {"pool": "entry-japan", "chits": ["c1"]}
    assert refused(session, "ReturnEntryChits", "host", **fields) == told
    assert refused(session, "MoveEntryChits", "host", to="tension-japan", **fields) == told


def test_lif_5_3_3_the_common_pool_gives_no_more_than_it_holds(session: Session) -> None:
    """LiF 5.3.3: what goes back may come out again; beyond that there is nothing to draw."""
    begun(session, [{"value": 1, "count": 3}])
    session.do("DrawEntryChits", "ben", pool="entry-japan", count=2)
    for command, by, fields, told in (
        ("DrawEntryChits", "ben", {"count": 2}, "1 chit, and 2"),
        ("ReturnEntryChits", "host", {"count": 6}, "3 chits, and 4"),
        ("MoveEntryChits", "host", {"count": 4, "to": "tension-japan"}, "1 chit, and 2"),
    ):
        reason = f"the common pool holds {told} would be drawn"
        asked = {"pool": "entry-japan", **fields}
        assert refused(session, command, by, **asked) == ("LiF 5.3", reason)
    session.do("ReturnEntryChits", pool="entry-japan", count=5)
    assert session.state.entry.common == 0
