"""Every byte that a club has or gives away, searched for what is left of a dispatch: of a removed
one nothing, of a sealed one nothing that its author alone may know.
"""

import base64
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.accounts.database import open_people
from campaign.accounts.protocol import PEOPLE
from campaign.accounts.table.diary import DIARY, StoredDiary
from campaign.store.ledger import Ledger
from support.command_line import Shell

ROMMEL = "Rommel drinks tea at dawn"
FORD = "Nobody knows of the ford"
SHOWN = "A burning tank"
SUBJECT = "leader:terauchi"
TOLD = ("anna", "ben", "host")


def picture() -> bytes:
    """A JPEG as somebody sends it."""
    image = pytest.importorskip("PIL.Image")
    out = io.BytesIO()
    image.effect_noise((64, 48), 90).convert("RGB").save(out, "JPEG")
    return out.getvalue()


class Searched:
    """A club that has written, and everything that comes out of it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.shell = Shell(folder)
        fine = self.shell.fine
        fine("start", "club", "--scenario", "global-war")
        for name, seat in (("anna", "germany"), ("ben", "italy")):
            fine("enrol", "club", name, "--email", f"{name}@example.org")
            fine("assign", "club", seat, name)
        (folder / "club.toml").write_text('[mail]\nfrom = "Club <club@example.org>"\n')
        (folder / "in.jpg").write_bytes(picture())
        self.fine("--as", "anna", "diary", "write", "club", ROMMEL, "--picture", "in.jpg",
                  "--alt", SHOWN, "--about", "leader:balbo")  # fmt: skip
        more = ("--until", "end", "--about", SUBJECT)
        self.fine("--as", "ben", "diary", "write", "club", FORD, *more)
        (folder / "in.jpg").unlink()
        self.fine("turn", "club", "--yes")

    def fine(self, *words: str) -> str:
        return self.shell.fine(*words)

    def kept(self) -> tuple[str, bytes]:
        """The salt and the picture of the first dispatch."""
        store = self.shell.folder / "campaign.db"
        with Ledger(store) as ledger:
            campaign_id = ledger.live("club").state.campaign.id
        with closing(open_people(store, (PEOPLE, DIARY))) as file:
            rows = StoredDiary(file)
            one = next(one for one in rows.of(campaign_id) if one.id == "w1")
            return one.salt, rows.pictures(campaign_id, one.key)[0]

    def files(self, out: str) -> dict[str, bytes]:
        """Every file of the club, what it gives away to everybody, and what members read."""
        (self.shell.folder / out).mkdir()
        self.fine("export", "club", f"{out}/club.jsonl")
        self.fine("publish", "club", f"{out}/site", "--no-png")
        self.fine("rebuild", "club")
        self.fine("mail", "club", "--out", f"{out}/letters")
        self.fine("book", "club", f"{out}/club.html")
        self.fine("book", "club", f"{out}/club.pdf")
        found = {
            str(file.relative_to(self.shell.folder)): file.read_bytes()
            for file in self.shell.folder.rglob("*")
            if file.is_file() and file.suffix != ".vault"
        }
        for who in TOLD:
            for verb in (("diary",), ("log",), ("show",), ("my-data",)):
                said = self.shell("--as", who, verb[0], "club", *verb[1:], "--json").out
                found[f"{verb[0]} as {who}"] = json.dumps(said).encode() + said.encode()
        return found


def forms(data: bytes) -> Iterator[bytes]:
    """Bytes as they are, and what is packed, folded or written otherwise in them."""
    yield data
    yield data.replace(b"=\n", b"").replace(b"=\r\n", b"")
    yield re.sub(rb"\s+", b" ", data)
    for part in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL):
        try:
            yield zlib.decompress(part)
        except zlib.error:
            continue
    for text in re.findall(rb"[A-Za-z0-9+/=\r\n]{60,}", data):
        lines = b"".join(text.split()).replace(b"=", b"")
        yield base64.b64decode(lines[: len(lines) // 4 * 4])
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            for name in packed.namelist():
                yield from forms(packed.read(name))


def where(files: dict[str, bytes], wanted: bytes) -> set[str]:
    """The files that have some bytes, in any form."""
    return {name for name, data in files.items() if any(wanted in one for one in forms(data))}


def test_nothing_is_left_of_a_removed_dispatch(tmp_path: Path) -> None:
    """Words, salt, picture, what it shows; each is found before, where it may be."""
    club = Searched(tmp_path / "club")
    salt, jpeg = club.kept()
    secrets = {"words": ROMMEL.encode(), "shown": SHOWN.encode(), "picture": jpeg[200:400]}
    before = club.files("before")
    found = {name: where(before, wanted) for name, wanted in secrets.items()}
    site = {"before/site/1939-SO.html", "before/site/leader-balbo.html"}
    assert found["words"] >= site | {"campaign.people.db", "before/club.html", "diary as ben"}
    assert found["words"] >= {"before/club.diary.zip"}
    assert any(name.startswith("before/letters/") for name in found["words"])
    assert found["shown"] >= site and found["picture"] >= {
        "campaign.people.db",
        "before/site/dispatch-w1-1.jpg",
        "before/club.pdf",
    }
    assert where(before, salt.encode()) <= {
        "campaign.people.db", "before/club.diary.zip", "my-data as anna",
    }  # fmt: skip
    for name in before:
        if name.startswith("before/"):
            (club.shell.folder / name).unlink()
    club.fine("--as", "anna", "diary", "remove", "club", "w1")
    after = club.files("after")
    for name, wanted in {**secrets, "salt": salt.encode()}.items():
        assert where(after, wanted) == set(), name
    assert club.fine("verify", "club")


def test_a_sealed_dispatch_shows_nobody_what_it_is_about(tmp_path: Path) -> None:
    """Its words and its subject are their author's alone, and neither is in the record."""
    club = Searched(tmp_path / "club")
    files = club.files("out")
    assert where(files, FORD.encode()) == {"diary as ben"}
    assert where(files, SUBJECT.encode()) <= {"diary as ben", *_naming(files)}
    log = [json.loads(line) for line in club.fine("log", "club", "--json").splitlines()]
    filed = [one for one in log if "DispatchFiled" in json.dumps(one)]
    assert len(filed) == 2 and "terauchi" not in json.dumps(filed[1])
    for who in ("anna", "host"):
        said = json.loads(club.fine("--as", who, "diary", "club", "--json"))
        assert [one["dispatch"] for one in said["dispatches"]] == ["w1"]


def _naming(files: dict[str, bytes]) -> set[str]:
    """The files that name whom else one could write about, such as pages with a list of them."""
    return where(files, b"leader:yamamoto")
