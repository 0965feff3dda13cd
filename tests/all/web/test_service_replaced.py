"""A store that is put back or replaced under a running service, and a service that is stopped.

What takes longer, waits or starts something, beside `web/test_service_replaced.py`.
"""

import json
import shutil
import signal
import socket
import threading

from campaign.accounts.people import People
from campaign.store.ledger import Ledger
from campaign.store.sqlite.locks import is_being_restored
from campaign.web.server.store_watch import LEFT
from support.command_line import Shell
from support.served import SECONDS, invited, served, until
from support.web import words
from tests.cli.test_serve import browser
from tests.web.test_service_replaced import ready, shell

__all__ = ["ready", "shell"]


def test_a_restore_asks_the_service_to_let_go(shell: Shell) -> None:
    """It does, and shows the older record a moment later; what is recorded then is on it."""
    with served(shell) as (process, url), browser(url) as client:
        client.post(invited(shell))
        assert "white swans" in client.get("/c/club/journal").text
        told = shell.fine("restore", "kept.db", "--force")
        assert "club: back from event" in told
        client.post(invited(shell))
        page = client.get("/c/club/journal").text
        assert "grey geese" in page and "white swans" not in page
        shell.fine("entropy", "club", "black storks")
        assert "black storks" in client.get("/c/club/journal").text
        assert client.get("/readyz").text == "ready\n"
        assert process.poll() is None
    assert not is_being_restored(shell.store)
    assert not list(shell.folder.glob("*.restore.lock"))
    shell.fine("verify", "club")


def test_a_store_that_is_moved_into_place_is_noticed(shell: Shell) -> None:
    """Without any word to the service; nothing is written to the file that has no name."""
    with served(shell) as (_, url), browser(url) as client:
        client.post(invited(shell))
        client.get("/c/club/journal")
        other = shell.store.with_name("moved.db")
        shutil.copy(shell.store.with_name("kept.db"), other)
        other.replace(shell.store)
        until(lambda: "white swans" not in client.get("/c/club/journal").text)
        page = client.get("/c/club/journal").text
        assert "grey geese" in page and "white swans" not in page


def test_a_restore_ends_a_check_of_the_record(shell: Shell) -> None:
    """Its process has the store open, may take half an hour, and any member begins it."""
    slow = shell.folder / "slow"
    slow.mkdir()
    (slow / "sitecustomize.py").write_text(SLOW_CHECK)
    shell.env["PYTHONPATH"] = str(slow)
    with served(shell) as (_, url), browser(url) as client:
        client.post(invited(shell))
        client.post("/c/club/proof/check")
        until((shell.folder / "checking").exists)
        del shell.env["PYTHONPATH"]
        shell.fine("restore", "kept.db", "--force")
        page = words(client.get("/c/club/proof"))
    assert "it was ended, because the record was put back or the service stopped" in page


SLOW_CHECK = """
import sys, sqlite3, pathlib, time
if "campaign.store.audit" in sys.orig_argv:
    store = sys.orig_argv[-2]
    db = sqlite3.connect(store)
    db.execute("SELECT count(*) FROM stored_events").fetchone()
    pathlib.Path(store).with_name("checking").touch()
    time.sleep(600)
"""
"""A check that has the store open and does not end."""


def test_a_page_that_waits_for_another_server_holds_no_stop_up(shell: Shell) -> None:
    """A mail server is silent: the service ends in time, and the page says what it knows."""
    shell.fine("enrol", "club", "anna", "--email", "anna@example.org")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        shell.store.with_name("club.toml").write_text(
            f'[mail]\nport = {silent.getsockname()[1]}\nhost = "127.0.0.1"\nsecurity = "none"\n'
            'from = "Club <club@example.org>"\n'
        )
        silent.settimeout(SECONDS)
        with served(shell) as (process, url), browser(url) as client:
            client.post(invited(shell))
            got = []
            asking_for_test = threading.Thread(
                target=lambda: got.append(client.post("/me/notices/club", data={"do": "test"}))
            )
            asking_for_test.start()
            held = [silent.accept()[0] for _ in ("the service's own mail", "the page's")]
            process.terminate()
            assert process.wait(8) == 0  # the server's word would be waited for ten seconds
            asking_for_test.join(SECONDS)
            assert held and got[0].status_code == 503
            assert LEFT[1:] in words(got[0])


