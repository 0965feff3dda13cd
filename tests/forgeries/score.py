"""The score: forgeries by type of event, what contradicts, what the auditor found and missed."""

import hashlib
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from support.kept import kept, program

from . import table_of_war
from .audited import audited
from .forge import forgeries
from .forgery import Forgery
from .reckoning import Reckoning
from .recorded import CAMPAIGNS, CASES, DISPUTES, EVENING, OF_WAR, TESTS, Record, play
from .table import judged

COLUMNS = ("made", "contradict", "found", "missed", "trusted", "pending", "open")
SLICE = 50
"""Every run audits one forgery in so many."""
KNOWN = Path(__file__).parent / "known_misses.toml"


class Told(msgspec.Struct):
    """A forgery, what it contradicts, and what the auditor said."""

    record: str
    topic: str
    field: str
    kind: str
    version: int
    note: str
    means: str
    """`contradicts`, `trust`, `pending` or `open`."""
    why: str
    finding: str

    @property
    def group(self) -> str:
        """What it has in common with others like it."""
        return f"{self.topic} {self.field} {self.kind}"

    @property
    def anywhere(self) -> str:
        """The same of every event."""
        return f"* {self.field} {self.kind}"

    @property
    def here(self) -> str:
        """The same of this record alone."""
        return f"{self.group} in {self.record}"

    @property
    def names(self) -> set[str]:
        """The names under which the list of known misses may have it."""
        return {self.group, self.anywhere, self.here}

    @property
    def missed(self) -> bool:
        """It contradicts, and nothing was found; a crash is no finding."""
        return self.means == "contradicts" and (
            not self.finding or self.finding.startswith("crashed")
        )


Means = Callable[[Forgery], tuple[str, str]]
GAMES = {"lif": (*CAMPAIGNS, *DISPUTES), "fow": (*OF_WAR, EVENING, *CASES)}
"""The records of each game."""


def records(names: Iterable[str] = GAMES["lif"]) -> list[Record]:
    """Records, played."""
    return [play(name) for name in names]


def in_slice(forgery: Forgery, part: int, of: int) -> bool:
    """Whether a forgery belongs to a part of so many: by its name, the same in every run."""
    word = f"{forgery.record} {forgery.name} {forgery.act} {forgery.nth} {forgery.note}"
    return int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % of == part


def scored(
    played: list[Record],
    only: str = "",
    part: int = 0,
    of: int = 1,
    begin: str = "",
    judge: Callable[[Record], Means] | None = None,
) -> Iterator[Told]:
    """Forgeries of a record, or of all, judged and audited."""
    made = [one for one in forgeries(played) if in_slice(one, part, of)]
    for record in played:
        if only and record.name != only:
            continue
        mine = [one for one in made if one.record == record.name and one.topic.startswith(begin)]
        judging = (judge or _reckoned)(record)
        means = {id(one): judging(one) for one in mine}
        for one, finding in audited(record, mine):
            yield _told(record, one, means[id(one)], finding)


class Slice:
    """One part of so many of a game's forgeries: those that contradict, audited."""

    def __init__(self, game: str, of: int, part: int = 0) -> None:
        self.told: list[Told] = []
        """Of each what the auditor said; what only people know nobody has to find."""
        files = [*program(), *(file for part in SOURCES for file in TESTS.glob(part))]
        judged: list[tuple[Forgery, str]] = kept(
            f"forgeries-{game}-{part}-{of}", files, lambda: contradicting(game, of, part), Judged
        )
        for record in records(GAMES[game]):
            why = {id(one): reason for one, reason in judged if one.record == record.name}
            mine = [one for one, _ in judged if id(one) in why]
            for one, finding in audited(record, mine):
                self.told.append(_told(record, one, ("contradicts", why[id(one)]), finding))

    def missed(self, record: str = "") -> list[Told]:
        """Those of a record, or of all, that the auditor did not find."""
        return [one for one in self.told if record in ("", one.record) and one.missed]


Judged = list[tuple[Forgery, str]]
SOURCES = (
    "forgeries/*.*",
    "cases/*.toml",
    "campaigns/**/*.*",
    "disputes/**/*.*",
    "support/sessions.py",
)
"""What forgeries and their judgement come of, besides the program."""


