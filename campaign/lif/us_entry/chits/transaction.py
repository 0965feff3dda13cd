"""LiF 5.3: one command of US entry: refusals first, then dice, draws and chits in order. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field, missing_field
from campaign.lif.state import ENTRY, POOL_NAMES, THEATRE_NAMES, State, chits_in
from campaign.lif.us_entry.chits import entry_chits
from campaign.lif.us_entry.chits.entry_chits import by_ledger, dice_of, draws_chits, ten_sided
from campaign.lif.us_entry.fold import FOLD, folded
from campaign.text.english import counted
from events.base import Event
from events.lif import us_entry

if TYPE_CHECKING:
    from campaign.lif.us_entry.commands import PickEntryOption, TakeEntryAction

# --- LiF 5.3: the course of one command of US entry: dice, draws and chits in their order -------
#
# A decider opens a transaction, moves chits in and out, and takes its events at the end. Each event
# is folded at once, so the next draw takes it into account.

RULE = "LiF 5.3"
CHIT = 10
"""LiF 5.3.3: each full ten of a chart's number is a chit."""


class ChitTransaction:
    """The events of one command so far, and the state after them.

    Needs `Supplied` with the secret wherever the ledger draws values or chits are shown, and with
    the turn's seed wherever it rolls or picks among face-down chits.
    """

    def __init__(self, state: State, supplied: Supplied) -> None:
        self.state = state
        self.dice = dice_of(state, supplied)
        self.events: list[Event] = []
        self._supplied = supplied
        self._values: dict[str, int] | None = None

    def tell(self, *events: Event) -> None:
        """Adds events; those about chits are folded."""
        for event in events:
            self.events.append(event)
            if type(event) in FOLD:
                entry = folded(self.state.entry, event, self.state.campaign.turn)
                self.state = replace(self.state, entry=entry)

    def done(self) -> Decision:
        """All events added."""
        return tuple(self.events)

    # --- dice -----------------------------------------------------------------------------------

    def outcomes(
        self, numbers: Mapping[us_entry.Theatre, int], rolls: Mapping[us_entry.Theatre, int]
    ) -> dict[us_entry.Theatre, us_entry.Outcome] | Refused:
        """LiF 5.3.3: each full ten is a chit, the remainder is rolled for; negative removes.

        Refuses a die result if nothing is left to roll for.
        """
        outcomes: dict[us_entry.Theatre, us_entry.Outcome] = {}
        for theatre, number in numbers.items():
            sign, rolled = -1 if number < 0 else 1, rolls.get(theatre)
            sure, remainder = divmod(abs(number), CHIT)
            if not remainder and rolled is not None:
                return bad_field("rolls", f"{number} leaves nothing to roll for")
            roll = ten_sided(self.state, self.dice, rolled, theatre) if remainder else None
            if isinstance(roll, Refused):
                return roll
            one_more = roll is not None and roll.value <= remainder
            outcomes[theatre] = us_entry.Outcome(number, sign * (sure + one_more), roll)
        return outcomes

    def roll(self, number: int | None) -> us_entry.Roll | Refused:
        """One die, for what is no number of the chart."""
        return ten_sided(self.state, self.dice, number)

    # --- chits ----------------------------------------------------------------------------------

    def arrive(
        self, pool: us_entry.Pool, count: int, cause: str, reason: str = ""
    ) -> Refused | None:
        """LiF 5.3: chits come from the common pool; those at the table are due from then on.

        Ruling 55: of those that an action brings, what is there is drawn.
        """
        if self.state.entry.mode == "table":
            self.tell(us_entry.EntryChitsDue(pool=pool, count=count, reason=reason))
            return None
        there = min(count, self.state.entry.common) if cause == "action" else count
        drawn = self._from_common(there)
        if isinstance(drawn, Refused):
            return drawn
        first, chits = drawn
        self.tell(
            us_entry.EntryChitsDrawn(
                pool=pool,
                chits=chits,
                cause=cause,  # type: ignore[arg-type]
                draw=first if chits else 0,
                reason=reason,
                wanting=count - there,
            )
        )
        return None

    def leave(
        self,
        pool: us_entry.Pool,
        count: int,
        named: Sequence[str] | None = None,
        reason: str = "",
        to: us_entry.Pool | None = None,
    ) -> Refused | None:
        """LiF 5.3.2, 5.3.3: chits go back to the common pool, or to another pool where it is named.

        A pool with too few goes below zero.
        """
        chosen = to is not None and self.state.rulings.tension_chits == "chosen"
        gone = self._picked(pool, count, named, chosen=chosen)
        if isinstance(gone, Refused):
            return gone
        first, chits = gone
        if chits and to:
            self.tell(
                us_entry.EntryChitsMoved(pool=pool, to=to, chits=chits, draw=first, reason=reason)
            )
        elif chits:
            self.tell(
                us_entry.EntryChitsReturned(pool=pool, chits=chits, draw=first, reason=reason)
            )
        return self._below(pool, count - len(chits), reason)

    def leave_by_roll(
        self,
        pool: us_entry.Pool,
        count: int,
        named: Sequence[str] | None,
        reason: str,
        to: us_entry.Pool | None = None,
    ) -> Refused | None:
        """LiF 5.3.3: as many leave as the roll says, out of the chits named."""
        is_ledgers = by_ledger(self.state)
        if count:
            going = named[:count] if named is not None and is_ledgers else named
            return self.leave(pool, count, going, reason, to)
        if not named or is_ledgers:
            return None
        return bad_field("chits", f"none leaves {POOL_NAMES[pool]} by this roll; name none")

    def show(self, chits: Iterable[str], to: tuple[str, ...], reason: str = "") -> None:
        """LiF 5.3.2: chits are turned face-up; needs the secret."""
        secret = entry_chits.secret_of(self._supplied)
        shown = {chit: entry_chits.shown(secret, self.state, chit) for chit in chits}
        self.tell(us_entry.EntryChitsShown(chits=shown, to=to, reason=reason))

    def lay(self, values: Sequence[int]) -> tuple[us_entry.Chit, ...]:
        """LiF 5.3: chits of these values under new ids, face-down; needs the secret."""
        secret = entry_chits.secret_of(self._supplied)
        last, campaign_id = self.state.entry.last_chit, self.state.campaign.id
        chits = tuple(
            entry_chits.laid(secret, campaign_id, f"c{number}", value)
            for number, value in enumerate(values, last + 1)
        )
        if self._values is not None:
            pairs = zip(chits, values, strict=True)
            self._values |= {chit.id: value for chit, value in pairs}
        return chits

    def values(self) -> dict[str, int]:
        """The values of all chits on the table; needs the secret. They are shown to nobody."""
        if self._values is None:
            secret = entry_chits.secret_of(self._supplied)
            self._values = entry_chits.chit_values(secret, self.state, self.state.entry.chits)
        known = self._values
        return {who: known[who] for who in self.state.entry.chits}

    def _from_common(self, count: int) -> tuple[int, tuple[us_entry.Chit, ...]] | Refused:
        """Chits drawn by the ledger, one after the other, and the number of the first draw."""
        if refused := unstocked(self.state):
            return refused
        if (common := self.state.entry.common) < count:
            # Before any value is used: the time of a refusal must say nothing about values.
            holds = f"the common pool holds {counted(common, 'chit')}"
            return Refused(RULE, f"{holds}, and {count} would be drawn")
        left = entry_chits.remaining(self.state.entry, self.state.campaign.turn, self.values())
        first, secret = self.dice.last + 1, entry_chits.secret_of(self._supplied)
        return first, self.lay(entry_chits.drawn_hidden(self.dice, secret, left, count))

    def _picked(
        self, pool: us_entry.Pool, count: int, named: Sequence[str] | None, *, chosen: bool
    ) -> tuple[int, tuple[str, ...]] | Refused:
        """Which chits leave a pool: drawn unseen, or named; fewer where it holds fewer.

        A ledger that rolls draws among the ids of chits at the table where nobody names them.
        """
        in_pool = chits_in(self.state.entry, pool)
        count = min(count, len(in_pool))
        if draws_chits(self.state) and not chosen:
            return _ledger_draws(named) or self._drawn_from(in_pool, count)
        all_leave = count == len(in_pool)
        if named is None and (all_leave or (by_ledger(self.state) and not chosen)):
            return self._drawn_from(in_pool, count)
        chits = tuple(named or ())
        return _misnamed(self.state, pool, chits, count) or (0, chits)

    def _drawn_from(self, in_pool: tuple[str, ...], count: int) -> tuple[int, tuple[str, ...]]:
        if count == len(in_pool):
            return 0, in_pool
        first = self.dice.last + 1
        return first, tuple(entry_chits.drawn(self.dice.choose, in_pool, count))

    def _below(self, pool: us_entry.Pool, missing: int, reason: str) -> Refused | None:
        """LiF 5.3.3: as many chits as are missing are put aside, face-down."""
        if not missing:
            return None
        at_the_table = self.state.entry.mode == "table"
        drawn = (0, ()) if at_the_table else self._from_common(missing)
        if isinstance(drawn, Refused):
            return drawn
        first, chits = drawn
        self.tell(
            us_entry.PoolBelowZero(
                pool=pool, missing=missing, chits=chits, draw=first, reason=reason
            )
        )
        return None


