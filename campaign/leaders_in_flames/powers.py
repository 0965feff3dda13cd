"""The eight major powers, which are the game's seats. Pure."""

from typing import get_args

from campaign.kernel.seats import Seats
from events.lif.powers import Power

POWERS: tuple[str, ...] = get_args(Power)

POWER_NAMES: dict[str, str] = {
    "germany": "Germany",
    "italy": "Italy",
    "japan": "Japan",
    "ussr": "USSR",
    "commonwealth": "Commonwealth",
    "france": "France",
    "usa": "USA",
    "china": "China",
}
POWER_CODES: dict[str, str] = {
    "germany": "Ge",
    "italy": "It",
    "japan": "Ja",
    "ussr": "Su",
    "commonwealth": "CW",
    "france": "Fr",
    "usa": "US",
    "china": "Ch",
}
"""Two letters that stand beside a power's colour wherever it is used."""

ALSO_CALLED: dict[str, str] = {
    "uk": "commonwealth",
    "gb": "commonwealth",
    "britain": "commonwealth",
    "great-britain": "commonwealth",
    "united-kingdom": "commonwealth",
    "england": "commonwealth",
    "russia": "ussr",
    "soviet-union": "ussr",
    "america": "usa",
    "united-states": "usa",
}
"""Other names that people type for a power."""

SEATS = Seats(kind="major power", names=POWER_NAMES, codes=POWER_CODES, also=ALSO_CALLED)


def in_full(word: str) -> str:
    """A power's id for another name of it, such as `UK`; any other word as it is."""
    return ALSO_CALLED.get(word.lower().replace(" ", "-"), word)
