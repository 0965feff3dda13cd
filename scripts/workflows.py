"""Looks at the workflows of the code host without it. `scripts/check-workflows` runs it.

Their form and their holes are judged by check-jsonschema and zizmor. What cannot be known here
is left OPEN in them: the full commit ids of actions, and the digest of the container's base image.
Each is named, and the check fails until somebody has filled it in.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
FORMS = ROOT / ".github" / "ISSUE_TEMPLATE"
CONTAINER = ROOT / "campaign" / "cli" / "setup" / "container" / "Containerfile"
OPEN = re.compile(r"uses: (\S+)@OPEN|BASE=(\S+)@sha256:OPEN")
"""An action or image whose id is not known yet."""
STANDS_IN = "@" + "0" * 40
"""Takes the place of an id that is open, for the tools that would stumble over it."""


def left_open() -> Iterator[str]:
    """What is to be filled in, by file."""
    for file in (*sorted(WORKFLOWS.glob("*.yml")), CONTAINER):
        names = {a or b for a, b in OPEN.findall(file.read_text(encoding="utf-8"))}
        for name in sorted(names):
            yield f"{file.relative_to(ROOT)}: the id of {name} is open"


def findings() -> str:
    """What the tools say of forms and holes, with something in place of what is open."""
    programs = Path(sys.executable).parent
    with TemporaryDirectory() as folder:
        place = Path(folder, ".github", "workflows")
        place.mkdir(parents=True)
        for file in WORKFLOWS.glob("*.yml"):
            text = file.read_text(encoding="utf-8").replace("@OPEN", STANDS_IN)
            (place / file.name).write_text(text, encoding="utf-8")
        files = sorted(place.iterdir())
        form = [programs / "check-jsonschema", "--builtin-schema"]
        forms = [file for file in sorted(FORMS.glob("*.yml")) if file.stem != "config"]
        calls = [
            [*form, "vendor.github-workflows", *files],
            [*form, "vendor.github-issue-forms", *forms],
            [*form, "vendor.github-issue-config", FORMS / "config.yml"],
            [programs / "zizmor", "--offline", "--no-progress", "--min-severity", "medium", *files],
        ]
        done = [subprocess.run(call, capture_output=True, text=True, check=False) for call in calls]
    return "\n".join(one.stdout + one.stderr for one in done if one.returncode)


def main() -> int:
    """Exit status 1 where something is found or left open."""
    report, lines = findings(), list(left_open())
    for line in (*report.splitlines(), *lines):
        print(line)
    if lines:
        print("Write the full commit id or digest in place of OPEN, and the version behind it.")
    if not (report or lines):
        print("nothing is wrong with the workflows")
    return bool(report or lines)


if __name__ == "__main__":
    sys.exit(main())
