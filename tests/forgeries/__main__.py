"""Prints the score of `verify`, from the checkout's root.

PYTHONPATH=.:tests:tests/campaigns python -m forgeries [--part N/M] [--misses] [--beside] ...
"""

import argparse
import sys

import msgspec

from . import score


def main() -> None:
    """Reads the options, makes the forgeries, prints."""
    reader = argparse.ArgumentParser(description="the score of verify")
    reader.add_argument("--part", default="0/1", help="N/M: of M slices the one numbered N")
    reader.add_argument("--game", default="lif", choices=("lif", "fow"), help="whose records")
    reader.add_argument("--only", default="", help="forgeries of one record alone")
    reader.add_argument("--event", default="", help="events whose type begins so")
    for flag, does in (
        ("--misses", "list what was missed"),
        ("--beside", "list what was found though the table says that nobody could know"),
        ("--json", "print each forgery as a line of JSON, and no table"),
    ):
        reader.add_argument(flag, action="store_true", help=does)
    asked = reader.parse_args()
    part, of = map(int, asked.part.split("/"))
    told = []
    names = [name for name in score.GAMES[asked.game] if not asked.only or name == asked.only]
    judge = score.of_war if asked.game == "fow" else None
    played = score.records(names if asked.game == "fow" else score.GAMES["lif"])
    for one in score.scored(played, asked.only, part, of, asked.event, judge):
        told.append(one)
        if asked.json:
            sys.stdout.buffer.write(msgspec.json.encode(one) + b"\n")
    if not asked.json:
        print(score.table(told))
        if asked.misses:
            print(f"\nMissed:\n{score.misses(told)}")
        if asked.beside:
            print(f"\nFound beside:\n{score.beside(told)}")


if __name__ == "__main__":
    main()
