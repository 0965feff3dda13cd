"""LiF 3.2: the adviser in a campaign: what its record says of the leaders, and what it forbids.

Pure.
"""

from msgspec.structs import replace

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.abilities import usage
from campaign.leaders_in_flames.abilities.adviser.advise import advise
from campaign.leaders_in_flames.abilities.adviser.evaluate import Announcement, House
from campaign.leaders_in_flames.abilities.adviser.model import (
    Advised,
    Combat,
    Party,
    Presence,
)
from campaign.leaders_in_flames.abilities.catalogue import COUNTED_UNITS
from campaign.leaders_in_flames.on_map.battles import SIDES
from campaign.leaders_in_flames.politics import countries
from campaign.leaders_in_flames.state import State, Use, aligned_with
from events.lif.on_map import Side


def house_of(state: State) -> House:
    """LiF 3.2: a campaign's rulebook, counters and rulings, and the limits its record sets."""
    return House(
        sheet=state.sheet,
        rulebook=state.campaign.rulebook,
        white=state.rulings.white,
        rows=state.rulings.hex_rows,
        serves={leader: usage.capped_power(state, leader) for leader in state.sheet},
        spent=_spent(state),
        further=countries.on_record(state),
        mixed=state.rulings.mixed_combats == "any",
        ruled_out=lambda use: usage.why_not(state, use),
    )


def _spent(state: State) -> dict[str, int]:
    """Ruling 43: the units that each leader's ability 49 has served in this step."""
    timing, spent = state.play.timing, dict[str, int]()
    for use in timing.used:
        if use.steps == timing.steps and use.ability == COUNTED_UNITS:
            spent[use.leader] = spent.get(use.leader, 0) + use.units
    return spent


def advise_in(state: State, combat: Combat, *, as_told: bool = False) -> Advised | Refused:
    """LiF 3.2: advice on a combat of a campaign. Nothing is recorded.

    Where a leader is, whether face-down, and who co-operates is added from the record. With
    `as_told` the record is ignored: the combat is judged as described.
    """
    if "leaders" not in state.campaign.modules:
        return Refused("Module leaders", "this campaign is played without leaders")
    if as_told:
        return advise(combat, replace(house_of(state), ruled_out=lambda use: None, spent={}))
    uses = _announced(state, combat)
    return advise(
        replace(
            combat,
            attackers=_as_recorded(state, combat, "attacker", uses),
            defenders=_as_recorded(state, combat, "defender", uses),
            cooperating=(*combat.cooperating, *sorted(state.play.cooperating)),
        ),
        replace(house_of(state), announced=_announcements(uses, state.play.timing.steps)),
    )


def _announced(state: State, combat: Combat) -> list[Use]:
    """Ruling 44: the uses of this step that name the combat's hex, at sea its sea area.

    The parts of a land combat are one step here: who declared the attack fights it as well.
    """
    timing = state.play.timing
    since = timing.since if combat.kind == "land" else timing.steps
    return [use for use in timing.used if use.steps >= since and _same_place(use.hex, combat)]


def _same_place(place: str, combat: Combat) -> bool:
    if combat.kind == "naval" and combat.at_sea:
        return place.partition("/")[0] == combat.hex.partition("/")[0]
    return place == combat.hex


def _announcements(uses: list[Use], now: int) -> dict[tuple[str, int], Announcement]:
    found: dict[tuple[str, int], Announcement] = {}
    for use in uses:
        pair = (use.leader, use.ability)
        before = found.get(pair, Announcement(helps=frozenset()))
        found[pair] = Announcement(
            helps=before.helps | set(use.helps),
            units=before.units + use.units,
            earlier=use.steps < now,
        )
    return found


def _as_recorded(state: State, combat: Combat, side: Side, uses: list[Use]) -> Party:
    """A side with what the record knows of its leaders, and those who announced something."""
    party = _aligned(state, _placed(state, combat.party(side)))
    named = {leader.leader for which in SIDES for leader in combat.party(which).leaders}
    powers = {unit.power for unit in party.units}
    announced: dict[str, list[Use]] = {}
    for use in uses:
        if use.leader not in named and powers & set(use.helps):
            announced.setdefault(use.leader, []).append(use)
    added = [_present(state, combat, who, theirs) for who, theirs in announced.items()]
    return replace(party, leaders=(*party.leaders, *added))


def _present(state: State, combat: Combat, leader: str, uses: list[Use]) -> Presence:
    """Ruling 44: a leader whom the combat does not name, but who announced an ability for it."""
    known = state.play.placements.get(leader)
    here = known is not None and known.location == combat.hex
    return Presence(
        leader=leader,
        place="stacked" if here else "range",
        hex=uses[-1].location or None,
        face_up=known is None or known.face_up,
        map=uses[-1].map,
        uses=tuple(use.ability for use in uses),
    )


def _aligned(state: State, party: Party) -> Party:
    """A side whose minors are their powers', as the record has it, where the combat is silent."""
    return replace(
        party,
        units=tuple(
            replace(unit, controlled_by=unit.controlled_by or aligned_with(state, unit.power) or "")
            for unit in party.units
        ),
    )


def _placed(state: State, party: Party) -> Party:
    leaders = []
    for leader in party.leaders:
        known = state.play.placements.get(leader.leader)
        if known is not None:
            leader = replace(
                leader, hex=leader.hex or known.location, face_up=leader.face_up and known.face_up
            )
        leaders.append(leader)
    return replace(party, leaders=tuple(leaders))
