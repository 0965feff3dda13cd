"""Verbs about US entry chits: drawn, entered, given back, moved, shown."""

from typing import TYPE_CHECKING

import click

from campaign.cli.params import POWER, Word, argument, as_json, the_campaign, verb
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.cli.us_entry_asking import Missing, submit
from campaign.cli.us_entry_words import CHITS, POOL, flat, the_values

if TYPE_CHECKING:
    from campaign.leaders_in_flames.state import State

UNSEEN = (
    "Values on the command line are seen in the list of processes and in the shell's history; "
    "leave them out to type them unseen, or give - to have them read from standard input."
)

count_option = click.option("--count", type=click.IntRange(1, 20), default=1, show_default=True,
                            help="How many.")  # fmt: skip
named_option = click.option(
    "--chit", multiple=True, type=CHITS, metavar="c3,c7",
    help="Which, where your chits lie at the table. Repeatable.",
)  # fmt: skip
values_option = click.option(
    "--values", metavar="2,0,3|-", help="With chits at the table: their values. Better left out."
)
reason_option = click.option("--reason", metavar="TEXT", help="Why, for the journal.")


def _only_the_usas(session: Session, state: "State") -> None:
    """Members: nobody else is asked for what he must not know."""
    holder = state.campaign.powers.get("usa")
    if holder is not None and session.member != holder:
        told = f"the USA's chits are {holder}'s secret, and {holder} alone says what they are worth"
        raise Refusal(f"refused (Members): {told}")


# --- into the pools -----------------------------------------------------------------------------


@verb(
    "draw",
    "campaign us-entry draw club entry-japan --count 2\n"
    "campaign us-entry draw club entry-germany-italy",
    short_help="Draw chits into an entry pool (the US entry step).",
)
@the_campaign
@argument("pool", "POOL", POOL)
@count_option
@values_option
@reason_option
@as_json
def draw(
    session: Session,
    name: str,
    pool: str,
    count: int,
    values: str | None,
    reason: str | None,
    as_json: bool,
) -> None:
    """Draws chits from the common pool into an entry pool, face-down: the US entry step."""
    state: State = session.live(name).state
    told = None
    if state.entry.mode == "table" or values is not None:
        _only_the_usas(session, state)
        _may_draw(session, name, pool, as_json=as_json)
        told = the_values(values, _label(pool, count), count)
        count = len(told) if values not in (None, "-") else count
    session.act(
        name, "DrawEntryChits", as_json=as_json, pool=pool, count=count, values=told, reason=reason
    )


def _may_draw(session: Session, name: str, pool: str, *, as_json: bool) -> None:
    """LiF 5.3.3: what forbids the draw is told before values are asked for. Nothing is recorded:
    without values no chit of a cup is drawn.
    """
    told = {"command": "DrawEntryChits", "by": session.member, "pool": pool}
    if session.live(name).state.entry.mode != "table":
        return
    answer = session.submit(name, told)
    if not answer["accepted"] and answer["rule"] is not None:
        session.tell(name, answer, as_json=as_json)


draw.help = f"{draw.help} {UNSEEN}"


def _label(pool: str, count: int, *, aside: bool = False) -> str:
    from campaign.leaders_in_flames.names import counted
    from campaign.leaders_in_flames.us_entry.state import POOL_NAMES

    where = next(told for known, told in POOL_NAMES.items() if known == pool)
    to = f"put aside for {where}" if aside else f"for {where}"
    return f"{'Values' if count > 1 else 'Value'} of {counted(count, 'chit')} {to}, unseen"


@verb(
    "enter",
    """
    campaign open cup-club --scenario end-of-the-beginning --ruling entry_chits=table
    campaign us-entry stock cup-club --table
    echo 2 0 3 1 1 2 | campaign us-entry enter cup-club entry-germany-italy
    """,
    short_help="Enter the values of chits drawn at the table.",
)
@the_campaign
@argument("pool", "[POOL]", POOL, required=False)
@click.option("--aside", is_flag=True, help="Those put aside for what the pool lacked.")
@values_option
@as_json
def enter(
    session: Session,
    name: str,
    pool: str | None,
    aside: bool,
    values: str | None,
    as_json: bool,
) -> None:
    """Enters the values of chits that are due from the cup at the table; they are sealed at once.
    POOL may be left out where only one has chits due. Fewer than are due will do; the rest stay
    due.
    """
    session.must_play(name)
    state: State = session.live(name).state
    if pool is None:
        pool, aside = _only_due(state, aside)
    due = sum(one.count for one in state.entry.due if (one.pool, one.aside) == (pool, aside))
    told = None
    if values is None or values == "-":
        _only_the_usas(session, state)
        if not due:
            raise Refusal(f"refused (LiF 5.3.3): {_nothing_due(state)}")
        told = the_values(values, _label(pool, due, aside=aside), due, fewer=True)
    else:
        told = the_values(values, "", 1)
    session.act(
        name, "EnterEntryChits", as_json=as_json, pool=pool, values=told, aside=aside or None
    )


