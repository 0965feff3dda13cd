"""When readers of a live stream are told that a campaign has grown: at most four times a second.

What comes sooner waits, and a newer version replaces one that waits. Pure.
"""

import msgspec

GAP = 0.25
"""How many seconds lie between two notices of one campaign."""


class _Watched(msgspec.Struct):
    """What is known of a campaign."""

    version: int
    told: int
    at: float
    """When its readers were last told."""


class Pace:
    """The versions of the campaigns that somebody watches."""

    def __init__(self, gap: float = GAP) -> None:
        self._gap = gap
        self._known: dict[str, _Watched] = {}

    def watch(self, name: str, version: int, now: float) -> None:
        """Somebody watches a campaign, and knows this version of it."""
        self._known.setdefault(name, _Watched(version, version, now - self._gap))

    def forget(self, name: str) -> None:
        """Nobody watches a campaign any more."""
        self._known.pop(name, None)

    def watched(self) -> list[str]:
        """The campaigns that somebody watches."""
        return list(self._known)

    def seen(self, name: str, version: int) -> None:
        """A campaign has this version now. It may be lower: an older store was put back."""
        if name in self._known:
            self._known[name].version = version

    def grown(self, name: str, version: int) -> bool:
        """Whether a campaign has this version now, and had a lower one. Words of it may overtake
        each other.
        """
        if name not in self._known or version <= self._known[name].version:
            return False
        self._known[name].version = version
        return True

    def due(self, now: float) -> list[tuple[str, int]]:
        """The campaigns whose readers are to be told now, each with its version."""
        found = []
        for name, known in self._known.items():
            if known.version != known.told and now - known.at >= self._gap:
                known.told, known.at = known.version, now
                found.append((name, known.version))
        return found

    def wait(self, now: float) -> float | None:
        """In how many seconds the next one is due; None if nothing waits."""
        waiting = (known for known in self._known.values() if known.version != known.told)
        return min((max(0.0, known.at + self._gap - now) for known in waiting), default=None)
