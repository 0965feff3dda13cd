"""FoW Reorganise: a force changes between two of its battles, as a whole or not at all. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war.forces.changing import RULE, Reorganisation, applied, permitted
from campaign.flames_of_war.forces.commands import ReorganiseForce
from campaign.flames_of_war.forces.counts import as_it_is
from campaign.flames_of_war.forces.fighting import fights_now, fought, line_of, may_muster
from campaign.flames_of_war.forces.validity import checked
from campaign.flames_of_war.state import Deciders, Evolvers, Force, State
from campaign.flames_of_war.who_may import speaks_for, the_line
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field
from campaign.text.suggest import near
from events.base import Event
from events.fow.forces import ForceReorganised
from events.fow.missions import VictoryPointsSpent

PAYS = "FoW ruling 73"
ORDER = "FoW Campaign Sequence"


def reorganise_force(state: State, command: ReorganiseForce, given: Supplied) -> Decision:
    """FoW Reorganise: the changes, which must leave a valid force, and the points that they cost.

    Squads, Support platoons and air support are free; each option of Combat and Weapons platoons
    costs 5 victory points of the line on which the force's player commands.
    """
    force = state.forces.get(command.force)
    if force is None:
        return no_force(state, command.force)
    line = _line(state, command, force)
    if isinstance(line, Refused):
        return line
    asked = Reorganisation(command.squads, command.support, command.air, command.core)
    if refused := (
        _may(state, command.by, line, force)
        or _between(state, force)
        or permitted(force, asked)
        or (_unpaid(state, line, force, asked) if asked.core else None)
    ):
        return refused
    after = checked(applied(force, asked), state.army_list)
    if isinstance(after, Refused):
        return after
    events: tuple[Event, ...] = (
        ForceReorganised(
            force=force.id,
            line=line,
            points=after.points,
            squads=asked.squads,
            support=asked.support,
            air=asked.air,
            core=asked.core,
            checked=after.checked,
        ),
    )
    if asked.core:
        spent = VictoryPointsSpent(line=line, side=force.side, points=asked.price, on="reorganise")
        events += (spent,)
    return events


def no_force(state: State, named: str) -> Refused:
    """A force that the campaign does not have."""
    known = state.forces
    hint = near(named, known) or (f"; there is {', '.join(known)}" if known else "")
    return bad_field("force", f"there is no force {named!r}{hint}")


def _line(state: State, command: ReorganiseForce, force: Force) -> str | Refused:
    """FoW ruling 73: the line on which the player commands; without a player, the line named."""
    own = line_of(state, force)
    if not command.line:
        if not force.member and not own and command.core:
            line = the_line(state, None)
            return line if isinstance(line, Refused) else line.id
        return own
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if force.member and line.id != own:
        name = state.campaign.called(force.member)
        where = f"commands on {state.lines[own].name}" if own else "commands nowhere"
        return Refused(PAYS, f"{name} {where} in this round, not on {line.name}")
    return line.id


def _may(state: State, by: str, line: str, force: Force) -> Refused | None:
    if line and speaks_for(state, by, line, force.side) and not force.member:
        return None
    return may_muster(state, by, force.side, force.member)


def _between(state: State, force: Force) -> Refused | None:
    """FoW Reorganise: after its first battle, and not while it fights."""
    if not fought(state, force):
        text = f"{force.id} has not fought yet; before its first battle it is entered again"
        return Refused(RULE, text)
    if battle := fights_now(state, force):
        return Refused(RULE, f"{force.id} fights in {battle}, and changes when that is booked")
    return None


def _unpaid(state: State, name: str, force: Force, asked: Reorganisation) -> Refused | None:
    """FoW Reorganise: paid options come after the mission, from points that the line has left."""
    if state.kind == "linked":
        text = "only a campaign with sectors pays victory points for Combat and Weapons platoons"
        return Refused(RULE, text)
    if not name:
        who = state.campaign.called(force.member)
        return Refused(PAYS, f"{who} commands on no line in this round, and can pay nothing")
    line = state.lines[name]
    if line.phase != "preparation":
        first = "the mission of the next battle is chosen first"
        return Refused(ORDER, f"{first}, then points are spent on the force")
    has = line.points[force.side].balance
    if asked.price <= has or state.rulings.overdraw == "yes":
        return None
    options = "1 option costs" if len(asked.core) == 1 else f"{len(asked.core)} options cost"
    left = f"on {line.name} {has} {'is' if has == 1 else 'are'} left"
    return Refused(RULE, f"{options} {asked.price} victory points, and {left}")


# --- fold ---------------------------------------------------------------------------------------


def asked_by(event: ForceReorganised) -> Reorganisation:
    """The changes of a reorganisation on record."""
    return Reorganisation(event.squads, event.support, event.air, event.core)


def _reorganised(state: State, event: ForceReorganised) -> State:
    if event.force not in state.forces:
        raise ValueError(f"there is no force {event.force!r}")
    force = applied(state.forces[event.force], asked_by(event))
    return as_it_is(state, replace(force, checked=event.checked))


DECIDE: Deciders = {ReorganiseForce: reorganise_force}
EVOLVE: Evolvers = {ForceReorganised: _reorganised}
