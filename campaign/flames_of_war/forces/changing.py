"""FoW Reorganise: how a force may be changed, at what price, and the force afterwards. Pure.

`applied` changes a force that may be changed so; `permitted` says whether it may.
"""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from campaign.flames_of_war.forces import roster
from campaign.flames_of_war.forces.tables import options
from campaign.flames_of_war.forces.validity import cost
from campaign.flames_of_war.state import Force
from campaign.kernel.decisions import RECORD, Refused, bad_field
from campaign.text.suggest import near
from events.fow.forces import AirSupport, CoreChange, Platoon, SquadChange, SupportChange

RULE = "FoW Reorganise"
CORE = ("combat", "weapons")
MOST = 9_999
"""Points that a platoon or air support costs at most."""


class Reorganisation(msgspec.Struct, frozen=True):
    """All the changes of one reorganisation."""

    squads: tuple[SquadChange, ...] = ()
    support: SupportChange | None = None
    air: AirSupport | None = None
    core: tuple[CoreChange, ...] = ()

    @property
    def price(self) -> int:
        """FoW Reorganise: 5 victory points for each option taken; the rest is free."""
        return sum(options()[_option(change)].price for change in self.core)

    @property
    def new(self) -> tuple[Platoon, ...]:
        """Every platoon that comes in."""
        support = self.support.add if self.support else ()
        core = (change.swap.into if change.swap else change.add for change in self.core)
        return (*support, *(platoon for platoon in core if platoon is not None))


def _option(change: CoreChange) -> str:
    if change.swap is not None:
        return "swap-platoon"
    return "add-platoon" if change.add is not None else "remove-platoon"


# --- what may be changed ------------------------------------------------------------------------


def permitted(force: Force, asked: Reorganisation) -> Refused | None:
    """FoW Reorganise: why a force may not be changed so; its points and its price aside."""
    if not any((asked.squads, asked.new, asked.air, asked.core, list(_in_order(asked)))):
        return Refused(RECORD, "there is nothing to change")
    if asked.air and asked.air == (force.air or AirSupport("none")):
        return Refused(RECORD, f"the air support is {asked.air.level} already, at the same points")
    if asked.air and (refused := fits_air(asked.air)):
        return refused
    if refused := roster.refused(asked.new):
        return refused
    return next(
        (
            refused
            for refused in (
                *(_squads(force, change) for change in asked.squads),
                *(_twice(asked.squads)),
                *_classes(force, asked),
                *_ids(force, asked),
            )
            if refused is not None
        ),
        None,
    )


def fits_air(air: AirSupport) -> Refused | None:
    """FoW Air Support: a level has its points, and none costs nothing."""
    if not 0 <= air.points <= MOST:
        return bad_field("air", f"its points are a number from 0 to {MOST}")
    if air.level == "none" and air.points:
        return bad_field("air", f"no air support costs nothing, not {air.points} points")
    return None


def _squads(force: Force, change: SquadChange) -> Refused | None:
    """FoW Reorganise: one squad or section more or fewer in each platoon (FoW ruling 21)."""
    platoon = force.platoons.get(change.platoon)
    if platoon is None:
        return _unknown(force, "squads", change.platoon)
    if change.platoon in force.squads_changed:
        text = f"{change.platoon} had a squad added or removed since the last battle: one at most"
        return Refused(RULE, text)
    if not 0 <= change.points <= MOST:
        return bad_field("squads", f"{change.platoon}: points are a number from 0 to {MOST}")
    if change.change == "remove" and platoon.squads == 1:
        text = f"{change.platoon} has one squad; without it there would be no platoon"
        return Refused(RULE, text)
    rises = change.change == "add"
    if (change.points < platoon.points) if rises else (change.points > platoon.points):
        what = "more" if rises else "fewer"
        text = f"{change.platoon}: with a squad {what} it cannot go from {platoon.points} points to"
        return bad_field("squads", f"{text} {change.points}")
    return None


def _twice(squads: Sequence[SquadChange]) -> Iterator[Refused]:
    named = [change.platoon for change in squads]
    for one in sorted({one for one in named if named.count(one) > 1}):
        yield Refused(RULE, f"{one} has one squad added or removed between two battles, not two")


