"""FoW Multi-player Campaigns: put together: rules, sentences, read tables, corrections. Pure."""

from collections.abc import Iterator
from itertools import product

from campaign.fow.csv_tables import read_tables
from campaign.fow.members import teams
from campaign.fow.members.teams import RULE
from campaign.fow.names import Names, Sentences
from campaign.fow.state import State, commander
from campaign.kernel import chapters, decisions, projections
from campaign.text.english import capital, listed, says
from events.fow.set_up import CommandersAssigned, FreeBattleRecorded, PlayerJoined, PlayerLeft

# --- Joining, leaving, commanding and battles beside the campaign, in sentences -----------------


def _assigned(event: CommandersAssigned, names: Names) -> str:
    parts = [
        f"{names.member(who) if who else 'nobody'} on {names.line(line)}"
        for line, who in event.commanders.items()
    ]
    return f"For {names.the_seat(event.side)} now commands {listed(parts)}."


def _free(event: FreeBattleRecorded, names: Names) -> str:
    sides = dict.fromkeys(event.players.values())
    teams = " against ".join(
        listed(names.member(who) for who, plays in event.players.items() if plays == side)
        for side in sides
    )
    won = f"{names.the_seat(event.winner)} won" if event.winner else "neither side won"
    return f"Beside the campaign, {event.title}: {teams}. {capital(won)}."


SENTENCES: Sentences = {
    PlayerJoined: says("{member:member} plays for {side:the_seat}."),
    PlayerLeft: says("{member:member} left their side, and commands nowhere any more."),
    CommandersAssigned: _assigned,
    FreeBattleRecorded: _free,
}


# --- Read tables of players, commanders and battles beside the campaign -------------------------

_READ = read_tables()
PLAYERS = _READ.table("players")
COMMANDERS = _READ.table("commanders")
FREE_BATTLES = _READ.table("free_battles")


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """A row for each battle beside the campaign that counts."""
    event = step.record.event
    if isinstance(event, FreeBattleRecorded) and not step.record.struck_by:
        players = ", ".join(f"{who} ({side})" for who, side in event.players.items())
        winners = ", ".join(event.winners)
        yield FREE_BATTLES.of(step, event, players=players, winners=winners)


def current(state: State) -> projections.Current:
    """Players and commanders as they are now."""
    powers = state.campaign.powers
    players: list[projections.Row] = [
        {"member": who, "side": side, "side_name": state.sides[side]}
        | {"is_speaker": int(powers.get(side) == who)}
        for who, side in state.players.items()
    ]
    yield PLAYERS, players
    commanders: list[projections.Row] = [
        {"line": line, "side": side, "member": commander(state, line, side)}
        for line, side in product(state.lines, state.sides)
    ]
    yield COMMANDERS, commanders


TABLES: projections.Projections[State] = projections.Projections(
    (PLAYERS, COMMANDERS, FREE_BATTLES),
    lambda: rows,
    current,
    lambda state: (state.players, state.lines, state.sides, state.campaign.powers),
)


# --- What corrections may not leave behind: commanders who do not play for their side -----------


def faults(state: State) -> Iterator[decisions.Refused]:
    """Members, FoW Multi-player Campaigns: players are enrolled, commanders play for their side."""
    shared = state.campaign
    for who, side in state.players.items():
        if who not in shared.members:
            yield decisions.Refused("Members", f"{who} would play without being enrolled")
        if side not in state.sides:
            yield decisions.Refused(
                "Members", f"{shared.called(who)} would play for {side}, which is no side"
            )
    for line in state.lines.values():
        for side, who in line.commanders.items():
            if who and state.players.get(who) != side:
                text = f"would command on {line.name} without playing for"
                name = state.sides.get(side, side)
                yield decisions.Refused(RULE, f"{shared.called(who)} {text} {name}")


CORRECTED = chapters.Corrected[State](
    staying={
        PlayerJoined: {"member": "a player joins as who they are; strike the event instead"},
    },
    faults=faults,
)


# --- FoW Multi-player Campaigns: sides, commanders, free battles: the chapter put together ------

CHAPTER = chapters.of_rules(
    chapters.Chapter[State](
        name="members",
        sentences=SENTENCES,
        trusted={
            FreeBattleRecorded: "battles beside the campaign",
        },
        tables=TABLES,
    ),
    teams,
)
