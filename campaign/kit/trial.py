"""Plays the worked cases of a rules file without a store, with their dice and cards. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from msgspec import ValidationError
from msgspec.structs import replace

from campaign.history import effective
from campaign.history.acts import judged, keeping
from campaign.kernel.decisions import Command, Needs, Refused, Supplied, VaultSeal
from campaign.kernel.members import HOST
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.kit.commands import ConfirmAct, PlayAct
from campaign.kit.opening import OWN, RULES
from campaign.kit.play import acts, phases, secrets, standings
from campaign.kit.play.working import rolls
from campaign.kit.reading.rules import rules_of
from campaign.kit.state import State, WaitingAct, as_typed, faults
from campaign.kit.system import SYSTEM
from campaign.text.faults import in_words
from events.base import Event, topic
from events.campaign import MemberEnrolled, PowerAssigned
from events.codec import fields
from events.disputes import EventAmended, EventsStruck
from events.sealed import Opening, commit

WHY = "as the case says"
NONCE = "0" * 64
REFEREE = "ref"
"""Who rules in every case; a step is `"as": "ref"`."""
LISTED = frozenset(("dice", "drawn", "owed", "table", "standings", "won", "breaks", "faults"))
"""What a step says as a list; anything else under such a name is what a field of it holds."""
FIELDS = "fields"
"""Where those fields stand."""
TOLD = LISTED.union(
    ("do", "as", "refused", "because", "expect", "says", "note", "anyway", "amend", FIELDS)
)
"""What a step says besides the fields of its act."""
WORDS = TOLD | {
    *("confirm", "decline", "open", "done", "next", "strike"),
    *("house", "to", "why", "enrol", "name", "side"),
}
"""What a step without an act, or without one to amend, may say."""
SHAPES: Mapping[str, type] = {
    **dict.fromkeys(("do", "as", "open", "house", "enrol", "name", "because"), str),
    **dict.fromkeys(("confirm", "decline", "strike", "amend"), int),
    **dict.fromkeys(("dice", "drawn"), list),
    **dict.fromkeys(("expect", FIELDS), dict),
}
"""As what some words are written."""


def are_cases(values: object) -> TypeGuard[list[dict[str, Any]]]:
    """Whether these are cases: tables with their steps, which are tables."""
    steps = (case.get("steps", []) if isinstance(case, dict) else None for case in _listed(values))
    return all(isinstance(step, dict) for one in steps for step in _listed(one))


def _listed(values: object) -> list[object]:
    return values if isinstance(values, list) else [None]


def differing(text: str, cases: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Every step of the cases that comes out otherwise, with what came."""
    for place, case in enumerate(cases, 1):
        name = case.get("name", f"case {place}")
        try:
            trial = Trial(text, _house(case))
        except ValueError as error:
            yield f"{name}: {error}"
            continue
        for number, step in enumerate(case.get("steps", ()), 1):
            for what in trial.play(step):
                yield f"{name}, step {number}: {what}"


def _house(case: Mapping[str, Any]) -> Mapping[str, Any]:
    """The switches of a case. Raises `ValueError`."""
    house = case.get("house", {})
    if not isinstance(house, dict):
        raise ValueError(f"house is not written like this: {house!r}")
    return house


def members_of(text: str) -> list[dict[str, Any]]:
    """A referee, and a member for each seat that a text has."""
    people = [
        {"member": seat, "name": seat.title(), "roles": ["player"], "powers": [seat]}
        for seat in rules_of(text).seats.rows
    ]
    return [{"member": REFEREE, "name": "Referee", "roles": ["referee"]}, *people]


