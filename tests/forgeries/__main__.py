"""Prints the score: `PYTHONPATH=.:tests:tests/campaigns python -m forgeries [options]`.

    --part N/M      of M slices the one of that number, instead of all
    --only RECORD   forgeries of one record
    --event TOPIC   forgeries of events whose type begins so
    --misses        the list of what was missed
    --beside        what was found though only people could know it
    --json          every forgery, one line of JSON each, instead of the table
"""

import argparse
import sys

import msgspec

from . import score


def main() -> None:
    """Reads the options, makes the forgeries, prints."""
    reader = argparse.ArgumentParser(description="the score of verify")
    reader.add_argument("--part", default="0/1")
    reader.add_argument("--only", default="")
    reader.add_argument("--event", default="")
    for flag in ("--misses", "--beside", "--json"):
        reader.add_argument(flag, action="store_true")
    asked = reader.parse_args()
    part, of = map(int, asked.part.split("/"))
    told = []
    for one in score.scored(score.records(), asked.only, part, of, asked.event):
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
