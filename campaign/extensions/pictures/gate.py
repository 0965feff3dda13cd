"""The gate that every picture of a dispatch passes: it is made anew from its dots alone. IO."""

import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import msgspec

from campaign.diary.commands import MOST_PICTURES
from campaign.diary.words import PictureShown
from campaign.extensions.pictures import worker
from campaign.kernel.decisions import Refused, bad_field

MOST_BYTES = 12_000_000
"""How many bytes a picture may have that comes in."""
NO_PILLOW = "no pictures here without pip install 'campaign-tracker[book]'"
TOO_MUCH = "asks for too much memory or time"


PictureSent = tuple[bytes, str, str]
"""A picture as somebody sent it, what it shows, and the caption below it, which may be empty."""


class _Answer(msgspec.Struct, frozen=True):
    width: int = 0
    height: int = 0
    fault: str = ""


def admitted(sent: Sequence[PictureSent]) -> tuple[PictureShown, ...] | Refused:
    """Pictures as they are kept, or why one is not taken: of a file its dots alone."""
    if sent and find_spec("PIL") is None:
        return bad_field("pictures", NO_PILLOW)
    if len(sent) > MOST_PICTURES:
        return bad_field("pictures", f"there are {len(sent)}; {MOST_PICTURES} fit")
    made = []
    for number, one in enumerate(sent, 1):
        picture = _admitted(one)
        if isinstance(picture, str):
            return bad_field("pictures", f"picture {number} {picture}")
        made.append(picture)
    return tuple(made)


def _admitted(sent: PictureSent) -> PictureShown | str:
    """A picture, or what is wrong with it."""
    data, alt, caption = sent
    if len(data) > MOST_BYTES:
        return f"has {len(data) / 1_000_000:.1f} MB; {MOST_BYTES // 1_000_000} fit"
    made = _made(data)
    if made is None:
        return TOO_MUCH
    answer, jpeg = made
    if answer.fault:
        return answer.fault
    return PictureShown(jpeg, answer.width, answer.height, alt.strip(), caption.strip())


def _made(data: bytes, *options: str) -> tuple[_Answer, bytes] | None:
    """What a process of its own makes of a picture; None if it asks for too much there."""
    try:
        run = subprocess.run(
            [sys.executable, "-I", str(Path(worker.__file__)), *options],
            input=data,
            capture_output=True,
            timeout=worker.SECONDS,
            check=False,
        )
        line, _, jpeg = run.stdout.partition(b"\n")
        return msgspec.json.decode(line, type=_Answer), jpeg
    except (subprocess.TimeoutExpired, msgspec.MsgspecError):
        return None


# --- Pictures that were taken, made smaller for a book ------------------------------------------


def library() -> str:
    """What makes pictures, with its version: another one makes other bytes."""
    return f"pillow {version('pillow')}"


def smaller(jpegs: Sequence[bytes], most: int) -> list[bytes] | None:
    """Pictures that were admitted with at most so many bytes each; a picture that cannot be opened
    stays as it is. None where that asks for too much memory or time.
    """
    made: list[bytes] = []
    for jpeg in jpegs:
        one = _made(jpeg, str(most))
        if one is None:
            return None
        made.append(jpeg if one[0].fault else one[1])
    return made
