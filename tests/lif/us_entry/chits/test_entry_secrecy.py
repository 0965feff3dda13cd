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

from campaign.lif.us_entry.chits import entry_chits
from campaign.reports import kept_turns
from campaign.reports.book import StoredLog
from campaign.store import snapshots
from campaign.store.ledger import Ledger
from support import recorded
from support.entry_club import FOLDERS, NAME, VIEWERS, Club, commands, opening
from support.sessions import Dice

pytestmark = [pytest.mark.slow, pytest.mark.further]
TRIED = [FOLDERS[0], pytest.param(FOLDERS[1], marks=pytest.mark.further)]


@pytest.fixture(autouse=True, scope="module")
def _often() -> Iterator[None]:
    """Snapshots at every few events, every turn kept, and the vault's key from its file alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "EVERY", 16)
        patch.setattr(kept_turns, "LEAST", 1)
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
        self.turns_kept = 0
        self.nonces_told = 0
        """Of chits shown: the search finds what is there."""


def secrets_of(club: Club) -> tuple[dict[str, str], dict[str, str]]:
    """What must be in no byte, in hex: the common pool's secret, the vault's key, and the nonce of
    every chit not shown; and apart from them the nonces of those that were.
    """
    vault, state = club.ledger.vault, club.state
    secret = vault.open(entry_chits.secret_subject(state), state.entry.secret_sealed).nonce
    shown = {
        who
        for recorded in club.ledger.history(NAME)
        for who in getattr(recorded.event, "chits", ())
        if type(recorded.event).__name__ == "EntryChitsShown"
    }
    chits = [f"c{number}" for number in range(1, state.entry.last_chit + 1)]
    nonces = {who: entry_chits.nonce_of(secret, state.campaign.id, who) for who in chits}
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


@pytest.fixture(scope="module", params=TRIED, ids=lambda folder: folder.name)
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
    log = StoredLog(club.ledger, NAME)
    over = kept_turns.newest(log).logs[:-1]
    found.turns_kept += len(over)
    assert len(log.kept_turns(kept_turns.label("lif"))) == (len(over) + 1 if over else 0)
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
    assert found.texts > (1500 if nightly else 600) and found.turns_kept > 15
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
