"""LiF 5.3: the audit of one event: its dice and the numbers of its draws. Pure."""

from collections.abc import Sequence

from campaign.kernel.decisions import Finding
from campaign.kernel.dice import faces
from campaign.kernel.seed_audit import ClaimedDraw
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.dice import SIDES, by_ledger, mixed
from campaign.leaders_in_flames.us_entry.state import ENTRY, POOL_NAMES, drawn_in_step, unplaced
from campaign.leaders_in_flames.us_entry.transaction import CHIT
from events.lif.us_entry import EntryChitsDealtAnew, EntryChitsPlaced, Outcome, Roll


class AuditedEvent:
    """One event under audit, with the state before it."""

    def __init__(self, version: int, state: State) -> None:
        self.version = version
        self.state = state
        self.found: list[Finding] = []
        self.drawn: list[ClaimedDraw] = []
        self._last = state.entry.draw

    def flag(self, what: str, text: str) -> None:
        """Reports something that is not as the record claims."""
        self.found.append(Finding(self.version, what, text))

    def number(self, number: int) -> None:
        """Draws: numbers follow each other without gap or repeat."""
        if number != self._last + 1:
            self.flag("draw", f"is number {number}, and the one before it is {self._last}")
        self._last = number

    def pick(self, number: int, given: str, cup: Sequence[str]) -> None:
        """Draws: one of these under the turn's seed, to be checked when the seed is open."""
        self.number(number)
        self.drawn.append(ClaimedDraw(self.version, number, given, mixed(self.state), tuple(cup)))

    def picks(self, first: int, given: Sequence[str], cup: Sequence[str]) -> None:
        """Draws: several, one after the other, each from those that are left."""
        left = list(cup)
        for number, name in enumerate(given, first):
            if name not in left:
                self.flag("draw", f"{name} was not among those it was drawn from")
                return
            self.pick(number, name, left)
            left.remove(name)

    def roll(self, roll: Roll) -> None:
        """Ruling 21: a die is the ledger's or the table's, by the campaign's ruling."""
        ledger = by_ledger(self.state)
        if not 1 <= roll.value <= SIDES:
            self.flag("roll", f"a ten-sided die has no {roll.value}")
        elif (roll.source == "ledger") != ledger:
            self.flag("roll", f"is not from the {'ledger' if ledger else 'table'}")
        elif ledger:
            sides = faces(SIDES)
            self.pick(roll.draw, sides[roll.value - 1], sides)
        elif roll.draw:
            self.flag("roll", "was made at the table and has a number")

    def outcome(self, outcome: Outcome) -> None:
        """LiF 5.3.3: each full ten is a chit, and a roll up to the remainder brings one more.

        A negative number removes as many.
        """
        sure, remainder = divmod(abs(outcome.number), CHIT)
        if (outcome.roll is not None) != bool(remainder):
            self.flag("roll", f"{outcome.number} leaves {remainder or 'nothing'} to roll for")
            return
        if outcome.roll is not None:
            self.roll(outcome.roll)
            sure += outcome.roll.value <= remainder
        came = -sure if outcome.number < 0 else sure
        if outcome.chits != came:
            self.flag("roll", f"{outcome.number} comes to {came} chits, not to {outcome.chits}")


def dealt_once(look: AuditedEvent, event: EntryChitsDealtAnew) -> None:
    """LiF 5.3: what is dealt anew is what is on the table, and what was shown stays."""
    chits = look.state.entry.chits
    laid = [chit.id for chit in event.chits]
    on_the_table = laid == [who for who in chits if who not in event.due]
    if not on_the_table or not {*event.kept} <= {*laid} or not {*event.due} <= {*chits}:
        look.flag("chit", "dealt again are not those on the table, each of them once")
    for who, chit in chits.items():
        if chit.shown is not None and who not in event.kept:
            look.flag("chit", f"{who} was shown, and does not keep its value")


def too_many(look: AuditedEvent, count: int) -> None:
    """Ruling 53: no more chits come in one US entry step than the club has set."""
    most = look.state.rulings.entry_draws
    before = len(drawn_in_step(look.state.entry, look.state.campaign.turn))
    if most != "any" and before + count > most:
        look.flag("chit", f"more than {most} came in one US entry step")


def placed(look: AuditedEvent, event: EntryChitsPlaced) -> None:
    """Ruling 53: chits of this step go to the other entry pool, where the USA sees them first."""
    entry = look.state.entry
    if look.state.rulings.entry_look != "before" or entry.mode != "ledger":
        look.flag("chit", "is placed after it was seen, and the ruling has its pool named first")
    if {event.pool, event.to} != {*ENTRY.values()}:
        look.flag("chit", f"is placed from {POOL_NAMES[event.pool]} in {POOL_NAMES[event.to]}")
    may = unplaced(entry, look.state.campaign.turn)
    for who in event.chits:
        if who not in may:
            look.flag("chit", f"{who} was not to be placed any more")
        elif entry.chits[who].pool != event.pool:
            look.flag("chit", f"{who} was placed from {POOL_NAMES[event.pool]}, and was not there")
    if len(set(event.chits)) < len(event.chits) or not event.chits:
        look.flag("chit", "are placed each once, and at least one")
