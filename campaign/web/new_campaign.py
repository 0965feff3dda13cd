"""A new campaign as it is typed on its page: the request, and the field of a fault. Pure.

Members are typed by their names, beside what they play; whoever is named twice is one member.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.members import HOST
from campaign.kernel.new_campaign import OpeningQuestion
from campaign.kernel.system import AnySystem
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.lines import A_NAME
from campaign.text.shapes import Fault

RULING, MODULE, SEAT, SET_UP = "ruling:", "module:", "seat:", "setup:"
"""How the names of fields begin."""
LONGEST_NAME = 80
LONGEST_ID = 40
_NOT_TYPED = ("seen", "do", "id")
"""Fields that say nothing of the campaign."""


class FieldFault(msgspec.Struct, frozen=True):
    """What is wrong with a field."""

    field: str
    """Empty if it is of none in particular."""
    why: str


class _NewMember(msgspec.Struct):
    name: str
    roles: list[str]
    powers: list[str]
    leads: list[str]
    """The seats for which they were named first, where several may play for one."""


def mark(form: Mapping[str, str]) -> str:
    """Tells forms apart: what was looked at is what is opened."""
    typed = sorted((name, text) for name, text in form.items() if name not in _NOT_TYPED and text)
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
    typed = {one.key: form.get(f"{SET_UP}{one.key}", "").strip() for one in choices.fields}
    setup = choices.set_up(typed, people)
    if isinstance(setup, Fault):
        is_field = setup.where in typed
        return FieldFault(f"{SET_UP}{setup.where}" if is_field else setup.where, setup.text)
    modules = {name: form.get(f"{MODULE}{name}") for name in choices.modules}
    return {
        **chosen,
        "system": system.name,
        "title": form.get("title", "").strip(),
        "rulings": _chosen(form),
        "modules": {name: played == "yes" for name, played in modules.items() if played},
        "setup": setup,
    }


def _chosen(form: Mapping[str, str]) -> dict[str, str]:
    """The rulings that are not left as usual."""
    return {
        field.removeprefix(RULING): text.strip()
        for field, text in form.items()
        if field.startswith(RULING) and text.strip()
    }


def _members(form: Mapping[str, str], system: AnySystem) -> list[JsonFields] | FieldFault:
    host = " ".join(form.get("host", "").split()) or HOST.title()
    found = {host.casefold(): _NewMember(host, ["host"], [], [])}
    for field, name, role, seat in _named(form, system):
        if len(name) > LONGEST_NAME or not _is_name(name):
            return FieldFault(field, f"write a name of at most {LONGEST_NAME} letters")
        one = found.setdefault(name.casefold(), _NewMember(name, [], [], []))
        if role not in one.roles and not (role == "player" and "host" in one.roles):
            one.roles.append(role)
        if seat:
            one.powers.append(seat)
            if system.front.choices.several and not any(
                seat in each.leads for each in found.values()
            ):
                one.leads.append(seat)
    if len(host) > LONGEST_NAME or not _is_name(host):
        return FieldFault("host", f"write a name of at most {LONGEST_NAME} letters")
    ids = _ids([one.name for one in found.values()][1:])
    return [
        {
            "member": who,
            "name": one.name,
            "roles": one.roles,
            "powers": one.powers,
            **({"leads": one.leads} if one.leads else {}),
        }
        for who, one in zip((HOST, *ids), found.values(), strict=True)
    ]


def _named(form: Mapping[str, str], system: AnySystem) -> Iterator[tuple[str, str, str, str]]:
    """Whoever is named: the field, the name, the role and the seat."""
    for seat in system.seats.ids:
        text = form.get(f"{SEAT}{seat}", "")
        for part in text.split(",") if system.front.choices.several else (text,):
            if name := " ".join(part.split()):
                yield f"{SEAT}{seat}", name, "player", seat
    for field, role in (("referees", "referee"), ("observers", "observer")):
        for part in form.get(field, "").split(","):
            if name := " ".join(part.split()):
                yield field, name, role, ""


def _is_name(name: str) -> bool:
    return re.match(A_NAME, name) is not None


def _ids(names: Sequence[str]) -> tuple[str, ...]:
    """An id for each name, made of its letters: `Jörg Ask` is `jorg-ask`."""
    taken = {HOST}
    made = []
    for name in names:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        words = "".join(sign if sign.isalnum() else " " for sign in plain).split()
        first = "-".join(words)[:LONGEST_ID].strip("-") or "member"
        number = 1
        while (found := first if number == 1 else f"{first}-{number}") in taken:
            number += 1
        taken.add(found)
        made.append(found)
    return tuple(made)


def fault_of(refused: Refused, questions: Sequence[OpeningQuestion]) -> FieldFault:
    """A refusal at the field that it is about."""
    field, key = refused.about.field, refused.about.key
    if field == "rulings":
        known = any(one.key == key for one in questions)
        return FieldFault(f"{RULING}{key}", refused.in_place) if known else _of_none(refused)
    return FieldFault(field, refused.in_place) if field else _of_none(refused)


def _of_none(refused: Refused) -> FieldFault:
    return FieldFault("", refused.reason)
