"""The service as a process: ready, stopped, killed and begun again; who may reach it at all.

What takes longer, waits or starts something, beside `cli/test_serve.py`.
"""

import json
import os
import shutil
import signal
import socket
import time
from pathlib import Path

import httpx
import pytest

from campaign.cli.shared_verbs.service import SETUP
from campaign.web.pages.new_campaign import mark
from campaign.web.server.connections import listening
from support.command_line import Shell, typed_at_a_terminal
from support.forks import Begun
from support.served import SECONDS, invited, served, until
from support.web import forms
from tests.cli.test_serve import browser, ready, shell

__all__ = ["ready", "shell"]


def stopped(process: Begun, number: int = signal.SIGTERM) -> tuple[int, float]:
    """The exit status after a signal, and how many seconds it took."""
    began = time.monotonic()
    process.send_signal(number)
    return process.wait(SECONDS), time.monotonic() - began


def test_without_a_store_the_page_will_ask(tmp_path: Path) -> None:
    """That there is no club yet is no fault, and looking makes none."""
    shell = Shell(tmp_path)
    found = shell("serve", "--listen", "127.0.0.1:0", "--check")
    assert found.status == 0 and "missing:" not in found.out
    assert "no club yet; the page will ask\n" in found.out
    assert not shell.store.exists()


