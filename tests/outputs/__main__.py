"""Compares the program's outputs with the frozen ones, writes them to a folder, or freezes them."""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

import outputs


def main() -> int:
    """Exit status 1 where an output has changed."""
    parser = argparse.ArgumentParser(prog="scripts/frozen", description=outputs.__doc__)
    parser.add_argument("--check", action="store_true", help="name each output that has changed")
    parser.add_argument("--out", type=Path, help="write every output into this folder, masked")
    parser.add_argument("--write", metavar="WHY", help="freeze today's outputs, and say why")
    parser.add_argument("--only", default="", help="check `program`, `demo` or one campaign alone")
    asked = parser.parse_args()
    if asked.only and asked.write:
        parser.error("--write freezes everything")
    texts = dict(outputs.outputs(asked.only))
    if asked.out:
        for name, text in texts.items():
            file = asked.out / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    now, record = outputs.digests(texts.items()), outputs.read()
    then = record.get("outputs", {})
    names = now if asked.only else {*then, *now}
    changed = sorted(name for name in names if then.get(name) != now.get(name))
    if asked.write:
        why = {"why": asked.write, "outputs": _in_short(changed)}
        record = {"outputs": now, "changed": [*record.get("changed", ()), *([why] if then else [])]}
        outputs.RECORD.write_text(json.dumps(record, indent=0, ensure_ascii=False) + "\n")
        return 0
    print(f"{len(now):,} outputs, {len(changed):,} changed", *changed, sep="\n  ")
    return bool(changed) and asked.check


def _in_short(names: list[str]) -> dict[str, int]:
    """How many outputs of each kind changed: a kind is a name without its campaign and turn."""
    parts = (name.split("/") for name in names)
    return Counter(kind if kind == "help" or not rest else rest[0] for kind, *rest in parts)


if __name__ == "__main__":
    sys.exit(main())
