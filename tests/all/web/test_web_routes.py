"""Who may use the route that starts a process, and what its answer says."""

from support.web import Browser
from tests.web import test_web_routes as routes

gathered = routes.gathered


def test_a_check_of_the_record_is_for_those_of_its_row(gathered: dict[str, Browser]) -> None:
    """Members alone, and nothing is recorded; its answer has the headers of every other."""
    routes.test_a_route_is_for_those_of_its_row(gathered, *routes.CHECK)
