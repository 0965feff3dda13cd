"""The frame's dice: draws under a seed, in their order, which anybody can work out again."""

from collections import Counter

import pytest

from campaign.kernel.decisions import Claim, Supplied
from campaign.kernel.draws import Dice, faces, pick

SEED = "5e" * 32


LINES = ("weather", "entropy anna geese")


def dice(*, last: int = 4) -> Dice:
    """Dice of a made-up game with a label of its own."""
    return Dice("club", Supplied(seed=SEED), LINES, last)


def read(*recorded: str) -> Dice:
    """The same dice, with results on record in the seed's place."""
    return Dice("club", Supplied(drawn=recorded), LINES, 4)


def test_each_draw_has_the_next_number_and_is_the_one_that_the_seed_gives() -> None:
    """The label and what members mixed in go into each."""
    cast = dice()
    lines = ("weather", "entropy anna geese")
    drawn = [cast.choose(("red", "blue", "white")) for _ in range(3)]
    assert drawn == [
        pick(SEED, "club", number, lines, ("blue", "red", "white")) for number in (5, 6, 7)
    ]
    assert cast.last == 7


def test_a_die_is_a_draw_among_its_faces() -> None:
    """Faces sort as their numbers do, so that nobody need know how they were listed."""
    assert faces(6) == ("1", "2", "3", "4", "5", "6")
    assert faces(10)[0] == "01"
    assert faces(10)[-1] == "10"
    assert sorted(faces(12)) == list(faces(12))
    lines = ("weather", "entropy anna geese")
    assert dice().roll(10) == int(pick(SEED, "club", 5, lines, faces(10)))
    tally = Counter(dice(last=number).roll(6) for number in range(600))
    assert set(tally) == {1, 2, 3, 4, 5, 6}


def test_what_the_record_tells_stands_in_the_seeds_place() -> None:
    """It counts as a draw; more draws than it tells are none."""
    cast = read("blue")
    assert cast.choose(("red", "blue")) == "blue"
    assert cast.last == 5
    with pytest.raises(ValueError, match="draw 6 is not on record"):
        cast.choose(("red", "blue"))


def test_each_public_draw_is_noted_with_all_that_its_seed_needs() -> None:
    """Whether the seed drew it or the record tells it; a hidden one is no claim."""
    given = Supplied(drawn=("blue", "3"))
    cast = Dice("club", given, LINES, 4)
    assert (cast.choose(("red", "blue")), cast.hidden("ab" * 32, ("a",)), cast.roll(4)) == (
        "blue", "a", 3,
    )  # fmt: skip
    assert given.claims == [
        Claim(5, LINES, ("red", "blue"), "blue"), Claim(7, LINES, ("1", "2", "3", "4"), "3"),
    ]  # fmt: skip
    drawn = Supplied(seed=SEED)
    result = Dice("club", drawn, LINES, 4).choose(("red", "blue"))
    assert drawn.claims == [Claim(5, LINES, ("red", "blue"), result)]


def test_a_record_of_what_could_not_be_drawn_is_refused() -> None:
    """A forged record is found out here."""
    with pytest.raises(ValueError, match="green could not be drawn"):
        read("green").choose(("red", "blue"))


def test_a_draw_under_another_key_counts_too() -> None:
    """A secret stands in the seed's place where what is drawn stays hidden."""
    cast = dice()
    secret = "ab" * 32
    lines = ("weather", "entropy anna geese")
    assert cast.hidden(secret, ("a", "b", "c")) == pick(secret, "club", 5, lines, ("a", "b", "c"))
    assert cast.last == 5
