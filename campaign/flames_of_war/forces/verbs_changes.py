"""FoW Reorganise: the verbs that change a force between battles, or organise it for one. Pure."""

from typing import Any

from campaign.flames_of_war.at_the_keyboard import Words, nothing_more, on_line, the_side, the_words
from campaign.flames_of_war.forces.commands import OrganiseForce, ReorganiseForce
from campaign.flames_of_war.forces.verbs_typed import AIR, air_support, groups, platoon, squad
from campaign.flames_of_war.state import Force, State
from campaign.kernel.courses import Call, Course, act, fail, state_of
from campaign.kernel.verbs import Argument, Known, Verb, VerbOption
from campaign.text.english import listed

FORCE = Argument("force", "FORCE", Known("force", lambda state: state.forces))


def _many(flag: str, about: str, metavar: str) -> VerbOption:
    return VerbOption(flag, f"{about} Repeatable.", metavar=metavar, many=True)


def _reorganise(
    call: Call,
    force: str,
    *,
    line: str | None,
    add_squad: tuple[str, ...],
    remove_squad: tuple[str, ...],
    support_out: tuple[str, ...],
    support_in: tuple[str, ...],
    air: str | None,
    add: tuple[str, ...],
    remove: tuple[str, ...],
    swap: tuple[str, ...],
) -> Course[None]:
    """Changes a force between two of its battles, whole or not at all. A squad more or fewer in
    each platoon, Support platoons and air support are free; each Combat or Weapons platoon added,
    removed or swapped costs 5 victory points of the line.
    """
    state = yield from state_of(State)
    squads: list[dict[str, Any]] = []
    for text in add_squad:
        squads.append((yield from squad(text, "add")))
    for text in remove_squad:
        squads.append((yield from squad(text, "remove")))
    support: list[dict[str, Any]] = []
    for text in support_in:
        support.append((yield from platoon(text, "support")))
    core = yield from _core(state.forces[force], add, remove, swap)
    changed = {"remove": [one.lower() for one in support_out], "add": support}
    yield from act(
        ReorganiseForce,
        force=force,
        line=line,
        squads=squads or None,
        support={key: value for key, value in changed.items() if value} or None,
        air=(yield from air_support(air)),
        core=core or None,
    )


def _core(
    force: Force, add: tuple[str, ...], remove: tuple[str, ...], swap: tuple[str, ...]
) -> Course[list[dict[str, Any]]]:
    """Changes that cost victory points: platoons in, out, and one for another."""
    core: list[dict[str, Any]] = []
    for text in add:
        core.append({"add": (yield from platoon(text, "combat"))})
    core += [{"remove": one.lower()} for one in remove]
    for text in swap:
        out, arrow, into = text.partition(":")
        out = out.strip().lower()
        if not arrow or out not in force.platoons:
            known = listed(force.platoons)
            yield from fail(
                f"{text!r}: write it as {out or 'tanks'}:tanks-b=320; its platoons are {known}"
            )
        new = yield from platoon(into, force.platoons[out].unit_class)
        core.append({"swap": {"out": out, "in": new}})
    return core


REORGANISE = Verb(
    words="force reorganise",
    line="Change a force between two of its battles.",
    example="campaign force reorganise winter rifles --swap mortars:mortars-b=120",
    parameters=(
        FORCE,
        VerbOption("--line", "The line that pays, where there are several.", metavar="LINE"),
        _many("--add-squad", "A squad more, with the platoon's points then.", "PLATOON=POINTS"),
        _many("--remove-squad", "A squad fewer, with its points then.", "PLATOON=POINTS"),
        _many("--support-out", "A Support platoon that leaves.", "PLATOON"),
        _many("--support-in", "A Support platoon that comes.", "ID=POINTS"),
        AIR,
        _many("--add", "A new Combat or Weapons platoon, for 5.", "ID=POINTS[:CLASS]"),
        _many("--remove", "A Combat or Weapons platoon that leaves, for 5.", "PLATOON"),
        _many("--swap", "One platoon for another, for 5.", "OUT:IN=POINTS"),
    ),
    course=_reorganise,
)


def _organise(
    call: Call,
    words: Words,
    *,
    attached_out: tuple[str, ...],
    kampfgruppe: str | None,
    troops: tuple[str, ...],
    allot: tuple[str, ...],
) -> Course[None]:
    """Says before a battle what its platoons are: Weapons platoons attached out to the last squad,
    a German Kampfgruppe, British Gun Troops, a battalion's Support platoons.
    """
    state, line, rest = yield from on_line(words)
    if not rest:
        yield from fail("say which side organises its force")
    side = yield from the_side(state, rest[0])
    yield from nothing_more(state, rest[1:])
    batteries = yield from groups(troops, "BATTERY=TROOP,TROOP")
    allotted = yield from groups(allot, "PLATOON=COMPANY")
    yield from act(
        OrganiseForce,
        line=line,
        side=side,
        attached_out=[one.lower() for one in attached_out] or None,
        kampfgruppe=(yield from _kampfgruppe(kampfgruppe)),
        troops=batteries or None,
        allotted={name: found[0] for name, found in allotted.items()} or None,
    )


def _kampfgruppe(text: str | None) -> Course[dict[str, Any] | None]:
    """A battle group: `kg-a:gren-1=1,gren-2=1`."""
    if text is None:
        return None
    name, _, rest = text.lower().partition(":")
    squads: dict[str, int] = {}
    for part in rest.split(","):
        platoon_id, _, count = part.partition("=")
        if not platoon_id or not (count.isascii() and count.isdecimal() and len(count) < 3):
            yield from fail(f"{text!r}: write it as kg:gren-1=1,gren-2=1")
        squads[platoon_id.strip()] = int(count)
    return {"id": name.strip(), "squads": squads}


ORGANISE = Verb(
    words="force organise",
    line="What its platoons are in one battle.",
    example="campaign force organise winter allies --attached-out mortars",
    parameters=(
        the_words("[LINE] SIDE"),
        _many("--attached-out", "A Weapons platoon attached out whole.", "PLATOON"),
        VerbOption("--kampfgruppe", "A German battle group.", metavar="ID:PLATOON=SQUADS,…"),
        _many("--troops", "A British battery with its Gun Troops.", "BATTERY=TROOP,TROOP"),
        _many("--allot", "A battalion's platoon and its company.", "PLATOON=COMPANY"),
    ),
    course=_organise,
)
