"""The second game beside the first: a team campaign of nine lines, and Leaders in Flames's."""

from contextlib import ExitStack, closing
from pathlib import Path

from campaign.reports import pages
from campaign.reports.book import CachedBooks
from campaign.store.ledger import Ledger
from campaign.store.reader import open_store
from campaign.systems import SYSTEMS
from campaign.verify.audit import Verification
from scripts.benchmark import building, long_play, team_play
from scripts.benchmark.building import accepted, scratch
from scripts.benchmark.figures import Figure, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch

TIMES = 3
"""How often each side has its turn in one process."""


def submit(folder: Path, work: int) -> dict[str, Part]:
    """The first commands of both campaigns, each in a store of its own, in turns."""
    team, other = Stopwatch(), Stopwatch()
    with (
        team_play.opened(scratch(folder)) as league,
        building.opened(scratch(folder)) as first,
    ):
        course = iter(team_play.Course(league))
        for text, command in zip(building.keyed(work), course, strict=False):
            with other:
                answer = first.submit(building.NAME, text)
            accepted(answer)
            with team:
                answer = league.submit(team_play.NAME, command)
            accepted(answer)
    return {"team": team.part(), "first": other.part()}


def _events(path: Path, name: str) -> int:
    with closing(open_store(path)) as store:
        return store.ends(name)[0]


def replay(folder: Path, work: int) -> dict[str, Part]:
    """Both campaigns folded from their first event, in turns; the time of an event is compared."""
    team, other = Stopwatch(), Stopwatch()
    log = folder / f"log-{work}.db"
    sides = ((team, folder / "team.db", team_play.NAME), (other, log, building.NAME))
    counts = [_events(path, name) for _, path, name in sides]
    for _ in range(TIMES * 2):
        for watch, path, name in sides:
            with Ledger(path) as ledger:
                ledger.names()  # connects
                with watch:
                    ledger.fresh(name)
    return {
        "team": _of_one(team, counts[0]),
        "first": _of_one(other, counts[1]),
    }


def _of_one(watch: Stopwatch, events: int) -> Part:
    """A side's times for one event, so that campaigns of different lengths compare."""
    each = Stopwatch()
    each.walls = [wall / events for wall in watch.walls]
    each.cpus = [cpu / events for cpu in watch.cpus]
    return each.part()


def opening(folder: Path, work: int) -> dict[str, Part]:
    """Both campaigns opened from snapshots half the usual distance behind, in turns."""
    first, team, other = Stopwatch(), Stopwatch(), Stopwatch()
    log = folder / f"log-{work}.db"
    sides = ((team, folder / "team.db", team_play.NAME), (other, log, building.NAME))
    for number in range(TIMES * 4):
        for watch, path, name in sides:
            with watch if number else first, Ledger(path) as ledger:
                ledger.live(name)
    return {"team": team.part(), "first": other.part()}


def verify(folder: Path, work: int) -> dict[str, Part]:
    """Both campaigns audited, every act decided again, in turns; the time of an event."""
    team, other = Stopwatch(), Stopwatch()
    sides = ((team, folder / "team.db", team_play.NAME), (other, folder / "played.db", "recorded"))
    counts = [_events(path, name) for _, path, name in sides]
    for _ in range(TIMES):
        for watch, path, name in sides:
            with closing(open_store(path)) as store:
                audit = Verification(SYSTEMS, name=name)
                with watch:
                    found = list(audit.findings(store.rows(name)))
                assert found == [], found[:3]
    return {"team": _of_one(team, counts[0]), "first": _of_one(other, counts[1])}


def report(folder: Path, work: int) -> dict[str, Part]:
    """The page of the last round and of a running turn, with the index, as a service keeps them.

    Both campaigns have about as many events, and the turn has forty moves.
    """
    team, other = Stopwatch(), Stopwatch()
    sides = (
        (team, folder / "team.db", team_play.NAME),
        (other, folder / f"long-{work}.db", long_play.NAME),
    )
    out = scratch(folder).parent / "reports"
    with ExitStack() as stack:
        ledgers = [stack.enter_context(Ledger(path)) for _, path, _ in sides]
        books = [CachedBooks(ledger) for ledger in ledgers]
        for number in range(TIMES * 2 + 1):
            for (watch, _, name), ledger, kept in zip(sides, ledgers, books, strict=True):
                turn = ledger.live(name).state.campaign.turn
                if number == 0:
                    kept.update(name)
                    pages.write(ledger, name, out, turn, kept)
                    continue
                with watch:
                    pages.write(ledger, name, out, turn, kept)
    return {"team": team.part(), "first": other.part()}


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about the second game."""
    fast = {"part": "team", "form": "speed", "against": "first", "goal": 0.8, "least": True}
    lines = (
        ("`submit`, in turns", "warm: stores open", Task("team_submit", sizes.appends), fast),
        (
            "opening from a snapshot, in turns",
            "warm: again in the same process",
            Task("team_opening", sizes.short),
            fast,
        ),
        (
            "replay, an event, in turns",
            "warm: decoders made",
            Task("team_replay", sizes.replay),
            fast,
        ),
        ("`verify`, an event, in turns", "warm: again", Task("team_verify", 0), fast),
        (
            "a round's page and the index / a turn's, in turns",
            "warm: templates compiled, turns kept",
            Task("team_report", sizes.played[1]),
            {**fast, "form": "cost", "goal": 1.5, "least": False},
        ),
    )
    return [
        Figure(
            about=f"A Flames of War team campaign / a Leaders in Flames campaign: {what}",
            caches=caches,
            tasks=(task,),
            **how,  # type: ignore[arg-type]
        )
        for what, caches, task, how in lines
    ]


FAMILY = Family(
    "The second game",
    "A team campaign of nine lines and 99 rounds, really played, beside the recorded campaign of"
    " Leaders in Flames.",
    {
        "team_submit": Lane(submit, needs=("played",)),
        "team_opening": Lane(opening, needs=("log", "team")),
        "team_replay": Lane(replay, needs=("log", "team")),
        "team_verify": Lane(verify, needs=("played", "team"), rounds=3),
        "team_report": Lane(report, needs=("long", "team"), rounds=3),
    },
    figures,
)
