"""A store that is put back or replaced under a running service, and a service that is stopped."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.accounts.settings import ServiceSettings
from campaign.handler.writer_queue import SharedQueue
from campaign.store.protocol import StoreError
from campaign.store.sqlite.backup import backup, restore
from campaign.store.sqlite.locks import is_being_restored, restoring
from campaign.web.api.serving import programs
from campaign.web.jobs.runner import Jobs
from campaign.web.middleware import ALWAYS
from campaign.web.server.live import Streams
from campaign.web.server.operation import OperatedService
from campaign.web.server.store_watch import Gate, Running, StoreWatch
from support.command_line import Shell
from support.served import SECONDS, until
from support.web import NAME, WebClub, words

PUT_BACK = "The record is being put back from a backup; nothing was recorded."


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A club, a backup of it, and something that was recorded since."""
    shell = Shell(tmp_path_factory.mktemp("ready"))
    shell.fine("start", "club", "--system", "lif", "--scenario", "global-war")
    shell.fine("enrol", "club", "anna")
    shell.fine("assign", "club", "germany", "anna")
    shell.fine("entropy", "club", "grey geese")
    shell.fine("backup", "kept.db")
    shell.fine("entropy", "club", "white swans")
    return shell


@pytest.fixture
def shell(ready: Shell, tmp_path: Path) -> Shell:
    """A copy of it, with patience for whoever else writes."""
    ready.copied(tmp_path)
    return Shell(tmp_path, CAMPAIGN_LOCK_TIMEOUT="15")


# --- in one process -----------------------------------------------------------------------------


def watch_of(made: WebClub) -> StoreWatch:
    """A watch on a club's store, which looks when it is told to."""
    gate = made._app = Gate(made._app, made.house, wait=0.0)
    parts = Running(made.house, gate, Jobs(()), Streams(lambda _: 0))
    return StoreWatch(parts, every=0.01)


def test_who_comes_while_the_store_is_away_is_asked_to_come_back(made: WebClub) -> None:
    """A page for members, an answer for programs; probes are told why. Nothing is recorded."""
    anna, watch = made.browser("anna"), watch_of(made)
    store = made.house.ledger.store.path
    with restoring(store):
        assert is_being_restored(store)
        looking = threading.Thread(target=watch.look)
        looking.start()
        until(lambda: made.house.upkeep.is_away)
        page = made.nobody().get(f"/c/{NAME}")
        assert page.status_code == 503 and page.headers["retry-after"] == "5"
        assert PUT_BACK in words(page) and "Try again in a minute." in words(page)
        call = made.nobody().get(f"/api/v1/campaigns/{NAME}")
        assert call.status_code == 503
        assert call.json()["reason"] == PUT_BACK[0].lower() + PUT_BACK[1:-1]
        probe = made.nobody().get("/readyz")
        assert (probe.status_code, probe.text) == (
            503,
            "the store is being put back from a backup\n",
        )
        assert made.nobody().get("/healthz").status_code == 200
    looking.join(SECONDS)
    assert not made.house.upkeep.is_away
    assert anna.get(f"/c/{NAME}").status_code == 200
    assert made.nobody().get("/readyz").text == "ready\n"


def test_people_are_put_back_before_anybody_is_let_in(shell: Shell) -> None:
    """While others are still asked to let go of the store."""
    store = shell.store
    seen: list[bool] = []
    kept = store.with_name("kept.db")
    restore(kept, store, over=True, beside=lambda: seen.append(is_being_restored(store)))
    assert seen == [True] and not is_being_restored(store)


def test_a_restore_that_was_killed_keeps_nobody_out(made: WebClub) -> None:
    """Its file is there still, but nobody holds it."""
    store = made.house.ledger.store.path
    store.with_name(f"{store.name}.restore.lock").touch()
    assert not is_being_restored(store)
    watch_of(made).look()
    assert made.nobody().get("/readyz").text == "ready\n"


def test_two_restores_do_not_meet(made: WebClub) -> None:
    """The second is refused at once."""
    store = made.house.ledger.store.path
    with (
        restoring(store),
        pytest.raises(StoreError, match="another program is putting back"),
        restoring(store),
    ):
        pass


def test_nothing_is_written_to_a_file_that_has_no_name_any_more(made: WebClub) -> None:
    """Until the service has noticed, whoever sends something is told that it does not count."""
    host, store = made.browser("host"), made.house.ledger.store.path
    other = store.with_name("other.db")
    backup(store, other)
    other.replace(store)
    with pytest.raises(StoreError, match="is another file now, or gone; nothing was recorded"):
        made.house.ledger.submit(NAME, {"command": "AddEntropy", "value": "geese"})
    watch = watch_of(made)
    watch._known = (0, 0)
    watch.look()
    assert host.get(f"/c/{NAME}").status_code == 200
    assert made.house.ledger.submit(NAME, {"command": "AddEntropy", "value": "geese"})["accepted"]


# --- stopping -----------------------------------------------------------------------------------


