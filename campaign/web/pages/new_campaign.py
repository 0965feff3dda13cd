"""A new campaign: what is typed on its page, a look at how it will stand, then begin."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from campaign.accounts.people import RECORDED, take_empty_seat
from campaign.kernel.decisions import Refused
from campaign.kernel.members import HOST, LONGEST_NAME, is_name, member_ids
from campaign.kernel.opening import OpeningFile, OpeningQuestion
from campaign.kernel.system import AnySystem, fold
from campaign.systems import SYSTEMS, games
from campaign.text import english, shapes
from campaign.text.json_values import JsonFields, JsonObject
from campaign.web import context, errors, replies, screens
from campaign.web.parts.starting import NOTHING, FieldFault, may_start, name_fault, names_kept

# --- A new campaign as it is typed on its page: the request, and the field of a fault -----------
#
# Members are typed by their names, beside what they play; whoever is named twice is one member.

RULING, MODULE, SEAT, SET_UP = "ruling:", "module:", "seat:", "setup:"
"""How the names of fields begin."""
_NOT_TYPED = ("seen", "do", "id")
"""Fields that say nothing of the campaign."""


class _NewMember(msgspec.Struct):
    name: str
    roles: list[str]
    powers: list[str]
    leads: list[str]
    """The seats for which they were named first, where several may play for one."""

    def take(self, role: str) -> None:
        """Adds a role; a player who hosts is a host alone."""
        if role not in self.roles and not (role == "player" and "host" in self.roles):
            self.roles.append(role)

    def fields(self, member: str) -> JsonFields:
        """As the command has them."""
        own: JsonFields = {
            "member": member,
            "name": self.name,
            "roles": self.roles,
            "powers": self.powers,
        }
        return {**own, "leads": self.leads} if self.leads else own


def mark(form: Mapping[str, str]) -> str:
    """Tells forms apart: what was looked at is what is opened."""
    named = (one for one in form.items() if one[0] not in _NOT_TYPED and one[1])
    usual = ("names", RECORDED)
    typed = sorted(
        (name, text.replace("\r\n", "\n").strip()) for name, text in named if (name, text) != usual
    )
    return hashlib.sha256(msgspec.json.encode(typed)).hexdigest()[:32]


def requested(form: Mapping[str, str], system: AnySystem) -> JsonObject | FieldFault:
    """The fields of `OpenCampaign` besides the name; what was left as usual is left out."""
    people = _members(form, system)
    if isinstance(people, FieldFault):
        return people
    chosen: dict[str, object] = {
        key: form[key].strip()
        for key in ("scenario", "rulebook", "first_turn", "last_turn")
        if form.get(key, "").strip()
    }
    if "scenario" not in chosen:
        return FieldFault("scenario", "choose one")
    choices = system.front.choices
    typed = _set_up_of(form, system)
    setup = choices.set_up(typed, people)
    if isinstance(setup, shapes.Fault):
        is_field = setup.where in typed
        return FieldFault(f"{SET_UP}{setup.where}" if is_field else setup.where, setup.text)
    return {
        **chosen,
        "system": system.name,
        "title": form.get("title", "").strip(),
        "rulings": {
            field.removeprefix(RULING): text.strip()
            for field, text in form.items()
            if field.startswith(RULING) and text.strip()
        },
        "modules": _modules(form, choices.modules),
        "setup": setup,
    }


def _set_up_of(form: Mapping[str, str], system: AnySystem) -> dict[str, str]:
    fields = system.front.choices.fields
    return {one.key: form.get(f"{SET_UP}{one.key}", "").strip() for one in fields}


def _own(form: Mapping[str, str], system: AnySystem) -> OpeningFile | None:
    """What a club's own file says that the form has; None in a game that needs none."""
    scenario = form.get("scenario", "").strip()
    return system.front.choices.reads(_set_up_of(form, system), scenario)


def _seats(form: Mapping[str, str], system: AnySystem) -> Mapping[str, str]:
    """The seats that can be filled, by name."""
    own = _own(form, system)
    return system.seats.names if own is None else own.seats


def _modules(form: Mapping[str, str], names: Iterable[str]) -> dict[str, bool]:
    """The modules that were said to be played or not."""
    answers = {name: form.get(f"{MODULE}{name}") for name in names}
    return {name: answer == "yes" for name, answer in answers.items() if answer}


