"""FoW Choosing Your Force, FoW Reorganise: the verbs about forces and army lists. Pure."""

from typing import Any, get_args

import msgspec

from campaign.fow.forces import rosters
from campaign.fow.forces.commands import EnterForce, ImportArmyList, OrganiseForce, ReorganiseForce
from campaign.fow.forces.entries import handed_over
from campaign.fow.forces.validity import platoons_of
from campaign.fow.state import Force, State
from campaign.fow.terminal import Words, nothing_more, on_line, the_side, the_words
from campaign.kernel import verbs
from campaign.kernel.interview.derived import derived, interviewing
from campaign.text.english import counted, listed
from events.fow.words import AirLevel, PlatoonClass

# --- How parts of a force are typed in a call: platoons, squads, air support --------------------

AIR = verbs.VerbOption("--air", "Its air support, with its points.", metavar="LEVEL=POINTS")
LEVELS = get_args(AirLevel)
CLASSES = get_args(PlatoonClass)


def points(text: str, whole: str, written: str) -> verbs.Course[int]:
    """Points as they are typed; `written`: how the whole is written."""
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        yield from verbs.fail(f"{whole!r}: write it as {written}")
    return int(text)


def air_support(text: str | None) -> verbs.Course[dict[str, Any] | None]:
    """Air support: `limited=175`, or `none`."""
    if text is None:
        return None
    level, _, price = text.lower().partition("=")
    if level not in LEVELS:
        yield from verbs.fail(f"{level!r} is no level of air support; it is {listed(LEVELS, 'or')}")
    return {"level": level, "points": (yield from points(price or "0", text, "LEVEL=POINTS"))}


def platoon(text: str, otherwise: str) -> verbs.Course[dict[str, Any]]:
    """A new platoon: `tanks-b=320`, `guns=120:weapons` or `guns=120:weapons:Infantry Guns`.

    `otherwise` is its class where none is typed.
    """
    name, _, rest = text.partition("=")
    price, _, more = rest.partition(":")
    unit_class, _, called = more.partition(":")
    if (unit_class or otherwise) not in CLASSES:
        kinds = listed(CLASSES, "or")
        yield from verbs.fail(f"{unit_class!r} is no class of platoons; it is {kinds}")
    found: dict[str, Any] = {
        "id": name.strip().lower(),
        "class": unit_class or otherwise,
        "points": (yield from points(price, text, "ID=POINTS, such as tanks-b=320")),
    }
    return {**found, "name": called} if called else found


def squad(text: str, change: str) -> verbs.Course[dict[str, Any]]:
    """A squad more or fewer, with what the platoon costs afterwards: `rifle-1=280`."""
    name, _, price = text.partition("=")
    cost = yield from points(price, text, "PLATOON=POINTS, with its points afterwards")
    return {"platoon": name.strip().lower(), "change": change, "points": cost}


def groups(texts: tuple[str, ...], written: str) -> verbs.Course[dict[str, list[str]]]:
    """Names with several others each: `guns=troop-a,troop-b`."""
    found: dict[str, list[str]] = {}
    for text in texts:
        name, equals, rest = text.lower().partition("=")
        parts = [part.strip() for part in rest.split(",") if part.strip()]
        if not equals or not parts:
            yield from verbs.fail(f"{text!r}: write it as {written}")
        found[name.strip()] = parts
    return found


# --- FoW Reorganise: the verbs that change a force between battles, or organise it for one ------

OWN_FORCE = verbs.Argument("force", "FORCE", verbs.Known("force", lambda state: state.forces))


def _many(flag: str, about: str, metavar: str) -> verbs.VerbOption:
    return verbs.VerbOption(flag, f"{about} Repeatable.", metavar=metavar, many=True)


def _reorganise(
    call: verbs.Call,
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
) -> verbs.Course[None]:
    """Changes a force between two of its battles, whole or not at all. A squad more or fewer in
    each platoon, Support platoons and air support are free; each Combat or Weapons platoon added,
    removed or swapped costs 5 victory points of the line.
    """
    state = yield from verbs.state_of(State)
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
    yield from verbs.act(
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
) -> verbs.Course[list[dict[str, Any]]]:
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
            yield from verbs.fail(
                f"{text!r}: write it as {out or 'tanks'}:tanks-b=320; its platoons are {known}"
            )
        new = yield from platoon(into, force.platoons[out].unit_class)
        core.append({"swap": {"out": out, "in": new}})
    return core


