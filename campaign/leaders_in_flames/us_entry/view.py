"""LiF 5.3: US entry as everybody may see it, and as only the USA's player sees it. Pure."""

from collections.abc import Mapping

from campaign.kernel.decisions import NOTHING, Needs, Refused, Supplied
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.state import State, aligned_with, at_war
from campaign.leaders_in_flames.us_entry import chart, chit_secret
from campaign.leaders_in_flames.us_entry.actions_kit import PETAIN
from campaign.leaders_in_flames.us_entry.levels import level_of
from campaign.leaders_in_flames.us_entry.options_kit import GUARANTEE
from campaign.leaders_in_flames.us_entry.pools import USA
from campaign.leaders_in_flames.us_entry.shortfall import KINDS, due_aside, is_free
from campaign.leaders_in_flames.us_entry.state import (
    MODULE,
    POOLS,
    THEATRES,
    EntryChoice,
    UsEntry,
    aside,
    chits_in,
    taken,
)
from campaign.text.json_values import JsonObject
from events.lif.us_entry import ChartRow, Kind

# --- for everybody ------------------------------------------------------------------------------


def shown(state: State) -> JsonObject:
    """LiF 5.3: US entry as everybody may see it, in JSON values: a part of the state shown.

    Empty if it is not played. It gives only values that were shown.
    """
    return {"us_entry": _shown(state.entry) if MODULE in state.campaign.modules else {}}


def may_declare_war(state: State) -> tuple[str, ...]:
    """LiF 5.3.2: the countries of option 46 whose war with Japan lets the USA declare it, too."""
    if at_war(state, "japan", "usa"):
        return ()
    return tuple(target for target in guarantees(state.entry) if _attacked(state, target))


def aided(state: State) -> bool:
    """Ruling 57: whether action 18's agreement with Vichy France is in force."""
    return state.vichy == "installed" and taken(state.entry.actions, PETAIN)


def _attacked(state: State, target: str) -> bool:
    power = aligned_with(state, target)
    return at_war(state, "japan", target) or bool(power and at_war(state, "japan", power))


def _shown(entry: UsEntry) -> JsonObject:
    return {
        "mode": entry.mode,
        "stocked": bool(entry.secret_commitment),
        "common_pool": entry.common if entry.mode == "ledger" else None,
        "pools": {pool: len(chits_in(entry, pool)) for pool in POOLS},
        "aside": _aside(entry),
        "due": [
            {"pool": due.pool, "count": due.count, "aside": due.aside, "since": due.since or None}
            for due in sorted(entry.due, key=lambda due: (POOLS.index(due.pool), due.aside))
        ],
        "may_draw": is_free(entry, "entry"),
        "may_choose": is_free(entry, "tension"),
        "options": _taken(entry, "option", entry.options),
        "actions": _taken(entry, "action", entry.actions),
        "guaranteed": list(guarantees(entry)),
        "partisans": dict(sorted(entry.partisans.items())),
        "supply_sources": {
            place: {"power": power, "rank": rank}
            for place, (power, rank) in sorted(entry.supply.items())
        },
        "dissolved": sorted(entry.dissolved),
        "gas_ended": entry.gas_ended,
        "spain_joined": entry.spain_joined,
        "shown": [
            {"chit": who, "pool": chit.pool, "aside": chit.aside, "value": chit.shown}
            for who, chit in entry.chits.items()
            if chit.shown is not None
        ],
    }


def _aside(entry: UsEntry) -> list[JsonObject]:
    """LiF 5.3.3: numbers of chits put aside, by pool and the turn they were put there."""
    tally: dict[tuple[int, int, str], int] = {}
    for chit in entry.chits.values():
        if chit.aside:
            key = (POOLS.index(chit.pool), calendar.ordinal(chit.since), chit.since)
            tally[key] = tally.get(key, 0) + 1
    return [
        {"pool": POOLS[pool], "count": count, "since": since}
        for (pool, _, since), count in sorted(tally.items())
    ]


