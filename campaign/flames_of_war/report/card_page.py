"""The mission card as a page of its own, to print and take to the table. Pure."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from campaign.flames_of_war.forces.counts import in_battle
from campaign.flames_of_war.missions.card import MissionCard, mission_card
from campaign.flames_of_war.missions.catalogue import Role, missions
from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.report.battles import card_file
from campaign.flames_of_war.report.mission_dice import MissionDice, mission_dice
from campaign.flames_of_war.state import LineState, State, commander, force_of
from campaign.flames_of_war.terrain.weather import told
from campaign.flames_of_war.turn_notes import Context
from campaign.kernel.pages import MorePage
from campaign.text.english import capital, counted
from events.fow.axes import SectorRule

MOST_NAMED = 12
"""How many platoons of a side the card has room to name, each with its box."""

SIZES = ((2400, ""), (2800, "much"), (3200, "more"), (3600, "most"), (9999, "full"))
"""Up to how many letters a card has each size of type when it is printed."""


class CardSide(msgspec.Struct, frozen=True):
    """A side at the table."""

    side: str
    mark: str
    name: str
    role: str
    commander: str
    orders: str
    platoons: tuple[str, ...]
    """By name, or by number where nobody named them; each has a box for its loss."""


class CardSector(msgspec.Struct, frozen=True):
    """What the sector adds."""

    name: str
    rules: tuple[tuple[str, str, str], ...]
    """Each with whom it serves, empty for both sides, and its words."""
    terrain: tuple[str, ...]
    weather: str


class CardView(msgspec.Struct, frozen=True):
    """The card."""

    card: MissionCard
    why: MissionDice
    sides: tuple[CardSide, ...]
    sector: CardSector | None
    limit: str
    """When the game ends by agreement, where that is noted."""
    home: str
    """The page of the round."""
    size: str = ""
    """How much there is to print on one side of paper: the more, the smaller its type."""


def card_pages(context: Context) -> Iterator[MorePage]:
    """FoW missions: a card for the battle of each line that is yet to be fought."""
    state = context.log.end
    if state.campaign.closed or state.decided:
        return
    for line in state.lines.values():
        known = state.battles.get(line.battle)
        waits = line.phase != "settled" if known is None else known.state == "running"
        if waits and line.mission in missions():
            yield _page(context, line)


def _page(context: Context, line: LineState) -> MorePage:
    state = context.log.end
    return MorePage(
        card_file(line.battle),
        missions()[line.mission].name,
        "templates/card.html",
        lambda: card_view(context, line),
        _lede(state, line),
    )


def _lede(state: State, line: LineState) -> str:
    where = f" in {line.here.name}" if line.here else ""
    text = f"{line.name}, battle {line.game}{where}."
    if not line.attacker:
        return f"{text} Who attacks is not settled yet."
    sides = (line.attacker, state.other(line.attacker))
    what = (("attacks", "attack"), ("defends", "defend"))
    named = [
        f"{side_words.the(state, side)}{_of(state, line, side)} {side_words.verb(side, *words)}"
        for side, words in zip(sides, what, strict=True)
    ]
    return f"{text} {capital(', '.join(named))}."


def _of(state: State, line: LineState, side: str) -> str:
    who = _commander(state, line, side)
    return f" ({state.campaign.called(who)})" if who else ""


def _commander(state: State, line: LineState, side: str) -> str:
    battle = state.battles.get(line.battle)
    return battle.commanders.get(side, "") if battle else commander(state, line.id, side)


def card_view(context: Context, line: LineState) -> CardView:
    """FoW missions: what the table needs of a line's next battle."""
    state = context.log.end
    battle = state.battles.get(line.battle)
    counts = _counts(state, line)
    roles: dict[Role, str] = (
        {"attacker": line.attacker, "defender": state.other(line.attacker)} if line.attacker else {}
    )
    numbers = {role: counts[side] for role, side in roles.items() if counts[side]}
    card = mission_card(
        line.mission,
        state.units,
        numbers,
        own_roles=line.roles_how != "score",
        defender_delayed=state.rulings.breakthrough_reserves == "delayed",
    )
    view = CardView(
        card,
        mission_dice(state, context.log.notes.told, line.id),
        tuple(_sides(state, line, roles, card)),
        _sector(state, line),
        battle.time_limit if battle else "",
        context.log.turn,
    )
    return replace(view, size=_size(view))


