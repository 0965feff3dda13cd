"""Links that every page of a campaign has. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.pages import PageContext
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.turn_log import GameLog


class LinkedPage(msgspec.Struct, frozen=True):
    """A page that every other links to."""

    file: str
    title: str


def listed(system: System[S], logs: Sequence[GameLog[S]]) -> tuple[LinkedPage, ...]:
    """The game's further pages that are listed, as the last of these turns knows them."""
    context = PageContext(logs, len(logs) - 1)
    return tuple(
        LinkedPage(page.file, page.title) for page in system.pages.more(context) if page.listed
    )
