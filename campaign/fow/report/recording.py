"""What can be recorded of Flames of War: six tiles, and which of their acts are possible. Pure.

Where the first question says less than the record knows, the deciders are asked for each line and
side; what only the table tells is no hindrance.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import product

import msgspec

from campaign.disputes import recording as shared
from campaign.fow.chapters import DECIDER
from campaign.fow.dice.commands import RollDice
from campaign.fow.forces import commands as forces
from campaign.fow.interviews import agreed, changed
from campaign.fow.members import commands as members
from campaign.fow.missions import commands as missions
from campaign.fow.results import commands as results
from campaign.fow.state import State
from campaign.fow.terrain import commands as terrain
from campaign.kernel.decisions import Command
from campaign.kernel.interview.answers import Choice
from campaign.kernel.interview.available import (
    ActingMember,
    Available,
    Recording,
    Tile,
    TileAct,
    counted,
    tried,
    with_acts,
)
from campaign.kernel.interview.by_type import bare
from campaign.text.json_values import JsonObject

_TILES = (
    Tile(
        "result",
        "A result",
        "Report, confirm, contest",
        "result",
        (
            TileAct("ReportResult", "Report the result", "won lost platoons destroyed end"),
            TileAct("ConfirmResult", "Confirm the result", "right agree book"),
            TileAct("ContestResult", "Contest the result", "wrong disagree"),
            TileAct("AbandonBattle", "Abandon a battle", "never played drop"),
            TileAct("RecordFreeBattle", "A battle beside the campaign", "free friendly"),
        ),
    ),
    Tile(
        "dice",
        "Dice",
        "Roll, player turns, losses",
        "dice",
        (
            TileAct("RollDice", "Roll dice", "shoot rally morale bombard re-roll"),
            TileAct("BeginPlayerTurn", "Begin a player turn", "turn of side starting"),
            TileAct("LosePlatoon", "A platoon is lost", "destroyed leaves morale"),
            TileAct("WithdrawPlatoon", "Withdraw a platoon", "strategic delay counter"),
            TileAct("RecordDeployment", "Hold platoons back", "reserve ambush deploy flank"),
        ),
    ),
    Tile(
        "mission",
        "A mission",
        "Roll, pay for another, begin",
        "aim",
        (
            TileAct("RollMission", "Roll for the mission", "selector dice"),
            TileAct("DeclineChange", "Keep the mission", "decline play this"),
            TileAct("ChangeMission", "Pay for another mission", "change points up down"),
            TileAct("AgreeMission", "Agree to another mission", "footnote instead"),
            TileAct("RollRoles", "Roll for who attacks", "attacker defender roles"),
            TileAct("BeginBattle", "Begin the battle", "start fight"),
        ),
    ),
    Tile(
        "forces",
        "Forces",
        "Enter, organise, who fights",
        "forces",
        (
            TileAct("EnterForce", "Enter a force", "roster company list"),
            TileAct("OrganiseForce", "Organise a force for a battle", "attach kampfgruppe"),
            TileAct("ReorganiseForce", "Reorganise a force", "replace squads support"),
            TileAct("ImportArmyList", "Import an army list", "handbook csv"),
            TileAct("JoinSide", "Join a side", "player team"),
            TileAct("LeaveSide", "Leave a side", "player quit"),
            TileAct("AssignCommanders", "Say who fights where", "commander line team"),
        ),
    ),
    Tile(
        "ground",
        "The battlefield",
        "Terrain, the table, fortifications",
        "ground",
        (
            TileAct("RollTerrain", "Roll for terrain", "square chart table"),
            TileAct("KeepBattlefield", "Keep the battlefield", "same ground again"),
            TileAct("DescribeBattlefield", "Describe the battlefield", "photo size table"),
            TileAct("BuyFortifications", "Buy fortifications", "bunkers trenches wire mines"),
        ),
    ),
    shared.PUT_RIGHT,
)

# --- which are possible -------------------------------------------------------------------------

Tells = Callable[[State, ActingMember], Available]


def _ways(of: Callable[[State], Iterable[JsonObject]], *why: str) -> Tells:
    """What the deciders say of some ways to do an act."""
    return lambda state, attempt: tried(attempt, of(state), *why)


def _by_rules(**more: object) -> Tells:
    """The same for each line, with these fields."""
    return _ways(lambda state: ({"line": line, **more} for line in state.lines))


def _by_side(**more: object) -> Tells:
    """The same for each line and side."""
    return _ways(
        lambda state: (
            {"line": line, "side": side, **more} for line, side in product(state.lines, state.sides)
        )
    )


def _of_missions(choice: Callable[[State], Choice]) -> Tells:
    """FoW Axis of Attack, Mission Selector: the missions that may take another's place."""

    def tells(state: State, attempt: ActingMember) -> Available:
        listed = [one.value for one in choice(state).options if not one.refused]
        if not listed:
            return Available(0, "No other mission may take its place now.")
        sides = product(state.lines, state.sides, listed)
        ways = ({"line": on, "side": side, "mission": mission} for on, side, mission in sides)
        return tried(attempt, ways)

    return tells


def _enters(state: State, attempt: ActingMember) -> Available:
    own = [side for side in state.sides if side in attempt.seats or "" in attempt.seats]
    return counted(len(own), "Those who play on a side do this.")


def _by_fields(kind: type[Command]) -> Tells:
    """What the deciders say of an act for each line, and side where it has one, of any text."""
    needed = (one for one in msgspec.structs.fields(kind) if one.required and one.name != "side")
    texts = {one.name: "So it was." for one in needed if bare(one.type)[1] is str}
    return _by_side(**texts) if "side" in kind.__struct_fields__ else _by_rules(**texts)


_AVAILABLE: Mapping[type[Command], Tells] = {
    **{kind: _by_fields(kind) for kind in DECIDER.table if "line" in kind.__struct_fields__},
    results.ReportResult: _by_side(ended_by="conceded"),
    missions.DeclineChange: _by_rules(),
    missions.ChangeMission: _of_missions(changed),
    missions.AgreeMission: _of_missions(agreed),
    terrain.RollTerrain: _by_rules(square="a1"),
    terrain.DescribeBattlefield: _by_rules(text="Hills."),
    RollDice: _by_side(aid="rally"),
    members.JoinSide: _ways(
        lambda state: (
            {"member": who, "side": side}
            for who, side in product(state.campaign.members, state.sides)
        )
    ),
    members.LeaveSide: _ways(
        lambda state: ({"member": who} for who in state.players), "Nobody plays on a side."
    ),
    members.AssignCommanders: _ways(
        lambda state: ({"side": side, "commanders": {}} for side in state.sides)
    ),
    forces.EnterForce: _enters,
    forces.ReorganiseForce: _ways(
        lambda state: ({"force": force} for force in state.forces), "No force has been entered."
    ),
}

TILES = with_acts(_TILES, DECIDER.table)
RECORDING = Recording[State](TILES, shared.OTHERS, {**shared.AVAILABLE, **_AVAILABLE})
"""What can be recorded, by the tiles where people look for it."""
