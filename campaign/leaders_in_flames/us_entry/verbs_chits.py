"""LiF 5.3.3: the verbs about US entry chits: drawn, entered, given back, moved, shown. Pure."""

from typing import get_args

from campaign.kernel.courses import Call, Course, act, fail, refuse, send, state_of, tell
from campaign.kernel.steps import Send, sending
from campaign.kernel.verbs import Argument, Flag, Number, OneOf, Verb, VerbOption
from campaign.leaders_in_flames.names import counted, listed
from campaign.leaders_in_flames.parameters import POWER
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.commands import (
    DrawEntryChits,
    EnterEntryChits,
    MoveEntryChits,
    PlaceEntryChits,
    ReturnAsideChits,
    ReturnEntryChits,
    ShowEntryChits,
    TakeBackEntry,
)
from campaign.leaders_in_flames.us_entry.state import POOL_NAMES, POOLS
from campaign.leaders_in_flames.us_entry.verb_parameters import CHITS, POOL, flat, the_values
from campaign.leaders_in_flames.us_entry.verbs_asking import Lacking, submit
from events.lif.us_entry import Kind

RULE = "LiF 5.3.3"
UNSEEN = (
    "Values on the command line are seen in the list of processes and in the shell's history; "
    "leave them out to type them unseen, or give - to have them read from standard input."
)
Groups = tuple[tuple[str, ...], ...]
"""Chits as they stand behind several options."""

COUNT = VerbOption("--count", "How many.", Number(1, 20), default=1)
NAMED = VerbOption(
    "--chit",
    "Which, where your chits lie at the table. Repeatable.",
    CHITS,
    metavar="c3,c7",
    many=True,
)
VALUES = VerbOption(
    "--values", "With chits at the table: their values. Better left out.", metavar="2,0,3|-"
)
REASON = VerbOption("--reason", "Why, for the journal.", metavar="TEXT")


def _only_the_usas(call: Call, state: State) -> Course[None]:
    """Members: nobody else is asked for values that they must not know."""
    holder = state.campaign.powers.get("usa")
    if holder is not None and call.member != holder:
        name = state.campaign.called(holder)
        reason = f"the USA's chits are {name}'s secret, and only {name} can say"
        yield from refuse(f"{reason} what they are worth", "Members")


# --- into the pools -----------------------------------------------------------------------------


def draw(
    call: Call, pools: tuple[str, ...], count: int, values: str | None, reason: str | None
) -> Course[None]:
    """Draws chits from the common pool into an entry pool, face-down: the US entry step. With both
    pools as many come into each, and each is recorded by itself.
    """
    state = yield from state_of(State)
    if len(set(pools)) < len(pools):
        yield from fail("give each pool once")
    if len(pools) > 1 and values not in (None, "-"):
        yield from fail("--values is for one pool; leave it out, or give - and a line for each")
    found: dict[str, list[int] | None] = dict.fromkeys(pools)
    if state.entry.mode == "table" or values is not None:
        yield from _only_the_usas(call, state)
        for pool in pools:
            yield from _may_draw(state, pool)
        for pool in pools:
            drawn = yield from the_values(values, _label(pool, count), count)
            found[pool] = drawn
            count = len(drawn) if values not in (None, "-") else count
    for pool, worth in found.items():
        yield from act(DrawEntryChits, pool=pool, count=count, values=worth, reason=reason)


def _may_draw(state: State, pool: str) -> Course[None]:
    """LiF 5.3.3: a forbidden draw is refused before values are asked for. Nothing is recorded:
    without values no chit of a cup is drawn.
    """
    if state.entry.mode != "table":
        return
    reply = yield from send(DrawEntryChits, pool=pool)
    if not reply.accepted and reply.rule is not None:
        yield from tell(reply)


def _label(pool: str, count: int, *, aside: bool = False) -> str:
    where = next(name for known, name in POOL_NAMES.items() if known == pool)
    to = f"put aside for {where}" if aside else f"for {where}"
    return f"{'Values' if count > 1 else 'Value'} of {counted(count, 'chit')} {to}, unseen"


