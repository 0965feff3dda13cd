"""LiF 5.1: Guards Banner armies: the score of a combat, and the promotion it earns. Pure."""

import msgspec
from msgspec.structs import replace

from campaign.kernel import members
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field, missing_field
from campaign.leaders_in_flames.abilities import command_range
from campaign.leaders_in_flames.force_pools import kit
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.on_map import battles
from campaign.leaders_in_flames.on_map.against_the_record import away
from campaign.leaders_in_flames.on_map.commands import PromoteGuards
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import Deciders, Evolvers, State
from campaign.text.suggest import near
from events.lif.force_pools import CounterMoved
from events.lif.on_map import CombatReported, GuardsPromoted, Loss, Side

RULE = "LiF 5.1"
SOVIET = "ussr"
GERMAN = "germany"

HALVES = {"killed": 6, "shattered": 4, "retreated": 2}
"""LiF 5.1: twice what a corps or army counts, so that half of it for a division is whole."""


class PromotionScore(msgspec.Struct, frozen=True):
    """LiF 5.1: a combat's promotion score, in halves and rounded (ruling 34)."""

    german: int
    """Halves for losses of units that Germany controls."""
    soviet: int
    """Halves taken off for Soviet losses."""

    @property
    def score(self) -> int:
        """Ruling 34: the sum first, then a half rounded up."""
        return (self.german - self.soviet + 1) // 2

    def __str__(self) -> str:
        return f"{self.german / 2:g} - {self.soviet / 2:g} = {self.score}"


class BannerOption(msgspec.Struct, frozen=True):
    """LiF 5.1: a promotion that a combat allows."""

    combat: str
    unit: str
    army: str
    score: int
    factors: int
    needed: int


def worth(loss: Loss) -> int:
    """LiF 5.1: killed 3, shattered 2, retreated 1; an HQ double, a division half. In halves."""
    if battles.branch(loss.type) != "land":
        return 0
    halves = HALVES[loss.fate] * (2 if loss.hq else 1)
    return halves // 2 if loss.size == "division" else halves


def tally(combat: CombatReported) -> PromotionScore | None:
    """LiF 5.1: what a combat scores: German-controlled losses less those the Soviets suffered.

    None where it was no land combat of Soviet units; then nobody can be promoted.
    """
    if combat.kind != "land" or SOVIET not in (*combat.attackers, *combat.defenders):
        return None
    own = "attacker" if SOVIET in combat.attackers else "defender"
    return PromotionScore(
        german=sum(
            worth(loss)
            for loss in combat.losses
            if loss.controlled_by == GERMAN and loss.side != own
        ),
        soviet=sum(
            worth(loss)
            for loss in combat.losses
            if loss.controlled_by == SOVIET and loss.side == own
        ),
    )


def open_promotions(state: State) -> list[BannerOption]:
    """LiF 5.1, ruling 60: every promotion that would be accepted now, by combat.

    Units whose factors nobody has entered are left out (ruling 37). Where the record does not know
    where a unit was, it is here: the club states its place (ruling 50).
    """
    if state.campaign.closed or "guards-banner" not in state.campaign.modules:
        return []
    counters = sorted(state.play.counters)
    armies = [who for who in counters if _no_army(state, who) is None]
    found: list[BannerOption] = []
    for combat in state.play.combats.values() if armies else ():
        scored = _won(state, combat)
        if isinstance(scored, Refused) or _too_late(state, combat) is not None:
            continue
        for unit in (who for who in counters if _no_unit(state, combat, who) is None):
            could_be = (_option(state, combat, scored, unit, army) for army in armies)
            found += [option for option in could_be if isinstance(option, BannerOption)]
    return found


def promote(state: State, command: PromoteGuards, given: Supplied) -> Decision:
    """LiF 5.1: a won land combat promotes one surviving unit to a free Guards army of its type.

    The army takes over place and facing; where the record does not know the place, the club states
    it (ruling 50). The unit goes to the force pool and is not scrapped; if
    it was a Guards army itself, it goes where ruling 36 says.
    """
    if refused := members.holder_only(state.campaign, command, SOVIET, the_country(SOVIET)):
        return refused
    if "guards-banner" not in state.campaign.modules:
        return Refused("Module guards-banner", "this campaign is played without Guards armies")
    combat = state.play.combats.get(command.combat)
    if combat is None:
        return Refused(RULE, f"there is no combat {command.combat!r} in this turn")
    scored = _won(state, combat)
    if isinstance(scored, Refused):
        return scored
    refused = _too_late(state, combat) or _no_unit(state, combat, command.unit)
    refused = refused or _no_army(state, command.army)
    if refused:
        return refused
    option = _option(state, combat, scored, command.unit, command.army)
    if isinstance(option, Refused):
        return option
    where = _where(state, combat, command)
    if isinstance(where, Refused):
        return where
    was = state.play.counters[command.unit]
    place = state.play.counter_placements[command.unit]
    stated = "" if place.location or not command.at else where
    to_reserve = was.guards_banner and state.rulings.replaced_guards == "reserve"
    return (
        GuardsPromoted(
            combat=command.combat,
            unit=command.unit,
            army=command.army,
            score=option.score,
            factors=option.factors,
            needed=option.needed,
            place=where,
            stated=bool(stated),
        ),
        CounterMoved(
            counter=command.unit,
            to="reserve" if to_reserve else "pool",
            reason=code("promoted-to", command.army),
        ),
        CounterMoved(
            counter=command.army,
            to="map",
            reason=code("promoted-from", command.unit),
            location=place.location or stated,
            face_up=place.face_up,
        ),
    )


