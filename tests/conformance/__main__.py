"""Makes the data of the conformance suite, or compares it: `./scripts/conformance`."""

import argparse
import sys

from conformance import writing


def main() -> int:
    """Writes the files, or says which of them are not as they would be written."""
    parser = argparse.ArgumentParser(
        prog="./scripts/conformance",
        description="Compares campaign/conformance/ with the cases of tests/cases/.",
    )
    parser.add_argument("--write", action="store_true", help="write the files")
    parser.add_argument("--suite", default=writing.number_on_file(), help="the suite's new number")
    options = parser.parse_args()
    made = writing.written(options.suite)
    if not options.write:
        differing = [name for name, content in made.items() if _on_file(name) != content]
        print("\n".join(f"{name} differs" for name in differing) or "as written")
        return 1 if differing else 0
    changed = [
        one
        for name, content in made.items()
        if name.endswith(".jsonl")
        for one in writing.changed_ids(_on_file(name).splitlines(), content.splitlines())
    ]
    if changed:
        print("these cases ask or expect something else than they did: give each a new id, with")
        print(f"instead_of = the old one: {', '.join(changed)}. Nothing was written")
        return 1
    for name, content in made.items():
        (writing.DATA / name).write_bytes(content)
    return 0


def _on_file(name: str) -> bytes:
    file = writing.DATA / name
    return file.read_bytes() if file.exists() else b""


if __name__ == "__main__":
    sys.exit(main())
