"""What a counter is called: its name, or else whose it is, its type and its factors."""

from campaign.lif.names import Names, counter_name
from campaign.lif.roster import kit
from events.lif.force_pools import Counter

ARMY = Counter("soviet-inf", "ussr", "INF", name="1st Army", combat=6, movement=3)
PANZER = Counter("panzer", "germany", "ARM", combat=7, movement=5)


def test_a_counter_is_called_by_its_name() -> None:
    assert counter_name(ARMY) == "1st Army"


def test_one_without_a_name_by_what_is_on_it() -> None:
    """A factor that nobody has entered is left out."""
    assert counter_name(PANZER) == "Germany ARM 7-5"
    assert counter_name(Counter("x", "usa", "HQ-I")) == "USA HQ-I"


def test_a_reason_names_its_counter() -> None:
    """Other codes and people's own words stay as they are."""
    names = Names(kit(), counters={"soviet-inf": ARMY})
    assert names.reason("promoted-from:soviet-inf") == "promoted from 1st Army"
    assert names.reason("promoted-to:unknown") == "promoted to unknown"
    assert names.reason("soviet-inf is tired") == "soviet-inf is tired"
    assert names.counter("soviet-inf") == "1st Army" and names.counter("gone") == "gone"
