"""Describes the machine and the versions measured, without its name or any path."""

import os
import platform
import sqlite3
from importlib.metadata import version
from pathlib import Path


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() in ("model name", "Model"):
            return value.strip()
    return platform.processor() or platform.machine()


def describe(flush: float, load: float) -> dict[str, str]:
    """What the figures depend on.

    `flush` is how many milliseconds the disk takes for a page; `load` is how many processes ran or
    waited beside the benchmark when it began.
    """
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "eventsourcing": version("eventsourcing"),
        "msgspec": version("msgspec"),
        "flush": f"{flush:.2f} ms",
        "load": f"{load:.1f}",
    }


def line(machine: dict[str, str]) -> str:
    """The machine in one line."""
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']};"
        f" Python {machine['python']}, SQLite {machine['sqlite']},"
        f" eventsourcing {machine['eventsourcing']}, msgspec {machine['msgspec']};"
        f" a 4 KiB page written and flushed takes {machine['flush']};"
        f" load of the machine when it began {machine['load']}"
    )
