"""What structs and rows have in common: fields of one name, values by their keys, the order of
leaders.
"""

from campaign.lif.on_map.commands import MoveLeader
from campaign.lif.roster import owner, place_of
from campaign.lif.state import alike, grouped
from events.lif.on_map import LeaderMoved


def test_an_event_says_what_its_command_says_but_for_its_stamp() -> None:
    """The member of the command is no part of it: the ledger stamps that."""
    command = MoveLeader(leader="rommel", location="E1430", travels_with="Ju-52", by="anna")
    assert alike(LeaderMoved, command, means="air") == LeaderMoved(
        leader="rommel", location="E1430", means="air", travels_with="Ju-52"
    )


def test_values_stay_in_their_order() -> None:
    """Keys in the order in which each came first."""
    assert list(grouped((("b", 1), ("a", 2), ("b", 3))).items()) == [("b", [1, 3]), ("a", [2])]


def test_leaders_are_in_the_order_of_the_powers_then_by_rank_and_name() -> None:
    """Those of minor countries come last, in a colour of their own."""
    leaders = [("finland", 4, "Mannerheim"), ("italy", 3, "Messe"), ("germany", 4, "Bock"),
               ("germany", 5, "Rommel"), ("germany", 4, "Arnim")]  # fmt: skip
    ordered = [name for _, _, name in sorted(leaders, key=lambda one: place_of(*one))]
    assert ordered == ["Rommel", "Arnim", "Bock", "Messe", "Mannerheim"]
    assert [owner(power) for power in ("italy", "finland")] == ["italy", "minors"]
