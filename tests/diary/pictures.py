"""Pictures that members could send, good and bad."""

import io
import struct
import zlib
from collections.abc import Callable

import pytest

from campaign.extensions.pictures import worker

Image = pytest.importorskip("PIL.Image", reason="needs pip install 'campaign-tracker[book]'")
SECRET = b"51 deg 28' 40\" N"


def saved(kind: str, size: tuple[int, int] = (60, 40), mode: str = "RGB", **more: object) -> bytes:
    """A picture of one colour as a file."""
    out = io.BytesIO()
    Image.new(mode, size, more.pop("color", 0)).save(out, kind, **more)
    return out.getvalue()


def with_exif(turn: int = 1) -> bytes:
    """A JPEG that says where it was taken, and that it lies on its side."""
    exif = Image.Exif()
    exif[0x0112] = turn
    exif[0x010E] = SECRET.decode()
    return saved("JPEG", exif=exif, comment=SECRET)


def moving(kind: str) -> bytes:
    first, second = Image.new("RGB", (8, 8), "red"), Image.new("RGB", (8, 8), "blue")
    out = io.BytesIO()
    first.save(out, kind, save_all=True, append_images=[second])
    return out.getvalue()


def claiming(width: int, height: int) -> bytes:
    """A PNG of some bytes that says it has so many dots."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 100_000)

    def chunk(kind: bytes, data: bytes) -> bytes:
        crc = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def noise(size: int) -> bytes:
    """A PNG of which no two dots are alike."""
    from random import Random

    out = io.BytesIO()
    Image.frombytes("RGB", (size, size), Random(7).randbytes(size * size * 3)).save(out, "PNG")
    return out.getvalue()


TAKEN: dict[str, Callable[[], bytes]] = {
    "jpeg": lambda: saved("JPEG"),
    "png": lambda: saved("PNG"),
    "webp": lambda: saved("WEBP"),
    "grey": lambda: saved("JPEG", mode="L"),
    "cmyk": lambda: saved("JPEG", mode="CMYK"),
    "palette": lambda: saved("PNG", mode="P"),
    "clear": lambda: saved("PNG", mode="RGBA"),
    "clear palette": lambda: saved("PNG", mode="P", transparency=0),
    "grey and clear": lambda: saved("PNG", mode="LA"),
    "sixteen bits": lambda: saved("PNG", mode="I;16"),
    "one bit": lambda: saved("PNG", mode="1"),
    "progressive": lambda: saved("JPEG", progressive=True),
    "with a place": with_exif,
    "polyglot": lambda: saved("JPEG") + b"<script>alert(1)</script>" + SECRET,
    "zip behind": lambda: saved("PNG") + b"PK\x03\x04" + SECRET,
    "one dot": lambda: saved("PNG", (1, 1)),
    "a line": lambda: saved("PNG", (5000, 1)),
}
REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", worker.NO_PICTURE),
    "gif": (lambda: saved("GIF", mode="P"), worker.NO_PICTURE),
    "bmp": (lambda: saved("BMP"), worker.NO_PICTURE),
    "tiff": (lambda: saved("TIFF"), worker.NO_PICTURE),
    "svg": (lambda: b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>", worker.NO_PICTURE),
    "html": (lambda: b"<html><script>alert(1)</script></html>", worker.NO_PICTURE),
    "eps": (lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1 1\n", worker.NO_PICTURE),
    "pdf": (lambda: b"%PDF-1.4 1 0 obj", worker.NO_PICTURE),
    "moving png": (lambda: moving("PNG"), worker.MOVES),
    "moving webp": (lambda: moving("WEBP"), worker.MOVES),
    "bomb": (lambda: claiming(6000, 5000), "has 30 million pixels; 24 fit"),
    "large bomb": (lambda: claiming(100_000, 100_000), "has 10000 million pixels; 24 fit"),
    "cut jpeg": (lambda: saved("JPEG", (600, 400))[:900], worker.NOT_WHOLE),
    "cut png": (lambda: noise(40)[:2000], worker.NOT_WHOLE),
    "less than it says": (lambda: claiming(4000, 4000), worker.NOT_WHOLE),
}
