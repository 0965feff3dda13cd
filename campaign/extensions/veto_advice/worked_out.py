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
from campaign.accounts.protocol import Part, PeopleDatabase, change, row, rows
from campaign.extensions.veto_advice import ALGORITHM, words
from campaign.extensions.veto_advice.accuracy import (
    OPENS,
    Decision,
    JudgedAnswer,
    decisions,
    judged,
)
from campaign.extensions.veto_advice.advise import VetoAdvice, advise
from campaign.extensions.veto_advice.position import BallotPosition, position_of, public
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
from campaign.store.outlines import Outline, Outlined
from campaign.store.protocol import StoreError, Where
from campaign.store.reader import Reader
from campaign.web.jobs.runner import Job, Looks

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
T = TypeVar("T", BallotPosition, Decision)
LOG = logging.getLogger("campaign.web")


class JudgedOpening(msgspec.Struct, frozen=True):
    """What an opening's answers gave away."""

    draw: int
    phase: str
    turn: str
    rows: tuple[JudgedAnswer, ...]


def _id(*parts: object) -> str:
    return sha256(msgspec.json.encode((ALGORITHM, *parts))).hexdigest()


def _asked(state: State) -> tuple[str, BallotPosition] | Refused:
    """The position before the Board, the same while nothing but markers is recorded, and its id."""
    position = position_of(public(state, 0), table_of(state))
    if isinstance(position, Refused):
        return position
    return _id(state.campaign.id, position), position


def _by_id(reader: Reader, name: str, campaign: str) -> dict[str, Decision]:
    """Every opening of a campaign as it counts now."""
    steps: Iterable[Any] = transitions(reader.system(name), reader.effective(name))
    made = {}
    for one in decisions(steps):
        said, by = sorted(one.said.items()), sorted(one.laid_by.items())
        made[_id(campaign, one.version, one.position, said, by)] = one
    return made


# --- for pages ------------------------------------------------------------------------------------


def advice_now(file: PeopleDatabase, state: State) -> VetoAdvice | Refused | None:
    """The advice on what is before the Board; None while it is being worked out."""
    asked = _asked(state)
    if isinstance(asked, Refused):
        return asked
    body = row(file, str, "SELECT body FROM veto_worked_out WHERE id=?", asked[:1])
    return None if body is None else msgspec.json.decode(body, type=VetoAdvice)


def openings_of(file: PeopleDatabase, campaign: str) -> dict[str, JudgedOpening]:
    """What the answers of a campaign gave away, as far as it is worked out, by its id."""
    query = (
        "SELECT id, body FROM veto_worked_out WHERE campaign=? AND kind='accuracy' ORDER BY version"
    )

    def read(key: str, body: str) -> tuple[str, JudgedOpening]:
        return key, msgspec.json.decode(body, type=JudgedOpening)

    return dict(rows(file, read, query, (campaign,)))


def _judged(decision: Decision) -> JudgedOpening:
    position = decision.position
    return JudgedOpening(position.draw, position.phase, position.turn, judged(decision))


def accuracy(state: State, about: str) -> verbs.Look:
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
    every = _by_id(reader, name, campaign)
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
                if _is_silent(one) or not self.looks.is_due(one.name, one.version):
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
        shared = state.campaign
        if not words.off(state):
            self._advise(state, file)
        after = self.read.get(shared.id, 0)
        after = after if after <= live.version else 0  # another store was put in its place
        history = ledger.history(name, after)
        if not after or any(
            isinstance(one.event, OPENS) or rewriting(one.event) for one in history
        ):
            every = _by_id(ledger, name, shared.id)
            if not self._bring(file, shared.id, "accuracy", every, _judged):
                return
        self.read[shared.id] = live.version
        write_table(ledger, name, openings_of(file, shared.id).values())

    def _advise(self, state: State, file: PeopleDatabase) -> None:
        asked = _asked(state)
        if not isinstance(asked, Refused):
            self._bring(file, state.campaign.id, "advice", dict([asked]), advise)

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
        query = "SELECT id FROM veto_worked_out WHERE campaign=? AND kind=?"
        known = set(rows(file, str, query, (campaign, kind)))
        for key in known - wanted.keys():
            change(file, "DELETE FROM veto_worked_out WHERE id=?", (key,))
        for key, one in wanted.items():
            if self.is_over():
                return False
            if key not in known:
                body = msgspec.json.encode(make(one)).decode()
                change(file, _INSERT, (key, campaign, one.version, kind, body))
        return True


def write_table(ledger: Ledger, name: str, openings: Iterable[JudgedOpening]) -> None:
    """Brings the read table `veto_accuracy` to what is worked out, as far as the others are."""
    place = database.path(ledger.store.path)
    if not place.exists():
        return
    columns = tuple(VETO_ACCURACY.columns)
    query = f"SELECT {', '.join(columns)} FROM {VETO_ACCURACY.name} WHERE campaign=?"
    with closing(database.ReadDatabase(place)) as tables, tables.transaction() as db:
        reached = db.execute("SELECT version FROM campaigns WHERE campaign=?", (name,)).fetchone()
        if reached is None:
            return
        was = [dict(zip(columns, values, strict=True)) for values in db.execute(query, (name,))]
        now = [
            VETO_ACCURACY.row(row, power=row.powers[0])
            for opening in openings
            for row in opening.rows
            if row.version <= reached[0]
        ]
        writer = RowWriter(ledger.system(name))
        writer.change(db, name, _keyed(was), _keyed(now))


def _keyed(made: Iterable[Row]) -> Keyed:
    return {VETO_ACCURACY.name: {tuple(row[key] for key in VETO_ACCURACY.pk): row for row in made}}


def _is_silent(one: Outlined) -> bool:
    """Ruling 63: whether a campaign shows neither, so that it need not be read."""
    return isinstance(one.outline, Outline) and one.outline.advice == "off"


def job(
    store: Where,
    now: Callable[[], str],
    monotonic: Callable[[], float],
    is_over: Callable[[], bool],
) -> Job:
    """What the service looks after: soon after a campaign has grown."""
    made = AdviceJob(store, now, Looks(monotonic), is_over)
    return Job("veto advice", EVERY, made.run, on_change=True)
