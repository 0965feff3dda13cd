"""LiF 5.3, 6: what US entry and a scenario's questions wait for, in values and in words. Pure."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from campaign.kernel.terminal.screens import Labelled, NextStep, Unfinished, owed_by
from campaign.lif import state as game
from campaign.lif.names import with_player
from campaign.lif.state import POOL_NAMES, USA, State, UsEntry
from campaign.text.english import counted, listed
from events.lif.us_entry import Kind

Right = Literal["free", "enters", "aside"]
"""LiF 5.3.3: whether the USA may; `enters`: once the values of those drawn at the table are
entered; `aside`: once the chits put aside have waited and were shown, and nobody but its player
knows which of the two is wanting (ruling 54)."""


class EntryWaits(msgspec.Struct, frozen=True):
    """LiF 5.3: what US entry waits for. It looks at no value of a chit."""

    begun: bool
    """Whether anything of it is on the table."""
    stock: bool = False
    """Whether the common pool is still to be stocked."""
    due: tuple[game.PendingChits, ...] = ()
    """Chits drawn at the table whose values are to be entered."""
    draw: Right = "free"
    """Entry chits in the US entry step."""
    choose: Right = "free"
    """Entry options."""


def us_entry(state: State) -> EntryWaits | None:
    """LiF 5.3: what US entry waits for; None if it is not played or the campaign is closed."""
    if "us-entry" not in state.campaign.modules or state.campaign.closed:
        return None
    entry = state.entry
    stocked, begun = bool(entry.secret_commitment), is_begun(entry)
    return EntryWaits(
        begun=begun,
        stock=begun and not stocked,
        due=entry.due if stocked else (),
        draw=_right(entry, "entry"),
        choose=_right(entry, "tension"),
    )


def is_begun(entry: UsEntry) -> bool:
    """LiF 5.3: whether anything of US entry is on the table."""
    return bool(
        entry.secret_commitment or entry.due or entry.options or entry.actions or entry.chart
    )


def _right(entry: UsEntry, kind: Kind) -> Right:
    if game.due_aside(entry, kind):
        return "enters"
    return "aside" if game.aside(entry, kind) else "free"


def asks(state: State) -> tuple[str, ...]:
    """LiF 6: questions of the scenario that nobody has answered, by their keys."""
    entry = state.entry
    if state.campaign.closed:
        return ()
    return tuple(key for key, _ in entry.asks if key not in entry.answers)


def unfinished(state: State) -> tuple[Unfinished, ...]:
    """LiF 5.3.3: what the USA's player owes before the turn ends: chits to enter, the entry step.

    It is owed where everybody can see that the USA may draw and has not. At war with Germany,
    Italy and Japan it has nobody to draw against.
    """
    waits, entry, name = us_entry(state), state.entry, state.campaign.name
    if waits is None or not entry.secret_commitment:
        return ()
    who, as_usa = with_player(state, USA), _as_usa(state)
    if waits.due:
        does = f"enter {_to_enter(state)}"
        enter = NextStep(f"us-entry enter {name} POOL{as_usa}", f"{does} (unseen)")
        return (owed_by(who, does, enter, USA, "EnterEntryChits", _one_pool(waits)),)
    is_empty = entry.mode == "ledger" and not entry.common
    at_war_with_all = all(game.at_war(state, USA, enemy) for enemy in ("germany", "italy", "japan"))
    is_taken = entry.step == state.campaign.turn
    if is_empty or at_war_with_all or is_taken or waits.draw != "free":
        return ()
    step = NextStep(f"us-entry draw {name} POOL{as_usa}", "take the US entry step")
    return (owed_by(who, "take the US entry step", step, USA, "DrawEntryChits"),)


def _to_enter(state: State) -> str:
    """Ruling 38: a war on paper goes on with chits on the table, which nobody draws again."""
    return "the values of chits" if state.campaign.taken_over else "chits from the cup"


def _one_pool(waits: EntryWaits) -> dict[str, str]:
    """The pool that the chits are for, where it can only be one."""
    return {"pool": waits.due[0].pool} if len(waits.due) == 1 else {}


def _as_usa(state: State) -> str:
    """How the USA's player is named behind a verb; nothing where the host plays it."""
    holder = state.campaign.powers.get(USA)
    return f" --as {holder}" if holder else ""


# --- in words -----------------------------------------------------------------------------------


def lines(state: State) -> tuple[Labelled, ...]:
    """What US entry and the scenario wait for, a line each."""
    lines: list[Labelled] = []
    if open_asks := asks(state):
        count = counted(len(open_asks), "question")
        call = f"campaign us-entry answer {state.campaign.name}"
        lines.append(("Scenario", f"leaves {count} open, {', '.join(open_asks)}: {call}"))
    waits = us_entry(state)
    texts = _texts(state, waits) if waits is not None else ()
    return (*lines, *(("US entry", text) for text in texts))


def _texts(state: State, waits: EntryWaits) -> Iterator[str]:
    name = state.campaign.name
    as_usa = _as_usa(state)
    in_a_cup = state.entry.mode == "table"
    stock = f"campaign us-entry stock {name} {'--table' if in_a_cup else 'FILE'}"
    if not waits.begun and state.campaign.turn == state.campaign.first_turn:
        yield f"not begun; {stock} begins it"
    if waits.stock:
        yield f"the common pool is to be stocked: {stock}"
    if waits.due:
        due = (
            f"{chits.count} {'aside ' if chits.aside else ''}for {POOL_NAMES[chits.pool]}"
            for chits in waits.due
        )
        enter = f"campaign us-entry enter {name} POOL{as_usa}"
        who = with_player(state, USA)
        yield f"{who} enters {_to_enter(state)}, {listed(due)}: {enter}"
    for kind, what, right in (
        ("entry", "draw entry chits", waits.draw),
        ("tension", "pick options", waits.choose),
    ):
        ready = f"campaign us-entry ready {name} {kind}{as_usa}"
        if right == "aside":
            yield f"the USA may {what} again once its chits put aside have waited; then: {ready}"
