"""A new campaign: everything that is fixed at its start, a look at how it will stand, then begin.

A draft is kept in the form and nowhere else. What is opened is what was looked at: the form that is
sent bears the mark of the one that was shown.
"""

from collections.abc import Mapping

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.members import HOST
from campaign.kernel.new_campaign import OpeningQuestion
from campaign.kernel.system import AnySystem, fold
from campaign.people.seating import take_empty_seat
from campaign.systems import GAMES, SYSTEMS, stands_for
from campaign.text.english import capital
from campaign.text.json_values import JsonObject
from campaign.web.belonging import seats_of
from campaign.web.new_campaign import FieldFault, fault_of, mark, requested
from campaign.web.pages.errors import for_hosts
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import own_screen
from campaign.web.visits import Visit

NOTHING = "Nothing was recorded."


class Foreseen(msgspec.Struct, frozen=True):
    """A campaign as it will stand."""

    facts: tuple[tuple[str, str], ...]
    """The rulings that are not as usual: the question, and what is chosen."""
    lines: tuple[str, ...]
    """Its first events in words."""
    first: str
    """The first event, as it will be written down."""


def may_start(visit: Visit) -> bool:
    """Whether somebody may start campaigns here: the operator, and hosts."""
    return visit.is_operator or any(
        here.is_host and not here.is_what_if for here in seats_of(visit.house, visit.person)
    )


def form(visit: Visit) -> Reply:
    """An empty form, as its address fills it in."""
    if not may_start(visit):
        return for_hosts(visit.house)
    return _shown(visit, visit.query)


def start(visit: Visit) -> Reply:
    """Shows how the campaign will stand, or begins what was shown."""
    if not may_start(visit):
        return for_hosts(visit.house)
    typed = visit.form
    system = _system(typed)
    found = _checked(visit, system)
    if isinstance(found, FieldFault):
        return _shown(visit, typed, found, 422)
    name, request = found
    if typed.get("do") != "begin" or typed.get("seen") != mark(typed):
        changed = typed.get("do") == "begin"
        return _shown(visit, typed, None, 409 if changed else 200, has_changed=changed)
    answer = visit.house.desk.open(name, **request)
    if not answer["accepted"]:
        return _shown(visit, typed, FieldFault("", str(answer["reason"])), 409)
    house = visit.house
    campaign = house.ledger.live(name).state.campaign
    take_empty_seat(house.people.file, campaign.id, HOST, visit.person, house.clock())
    return see_other(f"/c/{name}/members")


def _system(typed: Mapping[str, str]) -> AnySystem:
    """The game; the first one where none is named."""
    name = typed.get("system", "")
    return SYSTEMS[name if name in SYSTEMS else next(iter(SYSTEMS))]


def _questions(system: AnySystem, typed: Mapping[str, str]) -> tuple[OpeningQuestion, ...]:
    rulebook = typed.get("rulebook", "")
    known = rulebook if rulebook in system.rulebooks else system.rulebooks[0]
    return tuple(system.front.choices.questions(known))


def _checked(visit: Visit, system: AnySystem) -> tuple[str, JsonObject] | FieldFault:
    """The name and the request, or what is wrong with them."""
    typed, house = visit.form, visit.house
    name = typed.get("name", "").strip()
    if name in house.ledger.names():
        return FieldFault("name", f"there is a campaign {name} already")
    what = "a verb" if name in house.reserved else stands_for(name)
    if what:
        return FieldFault("name", f"{name!r} is {what}; call the campaign something else")
    request = requested(typed, system)
    if isinstance(request, FieldFault):
        return request
    decision = house.desk.foresee_opening(name, **request)
    if isinstance(decision, Refused):
        return fault_of(decision, _questions(system, typed))
    return name, request


def _foreseen(visit: Visit, system: AnySystem, typed: Mapping[str, str]) -> Foreseen | None:
    found = _checked(visit, system)
    if isinstance(found, FieldFault):
        return None
    name, request = found
    decision = visit.house.desk.foresee_opening(name, **request)
    if isinstance(decision, Refused):
        return None
    state = fold(system, None, decision)
    assert state is not None, "a campaign begins with events"
    called = system.view.names(state)
    fields = msgspec.to_builtins(decision[0])
    kept = {key: value for key, value in fields.items() if not key.startswith(("id", "seed_"))}
    rulings = request["rulings"]
    facts = [
        (f"{one.group}: {one.question}" if one.group else one.question, rulings[one.key])
        for one in _questions(system, typed)
        if one.key in rulings and rulings[one.key] != one.default
    ]
    return Foreseen(
        tuple(facts),
        tuple(system.view.sentence(event, called) for event in decision),
        msgspec.json.format(msgspec.json.encode(kept), indent=1).decode(),
    )


def _shown(
    visit: Visit,
    typed: Mapping[str, str],
    fault: FieldFault | None = None,
    status: int = 200,
    *,
    has_changed: bool = False,
) -> Reply:
    system = _system(typed)
    choices, questions = system.front.choices, _questions(system, typed)
    groups: dict[str, list[OpeningQuestion]] = {}
    for one in questions:
        groups.setdefault(one.group, []).append(one)
    is_posted = visit.method == "POST"
    foreseen = _foreseen(visit, system, typed) if is_posted and fault is None else None
    return own_screen(
        visit.house,
        "new.html",
        status,
        games=[(name, GAMES[name].title) for name in SYSTEMS if name in GAMES],
        game=system,
        scenarios=choices.titles() or {one: one for one in choices.scenarios()},
        modules=choices.module_texts or {one: one for one in choices.modules},
        seats=system.seats.names,
        several=choices.several,
        fields=choices.fields,
        groups=groups,
        typed=typed,
        wrong=fault.field if fault else "",
        why=f"{capital(fault.why)}. {NOTHING}" if fault else "",
        foreseen=foreseen,
        seen=mark(typed),
        has_changed=has_changed,
    )


PLACES = (
    Place("/new", form, "signed-in", about="a new campaign"),
    Place("/new", start, "signed-in", ("POST",), about="start a campaign"),
)
