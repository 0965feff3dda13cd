"""Units and proxies that `campaign setup` writes: their parts. `scripts/unit-boots` boots them."""

import http.server
import os
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from campaign.cli.shared_verbs.service import KINDS, SETUP
from campaign.web.server.store_watch import AFTER, STOPPING
from support.command_line import ROOT, Shell
from support.guides import DOCS
from support.served import SECONDS, until

SYSTEMD, NGINX = SETUP / "systemd", SETUP / "nginx"
GUIDE = (DOCS / "operator.md").read_text(encoding="utf-8")
TYPED = "".join(re.findall(r"^```sh\n(.*?)^```", GUIDE, re.M | re.S))
"""What the guide has its reader type as root."""


def unit(name: str) -> ConfigParser:
    """A unit file."""
    read = ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string((SYSTEMD / f"{name}.service").read_text())
    return read


@pytest.mark.parametrize("name", ["club", "clubs"])
def test_user_folders_and_settings_are_the_same_everywhere(name: str) -> None:
    """In the unit, the list of users, the command for the keyboard and the guide."""
    found, home = unit(name), f"/var/lib/{name}"
    service = found["Service"]
    assert service["User"] == service["StateDirectory"] == name
    assert service["StateDirectoryMode"] == "0750" and service["ProtectSystem"] == "strict"
    assert service["ReadWritePaths"] == f"-/srv/{name}-backups"
    assert "DynamicUser" not in service and "LoadCredential" not in service
    assert (service["Restart"], service["RestartSec"]) == ("on-failure", "2")
    assert found["Unit"]["StartLimitIntervalSec"] == "60"
    assert found["Unit"]["StartLimitBurst"] == "5"
    users = re.findall(
        r'^u (\w+) +- ".*" +(\S+)$', (SYSTEMD / "club.sysusers.conf").read_text(), re.M
    )
    assert (name, home) in users
    assert f"install -d -o {name} -g {name} -m 750 {home} /srv/{name}-backups\n" in TYPED
    assert f"systemctl enable --now {name}\n" in TYPED
    keyboard = (SYSTEMD / f"campaign-{name}").read_text()
    key, _, value = service["Environment"].partition("=")
    assert f"{key}={value}" in keyboard and f"HOME={home}" in keyboard
    assert f"--reuid {name} --regid {name}" in keyboard
    assert home in service["ExecStart"]


def test_what_the_guide_installs_is_there() -> None:
    """Each file, with the mode that it needs; backups go where the unit lets them."""
    installed = re.findall(r"^install -m (\d+) /opt/club/setup/(\S+) (\S+)$", TYPED, re.M)
    assert len(installed) == 6
    assert "/opt/club/bin/campaign setup systemd --to /opt/club/setup\n" in TYPED
    for mode, name, where in installed:
        text = (SYSTEMD / name).read_text()
        assert where in "\n".join(text.splitlines()[:2]), "its own first lines say where it goes"
        assert (mode == "755") == text.startswith("#!")
    assert 'backups = "/srv/club-backups"\n' in TYPED


@pytest.mark.parametrize("kind", KINDS)
def test_setup_writes_the_files_and_overwrites_none(kind: str, tmp_path: Path) -> None:
    """Text and mode of each; where one is there already, none is written."""
    shell = Shell(tmp_path)
    said = shell.fine("setup", kind, "--to", "new/folder").splitlines()
    files = sorted((SETUP / kind).iterdir())
    assert len(said) == len(files) > 0
    for line, file in zip(said, files, strict=True):
        copy = tmp_path / "new" / "folder" / file.name
        assert line.startswith(f"new/folder/{file.name}")
        assert copy.read_text() == file.read_text()
        assert copy.stat().st_mode & 0o777 == (0o755 if copy.read_text()[:2] == "#!" else 0o644)
    (tmp_path / "new" / "folder" / files[0].name).unlink()
    if len(files) > 1:
        done = shell("setup", kind, "--to", "new/folder")
        text = f"new/folder/{files[1].name} is there already; name another folder with --to"
        assert (done.status, done.error) == (2, f"campaign: {text}. Nothing was written")
        assert not (tmp_path / "new" / "folder" / files[0].name).exists()


