"""A database and the vaults of its machines: only one key seals, and everybody else is told.

What takes longer, waits or starts something, beside `store/test_key_marks.py`.
"""

import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from campaign.extensions.postgres.database import OF_CAMPAIGN
from campaign.store import vault
from campaign.store.export import export, import_
from campaign.store.ledger import Ledger
from campaign.store.protocol import place_of
from campaign.store.vault import KEY_VARIABLE, Vault, VaultError
from support.postgres import new_database
from support.sessions import Dice
from tests.store.test_key_marks import KEY, OTHER, opened


class Machines:
    """The machines that share one database, each with a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.place = place_of(new_database())
        self._folder = folder
        self._opened: list[Ledger] = []

    def key(self, machine: str) -> Path:
        """Where a machine has its key."""
        return self._folder / machine / "club.vault"

    def __call__(self, machine: str, key: str = "") -> Ledger:
        """The ledger on a machine, which gets this key."""
        file = self.key(machine)
        if key:
            file.parent.mkdir(exist_ok=True)
            file.write_text("".join(f"{line}\n" for line in key.split()))
        made = Ledger(self.place, Vault(file))
        self._opened.append(made)
        return made

    def close(self) -> None:
        for ledger in self._opened:
            ledger.close()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    """A new database and its machines."""
    made = Machines(tmp_path)
    yield made
    made.close()


def drawn(ledger: Ledger) -> Ledger:
    """A ledger after the first leader was drawn in its campaign."""
    for command in ("OpenReinforcement", "DrawLeader"):
        assert ledger.submit("club", {"command": command, "by": "host"})["accepted"]
    return ledger


def balloted(ledger: Ledger) -> bool:
    """Whether Germany's ballot, which is sealed, was taken."""
    ballot = {"command": "SealBallot", "by": "anna", "power": "germany", "choice": "no-veto"}
    return bool(ledger.submit("club", ballot)["accepted"])


def test_the_first_campaign_leaves_a_mark_that_says_nothing_of_the_key(machines: Machines) -> None:
    """Another salt makes another mark of the same key; a file keeps none."""
    ledger = opened(machines("west"))
    known = ledger.store.key_mark()
    key = machines.key("west").read_text().strip()
    assert key not in known and bytes.fromhex(key) not in known.encode()
    assert known != vault.mark(bytes.fromhex(key), Dice()(16))
    assert vault.place_among((b"x" * 32, bytes.fromhex(key)), known) == 1
    assert vault.place_among((b"x" * 32,), known) is None
    assert vault.place_among((bytes.fromhex(key),), "not a mark") is None


def test_a_machine_without_the_key_makes_none(machines: Machines) -> None:
    """It is told where the key must lie. What is public it reads and records."""
    head = opened(machines("west")).store.head("club")
    east = machines("east")
    assert east.live("club").head == head[1]
    told = (
        f"the vault's key of {machines.place} is not on this machine; bring its file to"
        f" {machines.key('east')}, or set CAMPAIGN_VAULT_KEY"
    )
    with pytest.raises(VaultError) as fault:
        east.open("second", scenario="global-war")
    assert str(fault.value) == told
    assert east.names() == ["club"] and not machines.key("east").parent.exists()
    assert east.submit("club", {"command": "OpenReinforcement", "by": "host"})["accepted"]


