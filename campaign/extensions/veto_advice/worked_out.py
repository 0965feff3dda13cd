"""LiF 4.1: advice and accuracy worked out behind the answer, for pages to show. IO.

A row is known by what it was made from, so the same is worked out once; a page never works.
"""

import logging
from collections.abc import Callable, Iterable
from contextlib import closing
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.accounts.people import People
from campaign.accounts.protocol import Part, PeopleDatabase, row, rows
from campaign.extensions.veto_advice import ALGORITHM, words
from campaign.extensions.veto_advice.accuracy import Decision, Judged, decisions, judged
from campaign.extensions.veto_advice.advise import VetoAdvice, advise
from campaign.extensions.veto_advice.position import Position, position_of, public
from campaign.history.effective import rewriting, transitions
from campaign.kernel.decisions import Refused
from campaign.lif.board.values import table_of
from campaign.lif.state import State
from campaign.store import outlines
from campaign.store.ledger import Ledger
from campaign.store.protocol import Where
from campaign.web.jobs.runner import Job, Looks
from events.lif.board import BallotsOpened, VotesOpened

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
EVERY = 60.0
LOG = logging.getLogger("campaign.web")


class JudgedOpening(msgspec.Struct, frozen=True):
    """What an opening's answers gave away."""

    draw: int
    phase: str
    turn: str
    rows: tuple[Judged, ...]


def _id(*parts: object) -> str:
    return sha256(msgspec.json.encode((ALGORITHM, *parts))).hexdigest()


def _position_id(campaign: str, position: Position) -> str:
    """The same while nothing but markers is recorded."""
    return _id(campaign, replace(position, version=0))


def _decision_id(campaign: str, decision: Decision) -> str:
    said, by = sorted(decision.said.items()), sorted(decision.laid_by.items())
    return _id(campaign, decision.version, decision.position, said, by)


# --- for pages ------------------------------------------------------------------------------------


def advice_now(file: PeopleDatabase, state: State) -> VetoAdvice | Refused | None:
    """The advice on what is before the Board; None while it is being worked out."""
    position = position_of(public(state, 0), table_of(state))
    if isinstance(position, Refused):
        return position
    query = "SELECT body FROM veto_worked_out WHERE id=?"
    body = row(file, str, query, (_position_id(state.campaign.id, position),))
    return None if body is None else msgspec.json.decode(body, type=VetoAdvice)


def openings_of(file: PeopleDatabase, campaign: str) -> tuple[JudgedOpening, ...]:
    """What the answers of a campaign gave away, as far as it is worked out."""
    query = "SELECT body FROM veto_worked_out WHERE campaign=? AND kind='accuracy' ORDER BY version"
    bodies = rows(file, str, query, (campaign,))
    return tuple(msgspec.json.decode(body, type=JudgedOpening) for body in bodies)


# --- the job --------------------------------------------------------------------------------------


class AdviceJob:
    """Looks which campaigns show advice, and works out what is missing."""

    def __init__(
        self,
        store: Where,
        now: Callable[[], str],
        monotonic: Callable[[], float],
        is_over: Callable[[], bool],
    ) -> None:
        self._store = store
        self._now = now
        self._is_over = is_over
        self._looks = Looks(monotonic)
        self._read: dict[str, int] = {}

    def run(self) -> None:
        """One round through the campaigns; one that fails keeps no other off."""
        people = People(self._store, (WORKED_OUT,), clock=self._now)
        with closing(people), Ledger(self._store, clock=self._now) as ledger:
            for one in outlines.every(ledger):
                if self._is_over():
                    return
                if not self._looks.is_due(one.name, one.version):
                    continue
                try:
                    self._campaign(ledger, one.name, people.file)
                except Exception as error:  # the next campaign must not suffer
                    LOG.error("%s: advice: %s", one.name, type(error).__name__, exc_info=error)

    def _campaign(self, ledger: Ledger, name: str, file: PeopleDatabase) -> None:
        live = ledger.live(name)
        if not isinstance(live.state, State) or words.off(live.state, advice=False):
            return
        state = live.state
        if state.rulings.advice == "always":
            position = position_of(public(state, 0), table_of(state))
            if not isinstance(position, Refused):
                key = _position_id(state.campaign.id, position)
                if not self._has(file, key):
                    body = msgspec.json.encode(advise(position)).decode()
                    with file.writing() as db:
                        db.execute(
                            "DELETE FROM veto_worked_out WHERE campaign=? AND kind='advice'",
                            (state.campaign.id,),
                        )
                        db.execute(_INSERT, (key, state.campaign.id, 0, "advice", body))
        after = self._read.get(state.campaign.id, 0)
        if not after or any(_matters(entry) for entry in ledger.history(name, after)):
            self._judge(ledger, name, state.campaign.id, file)
        self._read[state.campaign.id] = live.version

    def _judge(self, ledger: Ledger, name: str, campaign: str, file: PeopleDatabase) -> None:
        """Judges every opening that is new or was corrected; what was struck out goes."""
        history: Iterable[Any] = transitions(ledger.system(name), ledger.effective(name))
        kept: list[str] = []
        for decision in decisions(history):
            key = _decision_id(campaign, decision)
            kept.append(key)
            if self._has(file, key):
                continue
            position = decision.position
            opening = JudgedOpening(position.draw, position.phase, position.turn, judged(decision))
            body = msgspec.json.encode(opening).decode()
            with file.writing() as db:
                db.execute(_INSERT, (key, campaign, decision.version, "accuracy", body))
            if self._is_over():
                return
        self._forget(file, campaign, kept)

    def _forget(self, file: PeopleDatabase, campaign: str, kept: Iterable[str]) -> None:
        query = "SELECT id FROM veto_worked_out WHERE campaign=? AND kind='accuracy'"
        gone = set(rows(file, str, query, (campaign,))) - set(kept)
        if gone:
            with file.writing() as db:
                for key in sorted(gone):
                    db.execute("DELETE FROM veto_worked_out WHERE id=?", (key,))

    def _has(self, file: PeopleDatabase, key: str) -> bool:
        return row(file, str, "SELECT id FROM veto_worked_out WHERE id=?", (key,)) is not None


_INSERT = "INSERT INTO veto_worked_out VALUES (?,?,?,?,?) ON CONFLICT DO NOTHING"


def _matters(entry: object) -> bool:
    event = entry.event  # type: ignore[attr-defined]
    return isinstance(event, BallotsOpened | VotesOpened) or rewriting(event)


def job(
    store: Where,
    now: Callable[[], str],
    monotonic: Callable[[], float],
    is_over: Callable[[], bool],
) -> Job:
    """What the service looks after: soon after a campaign has grown."""
    return Job("veto advice", EVERY, AdviceJob(store, now, monotonic, is_over).run, on_change=True)