REORGANISE = verbs.Verb(
    words="force reorganise",
    line="Change a force between two of its battles.",
    example="campaign force reorganise winter rifles --swap mortars:mortars-b=120",
    parameters=(
        OWN_FORCE,
        verbs.VerbOption("--line", "The line that pays, where there are several.", metavar="LINE"),
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
    call: verbs.Call,
    words: Words,
    *,
    attached_out: tuple[str, ...],
    kampfgruppe: str | None,
    troops: tuple[str, ...],
    allot: tuple[str, ...],
) -> verbs.Course[None]:
    """Says before a battle what its platoons are: Weapons platoons attached out to the last squad,
    a German Kampfgruppe, British Gun Troops, a battalion's Support platoons.
    """
    state, line, rest = yield from on_line(words)
    if not rest:
        yield from verbs.fail("say which side organises its force")
    side = yield from the_side(state, rest[0])
    yield from nothing_more(state, rest[1:])
    batteries = yield from groups(troops, "BATTERY=TROOP,TROOP")
    allotted = yield from groups(allot, "PLATOON=COMPANY")
    yield from verbs.act(
        OrganiseForce,
        line=line,
        side=side,
        attached_out=[one.lower() for one in attached_out] or None,
        kampfgruppe=(yield from _kampfgruppe(kampfgruppe)),
        troops=batteries or None,
        allotted={name: found[0] for name, found in allotted.items()} or None,
    )


def _kampfgruppe(text: str | None) -> verbs.Course[dict[str, Any] | None]:
    """A battle group: `kg-a:gren-1=1,gren-2=1`."""
    if text is None:
        return None
    name, _, rest = text.lower().partition(":")
    squads: dict[str, int] = {}
    for part in rest.split(","):
        platoon_id, _, count = part.partition("=")
        if not platoon_id or not (count.isascii() and count.isdecimal() and len(count) < 3):
            yield from verbs.fail(f"{text!r}: write it as kg:gren-1=1,gren-2=1")
        squads[platoon_id.strip()] = int(count)
    return {"id": name.strip(), "squads": squads}


ORGANISE = verbs.Verb(
    words="force organise",
    line="What its platoons are in one battle.",
    example="campaign force organise winter allies --attached-out mortars",
    parameters=(
        the_words("[LINE] SIDE"),
        _many("--attached-out", "A Weapons platoon attached out whole.", "PLATOON"),
        verbs.VerbOption("--kampfgruppe", "A German battle group.", metavar="ID:PLATOON=SQUADS,…"),
        _many("--troops", "A British battery with its Gun Troops.", "BATTERY=TROOP,TROOP"),
        _many("--allot", "A battalion's platoon and its company.", "PLATOON=COMPANY"),
    ),
    course=_organise,
)


# --- FoW ruling 65: the verb that gives a force to another player -------------------------------


def _hand_over(call: verbs.Call, force: str, member: str) -> verbs.Course[None]:
    """Gives a force to another player of its side, as it is: before its first battle at any time,
    later once its player has left.
    """
    state = yield from verbs.state_of(State)
    command = handed_over(state.forces[force], member.lower(), "")
    fields = msgspec.to_builtins(command)
    kept = {name: value for name, value in fields.items() if name not in ("command", "by", "id")}
    yield from verbs.act(EnterForce, **kept)


HAND_OVER = verbs.Verb(
    words="force hand-over",
    line="Give a force to another player as it is.",
    example="campaign force hand-over winter rifles anna",
    parameters=(
        verbs.Argument("force", "FORCE", verbs.Known("force", lambda state: state.forces)),
        verbs.Argument("member", "MEMBER"),
    ),
    course=_hand_over,
)


# --- FoW Choosing Your Force: the verbs about forces and army lists -----------------------------

FILE = verbs.Argument("file", "FILE", verbs.FilePath(dash=True))
_FORCE = verbs.Known("force", lambda state: state.forces)


def _template(call: verbs.Call, file: str | None, force: bool) -> verbs.Course[None]:
    """Writes the headers of a roster, to be filled in with a spreadsheet."""
    yield from verbs.write_file(file, rosters.roster_template(), force=force)


TEMPLATE = verbs.Verb(
    words="force template",
    line="Write the headers of a roster.",
    example="campaign force template rifles.csv",
    on_campaign=False,
    json=False,
    parameters=verbs.TO_FILE,
    course=_template,
)


def _enter(call: verbs.Call, sheet: str, **typed: object) -> verbs.Course[None]:
    """Enters a force from a roster, once that has no faults."""
    text = yield from verbs.read_sheet(sheet)
    yield from verbs.no_faults(call, rosters.read_roster(text).bad, verbs.sheet_name(sheet))
    yield from interviewing(EnterForce, call, sheet=text, **typed)


def _list(call: verbs.Call, force: str | None, *, csv: bool) -> verbs.Course[None]:
    """Lists the forces with their points, or one of them with its platoons."""
    state = yield from verbs.state_of(State)
    if force is None:
        yield from _all(call, state)
        return
    found = state.forces[force]
    if csv:
        yield from verbs.say(rosters.written_roster(found.platoons.values()), end=False)
        return
    if call.as_json:
        shown = {
            one.id: {"class": one.unit_class, "points": one.points}
            for one in found.platoons.values()
        }
        yield from verbs.json_page({"force": force, "points": found.points, "platoons": shown})
        return
    kept = "checked by the army list" if found.checked == "list" else "on the player's word"
    yield from verbs.heading(
        f"{found.name or found.company or force}: {state.sides[found.side]}, "
        f"{found.company_type}, {found.points:,} of {found.limit:,} points, {kept}"
    )
    rows = [
        (one.id, one.name, one.unit_class, one.squads or "", one.points)
        for one in found.platoons.values()
    ]
    yield from verbs.table(("platoon", "name", "class", "squads", "points"), rows, "squads points")
    if found.air is not None and found.air.level != "none":
        air_points = counted(found.air.points, "point")
        yield from verbs.say(f"Air support: {found.air.level}, {air_points}.")


def _all(call: verbs.Call, state: State) -> verbs.Course[None]:
    if call.as_json:
        yield from verbs.json_page({one.id: one.points for one in state.forces.values()})
        return
    rows = [
        (
            one.id,
            state.sides[one.side],
            state.campaign.called(one.member) if one.member else "",
            one.company_type,
            len(platoons_of(one)),
            one.points,
            one.limit,
        )
        for one in state.forces.values()
    ]
    heads = ("force", "side", "whose", "type", "platoons", "points", "limit")
    yield from verbs.table(heads, rows, "platoons points limit")


LIST = verbs.Verb(
    words="force list",
    line="List the forces, or one with its platoons.",
    example="campaign force list winter\ncampaign force list winter rifles --csv",
    parameters=(
        verbs.Argument("force", "[FORCE]", _FORCE, required=False),
        verbs.Flag("--csv", "Print the roster as CSV."),
    ),
    course=_list,
)
FORCE = verbs.VerbFamily(
    words="force",
    help="Rosters of platoons: entered, listed, changed between battles, organised for one.",
    sections={"": (TEMPLATE, derived(EnterForce, _enter), LIST, REORGANISE, ORGANISE, HAND_OVER)},
    story=("template", "enter", "list", "organise"),
)

# --- army lists ---------------------------------------------------------------------------------


def _list_template(call: verbs.Call, file: str | None, force: bool) -> verbs.Course[None]:
    """Writes the headers of an army list, to be filled in from your own books."""
    yield from verbs.write_file(file, rosters.list_template(), force=force)


def _import(call: verbs.Call, file: str) -> verbs.Course[None]:
    """Takes your own army list (CSV, see template), against which forces are checked from now on.
    Every bad row is told at once. The tracker ships no list.
    """
    sheet = yield from verbs.read_sheet(file)
    yield from verbs.no_faults(call, rosters.read_list(sheet).bad, verbs.sheet_name(file))
    yield from verbs.act(ImportArmyList, sheet=sheet)


ARMY_LIST = verbs.VerbFamily(
    words="army-list",
    help="A club's own army list, to check forces by.",
    sections={
        "": (
            verbs.Verb(
                words="army-list template",
                line="Write the headers of an army list.",
                example="campaign army-list template list.csv",
                on_campaign=False,
                json=False,
                parameters=verbs.TO_FILE,
                course=_list_template,
            ),
            verbs.Verb(
                words="army-list import",
                line="Take your own army list.",
                example="""
                echo 'Rifle Company,infantry,Company HQ,hq,1,1,,' >> list.csv
                echo 'Rifle Company,infantry,Rifle Platoon,combat,2,3,200,300' >> list.csv
                campaign army-list import winter list.csv
                """,
                parameters=(FILE,),
                course=_import,
            ),
        )
    },
)
VERBS = {family.words: family for family in (FORCE, ARMY_LIST)}
