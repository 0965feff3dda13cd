"""LiF 3.1, 3.3, 5.1: leaders on the map, recall, Guards Banner: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter, joined
from campaign.leaders_in_flames.on_map import guards_banner, impulses, new_turn, placing, recall
from campaign.leaders_in_flames.on_map.readback import READERS
from campaign.leaders_in_flames.on_map.rows import TABLES
from campaign.leaders_in_flames.on_map.sentences import SENTENCES
from campaign.leaders_in_flames.state import State

_FILES = (placing, impulses, recall, guards_banner)


CHAPTER = Chapter[State](
    name="on the map",
    sentences=SENTENCES,
    readback=READERS,
    decide=joined(file.DECIDE for file in _FILES),
    needs=recall.NEEDS,
    at_turn=placing.at_start_of,
    evolve=joined(file.EVOLVE for file in (*_FILES, new_turn)),
    tables=TABLES,
)
