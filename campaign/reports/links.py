"""Links that every page of a campaign has. Pure."""

from collections.abc import Iterable, Sequence

import msgspec

from campaign.kernel.pages import MorePage, PageContext
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.turn_log import GameLog


class LinkedPage(msgspec.Struct, frozen=True):
    """A page that every other links to."""

    file: str
    title: str


def listed(system: System[S], logs: Sequence[GameLog[S]]) -> tuple[LinkedPage, ...]:
    """The game's further pages that are listed, as the last of these turns knows them."""
    return linked(system.pages.more(PageContext(logs, len(logs) - 1)))


def linked(found: Iterable[MorePage]) -> tuple[LinkedPage, ...]:
    """Those of a game's further pages that are listed."""
    return tuple(LinkedPage(page.file, page.title) for page in found if page.listed)
