"""The size of the house in figures, and whether one has risen. `scripts/count` runs it.

Figures are of `campaign/` and `events/` unless they say otherwise. What is recorded stands in
`scripts/figures.json`, with a line for each rise that says why.
"""

import argparse
import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from radon.complexity import cc_visit

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "scripts" / "figures.json"
CODE = ("campaign", "events")
COMPLEX = 10
"""Functions above this McCabe number are listed by name."""
SAY_WHY = 'say why: scripts/count --write "WHY"'
LARGEST = 12
"""How many folders are listed, those with the most files."""

Record = dict[str, Any]


def measured() -> Record:
    """Today's figures, with the complex functions by name and the largest folders."""
    files = [file for top in CODE for file in sorted((ROOT / top).rglob("*.py"))]
    files = [file for file in files if file.name != "_build.py"]  # which only an sdist has
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    complexity = _complexity(texts)
    folders = Counter(str(file.parent.relative_to(ROOT)) for file in files)
    tests = sorted((ROOT / "tests").rglob("*.py"))
    return {
        "figures": {
            "lines": sum(map(_lines, texts.values())),
            "files": len(files),
            "names imported": sum(map(_imported, texts.values())),
            "largest file, lines": max(map(_lines, texts.values())),
            "largest folder, files": max(folders.values()),
            "highest complexity": max(complexity.values()),
            f"functions over complexity {COMPLEX}": len(complexity),
            "lines of tests": sum(_lines(file.read_text(encoding="utf-8")) for file in tests),
            "files of tests": len(tests),
        },
        "largest folders": dict(folders.most_common(LARGEST)),
        "complex functions": dict(sorted(complexity.items())),
    }


def _lines(text: str) -> int:
    return text.count("\n")


def _imported(text: str) -> int:
    """How many names a file takes out of the project's own modules."""
    return sum(
        len(node.names)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in CODE
    )


_WAYS = re.compile(r"\b(?:if|elif|else|for|while|and|or|except|finally|with|assert|case|lambda)\b")
"""Words one of which each step of complexity has; a file with few of them need not be read."""


def _complexity(texts: Mapping[Path, str]) -> dict[str, int]:
    """The functions above the limit, by file and name."""
    found: dict[str, int] = {}
    for file, text in texts.items():
        for block in cc_visit(text) if len(_WAYS.findall(text)) >= COMPLEX else ():
            for one in (block, *getattr(block, "closures", ())):
                if one.letter in "FM" and one.complexity > COMPLEX:
                    found[f"{file.relative_to(ROOT)}:{one.fullname}"] = one.complexity
    return found


def risen(then: Record, now: Record) -> list[str]:
    """A line for each figure, and each function's complexity, that is higher than the record's."""
    lines = [
        f"{name}: {then['figures'].get(name, 0)} → {value}"
        for name, value in now["figures"].items()
        if value > then["figures"].get(name, 0)
    ]
    known = then["complex functions"]
    lines += [
        f"complexity of {name}: {known.get(name, f'at most {COMPLEX}')} → {value}"
        for name, value in now["complex functions"].items()
        if value > known.get(name, COMPLEX)
    ]
    return lines


def main(arguments: list[str]) -> int:
    """Prints, checks or records; exit status 1 where a figure has risen without a reason."""
    parser = argparse.ArgumentParser(prog="scripts/count", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail where a figure has risen")
    parser.add_argument(
        "--write", nargs="?", const="", metavar="WHY", help="record today's figures"
    )
    asked = parser.parse_args(arguments)
    now = measured()
    then: Record = json.loads(RECORD.read_text()) if RECORD.exists() else {**now, "raised": []}
    lines = risen(then, now)
    if asked.write is not None:
        if lines and not asked.write.strip():
            print(f"these have risen; {SAY_WHY}", *lines, sep="\n  ")
            return 1
        raised = [*then["raised"], *([{"why": asked.write, "what": lines}] if lines else [])]
        RECORD.write_text(
            json.dumps({**now, "raised": raised}, indent=1, ensure_ascii=False) + "\n"
        )
        return 0
    if asked.check:
        if lines:
            print(
                'these have risen; lower them, or scripts/count --write "WHY"', *lines, sep="\n  "
            )
        return bool(lines)
    for name, value in now["figures"].items():
        print(f"{value:>9,}  {name}")
    for name, value in now["largest folders"].items():
        print(f"{value:>9,}  files in {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