def _members(form: Mapping[str, str], system: AnySystem) -> list[JsonFields] | FieldFault:
    host = " ".join(form.get("host", "").split()) or HOST.title()
    people = {host.casefold(): _NewMember(host, ["host"], [], [])}
    for field, name, role, seat in (*_named(form, system), ("host", host, "host", "")):
        if not is_name(name):
            return FieldFault(field, f"write a name of at most {LONGEST_NAME} letters")
        one = people.setdefault(name.casefold(), _NewMember(name, [], [], []))
        one.take(role)
        if seat:
            one.powers.append(seat)
            is_led = any(seat in each.leads for each in people.values())
            one.leads += [seat] if system.front.choices.several and not is_led else []
    ids = member_ids([one.name for one in people.values()][1:])
    return [one.fields(member) for member, one in zip((HOST, *ids), people.values(), strict=True)]


def _named(form: Mapping[str, str], system: AnySystem) -> Iterator[tuple[str, str, str, str]]:
    """Whoever is named: the field, the name, the role and the seat."""
    for seat in _seats(form, system):
        text = form.get(f"{SEAT}{seat}", "")
        for part in text.split(",") if system.front.choices.several else (text,):
            if name := " ".join(part.split()):
                yield f"{SEAT}{seat}", name, "player", seat
    for field, role in (("referees", "referee"), ("observers", "observer")):
        for part in form.get(field, "").split(","):
            if name := " ".join(part.split()):
                yield field, name, role, ""


def fault_of(refused: Refused, questions: Sequence[OpeningQuestion]) -> FieldFault:
    """A refusal at the field that it is about."""
    field, key = refused.about.field, refused.about.key
    if field == "rulings":
        known = any(one.key == key for one in questions)
        return FieldFault(f"{RULING}{key}", refused.in_place) if known else _of_none(refused)
    return FieldFault(field, refused.in_place) if field else _of_none(refused)


def _of_none(refused: Refused) -> FieldFault:
    return FieldFault("", refused.reason)


# --- Everything that is fixed at its start, a look at how it will stand, then begin -------------
#
# A draft is kept in the form and nowhere else. What is opened is what was looked at: the form that
# is sent bears the mark of the one that was shown.


class Foreseen(msgspec.Struct, frozen=True):
    """A campaign as it will stand."""

    facts: tuple[tuple[str, str], ...]
    """The rulings that are not as usual: the question, and what is chosen."""
    lines: tuple[str, ...]
    """Its first events in words."""
    first: str
    """The first event, as it will be written down."""


def form(visit: context.RequestContext) -> replies.Reply:
    """An empty form, as its address fills it in."""
    if not may_start(visit):
        return errors.for_hosts(visit.house)
    return _shown(visit, visit.query)


def start(visit: context.RequestContext) -> replies.Reply:
    """Shows how the campaign will stand, or begins what was shown."""
    if not may_start(visit):
        return errors.for_hosts(visit.house)
    typed = _with_file(visit)
    typed = {**typed, "names": names_kept(visit, typed)}
    system = _system(typed)
    if (own := _own(typed, system)) is not None and own.faults:
        return _shown(visit, typed, _of_file(own, system), 422)
    checked = _checked(visit, system, typed)
    if isinstance(checked, FieldFault):
        return _shown(visit, typed, checked, 422)
    name, request = checked
    if typed.get("do") != "begin" or typed.get("seen") != mark(typed):
        changed = typed.get("do") == "begin"
        return _shown(visit, typed, None, 409 if changed else 200, has_changed=changed)
    answer = visit.house.desk.open(name, names=names_kept(visit, typed), **request)
    if not answer["accepted"]:
        return _shown(visit, typed, FieldFault("", str(answer["reason"])), 409)
    house = visit.house
    campaign = house.ledger.live(name).state.campaign
    take_empty_seat(house.people.file, campaign.id, HOST, visit.person, house.clock())
    is_first = house.ledger.names() == [name]
    return replies.see_other(f"/c/{name}/{'begun' if is_first else 'members'}")


def _with_file(visit: context.RequestContext) -> Mapping[str, str]:
    """What was typed, with a file that came along in the place of what it is typed in."""
    files = _system(visit.form).front.choices.files
    if not visit.file or not files:
        return visit.form
    return {**visit.form, f"{SET_UP}{files[0]}": visit.file.decode(errors="replace")}


def _of_file(own: OpeningFile, system: AnySystem) -> FieldFault:
    """That a file has faults, at its field."""
    number = english.counted(len(own.faults), "fault")
    return FieldFault(f"{SET_UP}{system.front.choices.files[0]}", f"the file has {number}")


