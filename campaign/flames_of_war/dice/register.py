"""FoW: every aid by its name, and what it is in words, with no campaign at hand. Pure."""

from collections.abc import Mapping
from typing import Any

from campaign.flames_of_war.dice import (
    air,
    arrivals,
    artillery,
    fortified,
    going,
    judging,
    morale,
    nerve,
    night,
    saves,
    shooting,
    tables,
)
from campaign.flames_of_war.dice.aid import Aid, Input, checked
from campaign.kernel.decisions import Refused, bad_field
from campaign.text.english import listed
from campaign.text.suggest import near

_RE_ROLLED = {
    "": "Nothing is rolled again.",
    "none": "Nothing is rolled again.",
    "as told": "Rolled again only where a special rule says so.",
}
AIDS: dict[str, Aid] = {
    one.slug: one
    for part in (
        nerve,
        shooting,
        saves,
        artillery,
        morale,
        air,
        arrivals,
        judging,
        going,
        fortified,
        night,
    )
    for one in part.AIDS
}


def known(slug: str) -> Aid | Refused:
    """An aid by its name; refuses names that are none."""
    if (aid := AIDS.get(slug)) is not None:
        return aid
    return bad_field("aid", f"{slug!r} is no aid{near(slug, AIDS) or '; list them with aid'}")


def listing() -> tuple[tuple[str, str], ...]:
    """Every aid with what it is for."""
    return tuple((slug, aid.row.what) for slug, aid in AIDS.items())


def explain(slug: str, told: Mapping[str, Any] | None = None) -> tuple[str, ...] | Refused:
    """What an aid is for, what it needs and why, and what it asks; no campaign is needed.

    With facts of the table it says the score for them.
    """
    aid = known(slug)
    if isinstance(aid, Refused):
        return aid
    row = tables.aid_rows()[slug]
    lines = [f"{slug} (p. {row.page}): {row.what}"]
    if told:
        inputs = checked(aid, told)
        if isinstance(inputs, Refused):
            return inputs
        if aid.score is not None:
            needs = aid.score(inputs)
            if isinstance(needs, Refused):
                return needs
            lines.append(f"Needed: {needs.words}")
    lines.append(f"Roll: {row.roll}.")
    lines.extend(tables.parts(row.notes))
    lines.append(_RE_ROLLED.get(row.reroll, f"Rolled again: {row.reroll}."))
    if row.outcome:
        lines.append(f"Outcome: {row.outcome}.")
    lines.extend(f"  {one.name}: {_asked(one)}" for one in aid.inputs)
    if row.elsewhere:
        lines.append(f"In a campaign this is part of {row.elsewhere}.")
    return tuple(lines)


def _asked(one: Input) -> str:
    said = one.what
    if one.words:
        said += f" ({listed(one.words, 'or')})"
    if one.known:
        return f"{said}; a campaign knows it"
    return said if one.optional is False else f"{said}; may be left out"