def test_an_empty_machine_comes_to_a_club_in_three_pages(tmp_path: Path) -> None:
    """From the address that it prints to a campaign that the command line knows; nothing is logged
    as a fault on the way.
    """
    shell = Shell(tmp_path)
    with served(shell) as (process, url), browser(url) as client:
        assert process.stdout is not None and process.stderr is not None
        place = process.stdout.readline().removeprefix(f"begin {url}").strip()
        assert place.startswith("/begin/")
        assert client.get("/").text.count("No club here yet") == 2
        page = client.post(place, data={"club": "Thursday Club", "who": "David"})
        typed = {"system": "lif", "name": "thursday", "scenario": "global-war", "host": "David"}
        page = client.post("/new", data={**typed, "do": "begin", "seen": mark(typed)})
        assert page.url.path == "/c/thursday/begun"
        assert client.get("/readyz").text == "ready\n"
        process.terminate()
        process.wait(SECONDS)
        assert process.stderr.read() == ""
    assert "David" in shell.fine("members", "thursday")
    assert shell.fine("verify", "thursday").endswith("no findings\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_status_0(shell: Shell, number: signal.Signals) -> None:
    """Within five seconds; nothing is said on either output but that it was ready."""
    with served(shell) as (process, url):
        with browser(url) as client:
            assert client.get("/healthz").text == "alive\n"
            assert client.get("/readyz").text == "ready\n"
            status, seconds = stopped(process, number)
        assert status == 0
        assert seconds < 5
        assert process.stderr is not None and process.stderr.read() == ""


def test_a_ballot_by_invitation_survives_a_kill(shell: Shell) -> None:
    """`kill -9` behind the answer loses nothing; the device is known after the next start."""
    with served(shell) as (process, url), browser(url) as client:
        address = invited(shell)
        assert address.startswith(f"{url}/in/")
        assert client.post(address).status_code == 200
        (form,) = forms(client.get("/c/club/board").text)
        sent = form.fields | {"choice": "veto"}
        assert "It is in" in client.post("/c/club/board", data=sent).text
        process.kill()
        process.wait(SECONDS)
        cookies = dict(client.cookies)
    assert "Germany sealed its ballot" in shell.fine("log", "club")
    version = json.loads(shell.fine("show", "club", "--json"))["version"]
    with served(shell) as (process, url), browser(url) as again:
        again.cookies.update(cookies)
        page = again.post("/c/club/board", data=sent)
        assert page.status_code == 200 and "This was sent before" in page.text
        assert "Germany: sealed." in again.get("/c/club/board").text
    assert json.loads(shell.fine("show", "club", "--json"))["version"] == version
    shell.fine("verify", "club")


def test_no_answer_waits_for_the_network_to_say_that_half_of_it_came(shell: Shell) -> None:
    """A system that gathers small pieces would hold each answer back for 40 ms."""
    with served(shell) as (_, url), browser(url) as client:
        times = []
        for _ in range(20):
            began = time.perf_counter()
            client.get("/healthz")
            times.append(time.perf_counter() - began)
    assert min(times) < 0.03


def test_the_command_line_plays_on_beside_it(shell: Shell) -> None:
    """What the host types is on the next page, and the other way round."""
    with served(shell) as (_, url), browser(url) as client:
        client.post(invited(shell))
        shell.fine("entropy", "club", "grey geese")
        assert "grey geese" in client.get("/c/club/journal").text


def test_other_machines_are_kept_out_without_encryption(shell: Shell) -> None:
    """Unless a proxy encrypts, or the host says `--plain`; then every page says so."""
    refused = shell("serve", "--listen", "0.0.0.0:0")
    assert refused.status == 1
    assert refused.error.endswith(
        "0.0.0.0:0 can be reached by other machines, and nothing would be encrypted. Let a proxy "
        "with a certificate stand before it and name its address with --url https://…, or say "
        "--plain on a network that you trust"
    )
    plain = shell("serve", "--url", "http://club.example")
    assert plain.status == 1
    assert plain.error.endswith(
        "nothing would be encrypted at http://club.example: write https://… where a proxy has a "
        "certificate, or say --plain on a network that you trust"
    )
    more = ("--plain", "--listen", "0.0.0.0:0", "--url", "http://127.0.0.1:1")
    with served(shell, *more) as (process, url):
        assert url == "http://127.0.0.1:1"
        assert stopped(process)[0] == 0


def test_without_encryption_every_page_says_so(shell: Shell) -> None:
    """And the cookie has another name, without Secure, but as closed otherwise."""
    with served(shell, "--plain") as (_, url), browser(url) as client:
        line = "Not encrypted: anyone on this network can read along."
        assert line in client.get("/").text
        address = invited(shell)
        assert line in client.get(address).text
        came = client.post(address)
        cookie = came.history[0].headers["set-cookie"]
        assert cookie.startswith("device=") and "Secure" not in cookie
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
        stranger = httpx.get(f"{url}/").text
        assert "Open the invitation that your host gave you" in stranger
        assert '/in"' not in stranger, "there is nothing to sign in with"
        for path in ("/", "/me", "/c/club", "/c/club/board", "/c/club/journal", "/c/nope"):
            assert line in client.get(path).text, path


def test_behind_a_proxy_it_is_encrypted_for_its_members(shell: Shell) -> None:
    """Its invitations have the public address, and cookies go nowhere unencrypted."""
    with served(shell, "--url", "https://club.example") as (_, url):
        assert url == "https://club.example"
        assert invited(shell).startswith("https://club.example/in/")


def test_a_place_that_is_taken_is_said(shell: Shell) -> None:
    """In one line, without a traceback."""
    with served(shell) as (_, url):
        where = url.removeprefix("http://")
        taken = shell("serve", "--listen", where)
    assert taken.status == 1
    assert taken.error.endswith(f"cannot listen on {where}: Address already in use")


def test_check_says_what_is_missing(shell: Shell) -> None:
    """And runs nothing."""
    fine = shell.fine("serve", "--listen", "127.0.0.1:0", "--check")
    assert "nothing is missing to start it" in fine
    assert "address   http://127.0.0.1:0" in fine
    assert "encrypted no; nobody but this machine reaches it" in fine
    table = shell.fine("serve", "--listen", "0.0.0.0:0", "--plain", "--check")
    assert "encrypted no, as --plain says: anyone on this network can read along" in table
    assert "address   http://" in table and "0.0.0.0" not in table.partition("address")[2]
    shell.store.with_suffix(".vault").rename(shell.store.with_name("elsewhere"))
    found = shell("serve", "--listen", "127.0.0.1:0", "--check")
    assert found.status == 1
    assert "missing: the vault's key is not beside the store" in found.out


def test_behind_a_proxy_it_listens_where_the_container_says(shell: Shell) -> None:
    """The address of the settings stays where others come in through a proxy."""
    settings = shell.store.with_name("club.toml")
    settings.write_text('[service]\nurl = "https://club.example.org"\nproxy = ["10.0.0.2"]\n')
    line = (SETUP / "container/Containerfile").read_text().rpartition("CMD ")[2]
    listen = json.loads(line)
    assert listen[:2] == ["serve", "--listen"] and listen[2].startswith("0.0.0.0:")
    found = shell("serve", "--listen", "0.0.0.0:0", "--check")
    assert "https://club.example.org" in found.out and "nothing is missing" in found.out
    at_home = shell.fine("serve", "--listen", "127.0.0.1:0", "--check")
    assert "listens   127.0.0.1:0\naddress   https://club.example.org, as the settings" in at_home
    asked = shell.fine("serve", "--listen", "127.0.0.1:0", "--url", "https://b.example", "--check")
    assert "address   https://b.example\n" in asked
    with served(shell) as (_, url):
        assert url == "https://club.example.org"
        assert invited(shell).startswith("https://club.example.org/in/")


@pytest.mark.parametrize(
    ("url", "listen"),
    [
        ("http://127.0.0.1:8720", "127.0.0.1:8721"),
        ("http://127.0.0.1:8720", "127.0.0.1:0"),
        ("http://192.0.2.1:8720", "127.0.0.1:8720"),
        ("http://192.0.2.1", "0.0.0.0:8720"),
        ("https://club.example", "0.0.0.0:8720"),
    ],
)
def test_an_address_that_leads_elsewhere_starts_nothing(
    shell: Shell, url: str, listen: str
) -> None:
    """One line, unless a proxy stands between or another address is typed."""
    settings = shell.store.with_name("club.toml")
    settings.write_text(f'[service]\nurl = "{url}"\n')
    wrong = shell("serve", "--plain", "--listen", listen)
    assert wrong.status == 1
    assert wrong.error.endswith(
        f"the settings say that members find it at {url}, and --listen {listen} is not there: "
        "name the address that leads to it with --url, or leave --listen out"
    )
    at_listen = "127.0.0.1:0" if listen.startswith("127") else "0.0.0.0:0"
    call = ("serve", "--plain", "--listen", at_listen, "--check")
    assert "address   http://10.0.0.9\n" in shell.fine(*call, "--url", "http://10.0.0.9")
    settings.write_text(f'[service]\nurl = "{url}"\nproxy = ["127.0.0.1"]\n')
    found = shell(*call)
    assert (f"address   {url}, as the settings say\n" in found.out) == url.startswith("http:")


def test_an_address_that_fits_where_it_listens_is_kept(shell: Shell) -> None:
    """On this machine, and on a network."""
    for url, listen in (
        ("http://localhost:8720", "127.0.0.1:8720"),
        ("http://club.lan", "0.0.0.0:80"),
    ):
        shell.store.with_name("club.toml").write_text(f'[service]\nurl = "{url}"\n')
        found = shell("serve", "--plain", "--listen", listen, "--check")
        assert "the settings say" not in found.err, found


def test_folders_that_are_not_there_are_made(shell: Shell) -> None:
    """Of the socket and of backups; `--check` makes none, and says nothing is missing."""
    where, kept = shell.folder / "run" / "club.sock", shell.folder / "far" / "kept"
    shell.store.with_name("club.toml").write_text(
        '[service]\nurl = "https://club.example"\nsocket = "run/club.sock"\nbackups = "far/kept"\n'
    )
    assert "nothing is missing" in shell.fine("serve", "--check")
    assert not where.parent.exists() and not kept.parent.exists()
    with served(shell, listens=False):
        assert where.is_socket()
        until(lambda: bool(list(kept.glob("*.db"))))
    shell.store.with_name("club.toml").write_text(
        f'[service]\nurl = "https://club.example"\nsocket = "{shell.store}/run/club.sock"\n'
    )
    wrong = shell("serve")
    assert wrong.status == 1
    assert wrong.error.endswith(f"cannot listen on {shell.store}/run/club.sock: Not a directory")
    lines = shell("serve", "--check").out.splitlines()
    assert any("https://club.example" in line for line in lines), "what would be used is said too"
    assert lines[-1] == f"missing: cannot make the folder of {shell.store}/run/club.sock"


class Weak(Shell):
    """A shell in which root may not write to everybody's files."""

    def start_words(self, *arguments: str) -> list[str]:
        """The words that start a call."""
        weak = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
        return [*weak, *super().start_words(*arguments)]


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv")
def test_a_store_of_somebody_else_is_not_ready(shell: Shell) -> None:
    """The probe says whose it is, a command is answered 503, and nothing is recorded."""
    token = shell.fine("token", "club", "host", "--scope", "act").strip()
    shell.store.chmod(0o444)
    if os.geteuid() == 0:
        os.chown(shell.store, 65534, 65534)
    weak, who = Weak(shell.folder), shell.store.owner()
    with served(weak) as (process, url), browser(url) as client:
        probe = client.get("/readyz")
        assert probe.status_code == 503
        assert probe.text.startswith(
            f"campaign.db can't be written: it belongs to {who}, and the service runs as "
        )
        sent = {"command": "AddEntropy", "value": "grey geese", "id": "geese"}
        bearer = {"authorization": f"Bearer {token}"}
        answer = client.post("/api/v1/campaigns/club/commands", json=sent, headers=bearer)
        assert answer.status_code == 503
        assert client.get("/healthz").status_code == 200
        assert stopped(process)[0] == 0
    shell.store.chmod(0o644)
    assert "grey geese" not in shell.fine("log", "club")


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="needs setpriv")
@pytest.mark.parametrize("is_new", [False, True], ids=["people are known", "nobody came in yet"])
def test_a_folder_of_somebody_else_is_not_ready(shell: Shell, is_new: bool) -> None:
    """The service lives and says whose the folder is, though its files may be written."""
    shell.fine("token", "club", "host", "--scope", "act")
    folder = shell.store.parent
    if is_new:
        shell.store.with_suffix(".people.db").unlink()
    for file in filter(Path.is_file, folder.iterdir()):
        file.chmod(0o666)
    folder.chmod(0o555)
    if os.geteuid() == 0:
        os.chown(folder, 65534, 65534)
    weak, who = Weak(shell.folder), folder.owner()
    with served(weak) as (process, url), browser(url) as client:
        probe = client.get("/readyz")
        assert probe.status_code == 503
        assert probe.text.startswith(
            f"{folder.name} can't be written: it belongs to {who}, and the service runs as "
        )
        page = client.get("/c/club")
        assert page.status_code == 503 and page.text.endswith("nothing was recorded\n")
        assert "belongs" not in page.text
        assert client.get("/healthz").text == "alive\n"
        folder.chmod(0o777)
        assert "start the service anew" in client.get("/readyz").text
        assert stopped(process)[0] == 0