def _taken(entry: UsEntry, kind: str, chosen: tuple[EntryChoice, ...]) -> list[JsonObject]:
    choices = sorted(chosen, key=lambda choice: (choice.number, choice.target, choice.turn))
    return [
        {
            "number": choice.number,
            "name": name_of(entry, kind, choice.number),
            "target": choice.target or None,
            "turn": choice.turn or None,
        }
        for choice in choices
    ]


def guarantees(entry: UsEntry) -> tuple[str, ...]:
    """LiF 5.3.2: countries guaranteed by option 46; if Japan attacks one, the USA joins the war."""
    return tuple(sorted({option.target for option in entry.options if option.number == GUARANTEE}))


def name_of(entry: UsEntry, kind: str, number: int) -> str:
    """LiF 5.3.2, 5.3.3: what an option or action is called; empty where nobody has said."""
    row = chart.row(entry, "option" if kind == "option" else "action", number)
    return row.name if isinstance(row, ChartRow) else ""


# --- for the USA's player alone -----------------------------------------------------------------


def private_needs(state: State, member: str) -> Needs | Refused:
    """Members: what the USA's own view needs; only for its player, or for a host if it has none."""
    shared = state.campaign
    if member not in shared.members:
        return Refused("Members", f"{member!r} is not enrolled in this campaign")
    if state.entry.secret_opened and MODULE in shared.modules:
        return NOTHING
    if MODULE not in shared.modules:
        text = "this campaign is played without the US entry expansion"
        return Refused(f"Module {MODULE}", text)
    holder = shared.powers.get(USA)
    if holder is None and not shared.is_host(member):
        return Refused("Members", "nobody plays the USA, so that its chits are the host's secret")
    if holder not in (None, member):
        return Refused(
            "Members", f"the values of the chits are the secret of {shared.called(holder)}"
        )
    return chit_secret.secret_needs(state)


def private(state: State, given: Supplied) -> JsonObject:
    """LiF 5.3: the USA's own chits with their values, in JSON values: only for its player."""
    entry = state.entry
    secret = entry.secret_opened or (chit_secret.secret_of(given) if entry.chits else "")
    values = chit_secret.values(secret, state, entry.chits) if entry.chits else {}
    return {
        "turn": state.campaign.turn,
        "pools": {
            pool: {
                "chits": [_own(entry, who, values) for who in chits_in(entry, pool)],
                "total": sum(values[who] for who in chits_in(entry, pool)),
            }
            for pool in POOLS
        },
        "levels": {theatre: level_of(state, theatre, values) for theatre in THEATRES},
        "aside": [
            {
                **_own(entry, who, values),
                "pool": entry.chits[who].pool,
                "since": entry.chits[who].since,
                "until": _until(entry, who, values),
            }
            for kind in KINDS
            for who in aside(entry, kind)
        ],
        "waits": {kind: _wait(entry, kind, values) for kind in KINDS},
    }


def _own(entry: UsEntry, who: str, values: Mapping[str, int]) -> JsonObject:
    chit = entry.chits[who]
    return {
        "chit": who,
        "value": values[who],
        "drawn": chit.drawn or None,
        "shown": chit.shown is not None,
    }


def _until(entry: UsEntry, who: str, values: Mapping[str, int]) -> str:
    """Ruling 39: the first turn in which a chit put aside has waited long enough."""
    return calendar.named(calendar.ordinal(entry.chits[who].since) + values[who])


def _wait(entry: UsEntry, kind: Kind, values: Mapping[str, int]) -> str | None:
    """Ruling 39: the turn in which a wait ends; the later end counts.

    None if there is none, or if a value put aside is still to be entered.
    """
    if due_aside(entry, kind):
        return None
    ends = [_until(entry, who, values) for who in aside(entry, kind)]
    return max(ends, key=calendar.ordinal, default=None)
