"""LiF 3.1, 3.3, 5.1: leaders on the map, recall, Guards Banner: the chapter put together. Pure."""

from collections.abc import Iterator

from campaign.kernel.chapters import Chapter, joined, unless_the_ledgers
from campaign.kernel.interview.asking import Interviews
from campaign.lif.on_map import combats, impulses, placing
from campaign.lif.on_map.sentences import SENTENCES
from campaign.lif.state import State
from events.lif import on_map as facts


def _losses(state: State, event: facts.CombatReported) -> Iterator[tuple[str, int]]:
    yield "losses", len(event.losses)


_FILES = (placing, impulses, combats)


def _interviews() -> Interviews[State]:
    from campaign.lif.on_map.interviews import INTERVIEWS

    return INTERVIEWS


CHAPTER = Chapter[State](
    name="on the map",
    sentences=SENTENCES,
    decide=joined(file.DECIDE for file in _FILES),
    needs=combats.NEEDS,
    at_turn=placing.at_start_of,
    evolve=joined(file.EVOLVE for file in _FILES),
    trusted={
        facts.LeaderPlaced: "places",
        facts.LeaderMoved: "places",
        facts.LeaderTurned: "places",
        facts.LeaderSentToCircle: "places",
        facts.StageBegan: "course of the turn",
        facts.ImpulseBegan: "course of the turn",
        facts.StepBegan: "course of the turn",
        facts.CooperationAgreed: "agreements",
        facts.CooperationEnded: "agreements",
        facts.CombatReported: "combats",
        facts.LeaderGroundStruck: "combats",
        facts.LeaderKilled: "deaths",
        facts.GuardsPromoted: "places",
    },
    counted={
        facts.CombatReported: _losses,
        facts.LeaderRecalled: unless_the_ledgers("table draws"),
    },
    interviews=_interviews,
)