def test_a_machine_with_another_key_seals_nothing(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither from a file nor from the environment; with the right one it does."""
    drawn(opened(machines("west", KEY)))
    east = machines("east", OTHER)
    told = (
        f"does not hold the key that {machines.place} seals with now; bring the key file of the"
        f" machine that seals there to {machines.key('east')}"
    )
    version = east.store.version("club")
    with pytest.raises(VaultError) as fault:
        balloted(east)
    assert str(fault.value).startswith(f"{machines.key('east')} {told} [receipt ")
    assert east.store.version("club") == version
    monkeypatch.setenv(KEY_VARIABLE, OTHER)
    with pytest.raises(VaultError) as fault:
        east.vault.derived("label", "id")
    assert str(fault.value) == f"{KEY_VARIABLE} {told}"
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    assert balloted(east)


def test_any_key_of_a_renewed_file_will_do_and_the_mark_follows(machines: Machines) -> None:
    """After that the old file seals nothing, though it opens what it sealed."""
    west, east = drawn(opened(machines("west", KEY))), machines("east", KEY)
    assert balloted(east)
    sealed = east.vault.seal_text("before", "label", 8)
    before = west.store.key_mark()
    west.vault.renew()
    after = west.store.key_mark()
    assert before != after and west.vault.count() == 2
    assert west.vault.open_text(sealed, "label") == "before"
    with pytest.raises(VaultError, match="does not hold the key"):
        east.vault.seal_text("after", "label", 8)
    assert east.vault.open_text(sealed, "label") == "before"
    with pytest.raises(VaultError, match="does not hold the key"):
        east.vault.renew()
    assert machines.key("east").read_text().split() == [KEY]
    machines("east", machines.key("west").read_text())
    assert east.vault.seal_text("after", "label", 8)
    assert west.store.key_mark() == after


def test_a_renewal_that_was_cut_short_is_finished_by_the_next_sealing(machines: Machines) -> None:
    """The file has a newer key than the mark: nobody else can have it."""
    west = opened(machines("west", KEY))
    before = west.store.key_mark()
    machines("west", f"{OTHER} {KEY}")
    assert west.vault.seal_text("text", "label", 8)
    known = west.store.key_mark()
    assert known != before and vault.place_among((bytes.fromhex(OTHER),), known) == 0


def test_of_two_machines_that_renew_at_once_one_is_too_late(machines: Machines) -> None:
    """Its new key has sealed nothing, and seals nothing."""
    west, east = opened(machines("west", KEY)), machines("east", KEY)
    meanwhile = east.store.keep_key_mark

    def too_late(mark: str, instead: str = "") -> bool:
        if not meanwhile_done:
            meanwhile_done.append(True)
            west.vault.renew()
        return meanwhile(mark, instead)

    meanwhile_done: list[bool] = []
    east.store.keep_key_mark = too_late  # type: ignore[method-assign]
    with pytest.raises(VaultError, match="does not hold the key"):
        east.vault.renew()
    assert west.vault.seal_text("text", "label", 8)


def test_two_machines_that_begin_a_database_at_once_end_with_one_key(tmp_path: Path) -> None:
    """One opens its campaign; the other is told, has none, and keeps no key that nobody knows."""
    for number in range(8):
        machines = Machines(tmp_path / str(number))
        (tmp_path / str(number)).mkdir()
        ledgers = [machines(name) for name in ("west", "east")]
        together = Barrier(2)

        def begin(
            ledger: Ledger, machines: Machines = machines, together: Barrier = together
        ) -> str:
            name = ledger.vault.path.parent.name
            together.wait()
            try:
                ledger.open(name, scenario="global-war")
            except VaultError as error:
                return str(error)
            return ""

        with ThreadPoolExecutor(2) as both:
            told = list(both.map(begin, ledgers))
        assert sorted(map(bool, told)) == [False, True], told
        winner, loser = ("west", "east") if not told[0] else ("east", "west")
        assert ledgers[0].names() == [winner]
        assert machines.key(winner).is_file() and not machines.key(loser).exists()
        assert str(machines.place) in told[0] + told[1]
        machines.close()


def test_an_import_into_an_empty_database_makes_its_key(machines: Machines, tmp_path: Path) -> None:
    """As with a file; into one that has campaigns it goes without any, and makes none."""
    with Ledger(tmp_path / "club.db") as ledger:
        opened(ledger)
        opened(ledger, "second")
        for name in ("club", "second"):
            export(ledger, name, tmp_path / f"{name}.jsonl")
    west, east = machines("west"), machines("east")
    import_(west, tmp_path / "club.jsonl")
    assert machines.key("west").is_file() and west.store.key_mark()
    import_(east, tmp_path / "second.jsonl")
    assert not machines.key("east").parent.exists()
    assert east.names() == ["club", "second"]


def test_no_key_is_anywhere_in_the_database(machines: Machines) -> None:
    """Neither as it is nor as it is written, in any table."""
    ledger = drawn(opened(machines("west")))
    assert balloted(ledger)
    key = machines.key("west").read_text().strip()
    tables = (*OF_CAMPAIGN, "about", "stored_events")
    found = [
        str(row) + json.dumps([str(value) for value in row])
        for table in tables
        for row in ledger.store.read(f"SELECT * FROM {{schema}}.{table}")  # type: ignore[attr-defined]
    ]
    assert len(found) > 10
    assert not any(key in row or repr(bytes.fromhex(key))[2:-1] in row for row in found)


def test_the_keys_variable_is_the_whole_key_of_a_machine(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database begun with it has no file, and a file made elsewhere is not its key."""
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    assert balloted(drawn(opened(machines("west"))))
    assert not machines.key("west").parent.exists()
    monkeypatch.delenv(KEY_VARIABLE)
    assert KEY_VARIABLE not in os.environ
    with pytest.raises(VaultError, match="is not on this machine"):
        machines("west").vault.seal_text("text", "label", 8)
