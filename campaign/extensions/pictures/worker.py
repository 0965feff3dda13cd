"""One picture, from standard input to standard output: opened, and written anew as a JPEG.

It runs in a process of its own with little memory and time, and imports nothing of the tracker's.

    a file  ──►  {"width": …, "height": …} in a line, and the JPEG;  or {"fault": …}

With a number of bytes it makes a JPEG smaller that it wrote before.
"""

import io
import json
import struct
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

MEMORY = 512 * 1024 * 1024
SECONDS = 10
FORMATS = ("JPEG", "PNG", "WEBP")
MILLIONS = 24
"""How many million pixels a picture may have that comes in."""
MOST_BYTES = 600_000
TRIES = (
    (1600, 82), (1600, 70), (1200, 70), (1200, 55), (900, 50), (600, 40), (400, 40), (240, 40),
)  # fmt: skip
"""Width or height at most, and quality, until a picture has few enough bytes."""
NO_PICTURE, MOVES = "is no JPEG, PNG or WebP", "moves"
NOT_WHOLE = "is not whole; send it again"
BROKEN = (OSError, SyntaxError, ValueError, EOFError, struct.error, IndexError, TypeError, KeyError)
"""What opening a broken file can raise."""


class PictureError(Exception):
    """Why a picture is not taken, behind `picture 2`."""


def limited() -> None:
    """Lets this process have only so much memory and time, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def opened(data: bytes) -> "Image":
    """A picture that was sent, decoded once its size is known. Raises `PictureError`."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None  # it is counted here, before anything is decoded
    try:
        picture = Image.open(io.BytesIO(data), formats=FORMATS)
    except BROKEN as error:
        raise PictureError(NO_PICTURE) from error
    width, height = picture.size
    if width * height > MILLIONS * 1_000_000:
        raise PictureError(f"has {width * height // 1_000_000} million pixels; {MILLIONS} fit")
    try:
        if picture.format in ("PNG", "WEBP") and getattr(picture, "n_frames", 1) > 1:
            raise PictureError(MOVES)
        picture.draft("RGB", (TRIES[0][0], TRIES[0][0]))
        picture.load()
    except BROKEN as error:
        raise PictureError(NOT_WHOLE) from error
    return picture


def bare(picture: "Image") -> "Image":
    """A picture in plain colours, the right way up, with nothing but its dots."""
    from PIL import Image, ImageOps

    most = TRIES[0][0]
    picture.thumbnail((most, most))
    with suppress(*BROKEN):
        picture = ImageOps.exif_transpose(picture)
    if "A" in picture.getbands() or "transparency" in picture.info:
        clear = picture.convert("RGBA")
        plain = Image.new("RGB", clear.size, "white")
        plain.paste(clear, mask=clear.getchannel("A"))
        return plain
    plain = Image.new("RGB", picture.size, "white")
    plain.paste(picture.convert("RGB"))
    return plain


def written(
    picture: "Image", most_bytes: int = MOST_BYTES, first: int = 0
) -> tuple[int, int, bytes]:
    """Its width and height, and the JPEG; `first` is the first of the tries."""
    jpeg = b""
    for most, quality in TRIES[first:]:
        picture.thumbnail((most, most))
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=quality, optimize=True)
        jpeg = out.getvalue()
        if len(jpeg) <= most_bytes:
            break
    return *picture.size, jpeg


def main() -> None:
    """Answers for the picture that comes in."""
    limited()
    data, out = sys.stdin.buffer.read(), sys.stdout.buffer
    limit = (int(sys.argv[1]), 1) if len(sys.argv) > 1 else ()
    try:
        width, height, jpeg = written(bare(opened(data)), *limit)
        answer: dict[str, object] = {"width": width, "height": height}
    except (PictureError, *BROKEN) as error:
        jpeg = b""
        answer = {"fault": str(error) if isinstance(error, PictureError) else NOT_WHOLE}
    out.write(json.dumps(answer).encode() + b"\n" + jpeg)


if __name__ == "__main__":
    main()