DRAW = Verb(
    words="us-entry draw",
    line="Draw chits into an entry pool (the US entry step).",
    help=f"{draw.__doc__} {UNSEEN}",
    example="""
    campaign us-entry draw club entry-japan --count 2
    campaign us-entry draw club entry-japan entry-germany-italy
    """,
    parameters=(
        Argument("pools", "POOL…", POOL, many=True),
        COUNT,
        VALUES,
        REASON,
    ),
    course=draw,
)


def enter(call: Call, pool: str | None, aside: bool, values: str | None) -> Course[None]:
    """Seals the values of chits that are due from the cup at the table."""
    state = yield from state_of(State)
    if values not in (None, "-"):
        where, put = (pool, aside) if pool else (yield from _only_due(state, aside))
        found = {(where, put): (yield from the_values(values, "", 1))}
    else:
        yield from _only_the_usas(call, state)
        found = {}
        for (where, put), due in (yield from _due(state, pool, aside)).items():
            label = _label(where, due, aside=put)
            found[where, put] = yield from the_values(values, label, due, fewer=True)
    for (where, put), worth in found.items():
        yield from act(EnterEntryChits, pool=where, values=worth, aside=put or None)


def _due(state: State, pool: str | None, aside: bool) -> Course[dict[tuple[str, bool], int]]:
    """How many chits are due, by pool and whether they are put aside; refused where none are."""
    found: dict[tuple[str, bool], int] = {}
    for each in sorted(state.entry.due, key=lambda due: (due.aside, POOLS.index(due.pool))):
        named = (each.pool, each.aside) == (pool, aside)
        if named or (pool is None and (each.aside or not aside)):
            found[each.pool, each.aside] = found.get((each.pool, each.aside), 0) + each.count
    if not found:
        yield from refuse(_nothing_due(state), RULE)
    return found


def _nothing_due(state: State) -> str:
    """Which pools have chits due, if this one has none."""
    if state.entry.mode != "table":
        return "the ledger draws this campaign's chits, and nobody enters their values"
    due = [
        f"{each.count} {'put aside for' if each.aside else 'for'} {POOL_NAMES[each.pool]}"
        for each in state.entry.due
    ]
    return f"no chits are due there, but {listed(due)}" if due else "no chits are due"


def _only_due(state: State, aside: bool) -> Course[tuple[str, bool]]:
    """The only pool with chits due; fails if none or several have."""
    found = yield from _due(state, None, aside)
    if len(found) == 1:
        return next(iter(found))
    pools = ", ".join(pool + (" --aside" if put else "") for pool, put in found)
    return (yield from fail(f"give the pool; chits are due for {pools}"))


ENTER = Verb(
    words="us-entry enter",
    line="Enter the values of chits drawn at the table.",
    help="Enters the values of chits that are due from the cup at the table; they are sealed at "
    "once. Without POOL, all that are due, pool by pool: entry before tension, Germany/Italy "
    "before Japan, those put aside last; standard input has a line for each. Fewer than are due "
    f"will do; the rest stay due. {UNSEEN}",
    example="""
    campaign start cup-club --scenario end-of-the-beginning --ruling entry_chits=table
    campaign us-entry stock cup-club --table
    echo 2 0 3 1 1 2 | campaign us-entry enter cup-club entry-germany-italy
    """,
    parameters=(
        Argument("pool", "[POOL]", POOL, required=False),
        Flag("--aside", "Those put aside for what the pool lacked."),
        VALUES,
    ),
    course=enter,
)

TAKE_BACK = Verb(
    words="us-entry take-back",
    line="Take back chits entered by mistake.",
    help="Takes back chits that were entered at the table by mistake, until anything was drawn, "
    "rolled, shown or decided on them. Those that were due are due again.",
    example="campaign us-entry take-back cup-club c6",
    parameters=(Argument("chits", "CHIT…", CHITS, many=True),),
    sends=lambda chits: sending(TakeBackEntry, chits=flat(chits)),
)