def _system(typed: Mapping[str, str]) -> AnySystem:
    """The game; the first one where none is named."""
    name = typed.get("system", "")
    return SYSTEMS[name if name in SYSTEMS else next(iter(SYSTEMS))]


def _questions(system: AnySystem, typed: Mapping[str, str]) -> tuple[OpeningQuestion, ...]:
    if (own := _own(typed, system)) is not None:
        return own.questions
    rulebook = typed.get("rulebook", "")
    known = rulebook if rulebook in system.rulebooks else system.rulebooks[0]
    return tuple(system.front.choices.questions(known))


def _checked(
    visit: context.RequestContext, system: AnySystem, typed: Mapping[str, str]
) -> tuple[str, JsonObject] | FieldFault:
    """The name and the request, or what is wrong with them."""
    house = visit.house
    name = typed.get("name", "").strip()
    if taken := name_fault(house, name):
        return taken
    request = requested(typed, system)
    if isinstance(request, FieldFault):
        return request
    decision = house.desk.foresee_opening(name, **request)
    if isinstance(decision, Refused):
        return fault_of(decision, _questions(system, typed))
    return name, request


def _foreseen(
    visit: context.RequestContext, system: AnySystem, typed: Mapping[str, str]
) -> Foreseen | None:
    checked = _checked(visit, system, typed)
    if isinstance(checked, FieldFault):
        return None
    name, request = checked
    decision = visit.house.desk.foresee_opening(name, **request)
    if isinstance(decision, Refused):
        return None
    state = fold(system, None, decision)
    assert state is not None, "a campaign begins with events"
    called = system.view.names(state)
    fields = msgspec.to_builtins(decision[0])
    shown = {key: value for key, value in fields.items() if not key.startswith(("id", "seed_"))}
    return Foreseen(
        _other_rulings(_questions(system, typed), request["rulings"]),
        tuple(system.view.sentence(event, called) for event in decision),
        msgspec.json.format(msgspec.json.encode(shown), indent=1).decode(),
    )


def _other_rulings(
    questions: Iterable[OpeningQuestion], rulings: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """The rulings that differ from the usual ones: question and answer."""
    return tuple(
        (f"{one.group}: {one.question}" if one.group else one.question, rulings[one.key])
        for one in questions
        if rulings.get(one.key, one.default) != one.default
    )


def _titles(titles: Mapping[str, str], ids: Iterable[str]) -> Mapping[str, str]:
    """What things are called; by their ids where a game has no titles for them."""
    return titles or {one: one for one in ids}


def _shown(
    visit: context.RequestContext,
    typed: Mapping[str, str],
    fault: FieldFault | None = None,
    status: int = 200,
    *,
    has_changed: bool = False,
) -> replies.Reply:
    system = _system(typed)
    choices, questions = system.front.choices, _questions(system, typed)
    groups: dict[str, list[OpeningQuestion]] = {}
    for one in questions:
        groups.setdefault(one.group, []).append(one)
    is_posted = visit.method == "POST"
    foreseen = _foreseen(visit, system, typed) if is_posted and fault is None else None
    return screens.own_screen(
        visit.house,
        "new.html",
        status,
        games=[(name, one.title) for name, one in games().items()],
        game=system,
        scenarios=_titles(choices.titles(), choices.scenarios()),
        modules=_titles(choices.module_texts, choices.modules),
        seats=_seats(typed, system),
        faults=_faults(typed, system),
        several=choices.several,
        fields=choices.fields,
        groups=groups,
        typed=typed,
        wrong=fault.field if fault else "",
        why=f"{english.capital(fault.why)}. {NOTHING}" if fault else "",
        names=names_kept(visit, typed),
        foreseen=foreseen,
        seen=mark(typed),
        has_changed=has_changed,
    )


def _faults(typed: Mapping[str, str], system: AnySystem) -> list[tuple[int, str, str]]:
    """What is wrong in a club's own file: the number of the line, what it says, what is wrong."""
    own, files = _own(typed, system), system.front.choices.files
    if own is None or not own.faults:
        return []
    lines = typed.get(f"{SET_UP}{files[0]}", "").strip().splitlines()
    return [(line, lines[line - 1] if line <= len(lines) else "", why) for line, why in own.faults]


PLACES = (
    context.get("/new", form, "signed-in"),
    context.post("/new", start, "signed-in", takes_file=True),
)
