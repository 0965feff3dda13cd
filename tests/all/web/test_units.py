"""Units and proxies that `campaign setup` writes: their parts. `scripts/unit-boots` boots them.

What takes longer, waits or starts something, beside `web/test_units.py`.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.test_units import SYSTEMD


@pytest.mark.parametrize("name", ["club", "clubs"])
def test_the_command_for_the_keyboard_is_the_services_user(name: str, tmp_path: Path) -> None:
    """With its store and settings, in its folder; what is typed is passed on as it is."""
    text = (SYSTEMD / f"campaign-{name}").read_text().replace("/var/lib", str(tmp_path))
    home = tmp_path / name
    home.mkdir()
    said = tmp_path / "setpriv"
    said.write_text(
        '#!/bin/sh\nprintf "%s\\n" "$PWD" "$HOME" "$CAMPAIGN_STORE$CAMPAIGN_CLUBS" "$@"\n'
    )
    said.chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    call = ["sh", "-c", text, "sh", "start", "a b", "$HOME"]
    done = subprocess.run(call, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        str(home),
        str(home),
        str(home / "club.db" if name == "club" else home),
        *("--reuid", name, "--regid", name, "--init-groups", "/opt/club/bin/campaign"),
        *("start", "a b", "$HOME"),
    ]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd's tools")
def test_systemd_understands_them(tmp_path: Path) -> None:
    """It knows every line; users are made with their homes."""
    for name in ("club", "clubs"):
        file = tmp_path / f"{name}.service"
        file.write_text(
            (SYSTEMD / file.name).read_text().replace("/opt/club/bin/campaign", "/bin/sh")
        )
        done = subprocess.run(
            ["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False
        )
        assert [line for line in done.stderr.splitlines() if str(file) in line] == []
    (tmp_path / "etc").mkdir()
    users = ["systemd-sysusers", f"--root={tmp_path}", str(SYSTEMD / "club.sysusers.conf")]
    subprocess.run(users, capture_output=True, check=os.geteuid() == 0)
    if os.geteuid() == 0:
        made = dict(
            re.findall(r"^(\w+):.*:(/[^:]*):[^:]*$", (tmp_path / "etc/passwd").read_text(), re.M)
        )
        assert made == {"club": "/var/lib/club", "clubs": "/var/lib/clubs"}