def _ledger_draws(named: Sequence[str] | None) -> Refused | None:
    """Ruling 38: where the ledger draws the chits that leave, nobody names any."""
    if named is None:
        return None
    return Refused("Ruling 38", "the ledger draws which chits leave a pool; name none")


def _misnamed(
    state: State, pool: us_entry.Pool, chits: tuple[str, ...], count: int
) -> Refused | None:
    """LiF 5.3.3: as many chits as leave a pool are named once, and lie in it."""
    if not _each_once(chits, count):
        leave = counted(count, "chit that leaves", "chits that leave")
        wish = f"name the {leave} {POOL_NAMES[pool]}, each once"
        return missing_field("chits", wish, wish, key=pool)
    return _elsewhere(state, pool, chits)


def _each_once(chits: tuple[str, ...], count: int) -> bool:
    return len(chits) == count == len(set(chits))


def _elsewhere(state: State, pool: us_entry.Pool, chits: tuple[str, ...]) -> Refused | None:
    in_pool = chits_in(state.entry, pool)
    if strangers := [chit for chit in chits if chit not in in_pool]:
        return bad_field("chits", f"{strangers[0]} is not in {POOL_NAMES[pool]}")
    return None


# --- LiF 5.3.3: refusals before a die is rolled: a later refusal would reveal the roll ----------
#
# Players who learned their roll from a refusal could decide not to act. So a command that rolls is
# judged by the highest number of chits that may result.


