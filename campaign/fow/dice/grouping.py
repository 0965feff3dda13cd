"""FoW Re-rolls: the dice aids in groups, those of the present stage of a battle first. Pure."""

from collections.abc import Iterator

from campaign.fow.battle_log import turns
from campaign.fow.dice import facts
from campaign.fow.dice.commands import AIDS
from campaign.fow.state import Battle, State
from campaign.kernel.decisions import Refused
from campaign.kernel.interview.answers import Option
from campaign.kernel.interview.tapped import Grouped
from campaign.text.english import capital

LIKELY = 8
"""So many aids stand first."""
CHAPTERS = {
    "morale": "Morale",
    "shooting": "Shooting and saves",
    "artillery": "Artillery",
    "air": "Aircraft",
    "assault": "Assault",
    "movement": "Movement",
    "missions": "Mission and reserves",
    "fortifications": "Fortifications",
    "street": "Street fighting",
    "night": "Night",
    "national": "Nations",
    "terrain": "Terrain and weather",
    "anzio": "Anzio",
    "recce": "Reconnaissance",
    "core": "Other tests",
}
"""Chapters of the table of aids, each with its heading."""
BEFORE = ("first-turn", "preliminary-bombardment", "random-deployment")
"""Rolled before the first turn."""
IN_TURN = ("rally", "shooting-hits", "armour-save", "team-save", "platoon-morale", "air-request")
"""Rolled in nearly every turn."""
_DUE = {turns.SHIP: "naval-gunfire", turns.KHAMSEEN: "weather"}
"""What falls due in a turn, where its aid has another name."""
DEPENDS = frozenset({"wind", "dig-in"})
"""Aids that other answers can make possible."""


def choice(state: State, battle: Battle | None, side: str) -> Grouped:
    """Every aid with what it is about; one that this battle does not have says why."""
    options = tuple(_option(state, battle, side, slug) for slug in AIDS)
    groups = [
        (heading, tuple(slug for slug, aid in AIDS.items() if aid.row.chapter == chapter))
        for chapter, heading in CHAPTERS.items()
    ]
    able = [one.value for one in options if not one.refused]
    likely = tuple(one for one in dict.fromkeys(_likely(battle)) if one in able)[:LIKELY]
    first = [("Likely now", likely)] if likely else []
    return Grouped(options, groups=(*first, *(one for one in groups if {*one[1]} & {*able})))


def name_of(slug: str) -> str:
    """What an aid is called as a heading: `Platoon Morale Check`."""
    called = AIDS[slug].row.called
    return capital(called.removeprefix("a ").removeprefix("an ").removeprefix("the "))


def _option(state: State, battle: Battle | None, side: str, slug: str) -> Option:
    row = AIDS[slug].row
    refused = f"part of {row.elsewhere}" if row.elsewhere else ""
    known = facts.known_of(slug)
    if not refused and known and battle is not None and side and slug not in DEPENDS:
        answer = known(state, battle, side, {})
        if isinstance(answer, Refused) and answer.rule and not answer.about.missing:
            refused = answer.reason
    return Option(
        slug, name_of(slug), row.what.removesuffix("."), refused=refused, also=(row.called,)
    )


def _likely(battle: Battle | None) -> Iterator[str]:
    """What the battle log says is due, what comes before the first turn, what comes in each."""
    if battle is not None:
        for due in battle.table.due:
            yield _DUE.get(due, due)
        if not battle.table.turn_of:
            yield from BEFORE
    yield from IN_TURN
    yield from ("reserves", "delayed-reserves", "range-in", "assault-launch")
