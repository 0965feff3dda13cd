"""A figure down to the events that made it what it is, and a correction before it is made. IO: it
reads.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from campaign.accounts import addresses
from campaign.accounts.people import keep_sheet, salted
from campaign.disputes import corrections, restating
from campaign.disputes.commands import Correct, UndoAct
from campaign.disputes.impact import Impact, impact
from campaign.handler.wording import sentences
from campaign.history.acts import Judgement
from campaign.history.effective import transitions
from campaign.history.explain import FigureEvent
from campaign.history.explain import explain as lines_of
from campaign.kernel import decisions, projections
from campaign.kernel.decisions import Refused
from campaign.kernel.projections import Cause, Causes, Figure, HistoryEntry
from campaign.kernel.system import AnySystem
from campaign.store.ledger import Ledger
from campaign.store.reader import Live, Reader
from campaign.text.english import near
from campaign.text.json_values import JsonObject
from events.base import Event
from events.disputes import ActUndone

# --- A figure down to the events that made it what it is: one answer for every door -------------
# IO: it reads.


class NoFigureError(Exception):
    """There is no such figure; one line, with the nearest that there is."""


class FigureExplained(msgspec.Struct, frozen=True):
    """A figure, its value, and each event that changed it, with the reason."""

    name: str
    of: tuple[str, ...]
    title: str
    value: int | str
    lines: tuple[tuple[FigureEvent, str], ...]

    def in_json(self) -> JsonObject:
        """For programs."""
        events = [_line_in_json(line, why) for line, why in self.lines]
        return {"figure": self.name, "of": self.of, "value": self.value, "events": events}


def explained(reader: Reader, name: str, figure: str, of: Sequence[str]) -> FigureExplained:
    """What made a figure what it is. Raises `NoFigureError`."""
    live = reader.live(name)
    words = _in_full(live, figure, tuple(word.lower().replace(" ", "-") for word in of))
    resolved = _figure(live, figure, words)
    lines = list(lines_of(live.system, reader.effective(name), resolved.value))
    if not lines:
        _must_be_known(live, name, figure, words)
    causes = _causes(live.system, reader.effective(name), figure, words)
    sentence = sentences(reader, name)
    rows: list[tuple[FigureEvent, str]] = []
    for line in lines:
        cause = causes.get((line.version, type(line.event)), Cause(""))
        by_rule = msgspec.structs.replace(line, rule=cause.rule or line.rule)
        rows.append((by_rule, cause.text or sentence(line.event, line.version)))
    return FigureExplained(figure, words, resolved.title, resolved.value(live.state), tuple(rows))


def _line_in_json(line: FigureEvent, why: str) -> JsonObject:
    return {
        "version": line.version,
        "turn": line.turn,
        "rule": line.rule,
        "type": type(line.event).__name__,
        "before": line.before,
        "change": line.change,
        "after": line.after,
        "told": why,
        "amended_by": line.amended_by or None,
        "inserted": line.inserted,
    }


def _causes(
    system: AnySystem, history: Iterable[HistoryEntry], figure: str, words: tuple[str, ...]
) -> Causes:
    """What events did to a figure, if the game has its own words for it."""
    return system.view.figures()[figure].causes(transitions(system, history), words)


def _in_full(live: Live, name: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words after a figure's name, with a seat's code or beginning written out."""
    kind = live.system.view.figures().get(name)
    if kind is None or len(words) != len(kind.known):
        return words
    in_full: list[str] = []
    seats = live.system.seats_of(live.state)
    for word, known in zip(words, kind.known, strict=True):
        values = known(live.state)
        meant = [seat for seat in seats.meant(word) if seat in values]
        in_full.append(meant[0] if word not in values and len(meant) == 1 else word)
    return tuple(in_full)


def _figure(live: Live, name: str, words: tuple[str, ...]) -> Figure[Any]:
    """A figure as typed; fails on an unknown one, suggesting a similar name."""
    kinds, state = live.system.view.figures(), live.state
    if name not in kinds:
        hint = near(name, kinds) or f"; {_the_figures(live, kinds)}"
        raise NoFigureError(f"there is no figure {name!r}{hint}")
    figure = projections.figure(kinds, state, name, words)
    if not isinstance(figure, Refused):
        return figure
    fits = len(words) == len(kinds[name].of.split())
    stranger = projections.unknown(kinds, state, name, words) if fits else None
    hint = near(stranger[1], stranger[2]) if stranger else ""
    if stranger and hint:
        raise NoFigureError(f"{stranger[0]}: there is no {stranger[1]!r}{hint}")
    raise NoFigureError(figure.reason)


def _the_figures(live: Live, kinds: projections.FigureKinds[Any]) -> str:
    """The figures that there are; of a game with one kind, how one is written."""
    if not kinds:
        return "this game has no figures to explain"
    if len(kinds) > 1:
        return f"there is {', '.join(kinds)}"
    ((name, kind),) = kinds.items()
    examples = [next(iter(known(live.state)), "") for known in kind.known]
    return f"it is written {' '.join((name, *(examples if all(examples) else kind.of.split())))}"


def _must_be_known(live: Live, campaign: str, name: str, words: tuple[str, ...]) -> None:
    """Fails on a name that no event mentions: it may not exist at all."""
    if stranger := projections.unknown(live.system.view.figures(), live.state, name, words):
        _, word, known = stranger
        raise NoFigureError(f"nothing in {campaign} tells of {word!r}{near(word, known)}")


