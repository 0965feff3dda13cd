"""Disputes, rulings and corrections as pages show them: figures before and after, and the marks on
other pages. Pure.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic

import msgspec

from campaign.disputes.sentences import VERDICTS, stage, terms, waits
from campaign.history.diff import Difference, lines
from campaign.history.effective import Logged
from campaign.kernel.members import S
from campaign.kernel.pages import CorrectionMark, event_href, href, of_each, turn_of
from campaign.kernel.projections import GameLog, LedgerDraw
from campaign.kernel.record import Dispute, DisputeEntry
from campaign.kernel.system import System
from campaign.reports.turn_log import when
from campaign.text.english import capital, listed
from events import disputes as facts

# --- Draws made again after a strike, counted so that nobody can fish for a better one ----------


class Redraw(msgspec.Struct, frozen=True):
    """A draw made in place of one that was struck."""

    struck: int
    struck_by: int
    version: int


def redraws(draws: Iterable[LedgerDraw]) -> tuple[Redraw, ...]:
    """Each struck draw, paired with the first free draw of its kind after the strike."""
    whole = list(draws)
    taken_back = sorted((draw for draw in whole if draw.struck_by), key=lambda draw: draw.version)
    free = [(draw.version, draw.kind) for draw in whole] if taken_back else []
    redrawn = []
    for struck in taken_back:
        again = next(
            (pair for pair in free if pair[0] > struck.struck_by and pair[1] == struck.kind), None
        )
        if again is not None:
            free.remove(again)
            redrawn.append(Redraw(struck.version, struck.struck_by, again[0]))
    return tuple(redrawn)


def in_words(redrawn: Iterable[Redraw]) -> str:
    """How many draws were made again, and which; empty if none."""
    pairs = [f"event {redraw.struck}, again as {redraw.version}" for redraw in redrawn]
    if not pairs:
        return ""
    count = "1 draw was" if len(pairs) == 1 else f"{len(pairs)} draws were"
    return f"{count} made again after a strike: {'; '.join(pairs)}."


# --- corrections --------------------------------------------------------------------------------
# What each correction of a history changed: figures before and after, now and at ends of turns.
# `book` works it out as it reads.


class Fix(msgspec.Struct, frozen=True):
    """A correction and what it changed."""

    events: tuple[Logged, ...]
    """Its events: the correction itself, and the strikes that went with it."""
    since: int
    """The first event that it touches."""
    ruling: int
    """The event of the ruling it rests on; 0 for an act that a member took back."""
    struck: bool
    """Whether a later correction struck it."""
    changes: tuple[Difference, ...]
    """Every figure before and after it."""
    ends: dict[str, tuple[Difference, ...]]
    """The same for each turn that it changed: at the turn's end, or now for the turn in play."""

    @property
    def version(self) -> int:
        """The version of its last event."""
        return self.events[-1][0]

    @property
    def dispute(self) -> str:
        """The dispute under which it was made; empty if it needed none."""
        return str(getattr(self.events[0][1], "dispute", ""))


# --- What corrections leave on other pages: marks on figures ------------------------------------


def dispute_anchor(dispute: str) -> str:
    """The anchor of a dispute on the page that has it in full."""
    return f"dispute-{dispute}"


def marks(
    system: System[S],
    logs: Sequence[GameLog[S]],
    place: int,
    fixes: Sequence[Fix],
    *,
    index: bool = False,
) -> dict[str, tuple[CorrectionMark, ...]]:
    """The corrections that changed one of the game's marked figures in a turn, by its owner.

    A rewind gives no mark, nor does a correction that was taken back.
    """
    here = "" if index else logs[place].turn
    by_owner: defaultdict[str, dict[str, CorrectionMark]] = defaultdict(dict)
    for path, made in _marked_changes(system, fixes, logs[place].turn).items():
        if made[0][1].before == made[-1][1].after:
            continue
        for fix in (fix for fix, _ in made if not fix.struck):
            where = href(here, turn_of(logs, fix.ruling), dispute_anchor(fix.dispute))
            by_owner[path[1]][fix.dispute] = CorrectionMark(fix.dispute, where)
    return {owner: tuple(by_dispute.values()) for owner, by_dispute in by_owner.items()}