def test_who_waits_in_the_queue_is_answered_when_the_service_stops() -> None:
    """The one under way ends; the others are told that nothing of theirs was recorded."""
    lane, begun, may_end = SharedQueue(), threading.Event(), threading.Event()
    ended: list[object] = []

    def long_one() -> str:
        begun.set()
        may_end.wait(SECONDS)
        return "done"

    def ask(job: object) -> None:
        try:
            ended.append(lane.run(job))  # type: ignore[arg-type]
        except StoreError as error:
            ended.append(str(error))

    first = threading.Thread(target=ask, args=(long_one,))
    first.start()
    begun.wait(SECONDS)
    second = threading.Thread(target=ask, args=(lambda: "never",))
    second.start()
    until(lambda: lane.waiting() == 1)
    lane.stop()
    second.join(SECONDS)
    may_end.set()
    first.join(SECONDS)
    stopping = "the service is stopping; nothing was recorded"
    assert ended == [stopping, "done"]
    ask(lambda: "late")
    assert ended[-1] == stopping


def test_a_service_that_stops_lets_nobody_in(made: WebClub) -> None:
    """Its probe is red, pages and calls say so."""
    made._app = Gate(made._app, made.house)
    made.house.upkeep.is_stopping = True
    assert made.nobody().get("/readyz").text == "stopping\n"
    page = made.nobody().get("/")
    assert page.status_code == 503
    assert "The service is stopping; nothing was recorded." in words(page)


def test_what_the_gate_says_is_guarded_as_every_page(made: WebClub) -> None:
    """Its pages have the headers of all others, and another name of the machine is turned away."""
    here = programs(made.house)
    service = OperatedService(made.house, here, Jobs(()), ServiceSettings())
    made._app = service.app
    usual = made.nobody().get("/").headers
    service.stopping()
    shut = made.nobody().get("/")
    assert shut.status_code == 503 and shut.headers["retry-after"] == "5"
    for name in (*ALWAYS, "Cache-Control", "Strict-Transport-Security"):
        assert shut.headers[name] == usual[name], name
    assert made.nobody().get("/", host="elsewhere.example").status_code == 421


def test_nobody_comes_in_between_the_look_and_the_count(made: WebClub) -> None:
    """The store is let go of once nobody is inside: whoever found the gate open counts already."""
    upkeep = ShutWhileLooking()
    gate = Gate(made._app, made.house._replace(upkeep=upkeep), wait=0.0)  # type: ignore[arg-type]
    upkeep.seen = lambda: gate.inside
    assert asyncio.run(gate._is_inside())
    assert upkeep.counted == [1]
    upkeep.is_shut = True
    assert not asyncio.run(gate._is_inside())
    assert gate.inside == 1


class ShutWhileLooking:
    """A service whose store is asked for; notes how many are counted at each look."""

    is_stopping = False

    def __init__(self) -> None:
        self.is_shut = False
        self.counted: list[int] = []
        self.seen: Callable[[], int] = lambda: 0

    @property
    def is_away(self) -> bool:
        self.counted.append(self.seen())
        return self.is_shut


def test_a_full_disk_turns_the_probe_red(made: WebClub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the next event fails."""
    monkeypatch.setattr(made.house.upkeep, "free", lambda: 4 * 1024 * 1024 - 1)
    probe = made.nobody().get("/readyz")
    assert (probe.status_code, probe.text) == (503, "the disk is full\n")


def test_a_table_that_lags_turns_the_probe_red(
    made: WebClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a minute."""
    monkeypatch.setattr(made.house.desk, "behind", lambda: 61.0)
    probe = made.nobody().get("/readyz")
    assert (probe.status_code, probe.text) == (
        503,
        "the read tables are 61 seconds behind the record\n",
    )


def test_a_gate_waits_a_moment_before_it_turns_somebody_away(made: WebClub) -> None:
    """Most restores are over by then."""
    gate = Gate(made._app, made.house, wait=SECONDS)
    made.house.upkeep.is_away = True
    sent: list[dict[str, object]] = []

    async def asked() -> None:
        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b""}

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "raw_path": b"/",
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"club.example")],
        }
        going = asyncio.ensure_future(gate(scope, receive, send))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        made.house.upkeep.is_away = False
        await going

    asyncio.run(asked())
    assert sent[0]["status"] != 503


# --- killed -------------------------------------------------------------------------------------


def test_a_socket_needs_the_address_of_its_proxy(shell: Shell) -> None:
    """Invitations would lead nowhere."""
    wrong = shell("serve", "--socket", "club.sock")
    assert wrong.status == 2
    assert wrong.error.endswith(
        "name the address of the proxy with --url: members do not see the socket"
    )


def test_figures_are_for_this_machine(shell: Shell) -> None:
    """Refused elsewhere, with the way there is."""
    refused = shell("serve", "--metrics", "0.0.0.0:9100")
    assert refused.status == 1
    assert refused.error.endswith(
        "0.0.0.0:9100 can be reached by other machines, and figures are for this one; for a "
        "monitor elsewhere write metrics_token_file under [service]"
    )


def test_the_doctor_knows_how_old_the_last_backup_is(shell: Shell) -> None:
    """None yet, one that is too old; without a folder it says nothing."""
    assert "backups" not in shell.fine("doctor")
    folder = shell.folder / "backups"
    shell.store.with_name("club.toml").write_text('[service]\nbackups = "backups"\n')
    none, late = f"none in {folder}; the service makes them", f" days ago, in {folder}"
    assert none in " ".join(shell.fine("doctor").split())
    folder.mkdir()
    (folder / "campaign-2020-01-01T00-00-00Z.db").touch()
    told = " ".join(shell.fine("doctor").split())
    assert "look backups the last one was made" in told and late in told
