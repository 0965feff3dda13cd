"""Describes the machine and the versions measured, without its name or any path."""

import os
import platform
import shutil
import sqlite3
from datetime import date
from importlib.metadata import version
from pathlib import Path

MOST_LOAD = 0.5
"""Above this load the machine is busy: a table of that hour says more about the others."""


def load() -> float:
    """How many processes ran or waited in the last minute; 0 where the system keeps no count."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def busy(load: float, most: float = MOST_LOAD) -> str:
    """Why no table may be written now; empty if the machine is quiet."""
    if load <= most:
        return ""
    return (
        f"the machine is busy (load {load:.1f}, at most {most:g}): nothing was measured or written"
    )


def copy_to_disk(source: Path, to: Path) -> None:
    """Copies a file and waits for the disk, so that nobody's first commit pays for the copy."""
    shutil.copyfile(source, to)
    with to.open("rb+") as file:
        os.fsync(file.fileno())


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
        "day": date.today().isoformat(),
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
        f"Measured on {machine['day']}: {machine['processor']}, {machine['cores']} cores,"
        f" {machine['system']};"
        f" Python {machine['python']}, SQLite {machine['sqlite']},"
        f" eventsourcing {machine['eventsourcing']}, msgspec {machine['msgspec']};"
        f" a 4 KiB page written and flushed takes {machine['flush']};"
        f" load of the machine when it began {machine['load']}"
    )
