"""Every event is told in a sentence, and no sentence tells what is sealed.

The sentences themselves stand in `tests/cases/sentences/`.
"""

import pytest

from campaign.disputes import sentences
from campaign.disputes.sentences import events
from campaign.kernel import shared_rules
from campaign.lif.chapters import SENTENCES
from campaign.lif.names import Names, country, the_country
from campaign.lif.roster import kit
from campaign.lif.system import sentence
from campaign.systems import SYSTEMS
from campaign.text.english import listed
from events import campaign as shared
from events.lif import on_map
from events.lif.board import BallotSealed, LeaderPromoted
from events.lif.cup import LeaderCounter

NAMES = Names(kit(), {"anna": "Anna", "ben": "Ben"})


def test_every_type_of_event_has_a_sentence() -> None:
    """No event that can be stored is without words."""
    assert {*shared_rules.SENTENCES, *sentences.SENTENCES, *SENTENCES} == set(
        SYSTEMS["lif"].codec.events.values()
    )


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


@pytest.mark.parametrize(
    ("versions", "words"),
    [
        ((7,), "event 7"),
        ((7, 8), "events 7 and 8"),
        ((7, 8, 9), "events 7–9"),
        ((1, 3, 4, 5, 9, 10), "events 1, 3–5, 9 and 10"),
    ],
)
def test_runs_of_events_are_told_in_short(versions: tuple[int, ...], words: str) -> None:
    """From three on."""
    assert events(versions) == words


@pytest.mark.parametrize("means", ["land", "rail", "naval", "air", "rebase", "advance", "retreat",
                                   "overrun", "vichy", "other"])  # fmt: skip
def test_every_way_to_move_has_words_of_its_own(means: str) -> None:
    """LiF 3.1: no two ways are told alike."""
    told = sentence(on_map.LeaderMoved(leader="rommel", location="E1429", means=means), NAMES)
    assert told.startswith("Rommel ") and told.endswith(" E1429.")
    others = {
        sentence(on_map.LeaderMoved(leader="rommel", location="E1429", means=other), NAMES)
        for other in ("land", "rail", "naval", "air", "vichy") if other != means
    }  # fmt: skip
    assert told not in others