def _won(state: State, combat: CombatReported) -> PromotionScore | Refused:
    """LiF 5.1: a promotion needs a positive score, and a combat brings one promotion."""
    if combat.combat in state.play.promoted_after:
        return Refused(RULE, f"{combat.combat} has brought its one promotion already")
    scored = tally(combat)
    if scored is None:
        return Refused(RULE, f"{combat.combat} was no land combat of Soviet units")
    if scored.score <= 0:
        return Refused(RULE, f"{combat.combat} was not won: {scored}")
    return scored


def _too_late(state: State, combat: CombatReported) -> Refused | None:
    """Ruling 60: a promotion comes before the next combat on that map and the next impulse."""
    if combat.combat in state.play.latest or state.rulings.promote_until == "turn":
        return None
    since = "another combat on that map or an impulse has been recorded since"
    return Refused(RULE, f"a promotion follows its combat at once; {since} {combat.combat}")


def _no_unit(state: State, combat: CombatReported, unit: str) -> Refused | None:
    """LiF 5.1: only a Soviet unit that survived the combat on the map can be promoted.

    Ruling 50: a defender was in the hex attacked, an attacker in it or beside it.
    """
    counter = state.play.counters.get(unit)
    if counter is None:
        return bad_field("unit", f"there is no counter {unit!r}{near(unit, state.play.counters)}")
    if counter.power != SOVIET:
        return Refused(RULE, f"{unit} is {the_country(counter.power)}'s, not Soviet")
    fate = next((loss.fate for loss in combat.losses if loss.counter == unit), None)
    if fate in ("killed", "shattered"):
        return Refused(RULE, f"{unit} did not survive: {fate} in {combat.combat}")
    held = state.play.counter_placements[unit]
    if held.place != "map":
        return Refused(RULE, f"{unit} is not on the map ({held.place})")
    if held.location and fate != "retreated":
        return _elsewhere(state, combat, unit, held.location)
    return None


def _elsewhere(state: State, combat: CombatReported, unit: str, place: str) -> Refused | None:
    """Ruling 50: a place where no unit of the Soviet side took part in a combat."""
    if not away(state, place, combat.hex, _side(combat)):
        return None
    return Refused(RULE, f"{unit} is in {place}; {combat.combat} was fought over {combat.hex}")


def _side(combat: CombatReported) -> Side:
    return "defender" if SOVIET in combat.defenders else "attacker"


def _where(state: State, combat: CombatReported, command: PromoteGuards) -> str | Refused:
    """Ruling 50: where the unit was: as the record has it, or else as the club states it.

    Nothing is asked of a promotion that was recorded before the ruling, nor of a unit that was
    driven out of the hex.
    """
    known = state.play.counter_placements[command.unit].location
    if command.at == "":
        return ""
    if known:
        if command.at not in (None, known):
            return Refused(RULE, f"on record {command.unit} is in {known}, not in {command.at}")
        return known
    retreated = any(
        loss.counter == command.unit and loss.fate == "retreated" for loss in combat.losses
    )
    if retreated and command.at is None:
        return combat.hex
    if command.at is None:
        text = f"the record does not know where {command.unit} was; state its hex with `at`"
        return missing_field("at", text)
    if refused := command_range.no_place(command.at, "at"):
        return refused
    if refused := _elsewhere(state, combat, command.unit, command.at):
        return refused
    return command.at


def _no_army(state: State, army: str) -> Refused | None:
    """LiF 5.1: only a Guards Banner army in the reserve pool is free for a promotion."""
    counter = state.play.counters.get(army)
    if counter is None:
        return bad_field("army", f"there is no counter {army!r}{near(army, state.play.counters)}")
    if not counter.guards_banner:
        return Refused(RULE, f"{army} is not a Guards Banner army")
    place = state.play.counter_placements[army].place
    return None if place == "reserve" else Refused(RULE, f"{army} is not in reserve ({place})")


def _option(
    state: State, combat: CombatReported, scored: PromotionScore, unit: str, army: str
) -> BannerOption | Refused:
    """LiF 5.1: same type, and score and unit's factors reach the army's (ruling 35)."""
    old, new = state.play.counters[unit], state.play.counters[army]
    refused = kit.unknown(new, "type") or kit.unknown(old, "type")
    if refused:
        return refused
    if old.type.casefold() != new.type.casefold():
        return Refused(RULE, f"{unit} is {old.type} and {army} is {new.type}; the type must match")
    if old.size != new.size:
        return Refused(RULE, f"{unit} is a {old.size} and {army} is a {new.size}")
    refused = kit.unknown(new, "combat") or kit.unknown(old, "combat")
    if refused:
        return refused
    assert old.combat is not None and new.combat is not None
    score = scored.score
    if score + old.combat < new.combat:
        text = f"{score} and {old.combat} are {score + old.combat}"
        return Refused(RULE, f"{text}; {army} needs {new.combat}")
    return BannerOption(combat.combat, unit, army, score, old.combat, new.combat)


# --- fold ---------------------------------------------------------------------------------------


def _promoted(state: State, event: GuardsPromoted) -> State:
    after = state.play.promoted_after | {event.combat}
    return replace(state, play=replace(state.play, promoted_after=after))


EVOLVE: Evolvers = {GuardsPromoted: _promoted}
DECIDE: Deciders = {PromoteGuards: promote}
