"""LiF 4.1: advice and accuracy worked out behind the answer, for pages to show. IO.

A row is known by what it was made from, so the same is worked out once; a page never works.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from campaign.accounts.database import open_people
from campaign.accounts.people import People
from campaign.accounts.protocol import Part, PeopleDatabase, change, rows
from campaign.extensions.veto_advice import ALGORITHM, accuracy, words
from campaign.extensions.veto_advice.advise import VetoAdvice, advise
from campaign.extensions.veto_advice.position import BallotPosition, position_of
from campaign.extensions.veto_advice.verbs import RULE, accuracy_view
from campaign.history.effective import rewriting, transitions
from campaign.kernel.decisions import Refused
from campaign.kernel.projections import Row
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.steps import ReadStore
from campaign.lif.board.projections import VETO_ACCURACY
from campaign.lif.board.values import table_of
from campaign.lif.state import State
from campaign.projections import database
from campaign.projections.rows import Keyed
from campaign.projections.writing import RowWriter
from campaign.store import outlines
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError, Where
from campaign.store.reader import Reader
from campaign.web.jobs.runner import Job, Looks
from events.base import Event

WORKED_OUT = Part(
    "veto_advice",
    (
        (
            """CREATE TABLE veto_worked_out (
                id TEXT PRIMARY KEY, campaign TEXT NOT NULL, version INTEGER NOT NULL,
                kind TEXT NOT NULL, body TEXT NOT NULL
            ) WITHOUT ROWID""",
            "CREATE INDEX veto_worked_out_of ON veto_worked_out (campaign, kind, version)",
        ),
    ),
)
"""Nothing in it is sealed, and all of it can be worked out again."""
_INSERT = "INSERT INTO veto_worked_out VALUES (?,?,?,?,?) ON CONFLICT DO NOTHING"
EVERY = 60.0
K = TypeVar("K")
T = TypeVar("T", BallotPosition, accuracy.Decision)
LOG = logging.getLogger("campaign.web")


class JudgedOpening(msgspec.Struct, frozen=True):
    """What an opening's answers gave away."""

    draw: int
    phase: str
    turn: str
    rows: tuple[accuracy.JudgedAnswer, ...]


def _id(*parts: object) -> str:
    return sha256(msgspec.json.encode((ALGORITHM, *parts))).hexdigest()


def _asked(state: State) -> dict[str, BallotPosition]:
    """The position before the Board, the same while nothing but markers is recorded, by its id."""
    position = position_of(state, 0, table_of(state))
    return {} if isinstance(position, Refused) else {_id(state.campaign.id, position): position}


def _openings(reader: Reader, name: str, campaign: str) -> dict[str, accuracy.Decision]:
    """Every opening of a campaign as it counts now, by its id."""
    steps: Iterable[Any] = transitions(reader.system(name), reader.effective(name))
    return {_id(campaign, one): one for one in accuracy.decisions(steps)}


def _judged(decision: accuracy.Decision) -> JudgedOpening:
    position = decision.position
    return JudgedOpening(position.draw, position.phase, position.turn, accuracy.judged(decision))


# --- for pages and statistics ---------------------------------------------------------------------


def advice_now(file: PeopleDatabase, state: State) -> VetoAdvice | None:
    """The advice on what is before the Board; None while it is being worked out."""
    known = _known(file, state.campaign.id, "advice", VetoAdvice)
    return next((known[key] for key in _asked(state) if key in known), None)


def openings_of(file: PeopleDatabase, campaign: str) -> dict[str, JudgedOpening]:
    """What the answers of a campaign gave away, as far as it is worked out, by its id."""
    return _known(file, campaign, "accuracy", JudgedOpening)


def _known(file: PeopleDatabase, campaign: str, kind: str, form: type[K]) -> dict[str, K]:
    query = "SELECT id, body FROM veto_worked_out WHERE campaign=? AND kind=? ORDER BY version"
    made = rows(file, lambda *row: row, query, (campaign, kind))
    return {key: msgspec.json.decode(body, type=form) for key, body in made}


def statistics(state: State, about: str) -> verbs.Look:
    """Ruling 63: what answers gave away: all, those on a leader, or those of a power."""
    if reason := words.off(state, advice=False):
        return Refused(RULE, reason)
    openings: list[JudgedOpening] = yield ReadStore(_all_judged)
    rows = [row for one in openings for row in one.rows if about in ("", row.leader, *row.powers)]
    return accuracy_view(state, rows)


