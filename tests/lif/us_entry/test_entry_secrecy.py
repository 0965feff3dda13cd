"""LiF 5.3: no output tells a chit's value before it was shown, nor what is left to draw.

Three ways to look: secrets are searched for in every byte that is written or printed, for every
viewer; fields that could hold one are named; and campaigns of one public course, but other hidden
values, are laid side by side, where stars stand for hashes and ciphertexts.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.leaders_in_flames.us_entry import chit_secret
from campaign.store import snapshots
from campaign.store.ledger import Ledger
from support import recorded
from support.entry_club import FOLDERS, LEDGER, NAME, TABLE, VIEWERS, Club, commands, opening
from support.sessions import Dice, said

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True, scope="module")
def _often() -> Iterator[None]:
    """Snapshots at every few events, and the vault's key from its file alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "EVERY", 16)
        patch.delenv("CAMPAIGN_VAULT_KEY", raising=False)
        yield


# --- secrets are in no byte ---------------------------------------------------------------------


class Look:
    """What was looked for on the way through a campaign, and where it was found."""

    def __init__(self) -> None:
        self.leaks: list[str] = []
        self.fields: set[tuple[str, str]] = set()
        self.private: dict[str, tuple[str, dict[str, Any]]] = {}
        self.refused: dict[str, list[str]] = {}
        self.texts = 0
        self.nonces_told = 0
        """Of chits shown: the search finds what is there."""


def secrets_of(club: Club) -> tuple[dict[str, str], dict[str, str]]:
    """What must be in no byte, in hex: the common pool's secret, the vault's key, and the nonce of
    every chit not shown; and apart from them the nonces of those that were.
    """
    vault, state = club.ledger.vault, club.state
    secret = vault.open(chit_secret.secret_subject(state), state.entry.secret_sealed).nonce
    shown = {
        who
        for recorded in club.ledger.history(NAME)
        for who in getattr(recorded.event, "chits", ())
        if type(recorded.event).__name__ == "EntryChitsShown"
    }
    chits = [f"c{number}" for number in range(1, state.entry.last_chit + 1)]
    nonces = {who: chit_secret.nonce_of(secret, state.campaign.id, who) for who in chits}
    unseen = {who: nonce for who, nonce in nonces.items() if who not in shown}
    told = {who: nonce for who, nonce in nonces.items() if who in shown}
    return {"the secret": secret, "the key": vault._key().hex(), **unseen}, told


SUSPECT = ("value", "values", "nonce", "secret", "choice", "remaining", "drawn_value", "worth")


def fields(value: Any, path: str = "") -> Iterator[str]:
    """Where in JSON a field stands whose name could hold a value, ids left out of the path."""
    if isinstance(value, list):
        for one in value:
            yield from fields(one, f"{path}[]")
    if isinstance(value, dict):
        for key, one in value.items():
            named = "*" if re.fullmatch(r"c[0-9]+", key) else key
            if key in SUSPECT:
                yield f"{path}.{named}"
            yield from fields(one, f"{path}.{named}")


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def look(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, nightly: bool
) -> Any:
    """A campaign played to its last turn; everything is looked at when each eighteenth turn ends,
    and by night each fifth.
    """
    folder: Path = request.param
    club = Club(tmp_path_factory.mktemp("club"), opening(folder), Dice(opening(folder)["vault"]))
    found, turn, apart = Look(), 0, 5 if nightly else 18
    for command in [*commands(folder), None]:
        if command is None or command["command"] == "AdvanceTurn":
            turn += 1
            told = club.ledger.private(NAME, club.holder)["private"]
            found.private[club.turn] = (club.holder, told)
            found.refused[club.turn] = [who for who, _ in club.refused()]
            if turn % apart == 1:
                _look_at_all(club, found)
        if command is not None:
            found.fields |= {
                (event["type"], path) for event in club.do(command)["events"]
                for path in fields(event)
            }  # fmt: skip
    yield folder, found
    club.ledger.close()


