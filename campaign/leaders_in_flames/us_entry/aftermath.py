"""LiF 5.3.3: what follows from actions: cities retaken, Spain, the end of gas, ability 25. Pure."""

from msgspec.structs import replace

from campaign.kernel import members
from campaign.kernel.decisions import (
    RECORD,
    Decision,
    Needs,
    Refused,
    Supplied,
    bad_field,
    missing_field,
)
from campaign.leaders_in_flames.abilities.catalogue import ability
from campaign.leaders_in_flames.names import country, listed, the_country
from campaign.leaders_in_flames.names import leader as named
from campaign.leaders_in_flames.on_map.placing import authority, unless
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.reasons import code
from campaign.leaders_in_flames.state import Deciders, Evolvers, Needing, State, pair
from campaign.leaders_in_flames.us_entry import chit_secret, preconditions
from campaign.leaders_in_flames.us_entry.action_rules import GAS_ENEMIES, RULE, disbanded, in_record
from campaign.leaders_in_flames.us_entry.actions_kit import (
    CITIES,
    FRANCO,
    GAS,
    OFFENSIVE_CHITS,
    VICHY,
)
from campaign.leaders_in_flames.us_entry.commands import AlignSpain, EnterNeutralMinor, RetakeCity
from campaign.leaders_in_flames.us_entry.dice import by_ledger, seed_needs
from campaign.leaders_in_flames.us_entry.state import UsEntry, taken
from campaign.leaders_in_flames.us_entry.transaction import Course
from events.base import Event
from events.lif.aftermath import (
    GovernmentDissolved,
    NeutralMinorEntered,
    PartisanNumberSet,
    PoisonGasEnded,
    SpainJoined,
    SupplySourceGained,
    SupplySourceLost,
)
from events.lif.on_map import CooperationEnded
from events.lif.politics import MinorChanged
from events.lif.powers import Power
from events.lif.us_entry import Pool

OVER_THE_BORDER = 25
"""The ability that lets a leader's stack into neutral minor countries."""
ENTERED: Pool = "entry-germany-italy"
AXIS_PARTNERS: tuple[Power, Power] = ("germany", "italy")
USES = "LiF 3.2"


# --- puppet governments -------------------------------------------------------------------------


def retake(state: State, command: RetakeCity, given: Supplied) -> Decision:
    """LiF 5.3.3: a city retaken dissolves its government; militia and supply are gone for good.

    The partisans stay.
    """
    government = CITIES.get(command.city)
    if government is None:
        text = f"{command.city} is the seat of no puppet government; there is {listed(CITIES)}"
        return bad_field("city", text)
    if not taken(state.entry.actions, government.action):
        return Refused(RULE, f"no puppet government was formed in {country(government.city)}")
    if government.action in state.entry.dissolved:
        return Refused(
            RULE, f"the government in {country(government.city)} has been dissolved already"
        )
    return (
        SupplySourceLost(place=government.city, power=government.power),
        *disbanded(state, government),
        GovernmentDissolved(action=government.action, city=government.city),
    )


# --- Spain --------------------------------------------------------------------------------------


def align_spain(state: State, command: AlignSpain, given: Supplied) -> Decision:
    """LiF 5.3.3: after action 17 Germany may align Spain; Italy then co-operates with it no more.

    The two offensive chits are expended at the table.
    """
    if refused := members.holder_only(state.campaign, command, "germany", the_country("germany")):
        return refused
    if not taken(state.entry.actions, FRANCO):
        return Refused(RULE, f"Germany has no agreement with Franco (entry action {FRANCO})")
    if refused := _not_neutral(state, "spain"):
        return refused
    ended = pair(*AXIS_PARTNERS) in state.play.cooperating
    return (
        SpainJoined(offensive_chits=OFFENSIVE_CHITS),
        MinorChanged(minor="spain", status="aligned", power="germany"),
        *((CooperationEnded(powers=AXIS_PARTNERS),) if ended else ()),
    )


def _not_neutral(state: State, minor: str) -> Refused | None:
    """LiF 5.3: a minor country is neutral unless the record has it aligned or at war."""
    held = state.minors.get(minor)
    if held is not None and held.status != "neutral":
        return Refused(RECORD, in_record(minor, held))
    if any(minor in sides for sides in state.at_war):
        return Refused(RECORD, f"the record has {the_country(minor)} at war")
    return None


def parted(state: State, name: str, other: str) -> Refused | None:
    """LiF 5.3.3: with Spain aligned under action 17, Italy and Germany never co-operate again."""
    if not state.entry.spain_joined or pair(name, other) != pair(*AXIS_PARTNERS):
        return None
    return Refused(RULE, "since Germany aligned Spain, Italy co-operates with it no more")


# --- gas ----------------------------------------------------------------------------------------


def gas_ends(state: State, name: str, other: str) -> tuple[Event, ...]:
    """LiF 5.3.3: at war with the Commonwealth or the USA, Japan uses gas no more."""
    enemies = [enemy for enemy in GAS_ENEMIES if pair("japan", enemy) == pair(name, other)]
    used = taken(state.entry.actions, GAS) and not state.entry.gas_ended
    return (PoisonGasEnded(enemy=enemies[0]),) if enemies and used else ()


