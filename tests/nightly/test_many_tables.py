"""Three hundred random campaigns whose read tables are kept, compared with those rebuilt."""

import pytest

from support.spite import Spite
from tests.all.projections.test_tables_random import Kept, keep_and_compare, spite

__all__ = ["spite"]


@pytest.mark.parametrize("seed", range(1_000, 1_300))
def test_tables_kept_are_tables_rebuilt(spite: tuple[Spite, Kept], seed: int) -> None:
    """As by day."""
    keep_and_compare(*spite)
