"""Two hundred changes of single bytes, of which each run tries forty."""

from tests.all.verify.test_verify import (
    test_each_random_change_in_the_file_is_found,
    test_each_random_change_of_one_byte_is_found,
)
from tests.verify.test_verify import changes, rows, session

__all__ = [
    "changes",
    "rows",
    "session",
    "test_each_random_change_in_the_file_is_found",
    "test_each_random_change_of_one_byte_is_found",
]
