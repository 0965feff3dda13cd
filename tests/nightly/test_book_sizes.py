"""The goals of the book: 36 turns in three seconds, 200 MB and 1.5 MB, forty pages and more; with
36 pictures as large as any that is kept a hundred pages and more, in six seconds and 500 MB.
"""

import io
import json
import re
import resource
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from campaign.diary import deciding
from campaign.diary.words import MOST_LETTERS, PictureShown
from campaign.extensions.pictures import gate, worker
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.store.ledger import Ledger
from support import recorded
from support.recorded import HERE

pytest.importorskip("typst")
CALL = """
import resource, sys
from campaign.cli import attempt
end = attempt(sys.argv[1:])
assert end.status == 0, end
for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
    used = resource.getrusage(who)
    print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
A_TURN = 3
"""So many stories of each turn are in the long book, one of them with a picture."""


def made(store: Path, file: str) -> tuple[float, int, bytes]:
    """A book from the command to the file: the seconds of processor time of both processes, on
    which nobody else's work counts; the kilobytes of the larger one; and its bytes.
    """
    env = {"CAMPAIGN_STORE": str(store), "PYTHONPATH": ":".join(sys.path), "HOME": str(store)}
    done = subprocess.run(
        [sys.executable, "-c", CALL, "book", recorded.NAME, file],
        env=env, cwd=store.parent, capture_output=True, text=True, check=True,
    )  # fmt: skip
    own, child = (line.split() for line in done.stdout.splitlines()[-2:])
    seconds = float(own[0]) + float(child[0])
    return seconds, max(int(own[1]), int(child[1])), (store.parent / file).read_bytes()


def pages(pdf: bytes) -> int:
    """How many pages a PDF has: its tree of pages counts them."""
    return max(int(count) for count in re.findall(rb"/Count (\d+)", pdf))


def test_the_book_of_36_turns_keeps_its_size(tmp_path: Path) -> None:
    """Made from the command to the file; memory is that of the larger of both processes."""
    store = recorded.played(HERE / "lif-1998-global-war", tmp_path)
    spent, kilobytes, pdf = min(made(store, "club.pdf") for _ in range(3))
    assert spent <= 3 and kilobytes <= 200_000 and len(pdf) <= 1_500_000
    assert pages(pdf) >= 40
    _, _, html = made(store, "club.html")
    assert len(html) <= 300_000


def test_the_book_with_36_pictures_keeps_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three stories a turn, one of them with a picture as large as any that is kept."""
    monkeypatch.setattr(deciding, "A_DAY", 1_000)
    folder = HERE / "lif-1998-global-war"
    store = recorded.played(folder, tmp_path)
    words = "It rained for a week, and *nobody* moved. " * (MOST_LETTERS // 100)
    with closing(CommandHandler(Ledger(store), is_shared=False)) as desk:
        live = desk.ledger.live(recorded.NAME)
        shared = live.state.campaign
        turns = list(live.system.calendar.turns(shared.first_turn, shared.turn))
        for number, turn in enumerate(turns):
            for at in range(A_TURN):
                sent = {"command": "FileDispatch", "words": words, "turn": turn}
                shown = () if at else (photograph(number),)
                text = json.dumps(sent).encode()
                answer = desk.submit(recorded.NAME, text, Actor("host"), pictures=shown).answer
                assert answer["accepted"], answer
    spent, kilobytes, pdf = min(made(store, "club.pdf") for _ in range(3))
    assert len(turns) == 36 and pdf.count(b"/DCTDecode") == 36
    assert pages(pdf) >= 100
    assert spent <= 6 and kilobytes <= 500_000


def photograph(seed: int) -> PictureShown:
    """A picture that no two dots of are alike, as the gate keeps it."""
    image = pytest.importorskip("PIL.Image")
    dots = Random(seed).randbytes(1600 * 1200 * 3)
    width, height, jpeg = worker.written(image.frombytes("RGB", (1600, 1200), dots))
    return PictureShown(jpeg, width, height, f"The table after turn {seed + 1}", "After midnight")


def test_a_picture_as_large_as_one_may_be_is_made_anew_in_two_seconds() -> None:
    """24 million dots in nearly 12 MB: of noise, which is the worst; in a process of its own."""
    image = pytest.importorskip("PIL.Image")
    out = io.BytesIO()
    image.effect_noise((6000, 4000), 60).convert("RGB").save(out, "JPEG", quality=62)
    assert 10_000_000 < len(out.getvalue()) <= gate.MOST_BYTES
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken = gate.admitted([(out.getvalue(), "Noise", "")])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert isinstance(taken, tuple) and len(taken[0].jpeg) <= worker.MOST_BYTES
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert spent <= 2