def _size(view: CardView) -> str:
    """FoW missions: in which type a card has room on one side of A4 or Letter."""
    letters = len(" ".join(_texts(view)))
    return next((size for most, size in SIZES if letters <= most), SIZES[-1][1])


def _texts(view: CardView) -> Iterator[str]:
    """Everything on the card, more or less."""
    card, why, sector = view.card, view.why, view.sector
    yield from (*card.set_up, *card.begins, *card.ends, *card.wins, *card.points, *why.lines)
    yield from (text for rule in card.rules for text in (rule.name, rule.binds, rule.text))
    for side in view.sides:
        yield from (side.orders, *(f"___{platoon}__" for platoon in side.platoons))
    if sector is not None:
        yield from (text for rule in sector.rules for text in rule)
        yield from (*sector.terrain, sector.weather)


def _counts(state: State, line: LineState) -> dict[str, int]:
    """How many platoons each side has in the battle; 0 where nobody knows."""
    battle = state.battles.get(line.battle)
    if battle is not None and any(battle.platoons.values()):
        return {side: battle.platoons.get(side, 0) for side in state.sides}
    return {side: len(_platoons(state, line, side)) for side in state.sides}


def _platoons(state: State, line: LineState, side: str) -> tuple[str, ...]:
    """A side's platoons in the battle, by name."""
    organised = line.organised.get(side)
    force = state.forces.get(organised.force) if organised else force_of(state, line.id, side)
    if force is None:
        return ()
    slugs = in_battle(line, side, force)
    known = force.platoons
    return tuple((known[slug].name if slug in known else "") or slug for slug in slugs)


def _sides(
    state: State, line: LineState, roles: dict[Role, str], card: MissionCard
) -> Iterator[CardSide]:
    counts = _counts(state, line)
    orders = {one.role: one.text for one in card.orders}
    for role, side in roles.items():
        named = _platoons(state, line, side)
        count = counts[side]
        if len(named) != count or count > MOST_NAMED:
            named = tuple(map(str, range(1, count + 1)))
        who = _commander(state, line, side)
        yield CardSide(
            side,
            side_words.mark(state, side),
            state.sides[side],
            role,
            state.campaign.called(who) if who else "",
            orders.get(role, ""),
            named,
        )


def _sector(state: State, line: LineState) -> CardSector | None:
    """FoW Anzio: what the sector adds: its rules, its terrain, and the weather."""
    sector, weather = line.here, told(line.battlefield.weather)
    if line.axis is None or sector is None:
        return CardSector("", (), (), weather) if weather else None
    rules = tuple(
        (capital(slug.replace("-", " ")), state.sides.get(rule.side, ""), in_words(rule))
        for slug in sector.rules
        if (rule := line.axis.rule.get(slug)) is not None
    )
    if not (rules or sector.terrain or weather):
        return None
    return CardSector(sector.name, rules, sector.terrain, weather)


def in_words(rule: SectorRule) -> str:
    """FoW Anzio: a sector's rule with its numbers, in a sentence."""
    dice = f"{counted(rule.dice, 'die', 'dice')}, {rule.needed}+" if rule.dice else ""
    figures = (
        counted(rule.guns, "gun") if rule.guns else "",
        f"Anti-tank {rule.anti_tank}" if rule.anti_tank else "",
        f"Firepower {rule.firepower}+" if rule.firepower else "",
    )
    numbers = ", ".join(figure for figure in figures if figure)
    text = ": ".join(part for part in (rule.when, dice, rule.does) if part)
    return f"{capital(text)}{f' ({numbers})' if numbers else ''}."