@pytest.mark.parametrize("folder", ["mine", "mine/units"])
def test_setup_writes_into_no_file(folder: str, tmp_path: Path) -> None:
    """Nor below one; nothing is written elsewhere."""
    (tmp_path / "mine").write_text("")
    done = Shell(tmp_path)("setup", "nginx", "--to", folder)
    text = "campaign: mine is a file; name a folder with --to. Nothing was written"
    assert (done.status, done.error) == (2, text)


def test_setup_says_where_each_unit_belongs(tmp_path: Path) -> None:
    """As the guide installs them."""
    said = Shell(tmp_path).fine("setup", "systemd", "--to", "units")
    for _, name, where in re.findall(r"^install -m (\d+) \S*/(\S+) (\S+)$", TYPED, re.M):
        assert f"units/{name} belongs at {where}\n" in said


def test_the_container_is_made_of_what_there_is() -> None:
    """Every file that is copied in; packages by their hashes; nobody is root in it."""
    text = (SETUP / "container" / "Containerfile").read_text()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.M)
    names = [name for line in copied for name in line.split()]
    assert {"requirements-service.lock", "campaign", "events", "templates"} <= set(names)
    assert [name for name in names if not (ROOT / name).exists()] == []
    assert text.count("--require-hashes") == 2 and "USER 10001" in text
    assert "/healthz" in text.partition("HEALTHCHECK")[2]
    (guide,) = re.findall(r"^#         club (serve .+)$", text, re.M)
    trial = (ROOT / "scripts" / "container").read_text()
    assert f"    {guide})\n" in trial, "it is tried as it is explained"
    for script in (text, trial):
        assert "podman build --format docker " in script, "podman's own form has no health check"
    for stage in text.split("\nFROM ")[1:]:
        assert "\nARG SOURCE_DATE_EPOCH=" in stage, "useradd writes the day into what it makes"


# --- the proxy ----------------------------------------------------------------------------------


class Stopping(http.server.BaseHTTPRequestHandler):
    """Answers as a service that stops."""

    def do_GET(self) -> None:
        """503, with its sentence and when to come back."""
        body = f"{STOPPING}\n".encode()
        self.send_response(503)
        self.send_header("Retry-After", str(AFTER))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextmanager
def stopping() -> Iterator[str]:
    """A service that stops; where it is."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stopping) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join(SECONDS)


@pytest.mark.skipif(shutil.which("nginx") is None, reason="needs nginx")
def test_the_services_own_sentence_comes_through_nginx(tmp_path: Path) -> None:
    """However often all say 503: nginx never says in their place that nobody is there."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with ExitStack() as held:
        text = (NGINX / "league.nginx.conf").read_text()
        for machine in ("192.0.2.11:8720", "192.0.2.12:8720"):
            text = text.replace(machine, held.enter_context(stopping()))
        text = re.sub(r"^    (ssl_.*|listen \[.*)\n", "", text, flags=re.M)
        text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
        temporary = "".join(
            f"{kind}_temp_path {tmp_path}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        log = tmp_path / "log"
        user = "user root;" if os.geteuid() == 0 else ""
        conf = f"daemon off; pid {tmp_path}/pid; error_log {log}; {user} events {{}}"
        (tmp_path / "conf").write_text(f"{conf} http {{ {temporary}\n{text} }}")
        call = ["nginx", "-e", str(log), "-p", str(tmp_path), "-c", str(tmp_path / "conf")]
        nginx = subprocess.Popen(call, stderr=subprocess.DEVNULL)
        held.callback(lambda: (nginx.terminate(), nginx.wait(SECONDS)))
        until((tmp_path / "pid").exists)
        for _ in range(4):
            found = httpx.get(f"http://127.0.0.1:{port}/", headers={"host": "club.example.org"})
            assert (found.status_code, found.text) == (503, f"{STOPPING}\n")
            assert found.headers["retry-after"] == str(AFTER)