enter.help = f"{enter.help} {UNSEEN}"


def _nothing_due(state: "State") -> str:
    """What is due elsewhere, where nothing is due here."""
    from campaign.leaders_in_flames.names import listed
    from campaign.leaders_in_flames.us_entry.state import POOL_NAMES

    if state.entry.mode != "table":
        return "the ledger draws this campaign's chits, and nobody enters their values"
    told = [
        f"{one.count} {'put aside for' if one.aside else 'for'} {POOL_NAMES[one.pool]}"
        for one in state.entry.due
    ]
    return f"no chits are due there, but {listed(told)}" if told else "no chits are due"


def _only_due(state: "State", aside: bool) -> tuple[str, bool]:
    found = {(one.pool, one.aside) for one in state.entry.due if one.aside or not aside}
    if len(found) == 1:
        return found.pop()
    if not found:
        raise Refusal(f"refused (LiF 5.3.3): {_nothing_due(state)}")
    told = ", ".join(sorted(pool + (" --aside" if put else "") for pool, put in found))
    raise WrongUsage(f"give the pool; chits are due for {told}")


# --- out of the pools, and between them ---------------------------------------------------------


@verb(
    "give-back",
    "campaign us-entry give-back club tension-japan --count 2 --reason 'our own rule'",
    short_help="Return chits of a pool to the common pool.",
)
@the_campaign
@argument("pool", "POOL", POOL)
@count_option
@named_option
@reason_option
@as_json
def give_back(
    session: Session,
    name: str,
    pool: str,
    count: int,
    chit: tuple[tuple[str, ...], ...],
    reason: str | None,
    as_json: bool,
) -> None:
    """Returns chits of a pool to the common pool, unseen. For those that the pool lacks, as many
    are put aside, and turns must pass before the USA draws or picks again.
    """
    fields = {"pool": pool, "count": _count(count, chit), "chits": flat(chit), "reason": reason}
    submit(session, name, "ReturnEntryChits", fields, Missing(one_pool=True), as_json=as_json)


def _count(count: int, chits: tuple[tuple[str, ...], ...]) -> int:
    """Chits that are named need no counting."""
    return max(count, len(flat(chits)))


@verb(
    "shift",
    "campaign us-entry shift club entry-japan tension-japan --reason 'our own rule'",
    short_help="Move chits from one pool to another.",
)
@the_campaign
@argument("pool", "POOL", POOL)
@argument("to", "TO", POOL)
@count_option
@named_option
@reason_option
@as_json
def shift(
    session: Session,
    name: str,
    pool: str,
    to: str,
    count: int,
    chit: tuple[tuple[str, ...], ...],
    reason: str | None,
    as_json: bool,
) -> None:
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
    submit(session, name, "MoveEntryChits", fields, Missing(one_pool=True), as_json=as_json)


# --- shown --------------------------------------------------------------------------------------


@verb(
    "show-chits",
    "campaign us-entry show-chits club c1 c2 --to germany --reason 'a rule of the base game'",
    short_help="Turn chits face-up for others to see.",
)
@the_campaign
@argument("chits", "CHIT…", CHITS, nargs=-1, required=True)
@click.option("--to", multiple=True, type=POWER, help="Only to this power. Repeatable.")
@reason_option
@as_json
def show_chits(
    session: Session,
    name: str,
    chits: tuple[tuple[str, ...], ...],
    to: tuple[str, ...],
    reason: str | None,
    as_json: bool,
) -> None:
    """Turns chits of the USA face-up, and down again: their values stand in the record for
    everybody from then on. An option shows its chits by itself.
    """
    session.act(
        name, "ShowEntryChits", as_json=as_json, chits=flat(chits), to=list(to) or None,
        reason=reason,
    )  # fmt: skip


def _kinds() -> tuple[str, ...]:
    from typing import get_args

    from events.lif.us_entry import Kind

    return get_args(Kind)


@verb(
    "ready",
    "campaign turn club\ncampaign us-entry ready club tension",
    short_help="Show and return the chits put aside.",
)
@the_campaign
@argument("kind", "entry|tension", Word("kind of pool", _kinds))
@as_json
def ready(session: Session, name: str, kind: str, as_json: bool) -> None:
    """Shows the chits that were put aside for the entry or the tension pools, once the turns have
    passed, and returns them: the USA may draw, or pick options, again.
    """
    session.act(name, "ReturnAsideChits", as_json=as_json, kind=kind)


VERBS = (draw, enter, give_back, shift, show_chits, ready)