def most(number: int) -> int:
    """LiF 5.3.3: the most chits that a chart's number may give: a remainder may bring one more."""
    sure, remainder = divmod(abs(number), CHIT)
    return sure + bool(remainder)


def stocked(state: State, wanted: int) -> Refused | None:
    """LiF 5.3: the ledger's common pool must hold all chits that a command may draw from it."""
    if not wanted or state.entry.mode == "table":
        return None
    if refused := begun(state):
        return refused
    if state.entry.common >= wanted:
        return None
    holds = f"the common pool holds {counted(state.entry.common, 'chit')}"
    return Refused(RULE, f"{holds}, and this may draw {wanted}")


def begun(state: State) -> Refused | None:
    """LiF 5.3: the ledger's common pool has been stocked; however few it holds by now."""
    return None if state.entry.mode == "table" else unstocked(state)


def unstocked(state: State) -> Refused | None:
    """LiF 5.3: nothing is drawn or entered before the common pool is ready."""
    if state.entry.secret_commitment:
        return None
    return Refused(RULE, "the common pool is empty; stock it from the club's chart first")


def lacking(state: State, leaving: Mapping[us_entry.Theatre, int]) -> int:
    """LiF 5.3.3: the most chits that entry pools may lack when so many are to leave them."""
    return sum(
        max(0, most(number) - len(chits_in(state.entry, ENTRY[theatre])))
        for theatre, number in leaving.items()
    )


