"""A forgery: which act of a record was replaced by what, and how one would call that."""

import msgspec

from .recorded import Act


class Forgery(msgspec.Struct):
    """Acts of a record from `act` on, `count` of them, replaced by `instead`."""

    record: str
    topic: str
    """The event changed; of whole acts, that of the first."""
    field: str
    kind: str
    act: int
    nth: int
    """Which of the act's events."""
    count: int
    instead: list[Act]
    order: tuple[int, ...]
    """Which old act each new one was, counted from `act`."""
    note: str = ""
    """What stood there and what stands there now, cut short."""

    @property
    def name(self) -> str:
        """In a word, as the list of misses has it."""
        return f"{self.topic} {self.field} {self.kind}"
