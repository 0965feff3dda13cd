"""The ledger, the only writer: load, decide, stamp, append, in one transaction. IO.

A conflict with another writer reloads and decides again.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from campaign import answers, snapshots
from campaign.campaigns import Campaign
from campaign.decider import Command, Given, Refused, System, Wanted
from campaign.opening import OpenCampaign, SeedChain
from campaign.store import ConflictError, Row, Store, StoreError
from campaign.systems import SYSTEMS, open_campaign
from campaign.vault import Vault
from events import chain, codec
from events.base import Event, topic
from events.campaign import CampaignOpened, TurnBegan

NOT_FOLLOWING = (KeyError, AttributeError, ValueError, TypeError, msgspec.MsgspecError)
"""How a fold fails over events that do not follow from one another."""
RETRIES = 50
"""Conflicts with other writers to bear before giving up."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


class Recorded(msgspec.Struct, frozen=True):
    """An event as it stands in the log."""

    version: int
    event: Event
    digest: str


class Live(msgspec.Struct, frozen=True):
    """A campaign folded up to a version."""

    version: int
    head: str
    state: Any
    system: System


def utc_now() -> str:
    """The time to stamp: UTC with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Ledger:
    """The campaigns of one store."""

    def __init__(
        self,
        store: Path | str,
        vault: Vault | None = None,
        clock: Callable[[], str] = utc_now,
    ) -> None:
        path = Path(store)
        self.store = Store(path)
        self.vault = vault or Vault(path.with_suffix(".vault"))
        self._clock = clock
        self._live: dict[str, Live] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the store."""
        self.store.close()

    # --- reading --------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The campaigns of the store."""
        return self.store.names()

    def history(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Recorded]:
        """A campaign's events in order. Raises `StoreError` on a row that is no event."""
        for version, _, stored in self.store.rows(name, after, until):
            yield Recorded(version, _decoded(version, stored), chain.head(stored))

    def live(self, name: str, at: int | None = None) -> Live:
        """A campaign's state, now or after an earlier version."""
        if at is None:
            kept = self._live.get(name)
            now = self._advanced(name, kept) if kept else self._loaded(name, None)
            self._live[name] = now
            return now
        if at < 1 or at > self.store.version(name):
            raise StoreError(f"{name} has no version {at}; its last is {self.store.version(name)}")
        return self._loaded(name, at)

    def show(self, name: str, at: int | None = None) -> dict[str, Any]:
        """A campaign's state as everybody may see it, as `campaign show --json` prints it."""
        now = self.live(name, at)
        told = now.system.show(now.state)
        return {
            "campaign": told.pop("campaign"),
            "system": told.pop("system"),
            "rulebook": told.pop("rulebook"),
            "version": now.version,
            "head": now.head,
            **told,
        }

    def private(self, name: str, member: str) -> dict[str, Any]:
        """What only this member may see, under `private`; answers as `submit` does.

        Nothing of it is recorded or kept.
        """
        now = self.live(name)
        wanted = now.system.private_wanted(now.state, member)
        if isinstance(wanted, Refused):
            return answers.refused(wanted)
        told = now.system.private(now.state, self._supplied(now, wanted))
        return {"accepted": True, "version": now.version, "head": now.head, "private": told}

    def spans(self, name: str) -> dict[str, tuple[int, int]]:
        """Each turn's first and last version; what comes before the first turn belongs to it."""
        began = [
            (version, event.turn)
            for version, _, stored in self.store.of_topic(name, topic(TurnBegan))
            if isinstance(event := _decoded(version, stored), TurnBegan)
        ]
        ends = [version - 1 for version, _ in began[1:]] + [self.store.version(name)]
        spans: dict[str, tuple[int, int]] = {}
        for (version, turn), end in zip(began, ends, strict=True):
            spans[turn] = (version if spans else 1, end)
        return spans

    def fresh(self, name: str) -> Live:
        """A campaign's state folded from its first event, whatever snapshots say."""
        return self._folded(name, None, None)

    def _loaded(self, name: str, until: int | None) -> Live:
        start = snapshots.load(self.store, name, until)
        base = (
            Live(start.version, start.head, start.state, SYSTEMS[start.system]) if start else None
        )
        loaded = self._folded(name, base, until)
        behind = loaded.version - (start.version if start else 0)
        if until is None and behind >= snapshots.EVERY:
            snapshots.keep(self.store, name, loaded.version, loaded.head, loaded.state)
        return loaded

    def _advanced(self, name: str, kept: Live) -> Live:
        if self.store.version(name) == kept.version:
            return kept
        return self._folded(name, kept, None)

    def _folded(self, name: str, base: Live | None, until: int | None) -> Live:
        base = base or self._first(name)
        version, state, evolvers = base.version, base.state, base.system.evolvers
        try:
            with self.store.states(name, version, until) as rows:
                for event in codec.decode_rows(rows):
                    version += 1
                    state = evolvers[type(event)](state, event)
        except codec.UNREADABLE as error:
            told = f"{name}: what follows version {version} is no known event; run verify"
            raise StoreError(told) from error
        except NOT_FOLLOWING as error:
            told = f"{name}, version {version}: does not follow; run verify"
            raise StoreError(told) from error
        return Live(version, self._head(name, version), state, base.system)

    def _head(self, name: str, version: int) -> str:
        for _, _, stored in self.store.rows(name, version - 1, version):
            return chain.head(stored)
        raise StoreError(f"{name}: the log ends before version {version}; run verify")

    def _first(self, name: str) -> Live:
        """A campaign just after its opening."""
        first = next(self.store.rows(name, until=1), None)
        if first is None:
            raise StoreError(f"there is no campaign {name!r} in {self.store.path}{self._near()}")
        version, _, stored = first
        event = _decoded(version, stored)
        if not isinstance(event, CampaignOpened) or event.system not in SYSTEMS:
            raise StoreError(f"{name}: does not begin with its opening; run verify")
        system = SYSTEMS[event.system]
        try:
            state = system.evolve(None, event)
        except NOT_FOLLOWING as error:
            raise StoreError(f"{name}: its opening cannot be read; run verify") from error
        return Live(version, chain.head(stored), state, system)

    def _near(self) -> str:
        names = self.names()
        return f"; there is {', '.join(names[:8])}" if names else ""

    # --- writing --------------------------------------------------------------------------------

    def open(self, name: str, **request: Any) -> dict[str, Any]:
        """Opens a campaign; the fields of `OpenCampaign` by name. Answers as `submit` does."""
        if not _NAME.fullmatch(name):
            return answers.refused(
                Refused(None, f"name: {name!r} must be lower-case letters, digits and hyphens")
            )
        asked = OpenCampaign(name=name, **request)
        fresh = not self.store.exists() or not self.names()
        if not fresh and name in self.names():
            return answers.refused(Refused("Record", f"there is a campaign {name} already"))
        trial = open_campaign(asked, _TRIAL)
        if isinstance(trial, Refused):
            return answers.refused(trial)
        if fresh:
            # The store first: a folder that cannot be written must not be left with a key alone.
            self.store.make()
            self.vault.create()
        decision = open_campaign(asked, self.vault.new_chain())
        assert isinstance(decision, tuple)
        _, rows = self._stamped(decision, 1, "host", "", "")
        try:
            self.store.append(name, rows, create=True)
        except ConflictError:
            return answers.refused(Refused("Record", f"there is a campaign {name} already"))
        return self._answer(name, 1, len(rows))

    def submit(self, name: str, asked: Mapping[str, Any] | bytes | str) -> dict[str, Any]:
        """Decides a command and records what follows; answers as `interface.md` shapes it."""
        live = self.live(name)
        command = answers.read(asked, live.system.commands)
        if isinstance(command, Refused):
            return answers.refused(command)
        for _ in range(RETRIES):
            if command.id and (found := self.store.versions_of(name, command.id)):
                return self._answer(name, *found)
            decision = live.system.decide(live.state, command, self._given(live, command))
            if isinstance(decision, Refused):
                return answers.refused(decision)
            first = live.version + 1
            stamped, rows = self._stamped(decision, first, command.by, command.id, live.head)
            keys = {command.id: (first, live.version + len(rows))} if command.id else {}
            try:
                self.store.append(name, rows, keys)
            except ConflictError:
                live = self.live(name)
                continue
            self._live[name] = self._after(live, name, stamped, rows)
            return answers.accepted(list(enumerate(stamped, first)), self._live[name].head)
        raise StoreError(f"{name} is too busy: {RETRIES} other writers came first; try again")

    def _given(self, live: Live, command: Command) -> Given:
        """What the world supplies for a command."""
        return self._supplied(live, live.system.wanted(live.state, command))

    def _supplied(self, live: Live, wanted: Wanted) -> Given:
        """Openings, a seal, the seed of the turn."""
        openings = {
            key: self.vault.open(subject, ciphertext)
            for key, (subject, ciphertext) in wanted.openings.items()
        }
        sealed = self.vault.seal(wanted.seal) if wanted.seal else None
        seed = ""
        if wanted.seed:
            shared: Campaign = live.state.campaign
            kept = SeedChain(shared.id, shared.seed_anchor, shared.seed_links, shared.seed_sealed)
            seed = self.vault.seed(kept, shared.seed_number)
        return Given(openings, sealed, seed)

    def _stamped(
        self, decision: tuple[Event, ...], first: int, by: str, key: str, head: str
    ) -> tuple[list[Event], list[Row]]:
        """Events with their stamps, and the rows to store for them."""
        at, stamped, rows = self._clock(), [], []
        for version, event in enumerate(decision, first):
            done = replace(event, at=at, by=by, key=key, prev=head)
            stored = chain.seal(codec.encode(done))
            head = chain.head(stored)
            stamped.append(done)
            rows.append((version, topic(done), stored))
        return stamped, rows

    def _after(self, live: Live, name: str, stamped: list[Event], rows: list[Row]) -> Live:
        state = live.state
        for event in stamped:
            state = live.system.evolve(state, event)
        version, _, stored = rows[-1]
        now = Live(version, chain.head(stored), state, live.system)
        if version // snapshots.EVERY != live.version // snapshots.EVERY:
            snapshots.keep(self.store, name, version, now.head, state)
        return now

    def _answer(self, name: str, first: int, last: int) -> dict[str, Any]:
        recorded = list(self.history(name, first - 1, last))
        return answers.accepted([(r.version, r.event) for r in recorded], recorded[-1].digest)


_TRIAL = SeedChain("0" * 32, "0" * 64, 1, "")


def _decoded(version: int, stored: bytes) -> Event:
    try:
        return codec.decode(chain.body(stored))
    except codec.UnreadableEventError as error:
        raise StoreError(f"version {version} is no event this program knows; run verify") from error
