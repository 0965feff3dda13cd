"""Freezes a release's stores. `scripts/freeze` runs it."""

import argparse
import sys
from pathlib import Path

import stores
from campaign import __version__


def main() -> int:
    """Exit status 1 where the release is frozen already, or is not this one."""
    parser = argparse.ArgumentParser(prog="scripts/freeze", description=stores.__doc__)
    parser.add_argument("version", metavar="VERSION", help="the release, as `--version` prints it")
    text = "another folder than tests/stores, to look at what would be frozen"
    parser.add_argument("--to", type=Path, default=stores.HERE, metavar="FOLDER", help=text)
    typed = parser.parse_args()
    if typed.version != __version__:
        print(f"this is {__version__}, not {typed.version}; nothing was written")
        return 1
    if (typed.to / typed.version).exists():
        print(f"{typed.version} is frozen already; nothing was written")
        return 1
    for file in stores.freeze(typed.version, typed.to):
        print(f"{file.stat().st_size:>10,}  {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
