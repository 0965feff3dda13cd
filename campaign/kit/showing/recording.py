"""What can be recorded of a campaign by a club's own rules: a tile for each of its acts. Pure."""

from collections.abc import Callable, Iterator, Sequence

from campaign.disputes import recording as shared
from campaign.kernel.interview.available import (
    ActingMember,
    Available,
    Recording,
    Tile,
    TileAct,
    counted,
    sentence,
    tried,
)
from campaign.kit import commands
from campaign.kit.play import acts, secrets
from campaign.kit.reading.parts import ActRule
from campaign.kit.showing.tasks import command
from campaign.kit.state import State
from campaign.text.english import capital
from campaign.text.json_values import JsonObject

TILES = (
    Tile(
        "answers",
        "Answers",
        "Confirm or decline what was proposed",
        "done",
        (
            TileAct("ConfirmAct", "Confirm what was proposed", "agree right number"),
            TileAct("DeclineAct", "Decline what was proposed", "wrong refuse number"),
        ),
    ),
    Tile(
        "turn",
        "The turn",
        "Be done, open what is sealed, end the phase",
        "clock",
        (
            TileAct("PassTurn", "I am done", "pass next seat order"),
            TileAct("OpenChoices", "Open what is sealed", "reveal orders choices"),
            TileAct("EndPhase", "End the phase", "next stage"),
        ),
    ),
    Tile(
        "rules",
        "The rules",
        "House rules, seats, the file",
        "board",
        (
            TileAct("SetHouseRule", "Set a house rule", "switch option"),
            TileAct("AddSeat", "Add a seat", "enrol newcomer late"),
            TileAct("ChangeRules", "Change the rules", "file text toml"),
        ),
    ),
    shared.PUT_RIGHT,
)
OTHERS = (
    TileAct("PlayAct", "Do what the rules let you do", "act report"),
    TileAct("SealChoice", "Seal a choice", "secret orders"),
    TileAct("HandInChoice", "Hand in what a device sealed", "open nonce secret orders"),
)


def own(state: State) -> tuple[Tile, ...]:
    """A tile for each act of the rules, in the file's order."""
    return tuple(map(_tile, state.rules.acts.values())) if state.text else ()


def _tile(act: ActRule) -> Tile:
    labels = ", ".join(acts.label(field).lower() for field in act.asked)
    icon = "dice" if any(field.by_chance for field in act.fields.values()) else "record"
    icon = "board" if act.secret else icon
    only = TileAct(command(act), act.does, f"{act.key} {labels}", given={"act_name": act.key})
    return Tile(act.key, act.does, capital(labels) or act.rule, icon, (only,))


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
    TILES,
    (*OTHERS, *shared.OTHERS),
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
