"""Every event is told in a sentence, and no sentence tells what is sealed."""

import pytest

from campaign.lif.chapters import SENTENCES
from campaign.lif.names import Names, country, the_country
from campaign.lif.roster import kit
from campaign.lif.system import sentence
from campaign.systems import SYSTEMS
from campaign.text.english import listed
from events import campaign as shared
from events.base import Event
from events.lif.board import (
    Ballot,
    BallotRevealed,
    BallotSealed,
    BallotsOpened,
    LeaderDrawn,
    LeaderPromoted,
    LeaderVetoed,
    NextYearLeadersAdded,
    ReinforcementClosed,
    VetoPointsBought,
    VetoPointsInfused,
    VetoPointsSpent,
    Vote,
    VoteSealed,
    VotesOpened,
)
from events.lif.cup import (
    LeaderCounter,
    LeadersJoinedCup,
    LeadersReachedYear,
    LeadersRemoved,
    LeadersReturnedToReserve,
    ReservesCalledOut,
)
from events.lif.politics import (
    ConquestChanged,
    MinorChanged,
    PeaceMade,
    VichyCollapsed,
    WarDeclared,
)

NAMES = Names(kit(), {"anna": "Anna", "ben": "Ben"})
NONCE = "ab" * 32

TOLD: list[tuple[Event, str]] = [
    (shared.MemberEnrolled(member="anna", name="Anna", roles=("host", "player")),
     "Anna joined as a host and a player."),
    (shared.PowerAssigned(power="ussr", member="ben"), "Ben took over the USSR."),
    (shared.PowerReleased(power="commonwealth"),
     "The Commonwealth was left without a player; the host plays it."),
    (shared.TurnBegan(turn="1939-SO"), "September/October 1939 began."),
    (shared.TurnBegan(turn="1940-JF", seed_revealed="00" * 32),
     "January/February 1940 began, and the last turn’s draw seed was revealed."),
    (shared.CampaignClosed(seed_revealed="00" * 32),
     "The campaign was closed, and its last draw seed revealed."),
    (shared.EntropyAdded(value="heads or tails", by="ben"),
     "Ben threw words into the next draw: “heads or tails”."),
    (WarDeclared(attacker="germany", target="poland"), "Germany declared war on Poland."),
    (PeaceMade(powers=("ussr", "finland")), "The USSR and Finland made peace."),
    (ConquestChanged(power="france", status="incomplete"),
     "France was incompletely conquered."),
    (ConquestChanged(power="france", status="free"), "France was liberated."),
    (VichyCollapsed(), "Vichy France collapsed."),
    (MinorChanged(minor="netherlands-east-indies", status="aligned", power="commonwealth"),
     "The Netherlands East Indies aligned with the Commonwealth."),
    (MinorChanged(minor="norway", status="conquered", power="germany"),
     "Norway was conquered by Germany."),
    (MinorChanged(minor="spain", status="neutral"), "Spain became neutral."),
    (ReservesCalledOut(power="usa", mark="Ja", leaders=("macarthur", "nimitz")),
     "The USA called out its reserves against Japan; MacArthur and Nimitz joined the cup."),
    (ReservesCalledOut(power="china", mark="Res", leaders=()),
     "China called out its reserves at large."),
    (LeadersReturnedToReserve(power="usa", mark="Ge", leaders=("eisenhower",),
                                  stayed=("patton",)),
     "The peace ended a call-out: Eisenhower went back to the reserve pool; "
     "Patton stayed on the map."),
    (LeadersReachedYear(year=1942, leaders=("harris", "messe")),
     "The leaders of 1942 joined the cup: Harris and Messe."),
    (NextYearLeadersAdded(year=1942, leaders=("harris",)),
     "The cup was empty, and took in early the leaders of 1942: Harris."),
    (LeadersJoinedCup(leaders=("de-gaulle",), reason="Vichy France installed"),
     "De Gaulle joined the cup (Vichy France installed)."),
    (LeadersRemoved(leaders=("mannerheim",), reason="finland conquered"),
     "Mannerheim left the game for good (Finland conquered)."),
    (LeaderDrawn(leader="rommel", draw=7, source="table"),
     "Draw 7: Rommel was drawn at the table."),
    (BallotSealed(power="ussr", commitment=NONCE, draw=1, sealed="ff"),
     "The USSR sealed its ballot."),
    (BallotSealed(power="ussr", commitment=NONCE, draw=1),
     "The USSR sealed its ballot on a device of its own."),
    (BallotSealed(power="ussr", commitment=NONCE, draw=1, sealed="ff", in_name=True, by="anna"),
     "Anna sealed the USSR’s ballot in its player’s name."),
    (BallotRevealed(power="ussr", sealed="ff"),
     "The device of the USSR handed in what opens its ballot."),
    (BallotsOpened(ballots={
        "germany": Ballot("veto", NONCE, "sealed"),
        "italy": Ballot("no-veto", NONCE, "device"),
        "japan": Ballot("no-veto", "", "absent"),
        "usa": Ballot("veto", "", "withheld"),
        "china": Ballot("no-veto", "", "cannot-pay")}),
     "Ballots opened. Veto: Germany; no veto: Italy; not in: Japan; "
     "veto, withheld on a device: the USA; could not afford one: China."),
    (VetoPointsSpent(points={"germany": 2, "usa": 1}),
     "Paid in veto points: Germany 2 and the USA 1."),
    (LeaderPromoted(leader="rommel"), "Rommel was promoted and arrives as a reinforcement."),
    (LeaderVetoed(leader="rommel"), "Rommel was vetoed and went back to the cup."),
    (VoteSealed(power="japan", commitment=NONCE, draw=1, sealed="ff"),
     "Japan sealed its vote."),
    (VotesOpened(votes={
        "germany": Vote("another", NONCE, "sealed"),
        "usa": Vote("stop", NONCE, "sealed"),
        "china": Vote("abstain", "", "absent")}),
     "Votes opened. For another leader: Germany; to stop: the USA; not in: China."
     " The USA ended the drawing."),
    (ReinforcementClosed(reason="empty cup"), "The board closed: the cup was empty."),
    (VetoPointsInfused(points={"germany": 5, "usa": 2}),
     "The year’s veto points came in: Germany 5 and the USA 2."),
    (VetoPointsBought(power="japan", points=1, intelligence_points=5),
     "Japan bought 1 veto point with 5 intelligence points."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "told"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_a_sentence(event: Event, told: str) -> None:
    """The sentence names powers and leaders as a reader does."""
    assert sentence(event, NAMES) == told


def test_every_type_of_event_has_a_sentence() -> None:
    """No event that can be stored is without words."""
    assert set(SENTENCES) == set(SYSTEMS["lif"].codec.events.values())


def test_a_sealed_choice_has_one_sentence_whatever_it_is() -> None:
    """The words depend on neither the commitment nor the ciphertext."""
    told = {
        sentence(BallotSealed(power="italy", commitment=commitment, draw=1, sealed=sealed), NAMES)
        for commitment, sealed in (("00" * 32, "aa" * 76), ("11" * 32, "bb" * 76))
    }
    assert len(told) == 1


def test_an_address_is_in_no_sentence() -> None:
    """An enrolment is told without it."""
    event = shared.MemberEnrolled(member="anna", name="Anna", roles=("host",))
    assert "example" not in sentence(event, NAMES)


def test_leaders_of_a_club_s_own_sheet_go_by_its_names() -> None:
    """Ruling 4: a club may play its own counters."""
    own = LeaderCounter(id="slim", name="Slim", power="commonwealth", rank=4, year=1942)
    told = sentence(LeaderPromoted(leader="slim"), Names({"slim": own}))
    assert told.startswith("Slim was promoted")
    assert sentence(LeaderPromoted(leader="slim")).startswith("slim was promoted")


def test_names_as_a_reader_says_them() -> None:
    """Articles where English wants them."""
    assert country("belgian-congo") == "Belgian Congo"
    assert the_country("usa") == "the USA"
    assert the_country("italy") == "Italy"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