def _all_judged(reader: Reader, name: str) -> list[JudgedOpening]:
    """Every opening: read where it is worked out as it counts now, else worked out."""
    campaign = reader.live(name).state.campaign.id
    known: dict[str, JudgedOpening] = {}
    with closing(open_people(reader.store.place, (WORKED_OUT,))) as file, suppress(StoreError):
        known = openings_of(file, campaign)  # whoever may read the record may not be let into it
    every = _openings(reader, name, campaign)
    return [known.get(key) or _judged(one) for key, one in every.items()]


# --- the job --------------------------------------------------------------------------------------


class AdviceJob(msgspec.Struct):
    """Looks which campaigns show advice, and works out what is missing."""

    store: Where
    now: Callable[[], str]
    looks: Looks
    is_over: Callable[[], bool]
    read: dict[str, int] = {}
    """By a campaign's id, up to which event it was looked through."""

    def run(self) -> None:
        """One round through the campaigns; one that fails keeps no other off."""
        people = People(self.store, (WORKED_OUT,), clock=self.now)
        with closing(people), Ledger(self.store, clock=self.now) as ledger:
            for one in outlines.kept(ledger):  # the service sees to it that there is one of each
                if self.is_over():
                    return
                outline = one.outline
                is_silent = isinstance(outline, outlines.Outline) and outline.advice == "off"
                if is_silent or not self.looks.is_due(one.name, one.version):
                    continue
                try:
                    self._campaign(ledger, one.name, people.file)
                except Exception as error:  # the next campaign must not suffer
                    LOG.error("%s: advice: %s", one.name, type(error).__name__, exc_info=error)

    def _campaign(self, ledger: Ledger, name: str, file: PeopleDatabase) -> None:
        live = ledger.passing(name)
        state = live.state
        if not isinstance(state, State) or words.off(state, advice=False):
            return
        campaign = state.campaign.id
        if not words.off(state):
            self._bring(file, campaign, "advice", _asked(state), advise)
        after = self.read.get(campaign, 0)
        after = after if after <= live.version else 0  # another store was put in its place
        if not after or any(_matters(one.event) for one in ledger.history(name, after)):
            every = _openings(ledger, name, campaign)
            if not self._bring(file, campaign, "accuracy", every, _judged):
                return
        self.read[campaign] = live.version
        write_table(ledger, name, openings_of(file, campaign).values())

    def _bring(
        self,
        file: PeopleDatabase,
        campaign: str,
        kind: str,
        wanted: Mapping[str, T],
        make: Callable[[T], object],
    ) -> bool:
        """Works out what is new or was corrected, once what no longer counts is gone; whether
        nothing is left. What is wanted is by its id.
        """
        known = _known(file, campaign, kind, msgspec.Raw)
        for key in known.keys() - wanted.keys():
            change(file, "DELETE FROM veto_worked_out WHERE id=?", (key,))
        for key, one in wanted.items():
            if self.is_over():
                return False
            if key not in known:
                body = msgspec.json.encode(make(one)).decode()
                change(file, _INSERT, (key, campaign, one.version, kind, body))
        return True


def _matters(event: Event) -> bool:
    """Whether an event opens something, or changes what was opened."""
    return isinstance(event, accuracy.OPENS) or rewriting(event)


def write_table(ledger: Ledger, name: str, openings: Iterable[JudgedOpening]) -> None:
    """Brings the read table `veto_accuracy` to what is worked out, as far as the others are."""
    place, table = database.path(ledger.store.path), VETO_ACCURACY
    if not place.exists():
        return
    columns = tuple(table.columns)
    query = f"SELECT {', '.join(columns)} FROM {table.name} WHERE campaign=?"
    with closing(database.ReadDatabase(place)) as tables, tables.transaction() as db:
        reached = db.execute("SELECT version FROM campaigns WHERE campaign=?", (name,)).fetchone()
        every = [row for opening in openings for row in opening.rows] if reached else []
        was = [dict(zip(columns, values, strict=True)) for values in db.execute(query, (name,))]
        now = [table.row(row, power=row.powers[0]) for row in every if row.version <= reached[0]]
        RowWriter(ledger.system(name)).change(db, name, _keyed(was), _keyed(now))


def _keyed(made: Iterable[Row]) -> Keyed:
    return {VETO_ACCURACY.name: {tuple(row[key] for key in VETO_ACCURACY.pk): row for row in made}}


def job(
    store: Where,
    now: Callable[[], str],
    monotonic: Callable[[], float],
    is_over: Callable[[], bool],
) -> Job:
    """What the service looks after: soon after a campaign has grown."""
    made = AdviceJob(store, now, Looks(monotonic), is_over)
    return Job("veto advice", EVERY, made.run, on_change=True)
