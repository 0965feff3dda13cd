"""A thousand campaigns, a million events: whoever plays in one waits as long as among ten."""

from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.store.protocol import StorePlace, place_of
from scripts.benchmark import league
from scripts.benchmark.sample import Stopwatch
from support.postgres import new_database

pytestmark = pytest.mark.faults  # on the disk: it is too much for the memory

FEW, MANY = 10, 1_000
ROUNDS = 100
MOST = 1.25
"""How many times as long it may take among many."""
TRIES = 3
"""How often it is measured before it counts as slow: the machine may do something else."""
_NUMBERS = count(1)
STORES: dict[str, Callable[[Path], str]] = {
    "sqlite": lambda folder: str(folder / f"{next(_NUMBERS)}" / "club.db"),
    "postgres": lambda _: new_database(),
}


def usual(watch: Stopwatch) -> float:
    """What most were done in: the lower quartile, which noise moves least."""
    return sorted(watch.walls)[len(watch.walls) // 4]


@pytest.mark.parametrize("kind", STORES)
def test_nobody_waits_longer_among_a_thousand_campaigns(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening one, a command, what waits, status as a process, a member's home page."""
    monkeypatch.setenv("CAMPAIGN_HOME", str(tmp_path / "home"))
    few, many = (place_of(STORES[kind](tmp_path)) for _ in range(2))
    assert laid(few, FEW) == FEW * league.EVENTS
    assert laid(many, MANY) == MANY * league.EVENTS > 1_000_000
    slow: dict[str, float] = {}
    for _ in range(TRIES):
        found = league.compared(((few, FEW), (many, MANY)), ROUNDS, tmp_path)
        times = {path: usual(watches[1]) / usual(watches[0]) for path, watches in found.items()}
        slow = {path: times[path] for path in (slow or times) if times[path] > MOST}
        if not slow:
            break
    assert not slow
    with closing(Ledger(many)) as ledger:
        name = league.known(MANY)[2]
        assert list(audit_of(ledger, name).findings(ledger.store.rows(name))) == []


def laid(place: StorePlace, campaigns: int) -> int:
    """A store of so many campaigns, somebody seated in each; how many events it has."""
    place.file.parent.mkdir(parents=True, exist_ok=True)
    events = league.lay(place, campaigns)
    league.seat_all(place, campaigns)
    return events
