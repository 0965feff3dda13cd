"""What can be recorded of a campaign by a club's own rules: a tile for each of its acts. Pure."""

import csv
from collections.abc import Callable, Iterator, Sequence
from pkgutil import get_data

from campaign.disputes import recording as shared
from campaign.kernel.interview.available import (
    ActingMember,
    Available,
    Recording,
    Tile,
    TileAct,
    counted,
    sentence,
    tiles,
    tried,
)
from campaign.kit import commands
from campaign.kit.play import acts, secrets
from campaign.kit.reading.parts import ActRule
from campaign.kit.showing.tasks import command
from campaign.kit.state import State
from campaign.text.english import capital
from campaign.text.json_values import JsonObject

_TABLE = (get_data("campaign.kit", "tables/tiles.csv") or b"").decode()
_TILES, _OTHERS = tiles(csv.DictReader(_TABLE.splitlines()))


def own(state: State) -> tuple[Tile, ...]:
    """A tile for each act of the rules, in the file's order; the club may have called an act as
    other tiles are.
    """
    return tuple(map(_tile, state.rules.acts.values())) if state.text else ()


def _tile(act: ActRule) -> Tile:
    labels = ", ".join(acts.label(field).lower() for field in act.asked)
    icon = "dice" if any(field.by_chance for field in act.fields.values()) else "record"
    icon = "board" if act.secret else icon
    only = TileAct(command(act), act.does, f"{act.key} {labels}", given={"act_name": act.key})
    return Tile(f"act-{act.key}", act.does, capital(labels) or act.rule, icon, (only,))


# --- which are possible -------------------------------------------------------------------------


def _of(*, secret: bool) -> Callable[[State, ActingMember], Available]:
    """The acts that are sealed, or the others: what the rules say before anything is filled in."""

    def tells(state: State, attempt: ActingMember) -> Available:
        known = [act for act in state.rules.acts.values() if act.secret == secret]
        which = [act for act in known if attempt.given.get("act_name") in (None, act.key)]
        none = "The rules have none of these."
        if why := _too_early(state, which):
            return Available(reason=why)
        return tried(attempt, (way for act in which for way in _ways(act, attempt)), none)

    return tells


def _too_early(state: State, which: Sequence[ActRule]) -> str:
    """Why no act has its time, of those whose seat is filled in; empty where one may have it."""
    early = [acts.untimely(state, act, "") for act in which if act.by != "seat"]
    if len(early) < len(which) or not early or early[0] is None or None in early:
        return ""
    return sentence(early[0])


def _ways(act: ActRule, attempt: ActingMember) -> Iterator[JsonObject]:
    """An act by each seat that somebody acts for, or once where it is no seat's own."""
    if act.by != "seat":
        yield {"act_name": act.key}
        return
    for seat in filter(None, attempt.seats):
        yield {"act_name": act.key, "seat": seat}


def _waiting(state: State, attempt: ActingMember) -> Available:
    ways = ({"number": number} for number in state.waiting)
    return tried(attempt, ways, "Nothing waits to be confirmed.")


def _by_device(state: State, attempt: ActingMember) -> Available:
    sealed = (seal for seals in state.seals.values() for seal in seals.values())
    closed = sum(not seal.ciphertext for seal in sealed)
    return counted(closed, "No device has still to hand in anything.")


RECORDING = Recording[State](
    (*_TILES, shared.PUT_RIGHT),
    (*_OTHERS, *shared.OTHERS),
    {
        **shared.AVAILABLE,
        commands.PlayAct: _of(secret=False),
        commands.SealChoice: _of(secret=True),
        commands.ConfirmAct: _waiting,
        commands.DeclineAct: _waiting,
        commands.HandInChoice: _by_device,
        commands.OpenChoices: lambda state, attempt: counted(
            len(secrets.unopened(state)), "Nothing is sealed in this phase."
        ),
        **dict.fromkeys(
            (commands.EndPhase, commands.PassTurn), lambda state, attempt: tried(attempt, ({},))
        ),
    },
    own,
)
"""What can be recorded, by the tiles where people look for it."""
