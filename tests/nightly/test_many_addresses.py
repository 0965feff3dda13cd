"""Three times the kills of every run while a member is enrolled."""

from tests.all.accounts.test_addresses_killed import (
    pytestmark,
    test_kills_leave_no_address_in_doubt,
)

__all__ = ["pytestmark", "test_kills_leave_no_address_in_doubt"]
