"""Makes msgspec learn every type that is read from bytes, before a second thread is begun.

It learns a type when that is first read. If a second thread reads the same type while the first is
still learning, the whole process dies (msgspec 0.22, reproduced with four threads and new types).
A service does just that: at its start chores, followers and requests read the same snapshot.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import msgspec

from campaign.systems import SYSTEMS

OURS = ("campaign.", "events.")


@cache
def primed() -> frozenset[type]:
    """The types of this program that msgspec knows from now on; done once in a process."""
    for system in SYSTEMS.values():  # games are loaded when they are first asked for
        tuple(system.rules.commands.values())
    known = set()
    for kind in set(_kinds(msgspec.Struct)):
        if kind.__module__.startswith(OURS):
            with suppress(TypeError, NameError):  # not read from bytes by anybody
                msgspec.json.Decoder(kind)
                known.add(kind)
    return frozenset(known)


def _kinds(kind: type) -> Iterator[type]:
    one: type
    for one in kind.__subclasses__():
        yield one
        yield from _kinds(one)