def test_it_says_where_figures_are_and_what_opens_them(shell: Shell) -> None:
    """A line each, at the start and with `--check`; a fault names what it is about."""
    token = shell.folder / "token"
    token.write_text("open sesame\n")
    settings = '[service]\nmetrics = "127.0.0.1:0"\nmetrics_token_file = "token"\n'
    shell.store.with_name("club.toml").write_text(settings)
    opens = f"for whoever sends the token in {token}"
    with served(shell) as (process, url):
        assert process.stdout is not None
        at, by_token = (process.stdout.readline() for _ in range(2))
        here = at.removeprefix("figures at ").partition(",")[0]
        assert at == f"figures at {here}, for every program on this machine\n"
        assert "campaign_streams" in httpx.get(here).text
        assert by_token == f"figures at {url}/metrics, {opens}\n"
        taken = here.removeprefix("http://").removesuffix("/metrics")
        both = ("--listen", "127.0.0.1:0", "--metrics", taken)
        why = f"cannot show figures at {taken}: Address already in use"
        wrong = shell("serve", *both)
        assert (wrong.status, wrong.error) == (1, f"campaign: {why}")
        assert f"missing: {why}\n" in shell("serve", *both, "--check").out
    told = shell.fine("serve", "--listen", "127.0.0.1:0", "--check")
    assert (
        "figures   http://127.0.0.1:0/metrics, for every program on this machine; "
        f"http://127.0.0.1:0/metrics, {opens}\n"
    ) in told
    token.unlink()
    wrong = shell("serve", "--listen", "127.0.0.1:0")
    assert (wrong.status, wrong.error) == (1, f"campaign: cannot read the token in {token}")
    shell.store.with_name("club.toml").unlink()
    told = shell.fine("serve", "--listen", "127.0.0.1:0", "--check")
    assert "figures   nowhere; metrics under [service] says where\n" in told


