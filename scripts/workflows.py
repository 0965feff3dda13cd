"""Looks at the workflows of the code host without it. `scripts/check-workflows` runs it.

Their form and their holes are judged by check-jsonschema and zizmor. Whatever is not named for good
is listed here with its line: an action without a full commit id and its version, an image without
its digest. With `GH_TOKEN` set, zizmor also asks the host whether each id is that version's.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
FORMS = ROOT / ".github" / "ISSUE_TEMPLATE"
CONTAINER = ROOT / "campaign" / "cli" / "setup" / "container" / "Containerfile"
USED = re.compile(r"^\s*(?:- )?uses:\s*(\S+)(.*)$")
"""An action, and what stands behind it on its line."""
PINNED = re.compile(r"[\w./-]+@[0-9a-f]{40}")
VERSION = re.compile(r"\s+# v\d+(\.\d+){0,2}\s*")
IMAGE = re.compile(r"^(?:ARG BASE=|FROM )(\S+)")
"""An image; one that a build argument names is seen where that has its value."""
DIGEST = re.compile(r"\S+@sha256:[0-9a-f]{64}|\$\{BASE\}")


def left_open() -> Iterator[str]:
    """A line for each place that names an action or an image, but not for good."""
    for file in sorted(WORKFLOWS.glob("*.yml")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if used := USED.match(line):
                place = f"{file.relative_to(ROOT)}:{number}"
                if not PINNED.fullmatch(used[1]):
                    yield f"{place}: {used[1]} is not named by a full commit id"
                elif not VERSION.fullmatch(used[2]):
                    yield f"{place}: {used[1]} does not say its version"
    for number, line in enumerate(CONTAINER.read_text(encoding="utf-8").splitlines(), 1):
        if (image := IMAGE.match(line)) and not DIGEST.fullmatch(image[1]):
            yield f"{CONTAINER.relative_to(ROOT)}:{number}: {image[1]} is not named by a digest"


def findings() -> str:
    """What the tools say of forms and holes."""
    programs = Path(sys.executable).parent
    files = sorted(WORKFLOWS.glob("*.yml"))
    form = [programs / "check-jsonschema", "--builtin-schema"]
    forms = [file for file in sorted(FORMS.glob("*.yml")) if file.stem != "config"]
    host = [] if os.environ.get("GH_TOKEN") else ["--offline"]
    calls = [
        [*form, "vendor.github-workflows", *files],
        [*form, "vendor.github-issue-forms", *forms],
        [*form, "vendor.github-issue-config", FORMS / "config.yml"],
        [programs / "zizmor", *host, "--no-progress", "--min-severity", "medium", *files],
    ]
    done = [subprocess.run(call, capture_output=True, text=True, check=False) for call in calls]
    return "\n".join(one.stdout + one.stderr for one in done if one.returncode)


def main() -> int:
    """Exit status 1 where something is found or left open."""
    report, lines = findings(), list(left_open())
    for line in (*report.splitlines(), *lines):
        print(line)
    if not (report or lines):
        print("nothing is wrong with the workflows")
    return bool(report or lines)


if __name__ == "__main__":
    sys.exit(main())
