"""Records written by hand: an export with other events in it, chain and receipts made to fit."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Change = Callable[[int, dict[str, Any]], None]
"""Changes an event in place, given its version."""


def _packed(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode(
        "utf-8", "surrogatepass"
    )


def forged(
    source: Path, target: Path, change: Change, receipt: Change = lambda number, told: None,
    **header: Any,
) -> Path:  # fmt: skip
    """An export as somebody would have written it who knows how digests are made."""
    first, *lines = source.read_bytes().splitlines()
    told = json.loads(first)
    heads, head, last, out = {"": ""}, "", "", []
    for line in map(json.loads, lines):
        if "event" in line:
            event = line["event"]
            change(line["version"], event)
            event["prev"] = head
            if not head:
                del event["prev"]
            body = _packed(event)
            head = hashlib.sha256(body).hexdigest()
            heads[line["digest"]] = head
            row = {"version": line["version"], "topic": event["type"], "digest": head}
        else:
            kept = line["receipt"]
            kept["head"] = heads[kept["head"]]
            kept["prev"] = last
            receipt(line["number"], kept)
            body = _packed({name: one for name, one in kept.items() if one != "" or name != "prev"})
            last = hashlib.sha256(body).hexdigest()
            row = {"number": line["number"], "digest": last}
        text = _packed(row)[:-1] + (b',"event":' if "event" in line else b',"receipt":')
        out.append(text + body + b"}")
    told |= {"head": head, **header}
    target.write_bytes(b"\n".join([_packed(told), *out]) + b"\n")
    return target