def test_at_a_terminal_an_invitation_is_a_picture_too(shell: Shell) -> None:
    """A phone's camera reads it; the address stands below."""
    with served(shell) as (_, url):
        status, screen = typed_at_a_terminal(shell, "invite", "club", "anna", lines=[])
    assert status == 0
    assert "\u2588" in screen and f"{url}/in/" in screen.replace("\r\n", "")


def test_a_host_who_signs_everything_signs_what_an_invitation_records(shell: Shell) -> None:
    """For whoever was here before it is refused without `--sign`; no invitation is made then."""
    public = json.loads(shell.fine("identity", "--file", "host.key", "--json"))["public"]
    with served(shell) as (_, url):
        address = json.loads(shell.fine("invite", "club", "anna", "--json"))["url"]
        with browser(url) as client:
            assert client.post(address).status_code == 200
        shell.fine("key", "enrol", "club", public, "--only")
        refused = shell("invite", "club", "anna")
        assert refused.status == 1
        assert "counts only with Host's signature" in refused.error and url not in refused.out
        tried = shell("invite", "club", "anna", "--dry-run")
        assert tried.error == (
            "campaign: an invitation can't be tried; leave --dry-run out. Nothing was recorded"
        )
        told = shell.fine("invite", "club", "anna", "--sign", "host.key")
        assert f"{url}/in/" in told