class Trial:
    """One campaign while its case is played."""

    def __init__(self, text: str, house: Mapping[str, Any]) -> None:
        self.log: list[effective.Logged] = []
        self._state: State | None = None
        self._steps: list[tuple[int, ...]] = []
        """The events of each accepted step."""
        self._proposed: dict[int, int] = {}
        """The numbers of requests by the accepted step that made them."""
        self.open(text, house)

    def open(self, text: str, house: Mapping[str, Any]) -> None:
        """Begins, with a member for each seat and a referee."""
        request = OpenCampaign(
            name="trial",
            scenario=OWN,
            rulings=house,
            setup={"members": members_of(text)},
            extras={RULES: text},
        )
        facts = SYSTEM.rules.open(request, SeedChain("0" * 32, "0" * 64, 999, ""))
        if isinstance(facts, Refused):
            raise ValueError(facts.reason)
        self._happened(HOST, facts)

    def seated(self, seat: str) -> None:
        """A seat that was added is played by a member of its name, as each of the file's is."""
        joins = MemberEnrolled(member=seat, name=seat.title(), roles=("player",))
        self._happened(HOST, (joins, PowerAssigned(power=seat, member=seat)))

    @property
    def state(self) -> State:
        """Where the campaign stands."""
        assert self._state is not None
        return self._state

    @property
    def _counted(self) -> list[effective.Effective]:
        """The events as they count, corrections included."""
        return effective.effective(SYSTEM.codec, self.log)

    def _happened(self, by: str, events: Iterable[Event]) -> None:
        """The campaign goes on to where the events of a command lead."""
        for nth, event in enumerate(events):
            placed = effective.Effective(len(self.log) + 1, replace(event, by=by, nth=nth))
            self.log.append((placed.version, placed.event))
            self._state = effective.step(SYSTEM, self._state, placed)

    def play(self, step: Mapping[str, Any]) -> Iterator[str]:
        """What differs in a step."""
        step = self._told_apart(step)
        if why := _unread(step):
            yield why
            return
        if "strike" in step or "amend" in step:
            yield from self._corrected(step)
        elif commands := self._sent(step):
            number, before = self.state.proposals + 1, len(self.log)
            sender = {"by": step.get("as", HOST)}
            sent = (self.send(step, {**sender, **command}) for command in commands)
            refused = next(filter(None, sent), None)
            yield from _refusals(step, refused)
            if refused is None:
                if seat := step.get("enrol"):
                    self.seated(seat)
                self._steps.append(tuple(range(before + 1, len(self.log) + 1)))
                self._proposed[len(self._steps)] = number
        yield from self._compared(step)

    def _told_apart(self, step: Mapping[str, Any]) -> Mapping[str, Any]:
        """The step, where `drawn`, `won` and the like stand apart if they are fields of acts."""
        names = {field.name for act in self.state.rules.acts.values() for field in act.asked}
        own = {name for name in names & LISTED & step.keys() if not isinstance(step[name], list)}
        if not own:
            return step
        rest = {name: value for name, value in step.items() if name not in own}
        return {**rest, FIELDS: {**step.get(FIELDS, {}), **{name: step[name] for name in own}}}

    # --- sending --------------------------------------------------------------------------------

    def send(self, step: Mapping[str, Any], sent: Mapping[str, Any]) -> Refused | None:
        """Does what a step says, with its dice and cards; why not, where it is refused."""
        fields, name = dict(sent), str(sent["command"])
        del fields["command"]
        try:
            command = SYSTEM.rules.commands.command(name, fields)
            supplied = self._supplied(step, command)
            decision = SYSTEM.rules.decide(self.state, command, supplied)
        except ValidationError as error:
            return Refused(None, in_words(error, SYSTEM.rules.commands[name]))
        except ValueError as error:
            return Refused(None, self._drawn(step, str(error)))
        if isinstance(decision, Refused):
            return decision
        if len(supplied.drawn or ()) > len(supplied.claims):
            return Refused(None, "there are more dice or cards than are asked for")
        self._happened(command.by, keeping(SYSTEM, command, supplied, decision))
        return None

    def _drawn(self, step: Mapping[str, Any], error: str) -> str:
        """What is wrong with the dice or cards of a step."""
        card, _, _ = error.partition(" could not be drawn")
        act = self.state.act(step.get("do", ""))
        decks = [field.deck for field in act.fields.values() if field.deck] if act else []
        if card != error and decks:
            return f"{card} is not in {decks[0]}"
        return error if card == error and "on record" not in error else "dice are missing or wrong"

    def _supplied(self, step: Mapping[str, Any], command: Command) -> Supplied:
        needs: Needs = SYSTEM.rules.needs(self.state, command)
        sealed = None
        if needs.seal is not None:
            opening = Opening(needs.seal.choice, NONCE)
            sealed = VaultSeal(commit(needs.seal.subject, opening), needs.seal.choice)
        openings = {name: Opening(text, NONCE) for name, (_, text) in needs.openings.items()}
        drawn = list(self._luck(step, command))
        return Supplied(openings=openings, sealed=sealed, seed="0" * 64, drawn=drawn)

    def _luck(self, step: Mapping[str, Any], command: Command) -> Iterator[str]:
        """The dice and cards of a step as the fields of its act ask for them."""
        dice, cards = list(map(str, step.get("dice", ()))), list(map(str, step.get("drawn", ())))
        for number, sides in self._asked_of_chance(command):
            if not sides:
                yield from cards[:1]
                del cards[:1]
                continue
            yield from (die.zfill(len(str(sides))) for die in dice[:number])
            del dice[:number]
        yield from (*cards, *dice)

    def _asked_of_chance(self, command: Command) -> Iterator[tuple[int, int]]:
        """How many dice of how many sides each field of an act rolls, or a card; none where the
        act is refused before.
        """
        state, request = self.state, None
        match command:
            case PlayAct() if command.act_name in state.rules.acts:
                request = WaitingAct(command.act_name, command.seat or "", command.values)
            case ConfirmAct():
                request = state.waiting.get(command.number)
        if request is None:
            return
        act, number = state.rules.acts[request.act], getattr(command, "number", 0)
        seat = request.seat or None
        judgement = acts.judged(state, command, act, seat, request.values, number)
        if isinstance(judgement, Refused):
            return
        for field in act.fields.values():
            if field.by_chance:
                yield rolls(field, judgement[1]), field.dice.sides if field.dice else 0

    def _sent(self, step: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The commands of a step; none where it only looks."""
        sure = {"confirmed": True, "why": WHY} if step.get("anyway") else {}
        match step:
            case {"do": _}:
                return [self._act(step)]
            case {"next": _}:
                return self._next(sure)
            case {"open": act}:
                return [{"command": "OpenChoices", "act_name": act, **sure}]
            case {"confirm": at}:
                return [{"command": "ConfirmAct", "number": self._proposed.get(at, at)}]
            case {"decline": at}:
                return [{"command": "DeclineAct", "number": self._proposed.get(at, at)}]
            case {"done": _}:
                return [{"command": "PassTurn"}]
            case {"house": name}:
                value, reason = as_typed(step.get("to")), step.get("why", WHY)
                return [{"command": "SetHouseRule", "name": name, "value": value, "reason": reason}]
            case {"enrol": seat}:
                called = {"name": step.get("name", seat.title()), "side": step.get("side")}
                return [{"command": "AddSeat", "seat": seat, **called}]
        return []

    def _act(self, step: Mapping[str, Any]) -> dict[str, Any]:
        act = self.state.act(step["do"])
        values = self._changed(step)
        kind = "SealChoice" if act and act.secret else "PlayAct"
        return {"command": kind, "act_name": step["do"], "values": values}

    def _next(self, sure: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The end of a phase, or of a turn: what is sealed in its last phase is opened first."""
        state, shared = self.state, self.state.campaign
        if state.phase != phases.last_phase(state):
            return [{"command": "EndPhase", **sure}]
        ends = "CloseCampaign" if shared.turn == shared.last_turn else "AdvanceTurn"
        sealed = secrets.unopened(state) if sure or not phases.owed(state) else ()
        opens = [{"command": "OpenChoices", "act_name": act.key, **sure} for act in sealed]
        return [*opens, {"command": ends, **sure}]

    # --- corrections ----------------------------------------------------------------------------

    def _corrected(self, step: Mapping[str, Any]) -> Iterator[str]:
        """A correction alone: what the rules would refuse now stands, and is told as `breaks`."""
        log = list(self.log)
        try:
            self.correct(step)
        except effective.DOES_NOT_FOLD:
            self.log = log
            yield "there is no such step to correct, or not in this way"

    def correct(self, step: Mapping[str, Any]) -> None:
        """Strikes a step, or amends what was filled in."""
        self.log.append((len(self.log) + 1, self._correction(step)))
        self._state = effective.fold(SYSTEM, self._counted)

    def _correction(self, step: Mapping[str, Any]) -> Event:
        if "strike" in step:
            struck = self._step(step["strike"])
            return EventsStruck(dispute="d1", versions=struck, reason=WHY)
        version = self._step(step["amend"])[0]
        event: Any = next(one.event for one in self._counted if one.version == version)
        values = {**event.values, **self._changed(step)}
        form = {"type": topic(event), **fields(event), "values": values}
        return EventAmended(dispute="d1", about=version, event=form, reason=WHY)

    def _changed(self, step: Mapping[str, Any]) -> dict[str, str]:
        """What a step fills in, as it is typed."""
        said = {name: value for name, value in step.items() if name not in TOLD}
        return {name: as_typed(value) for name, value in {**said, **step.get(FIELDS, {})}.items()}

    def _step(self, number: int) -> tuple[int, ...]:
        """The events of an accepted step by its number, from 1."""
        if number < 1:
            raise IndexError(number)
        return self._steps[number - 1]

    def _breaks(self) -> Iterator[str]:
        """The accepted steps that would be refused now, as they stand, each with the rule."""
        for act, judgement in judged(SYSTEM, self._counted):
            for number, versions in enumerate(self._steps, 1):
                if judgement and judgement.reason and act.versions[0] in versions:
                    yield f"{number}: {judgement.rule}"

    # --- comparing ------------------------------------------------------------------------------

    def _compared(self, step: Mapping[str, Any]) -> Iterator[str]:
        for word, value in self._came(step).items():
            if word in step and step[word] != value:
                yield f"{word}: expected {step[word]}, came {value}"
        for where, value in step.get("expect", {}).items():
            if (held := self._value(where)) != value:
                yield f"{where}: expected {value}, came {held}"

    def _came(self, step: Mapping[str, Any]) -> dict[str, Any]:
        """What came of a step, by the words that a case has for it."""
        state, lines = self.state, standings.first_table(self.state)
        won = standings.decided(state)[0]
        return {
            "owed": [one.short for one in phases.owed(state)],
            "says": state.told,
            "table": [[line.place, line.row, *line.values] for line in lines],
            "standings": [line.row for line in lines],
            "won": won.split(),
            "breaks": list(self._breaks()) if "breaks" in step else [],
            "faults": [one.reason.partition(" is ")[0] for one in faults(state)],
        }

    def _value(self, where: str) -> object:
        """What stands in a column: `seats.anselm.points`, `campaign.wind`."""
        table, _, rest = where.partition(".")
        known, values = self.state.rules.tables.get(table), self.state.tables.get(table, {})
        if known is not None and known.is_single:
            rest = f"{table}.{rest.removeprefix(f'{table}.')}"
        row, _, column = rest.partition(".")
        if known is None or row not in values or column not in known.columns:
            return "nothing of that name"
        return values[row][known.places[column]]


def _unread(step: Mapping[str, Any]) -> str:
    """Why a step cannot be played; empty if it can."""
    free = not {"do", "amend"}.isdisjoint(step)
    if strange := [] if free else sorted(step.keys() - WORDS):
        return f"{strange[0]!r} means nothing in a case"
    kinds = ((word, SHAPES.get(word, object)) for word in step)
    wrong = next((word for word, kind in kinds if not isinstance(step[word], kind)), "")
    return f"{wrong} is not written like this: {step[wrong]!r}" if wrong else ""


def _refusals(step: Mapping[str, Any], refused: Refused | None) -> Iterator[str]:
    """Whether a step was refused as it should be."""
    if refused is None:
        if "refused" in step:
            yield f"expected a refusal by {step['refused'] or 'the form'}, and it was accepted"
        return
    rule, reason = refused.rule or "", refused.reason
    if "refused" not in step:
        yield f"refused ({rule}): {reason}"
    elif step["refused"] != rule:
        yield f"expected a refusal by {step['refused'] or 'the form'}, came {rule}: {reason}"
    elif step.get("because", "") not in reason:
        yield f"expected a refusal because of {step['because']!r}, came {reason}"
