"""What a campaign waits for, put together from the chapters: the game's part of `status`. Pure."""

import msgspec

from campaign.kernel.screen import Status, Unfinished
from campaign.leaders_in_flames.board import status as board
from campaign.leaders_in_flames.board.waiting import waiting
from campaign.leaders_in_flames.names import player
from campaign.leaders_in_flames.on_map import waiting as on_map
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import waiting as us_entry

_TURN_ENDS_NEXT = ("war", "turn")
"""What a campaign waits for where the host may well end the turn now. Before the Promotions Board
has met it may end as well (ruling 8), but nobody is led there.
"""


def status(state: State) -> Status:
    """What a campaign waits for now, and for whom."""
    waits, unfinished = waiting(state), _unfinished(state)
    owed = "; ".join(part.waits for part in unfinished if part.is_owed)
    return Status(
        now=(("Board", board.board_line(state)),),
        waits_for=(owed,) if owed and waits.what == "turn" else board.waits_for(state, waits),
        json={
            "board": {"phase": state.board.phase, "leader": state.board.leader},
            "draw": state.draw,
            "waits_for": waits.what,
            "owed": {power: player(state, power) for power in waits.owed},
            "not_waited_for": list(waits.excused),
            "sealed": list(waits.laid),
            "fixed": state.board.fixed,
            "openings_awaited": {power: player(state, power) for power in waits.devices},
            **msgspec.to_builtins(on_map.in_play(state)),
            "scenario_asks": list(us_entry.asks(state)),
            "us_entry": msgspec.to_builtins(us_entry.us_entry(state)),
        },
        owed=(*on_map.lines(state), *us_entry.lines(state)),
        seats=board.powers(state, waits) if "leaders" in state.campaign.modules else None,
        steps=board.next_steps(state, waits),
        may_end=waits.what in _TURN_ENDS_NEXT,
        unfinished=unfinished,
    )


def _unfinished(state: State) -> tuple[Unfinished, ...]:
    """What is still to be done in the turn, chapter by chapter."""
    chapters = (board.unfinished, on_map.unfinished, us_entry.unfinished)
    return tuple(part for chapter in chapters for part in chapter(state))