def test_streams_end_with_a_word_when_it_is_stopped(shell: Shell) -> None:
    """A reader hears `bye`, and does not keep the service from ending within five seconds."""
    token = shell.fine("token", "club", "anna").strip()
    with served(shell) as (process, url), browser(url) as client:
        path = "/api/v1/campaigns/club/events/live"
        bearer = {"authorization": f"Bearer {token}"}
        with client.stream("GET", path, headers=bearer) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 3000"
            assert "event: version" in [next(lines) for _ in range(4)]
            status, seconds = stopped(process)
            assert "event: bye" in list(lines)
        assert (status, seconds < 5) == (0, True)


def test_a_stream_hears_of_what_the_command_line_records(shell: Shell) -> None:
    """Another process writes; the reader is told its number."""
    token = shell.fine("token", "club", "anna").strip()
    with served(shell) as (_, url), browser(url) as client:
        path = "/api/v1/campaigns/club/events/live"
        with client.stream("GET", path, headers={"authorization": f"Bearer {token}"}) as stream:
            lines = stream.iter_lines()
            while next(lines) != "event: version":
                pass
            said = json.loads(shell.fine("entropy", "club", "grey geese", "--json"))
            assert f"id: {said['version']}" in lines


def test_answers_leave_at_once() -> None:
    """No line waits for word that its last packet has come: that would cost 40 ms an answer."""
    with (
        listening("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as line,
    ):
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