def contradicting(game: str, of: int, part: int) -> Judged:
    """Of one part of so many forgeries those that contradict, each with its reason."""
    played = records(GAMES[game])
    made = [one for one in forgeries(played) if in_slice(one, part, of)]
    found: Judged = []
    for record in played:
        judging = (of_war if game == "fow" else _reckoned)(record)
        mine = [(one, judging(one)) for one in made if one.record == record.name]
        found += [(one, why) for one, (means, why) in mine if means == "contradicts"]
    return found


def _told(record: Record, one: Forgery, means: tuple[str, str], finding: str) -> Told:
    version = record.first(one.act) + one.nth
    return Told(record.name, one.topic, one.field, one.kind, version, one.note, *means, finding)


def _reckoned(record: Record) -> Means:
    reckoning = Reckoning(record)
    return lambda forgery: _means(record, reckoning, forgery)


def of_war(record: Record) -> Means:
    """Flames of War: what its table does not name has to be found."""

    def means(forgery: Forgery) -> tuple[str, str]:
        found = table_of_war.judged(record, forgery)
        return ("contradicts", "by the table") if found == "always" else (found, "")

    return means


def _means(record: Record, reckoning: Reckoning, forgery: Forgery) -> tuple[str, str]:
    found = judged(record, forgery)
    if found == "always":
        return "contradicts", "by the table"
    if found != "reckoned":
        return found, ""
    answer = reckoning.answer(forgery)
    if answer is None:
        return "open", ""
    return ("contradicts", answer) if answer else ("trust", "")


def table(told: list[Told]) -> str:
    """The score by type of event, and its sums."""
    by_topic: dict[str, Counter[str]] = {}
    for one in told:
        row = by_topic.setdefault(one.topic, Counter())
        row["made"] += 1
        row["contradict"] += one.means == "contradicts"
        row["missed"] += one.missed
        row["found"] += one.means == "contradicts" and not one.missed
        for column, means in (("trusted", "trust"), ("pending", "pending"), ("open", "open")):
            row[column] += one.means == means
    total = sum(by_topic.values(), Counter[str]())
    lines = [f"{'event':<36}" + "".join(f"{column:>12}" for column in COLUMNS)]
    for topic, row in [*by_topic.items(), ("together", total)]:
        lines.append(f"{topic:<36}" + "".join(f"{row[column]:>12}" for column in COLUMNS))
    return "\n".join(lines)


def misses(told: list[Told]) -> str:
    """What was missed, by event and field, with an example of each."""
    groups: dict[str, list[Told]] = {}
    for one in told:
        if one.missed:
            groups.setdefault(one.group, []).append(one)
    lines = []
    for name, missed in sorted(groups.items()):
        one = missed[0]
        where = f"{one.record} version {one.version}"
        told_ = f" [{one.finding}]" if one.finding else ""
        lines.append(f"- {name}: {len(missed)} missed; {where}: {one.note} ({one.why}){told_}")
    return "\n".join(lines)


def beside(told: list[Told]) -> str:
    """Forgeries that only people could know of, or nobody can answer, and yet were found.

    A sign that a row is too mild, or that the auditor says too much.
    """
    groups: dict[str, list[Told]] = {}
    for one in told:
        if one.means != "contradicts" and one.finding:
            groups.setdefault(f"{one.means}: {one.topic} {one.field} {one.kind}", []).append(one)
    return "\n".join(
        f"- {name}: {len(found)}; {found[0].record} version {found[0].version}: "
        f"{found[0].note} [{found[0].finding[:160]}]"
        for name, found in sorted(groups.items())
    )


def known() -> dict[str, str]:
    """Misses that are known: `event field kind [in record]` to the reason; `*` is every event."""
    told = tomllib.loads(KNOWN.read_text("utf-8"))
    return {name: reason for reason, names in told.items() for name in names}


def unknown(told: list[Told]) -> list[Told]:
    """What was missed and is on no list."""
    names = known()
    return [one for one in told if one.missed and not one.names & set(names)]


def found_after_all(told: list[Told]) -> list[str]:
    """Known misses of which some were forged and all were found: they leave the list."""
    tried: dict[str, list[Told]] = {}
    for one in told:
        if one.means == "contradicts":
            for name in one.names & set(known()):
                tried.setdefault(name, []).append(one)
    return sorted(name for name, some in tried.items() if not any(one.missed for one in some))
