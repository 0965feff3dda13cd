"""The big screen for a club night: the table as everybody may see it, in letters for four metres.

Nothing on it depends on who opened it, so that it can hang on the wall.
"""

from campaign.desk.due import lines as due_lines
from campaign.kernel.rooms import Room, TurnStage
from campaign.reports.section_views import SectionView
from campaign.web.journal_lines import last_lines
from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.report_parts import parts
from campaign.web.screens import campaign_screen
from campaign.web.stages import stages
from campaign.web.visits import Visit

NEWS = 2
"""How many of the last lines of the journal it has."""
SECONDS = 15
"""How often a browser without scripts looks again."""


def screen(visit: Visit) -> Reply:
    """Whom everybody waits for, what was decided, how it stands, and what happened last."""
    here = visit.here
    system, state = here.live.system, here.live.state
    room = system.rooms.table(state)
    return campaign_screen(
        visit,
        "screen.html",
        "",
        room=room,
        count=_count(room),
        figures=system.rooms.figures(state),
        stage=_stage(stages(here)),
        due=[text for label, text in due_lines(system, state, visit.house.clock())][:1],
        lines=last_lines(visit.house, here, NEWS),
        frozen=here.campaign.record.frozen_for,
        seconds=SECONDS,
        parts=_parts(visit),
        last_turn=here.campaign.turn,
    )


def _parts(visit: Visit) -> tuple[SectionView, ...]:
    """The parts of the reports that the game has on the wall."""
    wanted = visit.here.live.system.rooms.wall
    return parts(visit.house.books.book(visit.here.name), wanted) if wanted else ()


def _count(room: Room | None) -> tuple[int, int]:
    """How many answers are in, and of how many; 0 of 0 where none are asked for."""
    pips = [pip for pip in room.pips if pip.is_in or pip.is_awaited] if room else []
    return sum(pip.is_in for pip in pips), len(pips)


def _stage(found: tuple[TurnStage, ...]) -> str:
    """The stage that play is in."""
    return next((stage.title for stage in found if stage.stands == "now"), "")


PLACES = (Place("/c/{name}/screen", screen, "member", about="the big screen"),)
