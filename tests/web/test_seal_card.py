"""The sealing card: one file that seals in a browser, from a disk, and sends nothing."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

from support.command_line import Shell
from support.recorded import ROOT


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The card, written where there is no store."""
    folder = tmp_path_factory.mktemp("card")
    told = Shell(folder, CAMPAIGN_STORE="/nowhere/at/all.db").fine("seal", "--page", "card.html")
    digest = hashlib.sha256((folder / "card.html").read_bytes()).hexdigest()
    assert told.splitlines()[-1] == f"Its SHA-256 digest: {digest}"
    return folder / "card.html"


def test_its_digest_is_published(card: Path) -> None:
    """Whoever changes the card changes the digest in the documents with it."""
    text = (ROOT / "docs" / "player.md").read_text(encoding="utf-8")
    assert hashlib.sha256(card.read_bytes()).hexdigest() in text


def test_its_policy_lets_nothing_in_or_out(card: Path) -> None:
    """Only the script and the style that are in it, by their digests; no address at all."""
    text = card.read_text(encoding="utf-8")
    policy = re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    allowed = []
    for tag in ("script", "style"):
        (inside,) = re.findall(rf"<{tag}[^>]*>(.*?)</{tag}>", text, re.DOTALL)
        allowed.append(base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode())
    assert policy[1] == (
        f"default-src 'none'; script-src 'sha256-{allowed[0]}'; style-src 'sha256-{allowed[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
    for word in ("http:", "https:", "fetch(", "localStorage", "indexedDB", "import(", "src="):
        assert word not in text, word


def test_it_is_written_by_itself(tmp_path: Path) -> None:
    """What is sealed is typed into it, and without it the subject is needed."""
    shell = Shell(tmp_path)
    alone = "campaign: --page stands alone: what it seals is typed into the page"
    assert shell("seal", "--page", "card.html", "--kind", "vote").error == alone
    assert shell("seal", "--page", "card.html", "--json").error == alone
    assert not (tmp_path / "card.html").exists()
    needed = "campaign: --campaign-id, --kind, --draw and --power are needed"
    found = shell("seal", "--kind", "vote", "--choice", "stop")
    assert (found.status, found.error) == (2, needed)