def after_war(entry: UsEntry, name: str, other: str) -> UsEntry:
    """Ruling 56: such a war ends gas for good, also where none was used before it."""
    fought = any(pair("japan", enemy) == pair(name, other) for enemy in GAS_ENEMIES)
    return replace(entry, gas_ended=True) if fought else entry


# --- Vichy France -------------------------------------------------------------------------------


def after_vichy(entry: UsEntry) -> UsEntry:
    """LiF 5.3.3: the partisan number of action 18 ends with Vichy France."""
    left = {who: number for who, number in entry.partisans.items() if who != VICHY}
    return replace(entry, partisans=left)


# --- ability 25 ---------------------------------------------------------------------------------


def enter(state: State, command: EnterNeutralMinor, given: Supplied) -> Decision:
    """LiF 5.3, ability 25: a stack in a neutral minor may cost a German/Italian entry chit."""
    refused = _cannot_enter(state, command)
    if refused:
        return refused
    known = ability(OVER_THE_BORDER, state.campaign.rulebook).number_of("us_entry_roll")
    named = command.chits.get(ENTERED)
    refused = (
        _dice_and_chits(state, command)
        or preconditions.named(state, ENTERED, -known, named, rolled=command.roll)
        or preconditions.stocked(state, preconditions.lacking(state, ENTERED, -known))
    )
    if refused:
        return refused
    course = Course(state, given)
    roll = course.roll(command.roll)
    if isinstance(roll, Refused):
        return roll
    course.tell(
        NeutralMinorEntered(
            leader=command.leader, minor=command.minor, ability=OVER_THE_BORDER, roll=roll
        )
    )
    if roll.value > known:
        return preconditions.none_leaves(state, ENTERED, named) or course.done()
    reason = code("entered", command.leader, command.minor)
    return course.leave(ENTERED, 1, named, reason) or course.done()


def _cannot_enter(state: State, command: EnterNeutralMinor) -> Refused | None:
    """LiF 3.2, 5.3: face-up on the map, with ability 25; no Vichy France; a neutral minor."""
    who, minor = command.leader, command.minor
    if "leaders" not in state.campaign.modules:
        return Refused("Module leaders", "this campaign is played without leaders")
    if refused := authority(state, command, who):
        return refused
    if refused := unless(state, who, "map", "only a leader on the map leads a stack"):
        return refused
    if OVER_THE_BORDER not in state.sheet[who].abilities:
        return Refused(USES, f"{named(who, state.sheet)} has no ability {OVER_THE_BORDER}")
    placement = state.play.placements.get(who)
    if placement is not None and not placement.face_up:
        return Refused(USES, f"{named(who, state.sheet)} is face-down")
    if minor in POWERS:
        return bad_field("minor", f"{the_country(minor)} is a major power")
    if state.vichy == "installed":
        return Refused("LiF abilities", "no neutral country is entered while Vichy France stands")
    return _not_neutral(state, minor)


def _dice_and_chits(state: State, command: EnterNeutralMinor) -> Refused | None:
    if command.roll is None and not by_ledger(state):
        return missing_field("roll", "dice are rolled at the table; name the number rolled")
    if strangers := [pool for pool in command.chits if pool != ENTERED]:
        return bad_field("chits", f"none leaves {strangers[0]}, but {ENTERED} alone")
    return None


def needs(state: State, command: EnterNeutralMinor) -> Needs:
    """LiF 5.3: the ledger's chits need the secret, its dice and picks the seed of the turn."""
    return chit_secret.secret_needs(state, seed=seed_needs(state).seed)


# --- fold ---------------------------------------------------------------------------------------


def _partisans(state: State, event: PartisanNumberSet) -> State:
    fields = {**state.entry.partisans, event.country: event.number}
    return replace(state, entry=replace(state.entry, partisans=fields))


def _gained(state: State, event: SupplySourceGained) -> State:
    supply = {**state.entry.supply, event.place: (event.power, event.rank)}
    return replace(state, entry=replace(state.entry, supply=supply))


def _lost(state: State, event: SupplySourceLost) -> State:
    kept = {place: held for place, held in state.entry.supply.items() if place != event.place}
    return replace(state, entry=replace(state.entry, supply=kept))


def _dissolved(state: State, event: GovernmentDissolved) -> State:
    dissolved = (*state.entry.dissolved, event.action)
    return replace(state, entry=replace(state.entry, dissolved=dissolved))


def _gas_ended(state: State, event: PoisonGasEnded) -> State:
    return replace(state, entry=replace(state.entry, gas_ended=True))


def _spain(state: State, event: SpainJoined) -> State:
    return replace(state, entry=replace(state.entry, spain_joined=True))


def _entered(state: State, event: NeutralMinorEntered) -> State:
    draw = max(state.entry.draw, event.roll.draw)
    return replace(state, entry=replace(state.entry, draw=draw, fresh={}))


DECIDE: Deciders = {RetakeCity: retake, AlignSpain: align_spain, EnterNeutralMinor: enter}
NEEDS: Needing = {EnterNeutralMinor: needs}
EVOLVE: Evolvers = {
    PartisanNumberSet: _partisans,
    SupplySourceGained: _gained,
    SupplySourceLost: _lost,
    GovernmentDissolved: _dissolved,
    PoisonGasEnded: _gas_ended,
    SpainJoined: _spain,
    NeutralMinorEntered: _entered,
}
