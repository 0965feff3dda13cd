"""Every bit of every event and receipt, where each run tries one in thirty."""

from tests.all.verify.test_bits import (
    pytestmark,
    sample,
    test_bits_changed_in_the_database_are_found,
    test_every_bit_of_a_version_leaves_a_gap,
    test_every_bit_of_every_event_and_receipt_is_under_its_digest,
    test_the_auditor_finds_bits_changed_at_random,
    tried,
)

__all__ = [
    "pytestmark",
    "sample",
    "test_bits_changed_in_the_database_are_found",
    "test_every_bit_of_a_version_leaves_a_gap",
    "test_every_bit_of_every_event_and_receipt_is_under_its_digest",
    "test_the_auditor_finds_bits_changed_at_random",
    "tried",
]
