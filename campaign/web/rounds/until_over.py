"""Deliveries of which nothing more is begun once the service has to let go of its store. IO.

So whoever waits for a round waits for one message at most, and none is cut off in the middle.
"""

from collections.abc import Callable, Sequence

from campaign.notices.deliveries import StoredDeliveries
from campaign.notices.states import MAIL
from campaign.people.protocol import PeopleDatabase


def never() -> bool:
    """For rounds that nobody stops."""
    return False


class UntilOver(StoredDeliveries):
    """The deliveries of one store by one channel, until it is over."""

    def __init__(
        self, file: PeopleDatabase, channel: str = MAIL, is_over: Callable[[], bool] = never
    ) -> None:
        super().__init__(file, channel)
        self._is_over = is_over

    def claim(self, numbers: Sequence[int], run: str, now: str) -> bool:
        """Takes rows that wait; none once it is over: they are sent in the next round."""
        return not self._is_over() and super().claim(numbers, run, now)
