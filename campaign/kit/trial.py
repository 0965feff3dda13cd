"""Plays the worked cases of a rules file without a store, with their dice and cards. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaign.kernel.decisions import Command, Needs, Refused, Supplied, VaultSeal
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.kit.opening import OWN, RULES
from campaign.kit.play import phases, standings
from campaign.kit.reading.parts import ActField
from campaign.kit.reading.rules import rules_of
from campaign.kit.state import State
from campaign.kit.system import SYSTEM
from events.sealed import Opening, commit

WHY = "as the case says"
NONCE = "0" * 64
REFEREE = "ref"
"""Who rules in every case; a step is `"as": "ref"`."""
TOLD = frozenset(
    (
        *("do", "as", "dice", "drawn", "refused", "because", "expect", "says", "owed", "table"),
        *("standings", "won", "note", "anyway"),
    )
)
"""What a step says besides the fields of its act."""
NOT_HERE = ("strike", "amend", "breaks", "faults")
"""What needs a record: the whole program tries it, with `campaign correct`."""


def differing(text: str, cases: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Every step of the cases that comes out otherwise, with what came."""
    for case in cases:
        trial = Trial(text, case.get("house", {}))
        for number, step in enumerate(case.get("steps", ()), 1):
            if any(word in step for word in NOT_HERE):
                yield f"{case['name']}, step {number}: corrections are not tried here"
                break
            for what in trial.play(step):
                yield f"{case['name']}, step {number}: {what}"