def _marked_changes(
    system: System[S], fixes: Sequence[Fix], turn: str
) -> Mapping[tuple[str, ...], list[tuple[Fix, Difference]]]:
    """What corrections under a dispute changed in a turn of the game's marked figures."""
    changed: defaultdict[tuple[str, ...], list[tuple[Fix, Difference]]] = defaultdict(list)
    for fix in fixes:
        if fix.dispute and not isinstance(fix.events[0][1], facts.Rewound):
            for difference in fix.ends.get(turn, ()):
                if difference.path[0] in system.pages.figures.marked:
                    changed[difference.path].append((fix, difference))
    return changed


# --- Disputes and rulings as a page shows them, with what was corrected under each --------------


class Statement(msgspec.Struct, frozen=True):
    """A statement in a dispute."""

    what: str
    by: str
    text: str
    digest: str
    """Digest of a file that the member keeps; empty if there is none."""
    at: str
    when: str


class CorrectionView(msgspec.Struct, frozen=True):
    """A correction: what it did, and every figure before and after."""

    version: int
    href: str
    sentences: tuple[str, ...]
    changes: tuple[tuple[str, str], ...]
    struck: bool


class DisputeView(msgspec.Struct, frozen=True):
    """A dispute."""

    id: str
    href: str
    """The turn in which it was raised, whose page has it in full."""
    stage: str
    settled: bool
    verdict: str
    """Decides its colour: upheld, partly, rejected or empty."""
    raised_by: str
    turn: str
    claim: str
    events: tuple[tuple[int, str], ...]
    """The events it is about, each with its line in a journal."""
    concerned: tuple[str, ...]
    waits: str
    terms: str
    said: tuple[Statement, ...] = ()
    corrections: tuple[CorrectionView, ...] = ()


class Disputes(msgspec.Struct, frozen=True):
    """The disputes of a page."""

    frozen: str
    """The dispute for which play is frozen; empty if it goes on."""
    full: tuple[DisputeView, ...]
    """Those in which something happened in the turn."""
    others: tuple[DisputeView, ...]
    """Those still open from earlier turns."""
    redraws: str = ""
    """How many draws of the campaign were made again after a strike; empty if none."""


def disputes(
    system: System[S], logs: Sequence[GameLog[S]], place: int, fixes: Sequence[Fix]
) -> Disputes | None:
    """The disputes of the turn at a place in the logs; None if there are none to show."""
    log = logs[place]
    record = log.end.campaign.record
    happened = {getattr(row.event, "dispute", "") for row in log.record}
    views = _Views(system, logs, place, fixes)
    known = record.disputes.values()
    shown = Disputes(
        record.frozen_for,
        tuple(views.full(dispute) for dispute in known if dispute.id in happened),
        tuple(
            views.short(dispute)
            for dispute in known
            if record.awaits(dispute) and dispute.id not in happened
        ),
        _redraws(logs[: place + 1]),
    )
    return shown if any((shown.full, shown.others, _is_redrawn(logs, log))) else None


def _is_redrawn(logs: Sequence[GameLog[S]], log: GameLog[S]) -> bool:
    """Whether a draw of a turn was made again later."""
    again = {redraw.version for redraw in _made_again(logs)}
    return bool(again) and any(draw.version in again for draw in log.drawn)


def _redraws(logs: Sequence[GameLog[S]]) -> str:
    """Draws made again in these turns, in words."""
    return in_words(_made_again(logs))


def _made_again(logs: Sequence[GameLog[S]]) -> tuple[Redraw, ...]:
    """Draws made again in these turns; without a struck one no turn's draws are looked at."""
    if not any(of_each(logs, has_struck_draws)):
        return ()
    return redraws(draw for log in logs for draw in log.drawn)


def has_struck_draws(log: GameLog[S]) -> bool:
    """Whether a correction struck a draw of the turn."""
    return any(draw.struck_by for draw in log.drawn)


