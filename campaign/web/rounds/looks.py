"""When a round looks at a campaign again: once it has grown, and else seldom. Pure."""

from collections.abc import Callable

SELDOM = 60.0
"""Seconds: deadlines come near, digests have their hours, and what failed is tried again."""


class Looks:
    """What a round has looked at, and when."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._looked: dict[str, tuple[int, float]] = {}

    def is_due(self, name: str, version: int) -> bool:
        """Whether a campaign has grown, or was not looked at for a while; then it is looked at."""
        now = self._monotonic()
        known, before = self._looked.get(name, (-1, 0.0))
        if version == known and now - before < SELDOM:
            return False
        self._looked[name] = (version, now)
        return True
