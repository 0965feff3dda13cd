"""LiF 3.2: the combat adviser: which abilities may or must be used, and what they come to. Pure.

It records nothing. What the campaign's record rules out it is told by `House.ruled_out`, which is
asked about the very command that would announce the use.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec

from campaign.kernel.decisions import Refused, bad_field
from campaign.leaders_in_flames.abilities.adviser.effects import LIMITS
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

__all__ = ["House", "advise"]

_ROUNDS = 4
"""Claims to the table, what hangs on it, what the cap takes, and the same once more."""


def advise(combat: Combat, house: House) -> Advised | Refused:
    """LiF 3.2: every ability that counts in a combat, side by side, and their net effect.

    Refuses a leader or a use that cannot be.
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
    told = [_advice(one, house, settled) for one in weighed]
    return Advised(
        attacker=tuple(one for one in told if one.side == "attacker"),
        defender=tuple(one for one in told if one.side == "defender"),
        net=net,
        notes=_notes(weighed),
    )


def _wrong(combat: Combat, house: House) -> Refused | None:
    """A leader who is nobody, named twice, or has not what he is to use."""
    named = [one.leader for side in SIDES for one in combat.party(side).leaders]
    for leader, times in Counter(named).items():
        if leader not in house.sheet:
            return bad_field("combat", f"there is no leader {leader!r}")
        if times > 1:
            return bad_field("combat", f"{leader} is named {times} times")
    for side in SIDES:
        for one in combat.party(side).leaders:
            strange = sorted(set(one.uses or ()) - set(house.sheet[one.leader].abilities))
            if strange:
                return bad_field("combat", f"{one.leader} has no ability {strange[0]}")
    return None


def _counted(weighed: Sequence[Weighed]) -> list[Counted]:
    return [
        Counted(
            side=one.look.side,
            leader=one.look.present.leader,
            name=one.look.counter.name,
            power=one.look.counter.power,
            ability=one.look.ability.number,
            rule=one.look.ability.rule,
            effect=one.effect,
        )
        for one in weighed
        if one.refused is None and one.chosen
    ]


def _settle(combat: Combat, counted: Sequence[Counted]) -> Settled:
    """LiF 3.2: claims to blitz and to assault cancel in pairs; a surplus has its table."""
    claims = [one for one in counted if one.effect.claims]
    blitz = [one for one in claims if one.effect.claims == "blitz"]
    assault = [one for one in claims if one.effect.claims == "assault"]
    pairs = min(len(blitz), len(assault))
    cancelled = (*blitz[:pairs], *assault[:pairs])
    left = (*blitz[pairs:], *assault[pairs:])
    lines = [SumLine(one.rule, one.told) for one in claims]
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
        cancelled=tuple((one.leader, one.ability) for one in cancelled),
        bonus=(air_bonus(counted, "attacker"), air_bonus(counted, "defender")),
        lines=tuple(lines),
    )


def _advice(one: Weighed, house: House, settled: Settled) -> Advice:
    look, number = one.look, one.look.ability.number
    cancelled = (look.present.leader, number) in settled.cancelled
    white = number in house.whites
    verdict: Verdict = "must" if white else "may"
    if one.refused is not None:
        verdict = "ruled-out"
    elif cancelled and one.chosen:
        verdict = "cancelled"
    usable = verdict != "ruled-out" and number not in LIMITS
    why = one.refused.reason if one.refused else ""
    if verdict == "cancelled":
        why = "a leader of the other table cancels it"
    rule = one.refused.rule if one.refused else "LiF 3.2" if why else look.ability.rule
    return Advice(
        side=look.side,
        leader=look.present.leader,
        ability=number,
        name=look.ability.name,
        verdict=verdict,
        counted=verdict == "must" or (verdict == "may" and one.chosen),
        effect=one.effect.words,
        rule=rule or look.ability.rule,
        why=why,
        command=_command(one) if usable else None,
    )


def _command(one: Weighed) -> dict[str, object]:
    """The UseAbility command that announces it, fields at their defaults left out."""
    told: dict[str, object] = msgspec.json.decode(msgspec.json.encode(one.use))
    return {name: value for name, value in told.items() if value not in ("host", "", False, {})}


def _notes(weighed: Sequence[Weighed]) -> tuple[str, ...]:
    notes = ["The active player announces all his abilities of this combat first (LiF 3.2)."]
    open_table = [
        f"{one.look.counter.name}, ability {one.look.ability.number}: say which table he asks for."
        for one in weighed
        if one.refused is None and one.effect.words == "calls either table"
    ]
    return (*notes, *open_table)
