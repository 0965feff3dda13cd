"""The seats of the shelf on PostgreSQL: joined, named and forgotten as in a file."""

from campaign.extensions.book.shelf import seats
from campaign.extensions.book.shelf.seats import FORGOTTEN
from campaign.store.protocol import place_of
from support.postgres import new_database

ANNA, ANN, BEN = ("c1", "anna"), ("c2", "ann"), ("c1", "ben")


def test_persons_are_the_same_on_a_database() -> None:
    """Nobody of one campaign twice; a name for all seats of a person, then none."""
    with seats.people_of(place_of(new_database())) as file:
        assert seats.join(file, ANNA, ANN) == ""
        assert seats.join(file, ANN, BEN)
        seats.call(file, ANNA, "A. Miller")
        assert seats.persons(file).names("c2") == {"ann": "A. Miller"}
        seats.forget(file, ANN)
        known = seats.persons(file)
        assert known.names("c1") == {"anna": FORGOTTEN} and known.seats(BEN) == (BEN,)
