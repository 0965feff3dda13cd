"""The whole check of a campaign for the service, in a process of its own. IO.

    python -m campaign.store.checked_record STORE CAMPAIGN

For a database STORE is `-`, and CAMPAIGN_STORE in the environment has its address. It prints one
line of JSON; exit status 1 where the store cannot be read.
"""

import sys
from collections.abc import Iterator

import msgspec

from campaign.kernel.decisions import Finding
from campaign.proof import verify as auditor
from campaign.proof.verify import Verification
from campaign.store import export, sharing
from campaign.store.own_process import store_of
from campaign.store.place import Where
from campaign.store.protocol import StoreError
from campaign.store.reader import Reader


class FoundInRecord(msgspec.Struct, frozen=True):
    """Something that does not check out."""

    version: int
    text: str


class CheckedRecord(msgspec.Struct, frozen=True):
    """What a check found."""

    events: int
    head: str
    receipts: int = 0
    findings: tuple[FoundInRecord, ...] = ()
    unjudged: str = ""
    """The events whose acts were not decided again, in words; empty if all were."""


def checked(store: Where, name: str) -> CheckedRecord:
    """Checks a campaign as `campaign verify` does. Raises `StoreError`."""
    reader = Reader(store)
    try:
        sound = sharing.found_sound(reader, name)
        audit = sound or export.audit_of(reader, name)
        found = tuple(
            FoundInRecord(one.version, one.text)
            for one in _findings(reader, name, audit, is_sound=bool(sound))
        )
        receipts = audit.papers.checked if audit.papers else 0
        return CheckedRecord(audit.checked, audit.head, receipts, found, audit.unjudged)
    finally:
        reader.store.close()


def _findings(
    reader: Reader, name: str, audit: Verification, *, is_sound: bool
) -> Iterator[Finding]:
    try:
        if not is_sound:
            yield from audit.findings(reader.store.rows(name))
        live = reader.live(name)
        yield from auditor.compare(audit, live.version, live.head, live.state)
    except StoreError as error:
        if not audit.checked:
            raise
        if audit.lacks:
            return
        yield Finding(audit.version + 1, "event", f"cannot be read: {error}")


def _main(store: str, name: str) -> int:
    try:
        found = checked(store_of(store), name)
    except (StoreError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.buffer.write(msgspec.json.encode(found))
    return 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
