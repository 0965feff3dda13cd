"""LiF 3.2: the combat adviser: which abilities may or must be used, and their net effect. Pure.

It records nothing. `House.ruled_out` says what the campaign's record rules out: it judges the same
command that would announce the use.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from campaign.kernel.decisions import Refused, bad_field
from campaign.leaders_in_flames.abilities.adviser.effects import LIMITS, scale_at
from campaign.leaders_in_flames.abilities.adviser.evaluate import House, Settled, Weighed, weigh_all
from campaign.leaders_in_flames.abilities.adviser.model import (
    Advice,
    Advised,
    Combat,
    Sum,
    SumLine,
    Verdict,
)
from campaign.leaders_in_flames.abilities.adviser.rank_limit import capped
from campaign.leaders_in_flames.abilities.adviser.sums import Counted, air_bonus, sums
from campaign.leaders_in_flames.on_map.battles import SIDES
from campaign.leaders_in_flames.politics.countries import minors
from campaign.leaders_in_flames.powers import POWERS
from campaign.text.suggest import near

__all__ = ["House", "advise"]

_ROUNDS = 4
"""Claims to the table, what hangs on it, what the cap takes, and the same once more."""


def advise(combat: Combat, house: House) -> Advised | Refused:
    """LiF 3.2: every ability that counts in a combat, side by side, and their net effect.

    Refuses a leader or a use that is not possible.
    """
    wrong = _wrong(combat, house)
    if wrong is not None:
        return wrong
    settled = Settled(table=combat.table, called_by=combat.called_by)
    weighed: list[Weighed] = []
    for _ in range(_ROUNDS):
        weighed = capped(weigh_all(combat, house, settled), house)
        now = _settle(combat, _counted(weighed))
        if now == settled:
            break
        settled = now
    counted = [c for c in _counted(weighed) if (c.leader, c.ability) not in settled.cancelled]
    net = sums(combat, counted)
    if settled.lines:
        net = (Sum("table", settled.table or "as the base game has it", settled.lines), *net)
    advices = [_advice(own, house, settled) for own in weighed]
    return Advised(
        attacker=tuple(advice for advice in advices if advice.side == "attacker"),
        defender=tuple(advice for advice in advices if advice.side == "defender"),
        net=net,
        notes=_notes(combat, weighed),
    )


def _wrong(combat: Combat, house: House) -> Refused | None:
    """A leader who is unknown, named twice, or without the ability named."""
    named = [leader.leader for side in SIDES for leader in combat.party(side).leaders]
    for leader, times in Counter(named).items():
        if leader not in house.sheet:
            return bad_field("combat", f"there is no leader {leader!r}{near(leader, house.sheet)}")
        if times > 1:
            return bad_field("combat", f"{house.sheet[leader].name} is named {times} times")
    for country in _countries(combat):
        if country not in (*POWERS, *minors(), *house.further):
            suggested = near(country, (*POWERS, *minors()))
            return bad_field("combat", f"there is no country {country!r}{suggested}")
    for side in SIDES:
        for presence in combat.party(side).leaders:
            strange = sorted(set(presence.uses or ()) - set(house.sheet[presence.leader].abilities))
            if strange:
                who = house.sheet[presence.leader].name
                return bad_field("combat", f"{who} has no ability {strange[0]}")
    return None


def _countries(combat: Combat) -> Iterator[str]:
    """Every power and minor that a combat names."""
    for side in SIDES:
        party = combat.party(side)
        for unit in party.units:
            yield unit.power
            if unit.controlled_by:
                yield unit.controlled_by
        for support in party.support:
            yield support.power


def _counted(weighed: Sequence[Weighed]) -> list[Counted]:
    return [
        Counted(
            side=own.look.side,
            leader=own.look.present.leader,
            name=own.look.counter.name,
            power=own.look.counter.power,
            ability=own.look.ability.number,
            rule=own.look.ability.rule,
            effect=own.effect,
        )
        for own in weighed
        if own.refused is None and own.chosen
    ]


def _settle(combat: Combat, counted: Sequence[Counted]) -> Settled:
    """LiF 3.2: claims to blitz and to assault cancel in pairs; a surplus has its table."""
    claims = [pair for pair in counted if pair.effect.claims]
    blitz = [claim for claim in claims if claim.effect.claims == "blitz"]
    assault = [claim for claim in claims if claim.effect.claims == "assault"]
    pairs = min(len(blitz), len(assault))
    cancelled = (*blitz[:pairs], *assault[:pairs])
    left = (*blitz[pairs:], *assault[pairs:])
    lines = [SumLine(claim.rule, claim.text) for claim in claims]
    table, called_by = combat.table, combat.called_by
    if pairs:
        words = f"{len(assault)} for assault against {len(blitz)} for blitz: {pairs} of each cancel"
        rest = f", {len(left)} for {left[0].effect.claims} left" if left else ", none left"
        lines.append(SumLine("LiF 3.2", words + rest))
    if left:
        table, called_by = left[0].effect.claims, left[0].side
    return Settled(
        table=table,
        called_by=called_by,
        cancelled=tuple((pair.leader, pair.ability) for pair in cancelled),
        bonus=(air_bonus(counted, "attacker"), air_bonus(counted, "defender")),
        lines=tuple(lines),
    )


def _advice(weighed: Weighed, house: House, settled: Settled) -> Advice:
    look, number = weighed.look, weighed.look.ability.number
    cancelled = (look.present.leader, number) in settled.cancelled
    white = number in house.whites
    verdict: Verdict = "must" if white else "may"
    if not weighed.applies:
        verdict = "does-not-apply"
    elif weighed.refused is not None:
        verdict = "ruled-out"
    elif cancelled and weighed.chosen:
        verdict = "cancelled"
    usable = weighed.refused is None and number not in LIMITS and not weighed.announced
    why = weighed.refused.reason if weighed.refused else weighed.why_one
    if verdict == "cancelled":
        why = "a leader of the other table cancels it"
    rule = weighed.refused.rule if weighed.refused else "LiF 3.2" if why else look.ability.rule
    return Advice(
        side=look.side,
        leader=look.present.leader,
        ability=number,
        name=look.ability.name,
        verdict=verdict,
        counted=verdict == "must" or (verdict == "may" and weighed.chosen),
        effect=weighed.effect.words,
        rule=rule or look.ability.rule,
        why=why,
        announced=weighed.announced,
        one_of=weighed.one_of,
        command=_command(weighed) if usable else None,
    )


def _command(weighed: Weighed) -> dict[str, object]:
    """The UseAbility command that announces it, fields at their defaults left out."""
    fields: dict[str, object] = msgspec.json.decode(msgspec.json.encode(weighed.use))
    return {name: value for name, value in fields.items() if value not in ("host", "", False, {})}


def _notes(combat: Combat, weighed: Sequence[Weighed]) -> tuple[str, ...]:
    notes = ["The active player announces all their abilities of this combat first (LiF 3.2)."]
    measured = {
        scale_at(combat, present)
        for side in SIDES
        for present in combat.party(side).leaders
        if present.distance is not None
    }
    notes += [
        f"Distances count hexes of {scale.name}, each as {scale.hex_cost} in Europe (LiF 2)."
        for scale in sorted(measured)
    ]
    open_table = [
        f"{own.look.counter.name}, ability {own.look.ability.number}: say which table they ask for."
        for own in weighed
        if own.refused is None and own.effect.words == "calls either table"
    ]
    return (*notes, *open_table)
