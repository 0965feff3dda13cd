"""LiF 5.3: neither the time that an answer takes nor the way to a refusal tells a hidden value."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from campaign.kernel.decisions import Refused, Supplied
from campaign.lif.system import SYSTEM
from campaign.lif.us_entry.chits import entry_chits
from events import sealed
from support.entry_club import ASKED, FOLDERS, VIEWERS, Club, commands, opening
from support.entry_table import SECRET, decided, filled, table
from support.sessions import Dice

ID = "c0" * 16


def tries(monkeypatch: pytest.MonkeyPatch, chit: str, value: int) -> int:
    """How many values are tried before a chit's own is found."""
    laid = entry_chits.laid(SECRET, ID, chit, value)
    entry_chits.value_of.cache_clear()  # another test may have opened the same
    tried: list[str] = []

    def counting(subject: sealed.Subject, opening: sealed.Opening) -> str:
        tried.append(opening.choice)
        return sealed.commit(subject, opening)

    with monkeypatch.context() as patch:
        patch.setattr(entry_chits, "commit", counting)
        assert entry_chits.value_of(SECRET, ID, chit, laid.commitment) == value
    return len(tried)


def test_lif_5_3_the_time_to_open_a_chit_does_not_tell_its_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A low value is found as late as a high one: of 200 chits each value has early and late ones.

    Each is tried from a place that its nonce gives, which nobody knows.
    """
    for value in (0, 1, 7, 99):
        found = [tries(monkeypatch, f"c{number}", value) for number in range(1, 201)]
        assert 1 <= min(found) < 10 and 90 < max(found) <= 100, value
        assert 40 < sum(found) / len(found) < 61, value


def test_lif_5_3_a_common_pool_that_lacks_chits_refuses_before_a_value_is_looked_at() -> None:
    """Twenty chits, 19 of them in a pool: a second draw of two is refused without the secret."""
    state = filled(table(), germany=19)
    command: Any = msgspec.convert(
        {"pool": "entry-japan", "count": 2}, SYSTEM.rules.commands["DrawEntryChits"]
    )
    answer = SYSTEM.rules.decide(state, command, Supplied())
    told = "the common pool holds 1 chit, and 2 would be drawn"
    assert isinstance(answer, Refused) and answer.reason == told
    assert not isinstance(decided(state, "DrawEntryChits", pool="entry-japan"), Refused)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_members_a_refusal_to_others_looks_at_no_value(folder: Path, tmp_path: Path) -> None:
    """Whatever anybody but the USA's player tries in vain is refused without secret and seed.

    So neither its words nor its time can tell a value.
    """
    club = Club(tmp_path, opening(folder), Dice(opening(folder)["vault"]))
    for command in commands(folder)[:60]:
        club.do(command)
    state = club.state
    for who in (who for who in VIEWERS if who != club.holder):
        for fields in (*ASKED, {"command": "ReturnAsideChits", "kind": "entry"}):
            told = {key: value for key, value in fields.items() if key != "command"}
            raw = json.dumps({**told, "by": who}).encode()
            asked: Any = msgspec.json.decode(
                raw, type=SYSTEM.rules.commands[str(fields["command"])]
            )
            assert isinstance(SYSTEM.rules.decide(state, asked, Supplied()), Refused), (who, fields)
    club.ledger.close()
