"""LiF 5.4: checks of a counter: its form, the kit, and what is already known. Pure."""

from msgspec.structs import replace

from campaign.kernel.decisions import RECORD, About, Refused, bad_field
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.force_pools import kit as counters_kit
from campaign.leaders_in_flames.force_pools import replacements
from campaign.leaders_in_flames.force_pools.kit import KIT_ONLY_OF, NUMBERS, KitRow
from campaign.leaders_in_flames.leader_sheet import SLUG
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import militia
from events.lif.force_pools import Counter

YEARS = range(1930, 1951)
"""Years that a counter may become available in."""
MOST = 99
"""The highest number a counter may bear."""


def judged(state: State, row: Counter) -> Counter | Refused:
    """LiF 5.4: a counter as it will be recorded, or why it cannot be recorded.

    Empty columns keep what the kit or the campaign knows. A row must not contradict that
    (ruling 37).
    """
    counter = replace(row, type=" ".join(row.type.upper().split()), name=row.name.strip())
    kit = counters_kit.kit().get(counter.id)
    if refused := (
        malformed(counter, kit) or _in_kit(state, counter, kit) or _too_soon(state, counter)
    ):
        return refused
    linked = replacements.linked(state, counter)
    if isinstance(linked, Refused):
        return linked
    counter = linked
    if militia.awaited(state, counter.id):
        counter = replace(counter, starts="future")
    held = state.play.counters.get(counter.id)
    if held is None:
        base = kit.counter() if kit else None
        if base is None or kit is None:
            return counter
        filled = merged(base, counter, kit)
        return filled if isinstance(filled, Refused) else replace(filled, starts=counter.starts)
    filled = merged(held, counter, kit)
    if isinstance(filled, Refused):
        return filled
    if filled == held:
        return Refused(RECORD, f"{counter.id} is in the campaign already, and no number is new")
    place = state.play.counter_placements[counter.id].place
    late = filled.available is not None and filled.available > calendar.year(state.campaign.turn)
    if late and filled.available != held.available and place not in ("future", "pool", "reserve"):
        text = f"{counter.id} has come into play; it cannot wait for {filled.available}"
        return Refused("LiF 5.4", text)
    return filled


def malformed(counter: Counter, kit: KitRow | None) -> Refused | None:
    """Faults of form, which no rule could allow."""
    for field in ("id", "power"):
        if not SLUG.fullmatch(getattr(counter, field)):
            text = f"{getattr(counter, field)!r} is none; use lower-case letters, digits, hyphens"
            return bad_field(field, f"{text}")
    if not counter.type and kit is None:
        return bad_field("type", f"{counter.id} needs one, such as INF")
    for field in NUMBERS:
        if (number := getattr(counter, field)) is not None and not 0 <= number <= MOST:
            return bad_field(field, f"{counter.id} needs a number from 0 to {MOST}")
    if counter.available is not None and counter.available not in YEARS:
        return bad_field("available", f"{counter.id} needs a year from {YEARS[0]} to {YEARS[-1]}")
    if counter.starts == "circle":
        text = "add it to the pool, and then move it with its turn of arrival"
        return bad_field("starts", f"{counter.id} cannot start on the production circle; {text}")
    return None


def _in_kit(state: State, counter: Counter, kit: KitRow | None) -> Refused | None:
    """LiF 5: whether the kit's modules and owners allow the counter."""
    if counter.guards_banner:
        if "guards-banner" not in state.campaign.modules:
            text = f"{counter.id} is a Guards Banner army, and this campaign plays without them"
            return Refused("Module guards-banner", text)
        if counter.power != "ussr":
            text = f"Guards Banner armies are the USSR's; {counter.id} cannot be {counter.power}'s"
            return Refused("LiF 5.1", text)
        if counter.size != "corps":
            return Refused("LiF 5.1", f"{counter.id} is a Guards Banner army, so no division")
        if refused := _not_in_reserve(counter):
            return refused
    if kit is None:
        return None
    if refused := counters_kit.played(state, kit):
        return refused
    if kit.rule == "5.4" and (
        counter.power == "ussr" or counter.power not in (*POWERS, *KIT_ONLY_OF)
    ):
        text = "late-war counters are of the major powers but the USSR, Finland or the Netherlands"
        return Refused("LiF 5.4", f"{counter.id}: {text}")
    return None


def _not_in_reserve(counter: Counter) -> Refused | None:
    """LiF 5.1: Guards armies are kept as reserves; only one with a year may be told to wait.

    The pool is what a row says that names no place.
    """
    waits = counter.starts == "future" and counter.available is not None
    if waits or counter.starts in ("reserve", "pool"):
        return None
    text = f"expected reserve for the Guards Banner army {counter.id}, got {counter.starts}"
    more = "; the host may move it there afterwards" if counter.starts == "map" else ""
    return Refused("LiF 5.1", f"{text}{more}", About("starts"))


def _too_soon(state: State, counter: Counter) -> Refused | None:
    """LiF 5.3.1: a militia waits for its action. If a sheet starts it in the pool without a word on
    that, the future is meant.
    """
    if counter.available is None and counter.starts in ("pool", "future"):
        return None
    return militia.too_soon(state, counter.id)


def merged(known: Counter, row: Counter, kit: KitRow | None = None) -> Counter | Refused:
    """Ruling 37: a row fills in a counter's unknown numbers, and contradicts no known one."""
    filled: dict[str, object] = {}
    for field in ("power", "type", *NUMBERS, "available"):
        old, new = getattr(known, field), getattr(row, field)
        if new in (None, "") or new == old:
            continue
        if old not in (None, ""):
            return _against(known.id, field, old, new)
        filled[field] = new
    if row.guards_banner != known.guards_banner:
        text = "is" if known.guards_banner else "is not"
        return Refused(
            "Ruling 37",
            f"{known.id}: guards_banner: it {text} a Guards Banner army",
            About("guards_banner"),
        )
    if row.size != known.size:
        if kit is None or "size" in kit.known or row.size == "corps":
            return _against(known.id, "size", known.size, row.size)
        filled["size"] = row.size
    if row.replaces and row.replaces != known.replaces:
        if known.replaces:
            return _against(known.id, "replaces", known.replaces, row.replaces)
        filled["replaces"] = row.replaces
    if row.hq:
        filled["hq"] = True
    if row.name and row.name != known.name:
        filled["name"] = row.name
    return replace(known, **filled)


def _against(who: str, field: str, old: object, new: object) -> Refused:
    reason = f"{who}: {field} is {old} already, and cannot be {new}"
    return Refused("Ruling 37", reason, About(field))
