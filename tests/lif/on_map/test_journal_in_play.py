"""Sentences about leaders in play."""

import pytest

from campaign.lif.names import Names
from campaign.lif.roster import kit
from campaign.lif.system import sentence
from events.base import Event
from events.lif import on_map as play

NAMES = Names(kit(), {})

TOLD: list[tuple[Event, str]] = [
    (play.LeaderPlaced(leader="rommel", location="E1429", face_up=False),
     "Rommel was placed at E1429, face-down."),
    (play.LeaderMoved(leader="raeder", location="sea:north-sea/3", means="naval",
                      travels_with="Bismarck"),
     "Raeder sailed to the North Sea, section 3 with Bismarck."),
    (play.LeaderMoved(leader="rommel", location="dot:canada", means="other"),
     "Rommel was moved to Canada (off-map)."),
    (play.LeaderTurned(leader="rommel", face_up=True), "Rommel was turned face-up."),
    (play.LeaderSentToCircle(leader="rommel", arrives="1941-MJ", reason="flown home"),
     "Rommel went onto the production circle, to arrive in May/June 1941 (flown home)."),
    (play.LeadersReturnedFromCircle(turn="1941-MJ", leaders=("rommel",)),
     "Rommel came off the production circle and arrives as a reinforcement."),
    (play.LeadersReturnedFromCircle(turn="1941-MJ", leaders=("rommel", "patton")),
     "Rommel and Patton came off the production circle and arrive as reinforcements."),
    (play.StageBegan(stage="end-of-turn"), "The end of turn stage began."),
    (play.ImpulseBegan(number=3, side="axis"), "Impulse 3 began, the Axis to move."),
    (play.StepBegan(step="land-combat"), "The step land combat began."),
    (play.CooperationAgreed(powers=("commonwealth", "usa")),
     "The Commonwealth and the USA agreed to co-operate."),
    (play.CooperationEnded(powers=("commonwealth", "usa")),
     "The Commonwealth and the USA no longer co-operate."),
    (play.AbilityUsed(leader="rommel", ability=39, hex="E1429", helps=("germany", "italy"),
                      map="E", entered={"E": 1, "A": 1}),
     "Rommel used ability 39 (Pursuit) at E1429 for Germany and Italy; the club counted the way: "
     "1 on E and 1 on A; counts for his rank on map E."),
    (play.CombatReported(combat="1941-MJ-1", kind="land", hex="E1429", attackers=("germany",),
                         defenders=("ussr",), leaders=(), losses=(
        play.Loss(side="defender", power="ussr", controlled_by="ussr", type="INF", fate="killed",
                  build_points=3),
        play.Loss(side="attacker", power="germany", controlled_by="germany", type="ARM",
                  fate="shattered", build_points=1))),
     "Combat 1941-MJ-1 (land) at E1429: Germany against the USSR. Lost: the attackers 0 build "
     "points and the defenders 3 build points."),
    (play.CombatReported(combat="1941-MJ-1", kind="air", hex="E1429", attackers=("germany",),
                         defenders=("ussr",), leaders=(), losses=()),
     "Combat 1941-MJ-1 (air) at E1429: Germany against the USSR, without losses."),
    (play.LeaderRecalled(leader="rommel", reason="carpet bombed"),
     "Rommel was recalled to the cup: carpet bombed."),
    (play.LeaderRecalled(leader="rommel", reason="seven more", chosen_by="host",
                         candidates=("rommel", "guderian")),
     "Rommel was recalled to the cup: seven more. The host chose between Rommel and Guderian."),
    (play.LeaderRecalled(leader="rommel", reason="seven more", chosen_by="draw", draw=7,
                         candidates=("rommel", "guderian"), source="ledger"),
     "Rommel was recalled to the cup: seven more. Draw 7, by the ledger, decided between Rommel "
     "and Guderian."),
    (play.LeaderGroundStruck(leader="rommel", roll=3, needed=7),
     "Rommel was ground struck with a 3; 7 disorganises him."),
    (play.LeaderGroundStruck(leader="rommel", roll=8, needed=7),
     "Rommel was ground struck with an 8; 7 disorganises him."),
    (play.LeaderKilled(leader="rommel", reason="overrun"), "Rommel was killed: overrun."),
    (play.GuardsPromoted(combat="1943-SO-1", unit="inf-1", army="guards-7th", score=3, factors=6,
                         needed=8, place="E1429"),
     "inf-1 became the Guards Banner army guards-7th after combat 1943-SO-1: 6 + 3 = 9, and 8 were "
     "needed."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "told"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_in_play_is_a_sentence(event: Event, told: str) -> None:
    """Leaders and places as a reader says them."""
    assert sentence(event, NAMES) == told


@pytest.mark.parametrize("means", ["land", "rail", "naval", "air", "rebase", "advance", "retreat",
                                   "overrun", "vichy", "other"])  # fmt: skip
def test_every_way_to_move_has_words_of_its_own(means: str) -> None:
    """LiF 3.1: no two ways are told alike."""
    told = sentence(play.LeaderMoved(leader="rommel", location="E1429", means=means), NAMES)
    assert told.startswith("Rommel ") and told.endswith(" E1429.")
    others = {
        sentence(play.LeaderMoved(leader="rommel", location="E1429", means=other), NAMES)
        for other in ("land", "rail", "naval", "air", "vichy") if other != means
    }  # fmt: skip
    assert told not in others
