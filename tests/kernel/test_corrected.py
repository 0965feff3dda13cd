"""What corrections ask of a game: of its chapters, and of every campaign alike."""

import msgspec
import pytest

from campaign.kernel.chapters import Corrected, CorrectedGame, people
from campaign.kernel.decisions import Refused
from campaign.kernel.members import Campaign, Member, opened
from events.base import Event
from events.campaign import CampaignOpened, EntropyAdded, MemberEnrolled, PowerAssigned, TurnBegan


class State(msgspec.Struct, frozen=True):
    """A game that counts what was struck."""

    campaign: Campaign
    struck: int = 0


def _counted(state: State, event: EntropyAdded) -> State:
    return msgspec.structs.replace(state, struck=state.struck + 1)


CHAPTER = Corrected[State](
    settling=(EntropyAdded,),
    left_behind={EntropyAdded: _counted},
    staying={EntropyAdded: lambda event: {"value": "it stays"}},
    numbers={EntropyAdded: lambda event: (event.value,)},
    drew={EntropyAdded: lambda event: event.value == "die"},
    faults=lambda state: (Refused("Toy 1", "too many"),) if state.struck > 1 else (),
)
GAME = CorrectedGame((CHAPTER,))
RAIN, DIE = EntropyAdded(value="rain"), EntropyAdded(value="die")
SEATED = PowerAssigned(power="usa", member="anna")


def campaign(**changes: object) -> Campaign:
    """A campaign just opened, with a host."""
    first = CampaignOpened(
        campaign="club", id="0" * 32, system="toy", rulebook="toy", scenario="meadow",
        first_turn="1", last_turn="9", rulings={}, modules=(), seed_anchor="0" * 64, seed_links=9,
        seed_sealed="", rules=1,
    )  # fmt: skip
    return msgspec.structs.replace(opened(first, ("usa",)), **changes)


def test_a_chapter_says_what_settles_what_stays_and_what_is_numbered() -> None:
    """Its events by their type; others leave nothing."""
    assert GAME.settles(RAIN) and not GAME.settles(SEATED)
    assert GAME.staying(RAIN) == {"value": "it stays"} and GAME.staying(SEATED) == {}
    assert GAME.numbers(RAIN) == {"rain"} and GAME.numbers(SEATED) == frozenset()
    assert GAME.drew(DIE) and not GAME.drew(RAIN) and not GAME.drew(SEATED)


def test_what_striking_leaves_behind_is_the_very_same_state_where_it_is_nothing() -> None:
    """The last acts are told from others by that."""
    state = State(campaign())
    assert GAME.left_behind(state, SEATED) is state
    assert GAME.left_behind(state, RAIN).struck == 1


@pytest.mark.parametrize("event", [TurnBegan(turn="2")])
def test_every_campaign_settles_with_its_turns(event: Event) -> None:
    """A seed is out: no act before it is undone. So of a game that says nothing, too."""
    assert GAME.settles(event) and CorrectedGame[State](()).settles(event)


def test_a_member_keeps_their_id_in_every_game() -> None:
    """An amendment gives them another name, not another id."""
    event = MemberEnrolled(member="anna", name="Anna", roles=("player",))
    assert list(GAME.staying(event)) == ["member"]


def test_faults_of_the_members_come_before_those_of_the_game() -> None:
    """The first of them is what a member reads."""
    found = [fault.reason for fault in GAME.faults(State(campaign(members={}), struck=2))]
    assert found == ["the campaign would be left without a host", "too many"]


@pytest.mark.parametrize(
    ("members", "seats", "reason"),
    [
        ({}, {}, "the campaign would be left without a host"),
        (
            {"host": Member("Host", ("host",))},
            {"usa": "anna"},
            "anna would play a power without being enrolled",
        ),
        (
            {"host": Member("Host", ("host",)), "anna": Member("Anna", ("referee",))},
            {"usa": "anna"},
            "Anna would play a power without being a player",
        ),
        (
            {"host": Member("Host", ("host",)), "anna": Member("Anna", ("cook",))},
            {},
            "Anna would have no role that exists",
        ),
    ],
)
def test_members_somebody_hosts_and_whoever_has_a_seat_plays(
    members: dict[str, Member], seats: dict[str, str], reason: str
) -> None:
    """Members: each fault by itself."""
    found = list(people(campaign(members=members, powers=seats)))
    assert [(fault.rule, fault.reason) for fault in found] == [("Members", reason)]


def test_nothing_is_wrong_where_a_host_alone_is_there() -> None:
    """As a campaign begins."""
    alone = campaign(members={"host": Member("Host", ("host",))})
    assert list(GAME.faults(State(alone))) == []
