"""Many more calls of the service than in every run: of the description, and of random play."""

from tests.all.web.test_service_description import test_whatever_is_sent_is_answered_as_described
from tests.all.web.test_service_machine import test_random_play_is_the_same_through_the_service
from tests.web.conftest import club

__all__ = [
    "club",
    "test_random_play_is_the_same_through_the_service",
    "test_whatever_is_sent_is_answered_as_described",
]
