"""What the program installs, as a CycloneDX document: each package of the lock, its version."""

import json
import re
from pathlib import Path
from typing import Any

LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)(?:\s*;\s*([^\\\n]+?))?\s*\\?$", re.M)
"""A package of a lock file, its version, and on which machines it is installed."""


def components(lock: str) -> list[dict[str, Any]]:
    """The packages of a lock file, by name."""
    return [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name}@{version}",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name}@{version}",
            **({"properties": [{"name": "python:marker", "value": marker}]} if marker else {}),
        }
        for name, version, marker in LOCKED.findall(lock)
    ]


def document(version: str, lock: Path) -> str:
    """The document of one release; the same bytes for the same lock."""
    me = f"pkg:pypi/campaign-tracker@{version}"
    known = components(lock.read_text(encoding="utf-8"))
    page = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": me,
                "name": "campaign-tracker",
                "version": version,
                "purl": me,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": known,
        "dependencies": [{"ref": me, "dependsOn": [one["bom-ref"] for one in known]}],
    }
    return json.dumps(page, indent=1) + "\n"
