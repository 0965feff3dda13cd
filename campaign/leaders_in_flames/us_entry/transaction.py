"""LiF 5.3: the course of one command of US entry: dice, draws and chits in their order. Pure.

A decider opens a `Course`, moves chits in and out, and takes its events at the end. Each event is
folded at once, so the next draw takes it into account.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field, missing_field
from campaign.leaders_in_flames.names import counted
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chit_secret
from campaign.leaders_in_flames.us_entry.dice import by_ledger, dice_of, draws_chits, ten_sided
from campaign.leaders_in_flames.us_entry.fold import FOLD, folded
from campaign.leaders_in_flames.us_entry.state import POOL_NAMES, chits_in
from events.base import Event
from events.lif.us_entry import (
    Chit,
    EntryChitsDrawn,
    EntryChitsDue,
    EntryChitsMoved,
    EntryChitsReturned,
    EntryChitsShown,
    Outcome,
    Pool,
    PoolBelowZero,
    Roll,
    Theatre,
)

RULE = "LiF 5.3"
CHIT = 10
"""LiF 5.3.3: each full ten of a chart's number is a chit."""


class Course:
    """The events of one command so far, and the state after them.

    Needs `Supplied` with the secret wherever the ledger draws values or chits are shown, and with
    the turn's seed wherever it rolls or picks among face-down chits.
    """

    def __init__(self, state: State, given: Supplied) -> None:
        self.state = state
        self.dice = dice_of(state, given)
        self.events: list[Event] = []
        self._given = given
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

    def outcome(
        self, number: int, text: int | None, theatre: Theatre | None = None
    ) -> Outcome | Refused:
        """LiF 5.3.3: each full ten is a chit, the remainder is rolled for; negative removes.

        Refuses a die result if nothing is left to roll for.
        """
        sign = -1 if number < 0 else 1
        sure, remainder = divmod(abs(number), CHIT)
        if not remainder:
            if text is not None:
                return bad_field("rolls", f"{number} leaves nothing to roll for")
            return Outcome(number, sign * sure)
        rolled = ten_sided(self.state, self.dice, text, theatre)
        if isinstance(rolled, Refused):
            return rolled
        return Outcome(number, sign * (sure + (rolled.value <= remainder)), rolled)

    def outcomes(
        self, numbers: Mapping[Theatre, int], fields: Mapping[Theatre, int]
    ) -> dict[Theatre, Outcome] | Refused:
        """LiF 5.3.3: the outcome of each theatre's number, with the die given for it."""
        found: dict[Theatre, Outcome] = {}
        for theatre, number in numbers.items():
            outcome = self.outcome(number, fields.get(theatre), theatre)
            if isinstance(outcome, Refused):
                return outcome
            found[theatre] = outcome
        return found

    def roll(self, number: int | None) -> Roll | Refused:
        """One die, for what is no number of the chart."""
        return ten_sided(self.state, self.dice, number)

    # --- chits ----------------------------------------------------------------------------------

    def arrive(self, pool: Pool, count: int, cause: str, reason: str = "") -> Refused | None:
        """LiF 5.3: chits come from the common pool; those at the table are due from then on.

        Ruling 55: of those that an action brings, what is there is drawn.
        """
        if self.state.entry.mode == "table":
            self.tell(EntryChitsDue(pool=pool, count=count, reason=reason))
            return None
        there = min(count, self.state.entry.common) if cause == "action" else count
        drawn = self._from_common(there)
        if isinstance(drawn, Refused):
            return drawn
        first, chits = drawn
        self.tell(
            EntryChitsDrawn(
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
        self, pool: Pool, count: int, named: Sequence[str] | None = None, reason: str = ""
    ) -> Refused | None:
        """LiF 5.3.3: chits go back to the common pool; a pool with too few goes below zero."""
        gone = self._picked(pool, count, named, chosen=False)
        if isinstance(gone, Refused):
            return gone
        first, chits = gone
        if chits:
            self.tell(EntryChitsReturned(pool=pool, chits=chits, draw=first, reason=reason))
        return self._below(pool, count - len(chits), reason)

    def move(
        self, pool: Pool, to: Pool, count: int, named: Sequence[str] | None = None, reason: str = ""
    ) -> Refused | None:
        """LiF 5.3.2: chits go to another pool; a pool with too few goes below zero."""
        chosen = self.state.rulings.tension_chits == "chosen"
        gone = self._picked(pool, count, named, chosen=chosen)
        if isinstance(gone, Refused):
            return gone
        first, chits = gone
        if chits:
            self.tell(EntryChitsMoved(pool=pool, to=to, chits=chits, draw=first, reason=reason))
        return self._below(pool, count - len(chits), reason)

    def show(self, chits: Iterable[str], to: tuple[str, ...], reason: str = "") -> None:
        """LiF 5.3.2: chits are turned face-up; needs the secret."""
        secret = chit_secret.secret_of(self._given)
        shown = {chit: chit_secret.shown(secret, self.state, chit) for chit in chits}
        self.tell(EntryChitsShown(chits=shown, to=to, reason=reason))

    def lay(self, values: Sequence[int]) -> tuple[Chit, ...]:
        """LiF 5.3: chits of these values under new ids, face-down; needs the secret."""
        secret = chit_secret.secret_of(self._given)
        last, campaign_id = self.state.entry.last_chit, self.state.campaign.id
        chits = tuple(
            chit_secret.laid(secret, campaign_id, chit_secret.chit_id(number), value)
            for number, value in enumerate(values, last + 1)
        )
        if self._values is not None:
            pairs = zip(chits, values, strict=True)
            self._values |= {chit.id: value for chit, value in pairs}
        return chits

    def values(self) -> dict[str, int]:
        """The values of all chits on the table; needs the secret. They are shown to nobody."""
        if self._values is None:
            secret = chit_secret.secret_of(self._given)
            self._values = chit_secret.values(secret, self.state, self.state.entry.chits)
        known = self._values
        return {who: known[who] for who in self.state.entry.chits}

    def _from_common(self, count: int) -> tuple[int, tuple[Chit, ...]] | Refused:
        """Chits drawn by the ledger, one after the other, and the number of the first draw."""
        if not self.state.entry.secret_commitment:
            return Refused(RULE, "the common pool is empty; stock it from the club's chart first")
        if (common := self.state.entry.common) < count:
            # Before any value is used: the time of a refusal must say nothing about values.
            holds = f"the common pool holds {counted(common, 'chit')}"
            return Refused(RULE, f"{holds}, and {count} would be drawn")
        left = chit_secret.remaining(self.state.entry, self.state.campaign.turn, self.values())
        first, drawn = self.dice.last + 1, []
        for _ in range(count):
            value = self.dice.hidden(chit_secret.secret_of(self._given), left)
            left.remove(value)
            drawn.append(int(value))
        return first, self.lay(drawn)

    def _picked(
        self, pool: Pool, count: int, named: Sequence[str] | None, *, chosen: bool
    ) -> tuple[int, tuple[str, ...]] | Refused:
        """Which chits leave a pool: drawn unseen, or named; fewer where it holds fewer.

        A ledger that rolls draws among the ids of chits at the table where nobody names them.
        """
        in_pool = chits_in(self.state.entry, pool)
        count = min(count, len(in_pool))
        if draws_chits(self.state) and not chosen:
            if named is not None:
                return Refused("Ruling 38", "the ledger draws which chits leave a pool; name none")
            return self._drawn_from(in_pool, count)
        if count == len(in_pool) and named is None:
            return 0, in_pool
        if named is None and by_ledger(self.state) and not chosen:
            return self._drawn_from(in_pool, count)
        where = POOL_NAMES[pool]
        parts = tuple(dict.fromkeys(named or ()))
        if len(parts) != count or len(parts) != len(named or ()):
            chits = counted(count, "chit that leaves", "chits that leave")
            wish = f"name the {chits} {where}, each once"
            return missing_field("chits", wish, wish, key=pool)
        if strangers := [chit for chit in parts if chit not in in_pool]:
            return bad_field("chits", f"{strangers[0]} is not in {where}")
        return 0, parts

    def _drawn_from(self, in_pool: tuple[str, ...], count: int) -> tuple[int, tuple[str, ...]]:
        if count == len(in_pool):
            return 0, in_pool
        first, left, gone = self.dice.last + 1, list(in_pool), []
        for _ in range(count):
            gone.append(self.dice.choose(left))
            left.remove(gone[-1])
        return first, tuple(gone)

    def _below(self, pool: Pool, missing: int, reason: str) -> Refused | None:
        """LiF 5.3.3: as many chits as are missing are put aside, face-down."""
        if not missing:
            return None
        if self.state.entry.mode == "table":
            self.tell(PoolBelowZero(pool=pool, missing=missing, reason=reason))
            return None
        drawn = self._from_common(missing)
        if isinstance(drawn, Refused):
            return drawn
        first, chits = drawn
        self.tell(PoolBelowZero(pool=pool, missing=missing, chits=chits, draw=first, reason=reason))
        return None
