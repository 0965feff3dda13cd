"""What a visitor of a demo gets as a member is what the record shows to that member: every page
that links lead to answers, and none has a byte of what another sealed.
"""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import msgspec
import pytest

from campaign.extensions.clubs.demos import SCRIPTS, Card, build
from campaign.store.ledger import Ledger
from events.sealed import Subject
from support.open_door import DOMAIN
from support.walked import WORDS
from tests.all.extensions.clubs.test_demos import Stage

DEMOS = ("axis", "board", "war")
ANNA = b'"by":"anna","power":"germany","choice":"'
LINK = re.compile(r'href="([^"#]*)')
NEVER_FOLLOWED = re.compile(r"/(?:style|script|static|font|in)/|/demo$|/out$")
HEADERS = b"\n--- headers: "
MOST = 100
"""Pages that a member reads: those that come first, from link to link."""
PASSING = re.compile(r"[0-9a-f]{8,}|[\w-]{20,}|\d\d:\d\d(?::\d\d)?|\d{4}-\d\d-\d\dT[\d:.]+Z?")
"""Digests, ids of forms and times, which differ from store to store."""


def scripts(folder: Path, choice: str) -> Path:
    """The demos' scripts, in which Anna has chosen something."""
    shutil.copytree(SCRIPTS, folder)
    board = folder / "board.jsonl"
    before = board.read_bytes()
    board.write_bytes(re.sub(ANNA + rb'[\w-]+"', ANNA + choice.encode() + b'"', before))
    assert before.count(ANNA) == 1
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demos, in which Anna has sealed a veto."""
    folder = tmp_path_factory.mktemp("demos")
    build(folder / "built", scripts(folder / "scripts", "veto"))
    return folder / "built"


@contextmanager
def staged(folder: Path, built: Path) -> Iterator[Stage]:
    """A door with demos that were built."""
    folder.mkdir(exist_ok=True)
    made = Stage(folder, built)
    made.demos.anew()
    try:
        yield made
    finally:
        made.close()


def card_of(built: Path, demo: str) -> Card:
    """The demo's card."""
    return msgspec.json.decode((built / demo / "demo.json").read_bytes(), type=Card)


def read_as(stage: Stage, demo: str, member: str, campaign: str) -> dict[str, bytes]:
    """Every page that links lead to, and the export, by address."""
    home = f"https://demo-{demo}.{DOMAIN}"
    visitor = stage.visitor()
    page = visitor.get(f"{home}/demo/as/{member}")
    pages: dict[str, bytes] = {}
    waiting = [f"{home}/c/{campaign}", f"{home}/api/v1/campaigns/{campaign}/export"]
    while waiting:
        address = waiting.pop(0)
        if address in pages or len(pages) == MOST:
            continue
        page = visitor.get(address)
        assert page.status_code == 200, (address, page.status_code)
        pages[address] = page.content + HEADERS + str(page.headers.multi_items()).encode()
        if page.headers.get("content-type", "").startswith("text/html"):
            links = (urljoin(address, unescape(one)) for one in LINK.findall(page.text))
            waiting += [
                one
                for one in links
                if one.startswith(home) and not NEVER_FOLLOWED.search(one[len(home) :])
            ]
    return pages


def secrets(folder: Path, campaign: str) -> set[str]:
    """What no page may have: the key, seeds to come, and nonces of what is sealed."""
    with Ledger(folder / "club.db") as ledger:
        state, vault = ledger.live(campaign).state, ledger.vault
        found = {key.hex() for key in vault.keys()}  # noqa: SIM118
        found |= set(vault.path.read_text().split())
        board = getattr(state, "board", None)
        kind = {"ballots": "ballot", "votes": "vote"}.get(getattr(board, "phase", ""), "")
        for power, marker in board.markers.items() if board else ():
            if marker.ciphertext and not marker.opened:
                subject = Subject(state.campaign.id, kind, board.draw, power)
                found.add(vault.open(subject, marker.ciphertext).nonce)
        return {one for one in found if len(one) >= 20}


@pytest.mark.parametrize("demo", DEMOS)
def test_a_visitor_reads_no_key_nonce_or_way_in(tmp_path: Path, built: Path, demo: str) -> None:
    """As any member, in any page that links lead to, in headers, and in the export."""
    card = card_of(built, demo)
    hidden = secrets(built / demo, card.campaign)
    assert hidden
    with staged(tmp_path, built) as stage:
        for seat in card.seats:
            others = {one.secret for one in card.seats if one is not seat}
            pages = read_as(stage, demo, seat.member, card.campaign)
            assert len(pages) > 50
            for address, content in pages.items():
                words = {word.decode() for word in WORDS.findall(content)}
                assert not words & (hidden | others), (seat.member, address)


def test_whatever_anna_sealed_the_others_read_the_same(tmp_path: Path, built: Path) -> None:
    """The same war, built once more with another choice of hers: but for digests and times, every
    page is the same, byte by byte.
    """
    build(tmp_path / "other", scripts(tmp_path / "scripts", "no-veto"))
    read: list[dict[str, str]] = []
    for name, place in (("one", built), ("two", tmp_path / "other")):
        with staged(tmp_path / name, place) as stage:
            pages = {
                f"{member} {address}": PASSING.sub(
                    "…", content.partition(HEADERS)[0].decode("utf-8", "replace")
                )
                for member in ("ben", "olga")
                for address, content in read_as(stage, "board", member, "war").items()
                if not address.endswith("/export")
            }
        read.append(pages)
    one, two = read
    assert one.keys() == two.keys() and len(one) > 100
    assert [address for address in one if one[address] != two[address]] == []
