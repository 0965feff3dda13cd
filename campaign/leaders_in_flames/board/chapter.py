"""LiF 4: the cup, the Promotions Board and the veto points: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter, joined
from campaign.kernel.decisions import Supplied
from campaign.kernel.trusted import unless_the_ledgers
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.board import (
    continuation_vote,
    cup,
    markers,
    promotions_board,
    shield,
    veto_points,
)
from campaign.leaders_in_flames.board.interviews import ASKED, CHOOSING
from campaign.leaders_in_flames.board.recorded import RECORDED
from campaign.leaders_in_flames.board.rows import TABLES
from campaign.leaders_in_flames.board.sentences import SENTENCES
from campaign.leaders_in_flames.state import State
from events.base import Event
from events.lif.board import LeaderDrawn, VetoPointsBought
from events.lif.cup import ReservesCalledOut

_FILES = (cup, markers, promotions_board, continuation_vote, veto_points)


def _new_year(state: State, turn: str, supplied: Supplied) -> tuple[Event, ...]:
    """LiF 4, 4.2: January/February brings the year's leaders and veto points (ruling 24)."""
    if not (state.active and calendar.starts_year(turn)):
        return ()
    return (*cup.new_year(state, turn), *veto_points.infusion(state, turn))


CHAPTER = Chapter[State](
    name="board",
    sentences=SENTENCES,
    recorded=RECORDED,
    decide=joined(file.DECIDE for file in _FILES),
    needs=joined((promotions_board.NEEDS, continuation_vote.NEEDS)),
    at_turn=_new_year,
    evolve=joined(file.EVOLVE for file in (*_FILES, shield)),
    trusted={
        ReservesCalledOut: "reserves called out",
        VetoPointsBought: "intelligence points",
    },
    counted={LeaderDrawn: unless_the_ledgers("table draws")},
    tables=TABLES,
    asked=ASKED,
    choices=CHOOSING,
)