def _classes(force: Force, asked: Reorganisation) -> Iterator[Refused | None]:
    """FoW Reorganise: Support platoons are free, Combat and Weapons platoons are options."""
    support = asked.support or SupportChange()
    for one in support.remove:
        yield _of_class(force, "support", one, ("support",))
    for platoon in support.add:
        yield _new_class("support", platoon, ("support",))
    for change in asked.core:
        given = (change.add is not None, bool(change.remove), change.swap is not None)
        if sum(given) != 1:
            yield bad_field("core", "each option adds, removes or swaps one platoon")
        if change.remove:
            yield _of_class(force, "core", change.remove, CORE)
        if change.add is not None:
            yield _new_class("core", change.add, CORE)
        if change.swap is not None:
            yield _of_class(force, "core", change.swap.out, CORE)
            yield _new_class("core", change.swap.into, CORE)


def _of_class(force: Force, field: str, one: str, classes: Sequence[str]) -> Refused | None:
    platoon = force.platoons.get(one)
    if platoon is None:
        return _unknown(force, field, one)
    if platoon.unit_class == "hq":
        text = f"{one} is the headquarters, which changes by squads alone"
        return Refused("FoW ruling 65", text)
    if platoon.unit_class in classes:
        return None
    if field == "support":
        text = f"{one} is a {platoon.unit_class.title()} platoon: only Support platoons change free"
        return Refused(RULE, text)
    return Refused(RULE, f"{one} is a Support platoon, which changes free: name it under support")


def _new_class(field: str, platoon: Platoon, classes: Sequence[str]) -> Refused | None:
    if platoon.unit_class in classes:
        return None
    takes = "Support platoons" if field == "support" else "Combat and Weapons platoons"
    return Refused(RULE, f"{platoon.id} is {platoon.unit_class}; {field} takes {takes}")


def _ids(force: Force, asked: Reorganisation) -> Iterator[Refused]:
    """Every platoon that goes is there, and none comes in beside another of its id."""
    there = set(force.platoons)
    for field, out, into in _in_order(asked):
        if out and out not in there:
            yield Refused(RULE, f"{out} cannot leave the force twice")
        there.discard(out)
        if into is not None:
            if into.id in there:
                yield bad_field(field, f"there is a platoon {into.id} in the force already")
            there.add(into.id)


def _in_order(asked: Reorganisation) -> Iterator[tuple[str, str, Platoon | None]]:
    """Who goes and who comes, step by step: Support first, and who goes before who comes."""
    support = asked.support or SupportChange()
    for one in support.remove:
        yield "support", one, None
    for platoon in support.add:
        yield "support", "", platoon
    for change in asked.core:
        if change.swap is not None:
            yield "core", change.swap.out, change.swap.into
        else:
            yield "core", change.remove, change.add


def _unknown(force: Force, field: str, one: str) -> Refused:
    hint = near(one, force.platoons) or f"; it has {', '.join(force.platoons)}"
    return bad_field(field, f"{force.id} has no platoon {one!r}{hint}")


# --- the force afterwards -----------------------------------------------------------------------


def applied(force: Force, asked: Reorganisation) -> Force:
    """FoW Reorganise: the force after all the changes, with its points.

    Raises `ValueError` where a platoon that goes or changes is not there, or one that comes is.
    """
    platoons = dict(force.platoons)
    for change in asked.squads:
        _there(force, platoons, change.platoon)
        platoons[change.platoon] = _resized(platoons[change.platoon], change)
    for _, out, into in _in_order(asked):
        platoons = _after(force, platoons, out, into)
    air = asked.air or force.air
    return replace(
        force,
        platoons=platoons,
        air=air,
        points=cost(tuple(platoons.values()), air),
        squads_changed=force.squads_changed | {change.platoon for change in asked.squads},
    )


def _after(
    force: Force, platoons: dict[str, Platoon], out: str, into: Platoon | None
) -> dict[str, Platoon]:
    """A platoon that comes for another takes its place in the roster; otherwise it comes last."""
    if out:
        _there(force, platoons, out)
    if into is None:
        return {name: one for name, one in platoons.items() if name != out}
    if into.id in platoons and into.id != out:
        raise ValueError(f"{force.id} has a platoon {into.id} already")
    if not out:
        return {**platoons, into.id: into}
    return dict((into.id, into) if name == out else (name, one) for name, one in platoons.items())


def _there(force: Force, platoons: dict[str, Platoon], one: str) -> None:
    if one not in platoons:
        raise ValueError(f"{force.id} has no platoon {one!r}")


def _resized(platoon: Platoon, change: SquadChange) -> Platoon:
    """FoW Reorganise: a squad more or fewer, and the platoon's points brought up to date."""
    by = 1 if change.change == "add" else -1
    squads = max(0, platoon.squads + by) if platoon.squads else 0
    return replace(platoon, points=change.points, squads=squads)
