"""Which campaign has which random id, so that nobody looks through all of them for one. IO.

A campaign's id is in its opening and never changes. A what-if has its origin's opening and an id
of its own, and may be deleted, after which another may bear its name: of what-ifs only the names
are kept, and each is asked for its id.
"""

from collections.abc import Callable

import msgspec

from campaign.store.protocol import EventStore, StoreError
from campaign.world import threads
from events import chain


class _Opening(msgspec.Struct, frozen=True):
    """What an opening says of its campaign's id."""

    id: str
    seed_sealed: str = ""
    """Empty in the past that a what-if took over."""


class CampaignIds:
    """The ids of a store's campaigns. Openings are read once, however many there are."""

    def __init__(self, store: EventStore, current: Callable[[str], str]) -> None:
        self._store = store
        self._current = current
        """A campaign's id as of now, by its name; raises `StoreError`."""
        self._names: dict[str, str] = {}
        self._asked: set[str] = set()
        """Names of what-ifs, and of what else does not say its id in its opening."""
        self._known: set[str] = set()
        self._turn = threads.lock()

    def name(self, campaign_id: str) -> str:
        """The name of the campaign with an id; empty if the store has none."""
        with self._turn:
            if not self._found(campaign_id):
                self._look()
            return self._found(campaign_id)

    def _found(self, campaign_id: str) -> str:
        asked = (name for name in sorted(self._asked) if self._id(name) == campaign_id)
        return self._names.get(campaign_id, "") or next(asked, "")  # a known one is never deleted

    def _id(self, name: str) -> str:
        try:
            return self._current(name)
        except StoreError:  # it stops its own pages alone
            return ""

    def _look(self) -> None:
        """Reads the openings that are not known yet: all at once at first, then the few new."""
        if not self._known:
            for name, opening in self._store.openings():
                self._note(name, opening)
            return
        names = set(self._store.names())
        self._asked &= names
        self._known &= names
        for name in sorted(names - self._known):
            for _, _, opening in self._store.rows(name, until=1):
                self._note(name, opening)

    def _note(self, name: str, opening: bytes) -> None:
        self._known.add(name)
        try:
            read = msgspec.json.decode(chain.body(opening), type=_Opening)
        except msgspec.MsgspecError:
            return
        if read.seed_sealed:
            self._names[read.id] = name
        else:
            self._asked.add(name)