# --- A correction as it is looked at before it is made: the same preview for every door ---------
# IO: it reads.
#
# Nothing is recorded, and nothing secret is opened for it.

UNSEEN = "0" * 64
"""Stands for a preview's digest as long as there is none."""


class CorrectionPreview(NamedTuple):
    """A correction with all that has to be struck along with it, and what it would change."""

    command: Correct
    """As it can be sent: with the digest of this preview."""
    impact: Impact
    broken: tuple[Judgement, ...]
    """The later acts that are struck along with it, as the rules would no longer allow them."""
    version: int
    """The version of the campaign that was looked at."""


def impact_of(
    ledger: Ledger, name: str, command: Correct
) -> tuple[Impact, tuple[Event, ...]] | Refused:
    """What a correction would change, and its events; whoever asks, and whatever was ruled."""
    live = ledger.live(name)
    past, base = ledger.past(name, live, command)
    events = corrections.events_of(live.system, command, past, base)
    if isinstance(events, Refused):
        return events
    preview = impact(live.system, past, events, base)
    return preview if isinstance(preview, Refused) else (preview, events)


def read_correction(live: Live, sent: bytes, by: str | None = None) -> Correct | Refused:
    """A correction as it would be sent, or what is wrong with it, as the desk would say."""
    if isinstance(held := addresses.enrolment(sent), Refused):
        return held
    command = decisions.read(sent, live.system.rules.commands, by)
    if isinstance(command, Refused):
        return command
    assert isinstance(command, Correct), "there is a preview of corrections alone"
    return command


def previewed(ledger: Ledger, name: str, sent: bytes, by: str) -> CorrectionPreview | Refused:
    """What a correction would change that this member is allowed to make, or why they are not.

    What the rules would no longer allow is struck along with it, until nothing is left of that.
    """
    live = ledger.live(name)
    command = read_correction(live, sent, by)
    if isinstance(command, Refused):
        return command
    if refused := corrections.may_correct(live.state.campaign, command):
        return refused
    looked = with_all_struck(ledger, name, command)
    if isinstance(looked, Refused):
        return looked
    command, change, events, broken = looked
    if refused := correction_refused(ledger, name, command, events):
        return refused
    return CorrectionPreview(replace(command, seen=change.digest), change, broken, live.version)


def with_all_struck(
    ledger: Ledger, name: str, command: Correct
) -> tuple[Correct, Impact, tuple[Event, ...], tuple[Judgement, ...]] | Refused:
    """A correction with all that has to be struck along with it: its events, what they change,
    and the acts that were added to it.
    """
    broken: dict[tuple[int, ...], Judgement] = {}
    while True:
        result = impact_of(ledger, name, command)
        if isinstance(result, Refused):
            return result
        change, events = result
        if set(change.also) <= set(command.also):
            return command, change, events, tuple(broken.values())
        broken |= {act.versions: act for act in change.broken}
        command = replace(command, also=tuple(sorted({*command.also, *change.also})))


def correction_refused(
    ledger: Ledger, name: str, command: Correct, events: tuple[Event, ...]
) -> Refused | None:
    """Why this member cannot make a correction, whatever it changes: no ruling that they may act
    on, or one by somebody who was not there yet when it happened.
    """
    live = ledger.live(name)
    campaign = live.state.campaign
    if refused := corrections.may_correct(campaign, command):
        return refused
    past, base = ledger.past(name, live, command)
    supplied = decisions.Supplied(past=past, base=base)
    return corrections.without_right(live.system, campaign, command, events, supplied)


def undo_of(ledger: Ledger, name: str, event: ActUndone, by: str) -> Impact | Refused:
    """What taking back an act would change."""
    live = ledger.live(name)
    past, base = ledger.past(name, live, UndoAct(by=by))
    return impact(live.system, past, (event,), base, live.state)


# --- A position from paper, stated again --------------------------------------------------------


def own_file(ledger: Ledger, name: str) -> str:
    """The club's own file that a campaign opened with, such as its rules; empty without one."""
    live = ledger.live(name)
    return restating.file_of(live.system, ledger.past(name, live, restating.ANY)[0])


def restatement(
    ledger: Ledger, name: str, opening: Sequence[Event], by: str, sheet: str
) -> JsonObject | Refused:
    """The amendment by which a member states a position again, as its sheet now says.

    `opening` is what the campaign would begin with, were it taken over with that sheet.
    """
    live = ledger.live(name)
    stated = restating.restated(live.system, ledger.past(name, live, restating.ANY)[0], opening)
    if isinstance(stated, Refused):
        return stated
    version, fields = stated
    proof = salted(sheet)
    fields |= {"stated_by": by, "sheet_digest": proof[1]}
    sent: JsonObject = {"command": "AmendEvent", "dispute": "", "version": version}
    sent |= {"fields": fields, "seen": UNSEEN}
    looked = previewed(ledger, name, msgspec.json.encode(sent), by)
    if isinstance(looked, Refused):
        return looked
    keep_sheet(ledger.store.place, live.state.campaign.id, by, proof)
    return {**sent, "seen": looked.impact.digest}