def test_a_service_that_listens_at_a_file(shell: Shell) -> None:
    """For a proxy on this machine; what a killed one left behind is replaced."""
    import httpx

    where = shell.folder / "club.sock"
    options = ("--socket", str(where), "--url", "https://club.example")
    for _ in range(2):
        with served(shell, *options, listens=False) as (process, url):
            assert url == "https://club.example"
            with httpx.Client(transport=httpx.HTTPTransport(uds=str(where))) as client:
                assert client.get("http://club.example/healthz").text == "alive\n"
            taken = shell("serve", *options)
            assert taken.status == 1
            assert taken.error.endswith(f"cannot listen on {where}: Address already in use")
            process.send_signal(signal.SIGKILL)
            process.wait(SECONDS)
    where.unlink()
    where.write_text("mine")
    other = shell("serve", *options)
    assert other.error.endswith(f"cannot listen on {where}: File exists")
    assert where.read_text() == "mine"


SETTINGS = """
[mail]
host = "mail.example.org"
[service]
url = "https://club.example"
backups = "backups"
metrics_token_file = "token"
"""
CHECK = ("--check", "--url", "https://club.example", "--listen", "127.0.0.1:0")
"""On a free port: the usual one may be taken on this machine."""


def missing(shell: Shell, settings: str) -> list[str]:
    """What `--check` finds missing under some settings."""
    shell.store.with_name("club.toml").write_text(settings)
    found = shell("serve", *CHECK)
    assert found.status == 1, found
    lines = found.out.replace(f"{shell.folder}/", "").splitlines()
    return [line.removeprefix("missing: ") for line in lines if line.startswith("missing: ")]


def test_check_finds_all_that_is_missing(shell: Shell) -> None:
    """A line each; and nothing once it is all there."""
    vault, people = shell.store.with_suffix(".vault"), shell.store.with_name("campaign.people.db")
    People(shell.store).close()
    vault.chmod(0o644)
    proxy = (
        "behind a proxy everybody seems to come from one machine, and wrong tries of one would "
        'slow down all; write proxy = ["127.0.0.1"] under [service]'
    )
    assert missing(shell, SETTINGS) == [
        "others on this machine can read campaign.vault; `chmod 600 campaign.vault` keeps it to "
        "you",
        proxy,
        'the club has no address: add from = "Our club <club@example.org>" under [mail] in '
        "club.toml",
        "cannot read the token in token",
    ]
    vault.chmod(0o600)
    assert people.name == "campaign.people.db"
    folder, token = shell.folder / "backups", shell.folder / "token"
    token.touch()
    folder.mkdir()
    (folder / "campaign-2020-01-01T00-00-00Z.db").touch()
    whole = SETTINGS.replace('org"\n', 'org"\nfrom = "Club <club@example.org>"\n')
    whole = whole.replace("[service]", '[service]\nproxy = ["127.0.0.1"]')
    late, empty = missing(shell, whole)
    assert late.startswith("the last backup was made ")
    assert late.endswith(" days ago; while the service runs it makes one every 24 hours")
    assert empty == "token holds no token"
    token.write_text("open sesame\n")
    (folder / "campaign-2020-01-01T00-00-00Z.db").unlink()
    shell.store.with_name("club.toml").write_text(whole)
    fine = shell.fine("serve", *CHECK)
    assert "encrypted by the proxy\n" in fine and "nothing is missing" in fine
    assert f"backups   every 24 hours into {folder}, 14 are kept\n" in fine


def test_the_service_makes_its_first_backup_at_once(shell: Shell) -> None:
    """Its probe says how old it is, and the figures too."""
    (shell.folder / "backups").mkdir()
    text = '[service]\nbackups = "backups"\nlog = "requests"\n'
    shell.store.with_name("campaign.toml").write_text(text)
    with served(shell, "--metrics", "127.0.0.1:0") as (process, url), browser(url) as client:
        until(lambda: bool(list((shell.folder / "backups").glob("campaign-*Z.db"))))
        assert client.get("/readyz").text == "ready; last backup 0 minutes ago\n"
        process.terminate()
        assert process.wait(SECONDS) == 0
        assert process.stderr is not None
        logged = [json.loads(line) for line in process.stderr.read().splitlines()]
    assert [line for line in logged if "says" in line] == []
    assert logged[-1]["route"] == "/readyz" and logged[-1]["status"] == 200
    (kept,) = (
        file for file in (shell.folder / "backups").glob("*.db") if "people" not in file.name
    )
    with Ledger(kept) as copy:
        assert copy.names() == ["club"]
