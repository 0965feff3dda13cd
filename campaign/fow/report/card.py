"""The mission card as a page of its own, to print and take to the table. Pure."""

from collections.abc import Iterator

from campaign.fow import names
from campaign.fow.forces.validity import in_battle
from campaign.fow.missions.card import MissionCard, card_of, platoons_in
from campaign.fow.missions.catalogue import mission_name, missions
from campaign.fow.report.battles import card_file, mission_dice
from campaign.fow.report.turn_notes import Context, Shown
from campaign.fow.state import LineState, State, force_of
from campaign.kernel.pages import MorePage
from campaign.text.english import capital

MOST_NAMED = 12
"""How many platoons of a side the card has room to name, each with its box."""

SIZES = ((2400, ""), (2800, "much"), (3200, "more"), (3600, "most"), (9999, "full"))
"""Up to how many letters a card has each size of type when it is printed."""


def card_pages(context: Context) -> Iterator[MorePage]:
    """FoW missions: a card for the battle of each line that is yet to be fought."""
    state = context.log.end
    if state.campaign.closed or state.decided:
        return
    for line in state.lines.values():
        known = state.known_battle(line.battle)
        waits = line.phase != "settled" if known is None else known.state == "running"
        if waits and line.mission in missions():
            yield _page(context, line)


def _page(context: Context, line: LineState) -> MorePage:
    state = context.log.end
    return MorePage(
        card_file(line.battle),
        mission_name(line.mission),
        "templates/card.html",
        lambda: card_view(context, line),
        _lede(state, line),
    )


def _lede(state: State, line: LineState) -> str:
    where = f" in {line.here.name}" if line.here else ""
    text = f"{line.name}, battle {line.game}{where}."
    if not line.attacker:
        return f"{text} Who attacks is not settled yet."
    sides = {line.attacker: "attacks", state.other(line.attacker): "defends"}
    named = [
        f"{names.the_side(state, side)}{_of(state, line, side)} {names.side_verb(side, does)}"
        for side, does in sides.items()
    ]
    return f"{text} {capital(', '.join(named))}."


def _of(state: State, line: LineState, side: str) -> str:
    who = names.commander_name(state, line, side)
    return f" ({who})" if who else ""


def card_view(context: Context, line: LineState) -> Shown:
    """FoW missions: what the table needs of a line's next battle."""
    state = context.log.end
    battle = state.known_battle(line.battle)
    card = card_of(state, line)
    view = Shown(
        card=card,
        why=mission_dice(state, context.log.notes.events, line.id),
        sides=tuple(_sides(state, line, card)),
        limit=battle.time_limit if battle else "",
        home=context.log.turn,
    )
    letters = len(" ".join(_texts(view)))
    view.size = next((size for most, size in SIZES if letters <= most), SIZES[-1][1])
    return view


def _texts(view: Shown) -> Iterator[str]:
    """Everything on the card, more or less."""
    card, why, sector = view.card, view.why, view.card.sector
    yield from (*card.set_up, *card.begins, *card.ends, *card.wins, *card.points, *why.lines)
    rules = (*card.rules, *(sector.rules if sector else ()))
    yield from (text for rule in rules for text in (rule.name, rule.binds, rule.text))
    for side in view.sides:
        yield from (side.orders, *(f"___{platoon}__" for platoon in side.platoons))
    if sector is not None:
        yield from (*sector.terrain, sector.weather)


def _platoons(state: State, line: LineState, side: str) -> tuple[str, ...]:
    """A side's platoons in the battle, by name."""
    organised = line.organised.get(side)
    force = state.forces.get(organised.force) if organised else force_of(state, line.id, side)
    if force is None:
        return ()
    slugs = in_battle(line, side, force)
    return tuple(map(force.platoon, slugs))


def _sides(state: State, line: LineState, card: MissionCard) -> Iterator[Shown]:
    orders: dict[str, str] = {one.role: one.text for one in card.orders}
    for role, side in state.roles(line.attacker).items():
        named = _platoons(state, line, side)
        count = platoons_in(state, line, side)
        if len(named) != count or count > MOST_NAMED:
            named = tuple(map(str, range(1, count + 1)))
        yield Shown(
            side=side,
            name=state.sides[side],
            role=role,
            orders=orders.get(role, ""),
            platoons=named,
        )
