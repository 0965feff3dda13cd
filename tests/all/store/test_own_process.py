"""Parts of this program in processes of their own: how they end, and that they do.

What takes longer, waits or starts something, beside `store/test_own_process.py`.
"""

import os
import threading
from pathlib import Path

import msgspec
import pytest

from campaign.store.audit import run_on
from campaign.store.ledger import Ledger
from campaign.store.protocol import place_of
from campaign.store.vault import Vault
from campaign.world.subprocesses import OwnProcess
from support.postgres import new_database
from support.served import SECONDS, until
from tests.store.test_own_process import modules

__all__ = ["modules"]


def test_what_it_said_and_how_it_ended(modules: Path) -> None:
    """Its output, its status, and the last line that it complained in."""
    ended = OwnProcess("short_one", SECONDS).run("geese")
    assert (ended.status, ended.out, ended.error) == (1, b"geese\n", "no")
    assert not ended.was_asked and not ended.took_too_long


def test_it_finds_the_program_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the service was started does not matter."""
    monkeypatch.chdir(tmp_path)
    missing = str(tmp_path / "none.db")
    ended = OwnProcess("campaign.store.audit", SECONDS).run(missing, "club")
    assert ended.status == 1 and ended.error.startswith(f"there is no campaign store at {missing}")


def test_the_address_of_a_database_is_no_argument(modules: Path) -> None:
    """Everybody on the machine sees arguments, and the address may hold a password."""
    text = "import os, sys; print(sys.orig_argv[-2:], os.environ['CAMPAIGN_STORE'])"
    (modules / "told.py").write_text(text)
    url = "postgresql://anna:opensesame@db/club"
    ended = run_on(OwnProcess("told", SECONDS), place_of(url), "club")
    assert ended.out == f"['-', 'club'] {url}\n".encode()


def test_the_record_of_a_database_is_checked(tmp_path: Path) -> None:
    """As that of a file is, with the same findings: none."""
    process = OwnProcess("campaign.store.audit", SECONDS)
    for where in (tmp_path / "club.db", new_database()):
        place = place_of(where)
        with Ledger(place, Vault(tmp_path / "club.vault")) as ledger:
            assert ledger.open("club", scenario="global-war")["accepted"]
            head = ledger.live("club").head
        ended = run_on(process, place, "club")
        assert (ended.status, ended.error) == (0, "")
        assert msgspec.json.decode(ended.out) == {
            "events": 5,
            "head": head,
            "receipts": 0,
            "findings": [],
            "unjudged": "",
        }


def test_it_ends_when_it_is_asked_to_with_its_helpers(modules: Path) -> None:
    """Whoever waits for it goes on; another may be begun."""
    process, begun = OwnProcess("long_one", SECONDS), modules / "begun"
    ends = []
    thread = threading.Thread(target=lambda: ends.append(process.run(str(begun))))
    thread.start()
    until(begun.exists)
    helper = int(begun.read_text())
    process.end()
    thread.join(SECONDS)
    assert [one.was_asked for one in ends] == [True]
    until(lambda: is_gone(helper))
    assert not OwnProcess("short_one", SECONDS).run("x").was_asked


def test_one_that_takes_too_long_is_ended_and_waited_for(modules: Path) -> None:
    """No process is left, not even a dead one."""
    before = children()
    ended = OwnProcess("long_one", 0.5).run(str(modules / "begun"))
    assert ended.took_too_long
    assert children() <= before


def is_gone(process: int) -> bool:
    """Whether a process has ended, though nobody may have waited for it."""
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state.rpartition(")")[2].split()[0] == "Z"


def children() -> set[str]:
    """The processes that this one has begun, and those of them that nobody waited for."""
    return {
        child
        for task in Path(f"/proc/{os.getpid()}/task").iterdir()
        for child in (task / "children").read_text().split()
    }
