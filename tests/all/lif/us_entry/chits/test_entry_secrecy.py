"""LiF 5.3: no output tells a chit's value before it was shown, nor what is left to draw.

What takes longer, waits or starts something, beside `lif/us_entry/chits/test_entry_secrecy.py`.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from support.entry_club import LEDGER, NAME, TABLE, Club, commands, opening
from support.sessions import Dice, said
from tests.lif.us_entry.chits.test_entry_secrecy import _often, ever_shown, lowered

__all__ = ["_often"]
pytestmark = pytest.mark.slow
HEX = re.compile(rb"[0-9a-f]{8,}")
"""Hashes and ciphertexts, also in groups of eight as a report sets them."""
CUT = re.compile(rb"[0-9a-f]+(?=\x00\x00)|(?<=\x00\x00..)[0-9a-f]+", re.DOTALL)
"""Where a database's page ends within a hash: the four bytes of a page number follow it."""


def starred(name: str, text: bytes) -> bytes:
    """An output with stars for hashes, as many as they have digits."""
    whole = HEX.sub(lambda found: b"*" * len(found[0]), text)
    return CUT.sub(lambda found: b"*" * len(found[0]), whole) if name.endswith(".db") else whole


def differences(one: Club, other: Club) -> list[str]:
    """The outputs in which two campaigns differ, by name."""
    first, second = one.everything(), other.everything()
    assert list(first) == list(second)
    assert len(first) > 100
    return [
        name
        for name, text in first.items()
        if text != second[name] and starred(name, text) != starred(name, second[name])
    ]


@pytest.mark.rotating(3)
def test_lif_5_3_other_values_at_the_table_change_no_output(tmp_path: Path, nightly: bool) -> None:
    """Two campaigns, command by command: equal in every byte but hashes, in the midst of the war
    and at its end; by night every summer.

    Then a chit whose values differ is shown, and the comparison does see it.
    """
    shown = ever_shown(TABLE, tmp_path / "before")
    lines = commands(TABLE)
    other = lowered(lines, shown)
    assert sum(a != b for a, b in zip(lines, other, strict=True)) > 30
    told = opening(TABLE)
    pair = [Club(tmp_path / name, told, Dice(told["vault"])) for name in ("one", "two")]
    hidden_then = 0
    for number, (first, second) in enumerate(zip(lines, other, strict=True)):
        pair[0].do(first)
        pair[1].do(second)
        turn = first["command"] == "AdvanceTurn"
        stop = pair[0].turn.endswith("-JA" if nightly else "1942-JA")
        if (turn and stop) or number == len(lines) - 1:
            mine, his = (club.private() for club in pair)
            hidden_then += sum(mine[chit] != his[chit] for chit in mine)
            assert differences(*pair) == [], pair[0].turn
    assert hidden_then > (30 if nightly else 10)
    mine, his = (club.private() for club in pair)
    chit = next(chit for chit in mine if mine[chit] != his[chit])
    for club in pair:
        club.do({"command": "ShowEntryChits", "by": club.holder, "chits": [chit]})
    seen = set(differences(*pair))
    assert {"show recorded --json anna", "log recorded anna", "campaign.db", "export.jsonl",
            "campaign-tables.db", "rows of campaign.db", "rows of campaign-tables.db", "answers",
            "us-entry state recorded --json anna", "1945-JA.html"} <= seen  # fmt: skip
    for club in pair:
        club.ledger.close()


class Turned(Dice):
    """The same bytes but for one throw, which another source gives."""

    def __init__(self, seed: str, place: int) -> None:
        super().__init__(seed)
        self._place = place
        self._seen = 0

    def __call__(self, count: int) -> bytes:
        self._seen += 1
        usual = super().__call__(count)
        return Dice(f"other {self._seen}")(count) if self._seen == self._place else usual


