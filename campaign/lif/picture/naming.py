"""LiF 2: names that the club gives hexes, for pictures and lists; no rule reads them. Pure.

Where towns are, our sources do not say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field
from campaign.lif.abilities import command_range
from campaign.lif.state import State
from campaign.text.json_values import JsonObject
from events.lif.on_map import HexNamed

if TYPE_CHECKING:
    from campaign.lif.on_map.commands import NameHex

RULE = "LiF 2"
LETTERS = 24
"""A name is at most so long."""


def name_hex(state: State, command: NameHex, supplied: Supplied) -> Decision:
    """LiF 2: a member names a hex; an empty name takes the name away.

    A name that stands is its author's: they or a host change it.
    """
    where, name = command.hex, " ".join(command.name.split())
    if refused := command_range.no_place(where, "hex"):
        return refused
    now = state.play.hex_names.get(where)
    if now is not None and now.by != command.by and not state.campaign.is_host(command.by):
        who = state.campaign.called(now.by)
        return Refused("Members", f"{who} called {where} {now.name}; they or a host can change it")
    if now is None and not name:
        return bad_field("name", f"{where} has no name that could be taken away")
    if now is not None and now.name == name:
        return Refused(RULE, f"{where} is called {name} already")
    return (HexNamed(hex=where, name=name),)


def faults(state: State) -> Iterator[Refused]:
    """LiF 2: names that a correction made longer than a name may be."""
    for where, named in state.play.hex_names.items():
        if len(named.name) > LETTERS:
            yield Refused(RULE, f"{where} would have a name of over {LETTERS} letters")


def shown(state: State) -> JsonObject:
    """LiF 2: the names as everybody may see them, in JSON values; left out while there are none."""
    names = {where: named.name for where, named in sorted(state.play.hex_names.items())}
    return {"hex_names": names} if names else {}