def _look_at_all(club: Club, found: Look) -> None:
    texts = {**club.everything(), **club.raw()}
    assert any("-wal" in name for name in texts)
    found.texts += len(texts)
    unseen, told = secrets_of(club)
    found.nonces_told += sum(
        nonce.encode() in texts["export.jsonl"] and nonce.encode() in texts["rows of campaign.db"]
        for nonce in told.values()
    )
    for what, secret in unseen.items():
        as_hex, as_bytes = secret.encode(), bytes.fromhex(secret)
        found.leaks += [
            f"{club.turn}: {what} in {name}"
            for name, text in texts.items()
            if as_hex in text or as_bytes in text
        ]
    for name in ("show", "us-entry state"):
        text = next(t for n, t in texts.items() if n.startswith(name) and "--json" in n)
        shown = json.loads(text.split(b"\n", 1)[1])
        found.fields |= {(name, path) for path in fields(shown)}


def test_lif_5_3_no_secret_and_no_nonce_of_an_unshown_chit_is_in_any_byte(
    look: Any, nightly: bool
) -> None:
    """Neither as hex nor as bytes: files, write-ahead log, pages, tables, answers, refusals."""
    _, found = look
    assert found.leaks == []
    assert found.texts > (1500 if nightly else 600)
    assert found.nonces_told > (50 if nightly else 15)


ALLOWED = {
    ("lif.EntryChitsShown", ".chits.*.value"),
    ("lif.EntryChitsShown", ".chits.*.nonce"),
    ("lif.EntryChitsStocked", ".rows[].value"),
    ("campaign.EntropyAdded", ".value"),
    *((f"lif.{kind}", f".outcomes.{theatre}.roll.value")
      for kind in ("EntryOptionPicked", "EntryActionTaken")
      for theatre in ("germany-italy", "japan")),
    ("lif.NeutralMinorEntered", ".roll.value"),
    *((f"lif.{kind}Opened", f".{kind.lower()}.{power}.{what}")
      for kind in ("Ballots", "Votes") for what in ("choice", "nonce")
      for power in ("germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china")),
    ("show", ".us_entry.shown[].value"),
    ("us-entry state", ".shown[].value"),
}  # fmt: skip
"""Where a field of such a name may stand: what was shown, the chart, dice, and opened ballots."""


def test_lif_5_3_a_value_stands_nowhere_but_where_a_chit_was_shown(look: Any) -> None:
    """No other event, and nothing of the state shown, has a field for one, a nonce or a secret."""
    _, found = look
    assert found.fields - ALLOWED == set()
    assert ("lif.EntryChitsShown", ".chits.*.value") in found.fields
    assert ("show", ".us_entry.shown[].value") in found.fields


def test_lif_5_3_the_private_view_is_right_and_for_the_holder_alone(look: Any) -> None:
    """At every turn's end his values are the reckoner's, and all others are refused.

    He who held the USA before is refused from the hand-over on, and so is the host who plays.
    """
    folder, found = look
    told = json.loads((folder / "expected.json").read_text())["turns"]
    assert list(found.private) == list(told)
    for turn, (holder, private) in found.private.items():
        values = {
            pool: {chit["chit"]: chit["value"] for chit in held["chits"]}
            for pool, held in private["pools"].items()
        }
        assert values == told[turn]["private"]["pools"], turn
        refused = {who.removeprefix("private ") for who in found.refused[turn] if "private" in who}
        others = set(VIEWERS) - {holder} - ({"anna", "host"} if holder == "host" else set())
        assert refused == others, turn
    holders = {turn: holder for turn, (holder, _) in found.private.items()}
    assert (holders["1942-JF"], holders["1942-MA"]) == ("ben", "felix")
    assert "private ben" in found.refused["1942-MA"]


# --- other hidden values, the same output -------------------------------------------------------

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


def ever_shown(folder: Path, tmp_path: Path) -> set[str]:
    """The chits that others see in a campaign, sooner or later, before its close shows them all."""
    with Ledger(recorded.played(folder, tmp_path)) as ledger:
        seen = [
            one.event.chits
            for one in ledger.history(recorded.NAME)
            if type(one.event).__name__ == "EntryChitsShown"
        ]
    return {chit for chits in seen for chit in chits}


def lowered(lines: list[dict[str, Any]], shown: set[str]) -> list[dict[str, Any]]:
    """The same commands, where each chit that nobody will see is entered with half its value.

    Chits are numbered in the order of their entering. A lower value never proves a level, so that
    the same chits are shown as before.
    """
    told, number = [], 0
    for line in lines:
        values = []
        for value in line.get("values", ()):
            number += 1
            values.append(value if f"c{number}" in shown else value // 2)
        told.append({**line, "values": values} if values else line)
    return told


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
