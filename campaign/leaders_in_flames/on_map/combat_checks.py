"""LiF 3.3: checks that a combat reported from the table is possible at all. Pure."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from campaign.kernel.decisions import About, Refused, bad_field
from campaign.leaders_in_flames.abilities import command_range
from campaign.leaders_in_flames.abilities.command_range import SeaBox
from campaign.leaders_in_flames.names import STATUSES, the_country
from campaign.leaders_in_flames.names import leader as name_of
from campaign.leaders_in_flames.on_map import against_the_record, battles, losses, stated_places
from campaign.leaders_in_flames.on_map.commands import ReportCombat, ReportLeaderLost, ToldLoss
from campaign.leaders_in_flames.politics import countries
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import LIF_LIST
from campaign.leaders_in_flames.state import State
from campaign.text.suggest import near
from events.lif.on_map import Side

RULE = "LiF 3.3"

FREE_OR_VICHY = "france"
"""The one major power whose units another may control, as Vichy's."""


def unfit(state: State, command: ReportCombat, combat: str) -> Refused | None:
    """LiF 3.3: faults of a combat's report: unknown or absent leaders, impossible losses."""
    if refused := without_combats(state):
        return refused
    refused = stated_places.wrong(state, command)
    state = stated_places.known_then(state, command.places)
    refused = refused or next(faults(state, command), None)
    return refused or against_the_record.contradicted(state, command, combat)


def without_combats(state: State) -> Refused | None:
    """LiF 3.3, 5.1: a combat is of interest to leaders and to Guards armies alone."""
    if {"leaders", "guards-banner"} & set(state.campaign.modules):
        return None
    text = "this campaign is played without leaders and Guards armies, and records no combats"
    return Refused("Module leaders", text)


def faults(state: State, command: ReportCombat) -> Iterator[Refused]:
    """LiF 3.3: what is wrong with a report in itself, whatever the record says."""
    if refused := command_range.no_place(command.hex, "hex"):
        yield refused
    if command.kind == "land" and isinstance(command_range.parse(command.hex), SeaBox):
        yield bad_field("hex", "a land combat is fought in a hex, not at sea")
    fighting = {"attacker": command.attackers, "defender": command.defenders}
    for side, powers in fighting.items():
        if not powers:
            yield bad_field(f"{side}s", "name at least one power or minor")
    if both := sorted(set(command.attackers) & set(command.defenders)):
        yield bad_field("defenders", f"{the_country(both[0])} attacks and cannot defend as well")
    for side, powers in fighting.items():
        strange = countries.unknown(state, *powers, new="`new`")
        if strange is not None and not command.new:
            yield replace(strange, about=About(f"{side}s"))
    for loss in command.losses:
        yield from _loss_faults(loss, fighting[loss.side])
    named = [leader.leader for leader in command.leaders]
    for who in named:
        if named.count(who) > 1:
            yield bad_field("leaders", f"{name_of(who, state.sheet)} is named twice")
    for who in (*named, *command.left_alone):
        if refused := not_on_map(state, who):
            yield refused
    if len(set(command.left_alone)) < len(command.left_alone):
        yield bad_field("left_alone", "a leader is named twice")
    yield from stated_places.missing(state, command)
    for who in command.left_alone:
        yield from _not_alone(state, command, who)
    yield from losses.strange_counters(state, command.losses)


def _loss_faults(loss: ToldLoss, fighting: tuple[str, ...]) -> Iterator[Refused]:
    what = f"losses: {loss.power} {loss.type}".rstrip()
    if not loss.type:
        yield Refused(None, f"{what}: name the unit's type, such as INF")
    if loss.controlled_by not in POWERS:
        yield Refused(None, f"{what}: {loss.controlled_by!r} is not a major power")
    if loss.build_points is not None and loss.build_points < 0:
        yield Refused(None, f"{what}: {loss.build_points} build points are no loss")
    if loss.power not in fighting:
        yield Refused(RULE, f"{what}: {the_country(loss.power)} is not among the {loss.side}s")
    foreign = loss.power in POWERS and loss.power not in (loss.controlled_by, FREE_OR_VICHY)
    if foreign:
        yield Refused(
            RULE,
            f"{what}: {the_country(loss.controlled_by)} does not control"
            f" {the_country(loss.power)}'s units",
        )
    if loss.arrives is not None and (loss.fate != "shattered" or not loss.counter):
        yield Refused(None, f"{what}: only a shattered counter arrives again")
    if loss.fate == "retreated" and loss.build_points:
        yield Refused(RULE, f"{what}: a retreat costs no build points")


def _not_alone(state: State, command: ReportCombat, who: str) -> Iterator[Refused]:
    """LiF 3.3(a): a leader dies if every other land unit (list edition: unit) in the hex did."""
    if command.kind != "land":
        yield Refused(
            RULE,
            f"{name_of(who, state.sheet)} can be left alone by land"
            f" combat only, not by {command.kind}",
        )
        return
    held = state.play.placements.get(who)
    defends_here = held is not None and held.location == command.hex
    side = against_the_record.side_of(state, command, who)
    if side is None:
        yield Refused(
            RULE, f"{name_of(who, state.sheet)} is neither in this combat nor in {command.hex}"
        )
        return
    lost = [loss for loss in command.losses if loss.side == side and _keeps_company(state, loss)]
    for reason in _company(lost, side, command.hex if defends_here else ""):
        yield Refused(RULE, f"{name_of(who, state.sheet)} is not left alone: {reason}")


def _company(losses: Sequence[ToldLoss], side: Side, defended: str) -> Iterator[str]:
    """LiF 3.3(a): who of the leader's side is left; `defended` is the hex a defender is in."""
    if side == "defender" and defended and any(loss.fate != "killed" for loss in losses):
        yield f"a unit of {defended} was driven off, not destroyed"
    if not any(loss.fate == "killed" and loss.counts_for_death for loss in losses):
        yield f"no unit of the {side} that counts was destroyed"


def _keeps_company(state: State, loss: ToldLoss) -> bool:
    """LiF 3.3(a): a land unit keeps a leader company; in the list edition every unit does."""
    return state.campaign.rulebook == LIF_LIST or battles.branch(loss.type) == "land"


def not_on_map(state: State, leader: str) -> Refused | None:
    """LiF 3.3: only a leader on the map fights, is recalled or dies."""
    if "leaders" not in state.campaign.modules:
        return Refused("Module leaders", "this campaign is played without leaders")
    if leader not in state.sheet:
        return bad_field("leader", f"there is no leader {leader!r}{near(leader, state.sheet)}")
    now = state.leaders[leader]
    return (
        None
        if now == "map"
        else Refused(RULE, f"{name_of(leader, state.sheet)} is not on the map: {STATUSES[now]}")
    )


def not_lost_there(state: State, command: ReportLeaderLost) -> Refused | None:
    """LiF 3.3(c)-(d): a leader at sea goes down with ships; a leader ashore is overrun."""
    rebased = command.rebased_to
    if rebased is not None and (refused := command_range.no_place(rebased, "rebased_to")):
        return refused
    place = state.play.placements.get(command.leader)
    if place is None or command.cause == "pilot":
        return None
    if place.location.startswith("sea:") == (command.cause == "sea-box"):
        return None
    return Refused(
        RULE,
        f"{name_of(command.leader, state.sheet)} is at {place.location}; no {command.cause} there",
    )
