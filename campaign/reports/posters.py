"""The pictures of turns to share, as SVG; and as PNG where this machine can draw it. IO to draw."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from campaign.kernel.pages import PageContext
from campaign.reports.book import Book
from campaign.reports.frame import frame
from campaign.reports.render import render

WIDTH, HEIGHT = 1200, 630
"""Pixels of a picture, as chats show it beside a link."""
LIMIT = 60.0
"""Seconds that drawing one picture may take."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
RENDERERS: tuple[tuple[str, ...], ...] = (
    ("rsvg-convert", "--width", str(WIDTH), "--output", "{png}", "{svg}"),
    ("resvg", "--width", str(WIDTH), "{svg}", "{png}"),
    (
        "inkscape",
        "--export-type=png",
        f"--export-width={WIDTH}",
        "--export-filename={png}",
        "{svg}",
    ),
    *(
        (
            browser,
            "--headless",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--window-size={WIDTH},{HEIGHT}",
            "--user-data-dir={folder}",
            "--screenshot={png}",
            "file://{svg}",
        )
        for browser in BROWSERS
    ),
)
"""Programs that draw an SVG, the lightest first."""


class _View(msgspec.Struct, frozen=True):
    """What the drawing's template shows as `page`."""

    view: object


def picture_name(turn: str) -> str:
    """The file of a turn's picture, without its ending."""
    return f"{turn}-picture"


def is_drawn(made: Book, place: int) -> bool:
    """Whether the game draws a picture of the turn at a place in a book."""
    whole = made.whole(place)
    return made.system.pages.poster(PageContext(whole.logs, place)) is not None


def svg(made: Book, place: int) -> str:
    """The picture of the turn at a place in a book; empty where the game draws none."""
    whole = made.whole(place)
    poster = made.system.pages.poster(PageContext(whole.logs, place))
    if poster is None:
        return ""
    state = whole.logs[place].end
    page = _View(poster.view)
    return render(made.system, state, poster.template, page, frame(made.system, state), "")


def renderer() -> Sequence[str]:
    """The command that draws an SVG on this machine; empty if there is none."""
    return next((command for command in RENDERERS if shutil.which(command[0])), ())


def png(drawing: str, command: Sequence[str]) -> bytes:
    """Draws a picture; empty where the program fails or takes too long."""
    with tempfile.TemporaryDirectory(prefix="campaign-picture-") as name:
        folder = Path(name)
        paths = {"svg": folder / "picture.svg", "png": folder / "picture.png", "folder": folder}
        paths["svg"].write_text(drawing, encoding="utf-8")
        program, *options = (part.format(**paths) for part in command)
        if program in BROWSERS and hasattr(os, "geteuid") and os.geteuid() == 0:
            options.insert(0, "--no-sandbox")  # a browser does not start for root otherwise
        try:
            done = subprocess.run(
                [program, *options], capture_output=True, timeout=LIMIT, check=False
            )
            return paths["png"].read_bytes() if done.returncode == 0 else b""
        except (OSError, subprocess.TimeoutExpired):
            return b""
