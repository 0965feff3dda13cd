"""What the auditor says of forgeries of a record.

The auditor walks the record once. Before the act ahead of a forged one it is copied, and the copy
walks on with the forged rows to its first finding: so nothing before them is audited twice.
"""

import io
import math
import pickle
import types
from collections.abc import Iterator
from typing import Any

import msgspec

from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from campaign.verify.receipts import Papers
from campaign.verify.signatures import SignedActs
from events.codec import Codec

from .forgery import Forgery
from .recorded import Act, Record
from .sealing import Sealed

Row = tuple[int, str, bytes]


def audited(record: Record, forgeries: list[Forgery]) -> Iterator[tuple[Forgery, str]]:
    """Each forgery with the first finding on it: empty where the auditor found nothing."""
    starts: dict[int, list[Forgery]] = {}
    for one in forgeries:
        starts.setdefault(record.first(max(0, one.act - 1)), []).append(one)
    whole = Sealed(record)
    rows = list(whole.rows())
    assert all(whole.receipts())
    audit = Verification(SYSTEMS, papers=Papers(whole.receipts))
    page, audit.page = audit.page, 1  # when a row is asked for, those before it were played
    answers: list[tuple[Forgery, str]] = []

    def walked() -> Iterator[Row]:
        for row in rows:
            for one in starts.get(row[0], ()):
                forged = Sealed(record, one.act, one.count, one.instead, whole)
                copied = _copied(audit, forged, signs=_signs([*record.acts, *one.instead]))
                copied.page = page
                answers.append((one, _first(copied, forged.rows(row[0] - 1))))
            yield row

    told = _first(audit, walked())
    assert not told, f"the record as it was played does not verify: {told}"
    yield from answers


def _first(audit: Verification, rows: Iterator[Row]) -> str:
    """The first finding on rows; empty where there is none."""
    try:
        finding = next(audit.findings(rows), None)
    except Exception as error:
        return f"crashed: {error!r}"
    return str(finding) if finding else ""


def _signs(acts: list[Act]) -> bool:
    """Whether a receipt of an act holds a signature."""
    return any("signature" in (act.receipt or {}) for act in acts)


def _copied(audit: Verification, forged: Sealed, *, signs: bool) -> Verification:
    """An audit on its way, as a copy that goes on with forged rows and receipts."""
    file = io.BytesIO()
    packing = _Pickler(file)
    packing.dump(audit)
    file.seek(0)
    copied = _Unpickler(file, packing.shared).load()
    papers, acts = copied.papers, copied.acts
    papers.again = forged.receipts
    due, papers._accepted = papers._due, papers._of_accepted()
    if papers._begun:
        # The reader stands behind the receipt that is due; what is before it is not forged.
        number = due[0] if due else math.inf
        papers._due = next((one for one in papers._accepted if one[0] >= number), None)
    if acts is not None:
        before, acts.signed = acts.signed, SignedActs(forged.receipts if signs else tuple)
        acts.signed.valid, acts.signed.missing = before.valid, before.missing
    return copied


class _Pickler(pickle.Pickler):
    """Takes what never changes as it is: events, states, functions, the rules, the record."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.shared: list[Any] = []

    def persistent_id(self, found: Any) -> int | None:
        """Its place in `shared`; None of what has to be copied."""
        kind = type(found)
        frozen = isinstance(found, msgspec.Struct) and kind.__struct_config__.frozen
        if not (frozen or kind in _SHARED):
            return None
        self.shared.append(found)
        return len(self.shared) - 1


_SHARED = (
    types.FunctionType, types.GeneratorType, types.MappingProxyType,
    Sealed, type(SYSTEMS), type(SYSTEMS.codec), Codec,
)  # fmt: skip
"""The two readers of receipts are generators: they are begun again."""


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, shared: list[Any]) -> None:
        super().__init__(file)
        self._shared = shared

    def persistent_load(self, place: int) -> Any:
        """What was taken as it is."""
        return self._shared[place]
