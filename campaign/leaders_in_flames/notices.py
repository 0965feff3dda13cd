"""What mail and other notices say of a Leaders in Flames campaign, put together from the chapters.
Pure; it looks at nothing sealed or hidden.
"""

from collections.abc import Iterator

from campaign.kernel.notices import Notices, Owed
from campaign.kernel.screen import Unfinished
from campaign.leaders_in_flames.board import notices as board
from campaign.leaders_in_flames.notices_turn import TOLD, turn_in_short
from campaign.leaders_in_flames.on_map import waiting as on_map
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import waiting as us_entry

_TITLES = {
    "place": "leaders to place",
    "move": "leaders to move",
    "us-entry-enter": "US entry chits to enter",
    "us-entry-draw": "US entry step",
    "us-entry-ready": "US entry step",
}
"""What is owed before the turn ends, by the verb for it."""


def owed(state: State) -> tuple[Owed, ...]:
    """LiF 3.1, 4.1, 5.3: what players, or the host, have to do; nothing once all is over."""
    chapters = (on_map.unfinished, us_entry.unfinished)
    return (*board.owed(state), *(part for each in chapters for part in _parts(state, each(state))))


def _parts(state: State, unfinished: tuple[Unfinished, ...]) -> Iterator[Owed]:
    """What is owed before the turn ends: one notice a turn for each verb and power."""
    for part in unfinished:
        if part.is_owed and part.step is not None:
            verb = part.step.call.partition(f" {state.campaign.name} ")[0].replace(" ", "-")
            yield Owed(
                what=verb,
                occasion=f"{verb}:{part.seat or 'host'}:{state.campaign.turn}",
                title=_TITLES.get(verb, part.does),
                does=part.does,
                seat=part.seat,
                has_all_turn=True,
                verb=part.step.call,
            )


NOTICES = Notices(owed=owed, happened=board.happened, turn=turn_in_short, told=TOLD)
"""The game's part of mail and other notices."""
