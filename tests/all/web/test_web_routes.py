"""Who may use the route that starts a process, and what its answer says."""

import pytest

from support.web import Browser
from tests.web import test_web_routes as routes

gathered = routes.gathered


def test_a_check_of_the_record_is_for_those_of_its_row(gathered: dict[str, Browser]) -> None:
    """Members alone, and nothing is recorded."""
    routes.test_a_route_is_for_those_of_its_row(gathered, *routes.CHECK)


@pytest.mark.parametrize("who", ["nobody", "host"])
def test_its_answer_has_the_headers_too(gathered: dict[str, Browser], who: str) -> None:
    """As that of every other route."""
    routes.test_every_answer_has_the_headers(gathered, *routes.CHECK, who)
