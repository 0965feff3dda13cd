"""The people's file: its schemas and mode, choices, backup and restore, and the doctor's look.

What takes longer, waits or starts something, beside `accounts/test_people.py`.
"""

from msgspec.structs import replace

from campaign.accounts.people import People
from tests.accounts.test_people import ALL, CLUB, people

__all__ = ["people"]


def test_an_address_that_is_forgotten_is_gone(people: People) -> None:
    """From every byte of the file, free pages too, and from what lies beside it."""
    for number in range(200):
        people.change(CLUB, f"m{number}", replace(ALL, address=f"member-{number}@example.org"))
    for number in range(200):
        people.change(CLUB, f"m{number}", replace(ALL, address=""))
    for file in people.file.path.parent.iterdir():
        assert b"@example.org" not in file.read_bytes(), file
    assert people.address(CLUB, "m7") == ""
