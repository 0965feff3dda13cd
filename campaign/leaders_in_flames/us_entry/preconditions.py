"""LiF 5.3.3: refusals before a die is rolled: a later refusal would reveal the roll. Pure.

Players who learned their roll from a refusal could decide not to act. So a command that rolls is
judged by the highest number of chits that may result.
"""

from collections.abc import Sequence

from campaign.kernel.decisions import Refused, bad_field, missing_field
from campaign.leaders_in_flames.names import counted
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.dice import by_ledger, draws_chits
from campaign.leaders_in_flames.us_entry.state import POOL_NAMES, chits_in
from campaign.leaders_in_flames.us_entry.transaction import CHIT, RULE
from events.lif.us_entry import Pool


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
    if state.entry.mode == "table" or state.entry.secret_commitment:
        return None
    return Refused(RULE, "the common pool is empty; stock it from the club's chart first")


def lacking(state: State, pool: Pool, number: int) -> int:
    """LiF 5.3.3: the most chits that a pool may lack when so many are to leave it."""
    return max(0, most(number) - len(chits_in(state.entry, pool)))


def owed(state: State, pool: Pool) -> Refused | None:
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
    pool: Pool,
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
        if chits is not None:
            return Refused("Ruling 38", "the ledger draws which chits leave a pool; name none")
        return None
    where = POOL_NAMES[pool]
    if not number:
        return bad_field("chits", f"none leaves {where}; name none") if chits else None
    if none_by(state, number, rolled):
        return None
    if refused := owed(state, pool):
        return refused
    if not by_ledger(state) or (chits is None and not chosen):
        return None
    in_pool = chits_in(state.entry, pool)
    if chits is None and len(in_pool) <= max(abs(number) // CHIT, 1):
        return None
    count = min(most(number), len(in_pool))
    in_order = tuple(chits or ())
    if len(in_order) != count or len(set(in_order)) != count:
        may = counted(count, "chit that", "chits that")
        wish = f"name the {may} may leave {where}, each once, first to last"
        return missing_field("chits", wish, wish, key=pool)
    if strangers := [chit for chit in in_order if chit not in in_pool]:
        return bad_field("chits", f"{strangers[0]} is not in {where}")
    return None


def leaving(
    state: State, pool: Pool, count: int, chits: Sequence[str] | None
) -> tuple[str, ...] | None:
    """LiF 5.3.3: the chits, out of those named, that leave after the roll."""
    if chits is None or not by_ledger(state):
        return None if chits is None else tuple(chits)
    return tuple(chits[:count])


def none_leaves(state: State, pool: Pool, chits: Sequence[str] | None) -> Refused | None:
    """LiF 5.3.3: if a die rolled at the table says that no chit leaves, none is named."""
    if not chits or by_ledger(state):
        return None
    return bad_field("chits", f"none leaves {POOL_NAMES[pool]} by this roll; name none")
