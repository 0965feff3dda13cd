"""A sheet of 200 rows is read while one looks; 2,000 rows in a few seconds."""

import time

from campaign.kernel.interview.positions import read_position
from campaign.lif.roster import kit
from campaign.lif.scenarios.taking_over import TABLES
from campaign.text.shapes import Fault


def taken(rows: int) -> float:
    """Processor time of a sheet in which every name has a letter too many."""
    names = [f"{one.name}q" for one in kit().values()]
    lines = [f"{names[at % len(names)]}\tmap\tE{1000 + at}" for at in range(rows - 3)]
    text = "\n".join(["turn\t12", "", "Leader\tState\tWhere", *lines])
    begun = time.process_time()
    read = read_position(text, TABLES, "form")
    assert not isinstance(read, Fault)
    assert len(read.rows) > 0.9 * rows
    return time.process_time() - begun


def test_a_position_is_read_in_the_time_of_a_look() -> None:
    """The limits of the design, for a whole page: 300 ms and 3 s."""
    taken(50)  # what is slow to load
    assert taken(200) < 0.3
    assert taken(2_000) < 3
