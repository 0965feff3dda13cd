"""LiF 5.3: the verb for what may be taken next, and for the USA's player what is in reach. Pure."""

from collections.abc import Mapping

import msgspec

from campaign.kernel.courses import Call, Course, json_page, private, refuse, say, state_of, table
from campaign.kernel.verbs import Verb
from campaign.leaders_in_flames.names import counted
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.available import Move
from campaign.leaders_in_flames.us_entry.state import MODULE, THEATRE_NAMES
from campaign.leaders_in_flames.us_entry.takeable import takeable, unknown
from events.lif.us_entry import Theatre


def played(state: State) -> Course[None]:
    """Goes on only where the campaign has US entry."""
    if MODULE not in state.campaign.modules:
        reason = "this campaign is played without the US entry expansion"
        yield from refuse(reason, f"Module {MODULE}")


def next_(call: Call) -> Course[None]:
    """Lists the options and actions that would not be refused now: for whom they may be, and what
    you will be asked. Only the USA's player also sees, with --as, which options the chits reach:
    look at it where nobody looks over your shoulder.
    """
    state = yield from state_of(State)
    yield from played(state)
    moves = takeable(state)
    levels = yield from _own_levels(call, state)
    if call.as_json:
        yield from json_page(
            {**msgspec.to_builtins(moves), **({"levels": levels} if levels else {})}
        )
        return
    rows = [
        (
            move.kind,
            move.number,
            move.name,
            ", ".join(move.targets),
            move.level,
            *((_reach(move, levels),) if levels else ()),
            " ".join(move.asks),
        )
        for move in (*moves.options, *moves.actions)
    ]
    reach = ("your chits",) if levels else ()
    yield from table(("", "no", "name", "for", "level", *reach, "asks"), rows, "no level")
    if moves.spain:
        yield from say(f"Germany may align Spain: campaign us-entry spain {call.campaign}")
    if count := len(unknown(state)):
        what = counted(count, "more option or action", "more options or actions")
        what = f"Your chart does not say enough of {what}"
        yield from say(f"{what}: campaign us-entry chart {call.campaign}")


def _own_levels(call: Call, state: State) -> Course[Mapping[Theatre, int]]:
    """LiF 5.3: the entry levels, for the player of the USA and nobody else."""
    if call.member != state.campaign.powers.get("usa") or not state.entry.secret_commitment:
        return {}
    secrets = yield from private()
    return msgspec.convert(secrets["levels"], dict[Theatre, int])


def _reach(move: Move, levels: Mapping[Theatre, int]) -> str:
    """LiF 5.3.2: whether the chits prove an option's level; if not, how much they lack."""
    if move.kind == "action":
        return ""
    level = move.level or 0
    lacks = [
        f"{level - levels[theatre]} short against {THEATRE_NAMES[theatre]}"
        for theatre in move.aimed
        if levels[theatre] < level
    ]
    return ", ".join(lacks) or "enough"


NEXT = Verb(
    words="us-entry next",
    line="What may be taken next.",
    example="campaign us-entry next club",
    course=next_,
)