SECRET_THROW = 5
"""Key, campaign id, chain and its IV come first; then the secret of the chits."""
ROWS = [{"value": value, "count": 12} for value in range(10)]
CHART = [
    {"kind": "option", "number": 60, "colour": "gray", "level": 0, "germany_italy": 14},
    {"kind": "option", "number": 61, "colour": "green", "level": 0, "germany_italy": 6,
     "japan": 20},
    {"kind": "action", "number": 60, "power": "germany", "germany_italy": 27},
    {"kind": "action", "number": 61, "power": "japan", "japan": 33},
    {"kind": "action", "number": 62, "power": "ussr", "germany_italy": -15, "japan": -4},
]  # fmt: skip
EACH_TURN: list[dict[str, Any]] = [
    {"command": "TakeEntryAction", "by": "anna", "action": 60},
    {"command": "TakeEntryAction", "by": "clara", "action": 61},
    {"command": "DrawEntryChits", "by": "ben", "pool": "entry-japan", "count": 2},
    {"command": "PickEntryOption", "by": "ben", "option": 61},
    {"command": "PickEntryOption", "by": "ben", "option": 60},
    {"command": "TakeEntryAction", "by": "emma", "action": 62},
    {"command": "ReturnEntryChits", "pool": "tension-japan", "count": 1, "reason": "our own rule"},
    {"command": "MoveEntryChits", "pool": "entry-japan", "to": "tension-japan", "count": 1},
]


def by_another_secret(folder: Path, place: int) -> Club:
    """A campaign of the ledger's chits whose secret, or another throw, is another; just stocked."""
    told = {**opening(LEDGER), "rulings": {}}
    club = Club(folder, told, Turned(told["vault"], place))
    club.do({"command": "ImportEntryChart", "rows": CHART, "source": "made up for a test"})
    club.do({"command": "StockEntryChits", "rows": ROWS, "source": "made up for a test"})
    return club


@pytest.mark.rotating(3)
def test_lif_5_3_another_secret_of_the_ledger_s_changes_no_output(tmp_path: Path) -> None:
    """Ten values of twelve chits each, drawn under two secrets: equal in every byte but hashes.

    Chits come by actions and draws, leave unseen, become tension, and at last a pool lacks two.
    """
    pair = [by_another_secret(tmp_path / f"{place}", place) for place in (0, SECRET_THROW)]
    for turn in range(5):
        for command in [*([{"command": "AdvanceTurn"}] if turn else []), *EACH_TURN]:
            for club in pair:
                club.do(command)
        assert differences(*pair) == [], pair[0].turn
    held = len(pair[0].ledger.live(NAME).state.entry.chits)
    for club in pair:
        there = club.ledger.show(NAME)["us_entry"]["pools"]["tension-germany-italy"]
        club.do({"command": "ReturnEntryChits", "pool": "tension-germany-italy",
                 "count": there + 2, "reason": "our own rule"})  # fmt: skip
    assert differences(*pair) == []
    mine, his = (club.private() for club in pair)
    assert list(mine) == list(his)
    assert held > 20
    assert sum(mine[chit] != his[chit] for chit in mine) > len(mine) // 2
    for club in pair:
        club.ledger.close()


def test_lif_5_3_a_level_that_is_missed_is_told_to_the_usa_s_player_alone(tmp_path: Path) -> None:
    """LiF 5.3.2: the same option, once within reach and once not: only his own answers differ."""
    told = opening(TABLE)
    chart = [{"kind": "option", "number": 60, "colour": "red", "level": 5, "japan": 10}]
    tried = {"command": "PickEntryOption", "option": 60}
    clubs: list[Club] = []
    for number, values in enumerate(([5, 4], [1, 2])):
        club = Club(tmp_path / f"{number}", told, Dice(told["vault"]))
        club.do({"command": "ImportEntryChart", "rows": chart, "source": "made up for a test"})
        club.do({"command": "StockEntryChits", "source": "made up for a test"})
        club.do({"command": "EnterEntryChits", "by": "ben", "pool": "entry-japan",
                 "values": values})  # fmt: skip
        clubs.append(club)
    assert differences(*clubs) == []
    for who in clubs[0].strangers():
        given = [said(club.ledger.submit(NAME, {**tried, "by": who})) for club in clubs]
        assert given[0] == given[1] and not given[0]["accepted"], who
        assert given[0]["rule"] == "Members"
    chits = {"entry-japan": ["c1"]}
    rich, poor = (
        club.ledger.submit(NAME, {**tried, "by": "ben", "chits": chits}) for club in clubs
    )
    assert rich["accepted"] and not poor["accepted"]
    assert poor["rule"] == "LiF 5.3.2"
    for club in clubs:
        club.ledger.close()