class Trial:
    """One campaign while its case is played."""

    def __init__(self, text: str, house: Mapping[str, Any]) -> None:
        self._state: State | None = None
        self._proposed: dict[int, int] = {}
        """The numbers of requests by the accepted step that made them."""
        self._accepted = 0
        self.open(text, house)

    def open(self, text: str, house: Mapping[str, Any]) -> None:
        """Begins, with a member for each seat and a referee."""
        people = [
            {"member": seat, "name": seat.title(), "roles": ["player"], "powers": [seat]}
            for seat in rules_of(text).seats.rows
        ]
        people.insert(0, {"member": REFEREE, "name": "Referee", "roles": ["referee"]})
        request = OpenCampaign(
            name="trial",
            scenario=OWN,
            rulings=house,
            setup={"members": people},
            extras={RULES: text},
        )
        facts = SYSTEM.rules.open(request, SeedChain("0" * 32, "0" * 64, 999, ""))
        if isinstance(facts, Refused):
            raise ValueError(facts.reason)
        self._fold(facts)

    @property
    def state(self) -> State:
        """Where the campaign stands."""
        assert self._state is not None
        return self._state

    def _fold(self, events: Sequence[Any]) -> None:
        for event in events:
            self._state = SYSTEM.rules.evolve(self._state, event)

    def play(self, step: Mapping[str, Any]) -> Iterator[str]:
        """What differs in a step."""
        if sent := self._sent(step):
            number = self.state.proposals + 1
            refused = self.send(step, {"by": step.get("as", "host"), **sent})
            yield from _refusals(step, refused)
            if refused is None:
                self._accepted += 1
                self._proposed[self._accepted] = number
        yield from self._compared(step)

    # --- sending --------------------------------------------------------------------------------

    def send(self, step: Mapping[str, Any], sent: Mapping[str, Any]) -> Refused | None:
        """Does what a step says, with its dice and cards; why not, where it is refused."""
        fields = {name: value for name, value in sent.items() if name != "command"}
        try:
            command = SYSTEM.rules.commands.command(str(sent["command"]), fields)
            supplied = self._supplied(step, command)
            decision = SYSTEM.rules.decide(self.state, command, supplied)
        except ValueError as error:
            return Refused(None, self._drawn(step, str(error)))
        if isinstance(decision, Refused):
            return decision
        self._fold(decision)
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
        drawn = list(self._luck(step))
        return Supplied(openings=openings, sealed=sealed, seed="0" * 64, drawn=drawn)

    def _luck(self, step: Mapping[str, Any]) -> Iterator[str]:
        """The dice and cards of a step as the fields of its act ask for them."""
        dice, cards = list(map(str, step.get("dice", ()))), list(map(str, step.get("drawn", ())))
        pools = [field.dice for field in self._by_chance(step)]
        for pool in pools:
            if pool is None:
                yield from cards[:1]
                del cards[:1]
                continue
            number = len(dice) if pools.count(None) == len(pools) - 1 else pool.most
            yield from (die.zfill(len(str(pool.sides))) for die in dice[:number])
            del dice[:number]
        yield from (*cards, *dice)

    def _by_chance(self, step: Mapping[str, Any]) -> list[ActField]:
        """The fields of dice and draws of the act that a step does or confirms."""
        request = self.state.requests.get(self._proposed.get(step.get("confirm", 0), 0))
        act = self.state.act(step.get("do") or (request.act if request else ""))
        return [field for field in act.fields.values() if field.by_chance] if act else []

    def _sent(self, step: Mapping[str, Any]) -> dict[str, Any]:
        """The command of a step; empty where it only looks."""
        sure = {"confirmed": True, "why": WHY} if step.get("anyway") else {}
        if "do" in step:
            return self._act(step)
        if "next" in step:
            return {"command": self._next(), **sure}
        if "open" in step:
            return {"command": "OpenChoices", "act_name": step["open"], **sure}
        for word, kind in (("confirm", "ConfirmAct"), ("decline", "DeclineAct")):
            if word in step:
                return {"command": kind, "number": self._proposed.get(step[word], step[word])}
        return _plain(step)

    def _act(self, step: Mapping[str, Any]) -> dict[str, Any]:
        act = self.state.act(step["do"])
        values = {name: typed(value) for name, value in step.items() if name not in TOLD}
        kind = "SealChoice" if act and act.secret else "PlayAct"
        return {"command": kind, "act_name": step["do"], "values": values}

    def _next(self) -> str:
        state = self.state
        if state.phase != phases.last_phase(state):
            return "EndPhase"
        is_last = state.campaign.turn == state.campaign.last_turn
        return "CloseCampaign" if is_last else "AdvanceTurn"

    # --- comparing ------------------------------------------------------------------------------

    def _compared(self, step: Mapping[str, Any]) -> Iterator[str]:
        state, lines = self.state, standings.first_table(self.state)
        won = standings.decided(state)[0]
        came: dict[str, Any] = {
            "owed": [one.short for one in phases.owed(state)],
            "says": state.told,
            "table": [[line.place, line.row, *line.values] for line in lines],
            "standings": [line.row for line in lines],
            "won": [won] if won else [],
        }
        for word, value in came.items():
            if word in step and step[word] != value:
                yield f"{word}: expected {step[word]}, came {value}"
        for where, value in step.get("expect", {}).items():
            if (held := self._value(where)) != value:
                yield f"{where}: expected {value}, came {held}"

    def _value(self, where: str) -> object:
        table, _, rest = where.partition(".")
        row, _, column = rest.partition(".")
        known, values = self.state.rules.tables.get(table), self.state.tables.get(table, {})
        if known is None or row not in values or column not in known.columns:
            return "nothing of that name"
        return values[row][known.places[column]]


def _plain(step: Mapping[str, Any]) -> dict[str, Any]:
    """The commands that need no look at the state."""
    if "done" in step:
        return {"command": "PassTurn"}
    if "house" in step:
        fields = {"name": step["house"], "value": typed(step["to"]), "reason": step["why"]}
        return {"command": "SetHouseRule", **fields}
    if "enrol" in step:
        seat = step["enrol"]
        fields = {"seat": seat, "name": step.get("name", seat.title()), "side": step.get("side")}
        return {"command": "AddSeat", **fields}
    return {}


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


def typed(value: object) -> str:
    """A value of a case as somebody types it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
