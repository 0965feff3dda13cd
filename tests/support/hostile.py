"""Every text of every command put wrong on purpose: it is refused, or the record stays whole.

Whatever a ledger is asked is first tried with each of its texts in another way, a text that is left
out among them. What would be accepted is recorded in a copy of the store, and the copy is audited,
exported, imported and backed up.
"""

import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import inspect

from campaign.kernel.decisions import Refused
from campaign.store.export import audit_of, export, import_
from campaign.store.ledger import Ledger
from campaign.store.sqlite.backup import backup
from campaign.store.vault import Vault
from campaign.systems import SYSTEMS
from support.sessions import Dice

TEXTS = ("a\x1b[2J", "a\nb", "a\u2028b", "a\x00", "a\u202eb", "a\u200bb", "..", "/etc", "a\\b",
         " ", "", "\U0010ffff", "x" * 200, "1" * 3_000)  # fmt: skip
"""What moves the cursor, ends a line or a text, hides, leads out of a folder, or is too long."""
LEFT_OUT = object()
Path_ = tuple[str, ...]


def texts(kind: inspect.Type, value: Any, put: Any, at: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """The value with one of its texts put in another's place: where, and the whole."""
    match kind:
        case inspect.StrType() | inspect.CustomType():
            yield at, put
        case inspect.AnyType() if isinstance(value, str):
            yield at, put
        case inspect.AnyType() if isinstance(value, dict):
            for key, held in value.items():
                for where, one in texts(kind, held, put, (*at, key)):
                    yield where, {**value, key: one}
        case inspect.Metadata():
            yield from texts(kind.type, value, put, at)
        case inspect.UnionType():
            for each in kind.types:
                yield from texts(each, value, put, at)
        case inspect.StructType():
            if value is not LEFT_OUT:
                for field in kind.fields:
                    name = field.encode_name
                    held = value.get(name, LEFT_OUT)
                    for where, one in texts(field.type, held, put, (*at, name)):
                        yield where, {**value, name: one}
        case inspect.ListType() | inspect.VarTupleType() | inspect.TupleType():
            held = value if isinstance(value, list | tuple) else ()
            first = held[0] if held else LEFT_OUT
            inner = kind.item_types[0] if isinstance(kind, inspect.TupleType) else kind.item_type
            for where, one in texts(inner, first, put, at):
                yield where, [one, *held[1:]]
        case inspect.DictType() if isinstance(value, Mapping) and value:
            key, held = next(iter(value.items()))
            rest = {name: one for name, one in value.items() if name != key}
            yield (*at, "a name"), {put: held, **rest}
            for where, one in texts(kind.value_type, held, put, at):
                yield where, {key: one, **rest}


class Hostile:
    """Asks every ledger for what it should refuse, before it is asked for what it should do."""

    def __init__(self, share: int = 1) -> None:
        self.share = share
        """Only one in so many is tried, each time another."""
        self.tally: Counter[str] = Counter()
        self.seen: set[str] = set()
        """The commands whose texts were tried."""
        self._tried: set[tuple[str, Path_, str]] = set()
        self._number = 0
        self._busy = False
        self._outcome = Ledger.outcome

    def outcome(self, ledger: Ledger, name: str, sent: Any, *rest: Any, **more: Any) -> Any:
        """In the place of `Ledger.outcome`."""
        if not self._busy:
            self._busy = True
            try:
                self._every_text(ledger, name, sent)
            finally:
                self._busy = False
        return self._outcome(ledger, name, sent, *rest, **more)

    def _every_text(self, ledger: Ledger, name: str, sent: Any) -> None:
        asked = dict(sent) if isinstance(sent, Mapping) else json.loads(sent)
        commands = ledger.live(name).system.rules.commands
        if asked["command"] not in commands or ledger.foreseen(name, asked) is not None:
            return
        self.seen.add(asked["command"])
        kind = inspect.type_info(commands[asked["command"]])
        for put in TEXTS:
            for where, made in texts(kind, asked, put):
                mark = (asked["command"], where, put)
                if mark in self._tried:
                    continue
                self._tried.add(mark)
                self._number += 1
                if self._number % self.share == 0:
                    self._try(ledger, name, json.dumps(made), str(mark))

    def _try(self, ledger: Ledger, name: str, sent: str, told: str) -> None:
        refused = ledger.foreseen(name, sent)
        if isinstance(refused, Refused):
            self.tally["refused"] += 1
            return
        self.tally["accepted"] += 1
        with TemporaryDirectory() as folder:
            whole(ledger, name, sent, Path(folder), told)


def whole(ledger: Ledger, name: str, sent: str, folder: Path, told: str) -> None:
    """Records it in a copy of the store: the copy verifies, goes elsewhere and is backed up."""
    shutil.copytree(ledger.store.path.parent, folder / "copy")
    store = folder / "copy" / ledger.store.path.name
    vault = Vault(store.with_suffix(".vault"), random=Dice("more"))
    with Ledger(store, vault, ledger.now, random=Dice("salt of the copy")) as copy:
        answer = copy.submit(name, sent)
        assert answer["accepted"], (told, answer)
        audit = audit_of(copy, name)
        found = list(map(str, audit.findings(copy.store.rows(name))))
        assert found == [], (told, found)
        export(copy, name, folder / "club.jsonl")
        (folder / "there").mkdir()
        with Ledger(folder / "there" / "campaign.db") as there:
            assert import_(there, folder / "club.jsonl") == (name, audit.version), told
        assert backup(store, folder / "backup.db").campaigns == {name: audit.version}, told


EVERY = {name for system in SYSTEMS.values() for name in system.rules.commands}
"""Every command of both games and of the frame."""
