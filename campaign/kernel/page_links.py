"""Links into the report: the page of each turn, and places on it. Pure."""

from bisect import bisect_left
from collections.abc import Sequence

from campaign.kernel.state import S
from campaign.kernel.turn_log import GameLog

INDEX = "index.html"
"""The file of the page of the whole campaign."""


def page_name(turn: str) -> str:
    """The file of a turn's report."""
    return f"{turn}.html"


def href(here: str, turn: str, anchor: str) -> str:
    """The link to a place on a turn's page, from the same page or another turn's."""
    return f"#{anchor}" if turn == here else f"{page_name(turn)}#{anchor}"


def event_href(here: str, turn: str, version: int) -> str:
    """An event's line in the journal of a turn's page."""
    return href(here, turn, f"event-{version}")


def turn_of(logs: Sequence[GameLog[S]], version: int) -> str:
    """The turn whose journal has an event of the log."""
    place = bisect_left(logs, version, key=lambda log: log.last)
    return logs[min(place, len(logs) - 1)].turn


def journal_href(logs: Sequence[GameLog[S]], version: int) -> str:
    """An event's line in the journal of its turn, from a page that is no turn's."""
    return event_href("", turn_of(logs, version), version)