PLACE = Verb(
    words="us-entry place",
    line="Put a chit just drawn into the other entry pool.",
    help="With --ruling entry_look=before the USA sees a chit of its entry step before it chooses "
    "the pool: draw it into either, look at it with mine, and leave it there or put it into the "
    "other entry pool, POOL. Everybody sees which chit it was, nobody its value. Until anything is "
    "picked, taken, moved or shown, and no longer than the turn, it may go back again.",
    example="""
    campaign start look-club --scenario end-of-the-beginning --ruling entry_look=before
    campaign us-entry stock look-club chits.csv
    campaign us-entry draw look-club entry-japan
    campaign us-entry mine look-club
    campaign us-entry place look-club entry-germany-italy c11
    """,
    parameters=(Argument("to", "POOL", POOL), Argument("chits", "CHIT…", CHITS, many=True)),
    sends=lambda to, chits: sending(PlaceEntryChits, to=to, chits=flat(chits)),
)

# --- out of the pools, and between them ---------------------------------------------------------


def give_back(call: Call, pool: str, count: int, chit: Groups, reason: str | None) -> Course[None]:
    """Returns chits of a pool to the common pool, unseen. For those that the pool lacks, as many
    are put aside, and turns must pass before the USA draws or picks again.
    """
    fields = {"pool": pool, "count": _count(count, chit), "chits": flat(chit), "reason": reason}
    yield from submit(call, ReturnEntryChits, Lacking(one_pool=True), fields)


def _count(count: int, chits: Groups) -> int:
    """The count; chits that are named are counted by their names."""
    return max(count, len(flat(chits)))


GIVE_BACK = Verb(
    words="us-entry give-back",
    line="Return chits of a pool to the common pool.",
    example="campaign us-entry give-back club tension-japan --count 2 --reason 'our own rule'",
    parameters=(Argument("pool", "POOL", POOL), COUNT, NAMED, REASON),
    course=give_back,
)


def shift(
    call: Call, pool: str, to: str, count: int, chit: Groups, reason: str | None
) -> Course[None]:
    """Moves chits from one pool to another, face-down, as a base rule demands. An option moves its
    chits by itself.
    """
    fields = {
        "pool": pool,
        "to": to,
        "count": _count(count, chit),
        "chits": flat(chit),
        "reason": reason,
    }
    yield from submit(call, MoveEntryChits, Lacking(one_pool=True), fields)


SHIFT = Verb(
    words="us-entry shift",
    line="Move chits from one pool to another.",
    example="campaign us-entry shift club entry-japan tension-japan --reason 'our own rule'",
    parameters=(Argument("pool", "POOL", POOL), Argument("to", "TO", POOL), COUNT, NAMED, REASON),
    course=shift,
)

# --- shown --------------------------------------------------------------------------------------


def _show_chits(chits: Groups, to: tuple[str, ...], reason: str | None) -> Send:
    """Turns chits of the USA face-up, and down again: their values stand in the record for
    everybody from then on. An option shows its chits by itself.
    """
    return sending(ShowEntryChits, chits=flat(chits), to=list(to) or None, reason=reason)


SHOW_CHITS = Verb(
    words="us-entry show-chits",
    line="Turn chits face-up for others to see.",
    example="campaign us-entry show-chits club c1 c2 --to germany --reason 'a rule of the base "
    "game'",
    parameters=(
        Argument("chits", "CHIT…", CHITS, many=True),
        VerbOption(
            "--to",
            "To whom, for the journal; everybody can read the values there. Repeatable.",
            POWER,
            many=True,
        ),
        REASON,
    ),
    sends=_show_chits,
)

READY = Verb(
    words="us-entry ready",
    line="Show and return the chits put aside.",
    help="Shows the chits that were put aside for the entry or the tension pools, once the turns "
    "have passed, and returns them: the USA may draw, or pick options, again.",
    example="""
    campaign turn club --yes
    campaign us-entry ready club tension
    """,
    parameters=(Argument("kind", "entry|tension", OneOf("kind of pool", lambda: get_args(Kind))),),
    sends=ReturnAsideChits,
)

VERBS = (DRAW, PLACE, ENTER, TAKE_BACK, GIVE_BACK, SHIFT, SHOW_CHITS, READY)