def all_disputes(system: System[S], logs: Sequence[GameLog[S]]) -> Disputes | None:
    """Every dispute of a campaign, the open ones first; None if there never was one."""
    record = logs[-1].end.campaign.record
    if not record.disputes:
        return None
    views = _Views(system, logs, len(logs) - 1, (), index=True)
    summaries = [views.short(dispute) for dispute in record.disputes.values()]
    return Disputes(
        record.frozen_for,
        tuple(view for view in summaries if view.settled),
        tuple(view for view in summaries if not view.settled),
        _redraws(logs),
    )


_STATEMENTS = {
    "claim": "Claim",
    "evidence": "Evidence",
    "answer": "Answer",
    "ruling": "Ruling",
    "consent": "Consent",
    "appeal": "Appeal",
    "withdrawal": "Withdrawn",
    "close": "Closed without a correction",
}


class _Views(Generic[S]):
    """Makes views of disputes for one page."""

    def __init__(
        self,
        system: System[S],
        logs: Sequence[GameLog[S]],
        place: int,
        fixes: Sequence[Fix],
        *,
        index: bool = False,
    ) -> None:
        self._system = system
        self._logs = logs
        self._log = logs[place]
        self._here = "" if index else self._log.turn
        self._state: S = self._log.end
        self._names = system.view.names(self._state)
        self._fixes = fixes
        self._rulings = [
            row.event
            for log in logs[: place + 1]
            for row in log.record
            if isinstance(row.event, facts.RulingGiven)
        ]

    def short(self, dispute: Dispute) -> DisputeView:
        """A dispute without what was said in it."""
        return DisputeView(
            dispute.id,
            href(self._here, dispute.turn, dispute_anchor(dispute.id)),
            stage(dispute),
            not self._state.campaign.record.awaits(dispute),
            dispute.verdict if dispute.stage == "ruled" else "",
            self._names.member(dispute.raised_by),
            dispute.turn,
            dispute.claim,
            tuple(
                (version, event_href(self._here, turn_of(self._logs, version), version))
                for version in dispute.versions
            ),
            tuple(self._names.seat(seat) for seat in dispute.concerned),
            waits(self._state.campaign, dispute, self._names),
            terms(dispute),
        )

    def full(self, dispute: Dispute) -> DisputeView:
        """A dispute from its claim to what the turn corrected under it."""
        rulings = iter([ruling for ruling in self._rulings if ruling.dispute == dispute.id])
        said = tuple(
            self._statement(entry, next(rulings, None) if entry.what == "ruling" else None)
            for entry in dispute.entries
        )
        corrections = tuple(self._corrections(dispute))
        return msgspec.structs.replace(self.short(dispute), said=said, corrections=corrections)

    def _statement(self, entry: DisputeEntry, ruling: facts.RulingGiven | None) -> Statement:
        text, what = entry.text, _STATEMENTS[entry.what]
        if ruling is not None:
            what = f"Ruling: {VERDICTS[ruling.verdict]}"
            if ruling.switches:
                switched = listed(f"{key} = {value}" for key, value in ruling.switches.items())
                text = f"{text} From here on: {switched}."
        if entry.what == "consent":
            text = "The ruling holds."
        by = self._names.member(entry.by)
        return Statement(what, by, text, entry.digest, entry.at, when(entry.at))

    def _corrections(self, dispute: Dispute) -> Iterator[CorrectionView]:
        for fix in self._fixes:
            if fix.dispute != dispute.id or turn_of(self._logs, fix.version) != self._log.turn:
                continue
            version = fix.events[0][0]
            yield CorrectionView(
                version,
                event_href(self._here, self._log.turn, version),
                tuple(self._system.view.sentence(event, self._names) for _, event in fix.events),
                self._changes(fix.changes),
                fix.struck,
            )

    def _changes(self, differences: Sequence[Difference]) -> tuple[tuple[str, str], ...]:
        return tuple((capital(where), what) for where, what in lines(differences, self._word, ", "))

    def _word(self, name: str) -> str:
        return self._system.pages.figures.word(self._state, name)
