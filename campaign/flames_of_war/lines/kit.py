"""FoW Anzio: the axes of attack that the book gives. Pure."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from events.fow.axes import Axis

KIT = ("anzio",)
"""The built-in axes by their ids."""


@cache
def kit_axis(name: str) -> Axis:
    """A built-in axis. Raises `FileNotFoundError` for any other."""
    return msgspec.convert(tomllib.loads(axis_text(name)), Axis)


def axis_text(name: str) -> str:
    """An axis file as it was written, or `template`."""
    file = files("campaign.flames_of_war") / "tables" / "axes" / f"{name}.toml"
    return file.read_text(encoding="utf-8")