def owed(state: State, pool: us_entry.Pool) -> Refused | None:
    """LiF 5.3.3: a pool is not below zero while chits drawn at the table must be entered."""
    count = sum(due.count for due in state.entry.due if due.pool == pool and not due.aside)
    if not count:
        return None
    text = f"{counted(count, 'chit is', 'chits are')} due in {POOL_NAMES[pool]}"
    return Refused("LiF 5.3.3", f"{text}, to be entered before any leaves it")


def none_by(state: State, number: int, rolled: int | None) -> bool:
    """LiF 5.3.3: whether a die rolled at the table says that no chit leaves."""
    sure, remainder = divmod(abs(number), CHIT)
    return not by_ledger(state) and rolled is not None and not sure and rolled > remainder


def named(
    state: State,
    pool: us_entry.Pool,
    number: int,
    chits: Sequence[str] | None,
    *,
    rolled: int | None = None,
    chosen: bool = False,
) -> Refused | None:
    """LiF 5.3.3: which chits may leave a pool, where they are named at all.

    They go in the order named. Where the roll is told as well, its own count is asked for later.
    Where the ledger rolls it draws among those that lie there, unless the club's ruling has the
    USA choose: it is then asked before anybody knows how many leave.
    """
    if draws_chits(state) and not chosen:
        return _ledger_draws(chits)
    if not number:
        none = f"none leaves {POOL_NAMES[pool]}; name none"
        return bad_field("chits", none) if chits else None
    if none_by(state, number, rolled):
        return None
    if refused := owed(state, pool):
        return refused
    return _by_name(state, pool, number, chits, chosen=chosen) if by_ledger(state) else None


def _by_name(
    state: State, pool: us_entry.Pool, number: int, chits: Sequence[str] | None, *, chosen: bool
) -> Refused | None:
    """LiF 5.3.3: before the ledger rolls, as many are named as may leave; or none, if none must."""
    lie_there = len(chits_in(state.entry, pool))
    goes_unnamed = not chosen or lie_there <= max(abs(number) // CHIT, 1)
    if chits is None and goes_unnamed:
        return None
    count, in_order = min(most(number), lie_there), tuple(chits or ())
    if not _each_once(in_order, count):
        may = counted(count, "chit that", "chits that")
        wish = f"name the {may} may leave {POOL_NAMES[pool]}, each once, first to last"
        return missing_field("chits", wish, wish, key=pool)
    return _elsewhere(state, pool, in_order)


def unfit(
    state: State,
    act: str,
    numbers: Mapping[us_entry.Theatre, int],
    leaving: Mapping[us_entry.Theatre, int],
    command: PickEntryOption | TakeEntryAction,
) -> Refused | None:
    """LiF 5.3.3: dice are named only for theatres rolled for, chits only where some leave.

    That is judged whatever the dice will show. An option moves chits to a tension pool.
    """
    is_option = hasattr(command, "option")
    for theatre in command.rolls:
        if theatre not in numbers:
            text = f"has no number for {theatre}, and no roll"
            if is_option:
                text = f"is not aimed at {THEATRE_NAMES[theatre]}"
            return bad_field("rolls", f"{act} {text}")
    for pool in command.chits:
        if pool not in [ENTRY[theatre] for theatre in leaving]:
            text = f"removes none from {pool}"
            if is_option:
                text = f"takes none from {POOL_NAMES[pool]}"
            return bad_field("chits", f"{act} {text}")
    chosen = is_option and state.rulings.tension_chits == "chosen"
    return _ill_named(state, leaving, command, chosen=chosen)


def _ill_named(
    state: State,
    leaving: Mapping[us_entry.Theatre, int],
    command: PickEntryOption | TakeEntryAction,
    *,
    chosen: bool,
) -> Refused | None:
    for theatre, number in leaving.items():
        chits, rolled = command.chits.get(ENTRY[theatre]), command.rolls.get(theatre)
        if refused := named(state, ENTRY[theatre], number, chits, rolled=rolled, chosen=chosen):
            return refused
    return None
