"""Names kept apart from the record, which has `Member 4` and `m4`: only this file has them. IO."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from campaign.accounts.people import names_in
from campaign.accounts.protocol import PeopleDatabase
from campaign.kernel import members
from campaign.kernel.members import HOST, Campaign, with_campaign
from campaign.store.reader import Live, Reader
from campaign.text.json_values import JsonObject
from campaign.text.name_matching import apart, apart_number, may_be_apart


def naming(file: Callable[[], PeopleDatabase]) -> Callable[[Live], Live]:
    """Puts the names of a file in place; the file is looked into only where there may be some."""
    with_own_names: dict[str, tuple[object, object]] = {}
    """The very members of campaigns, and those who left, of whom no name is kept apart."""

    def named(live: Live) -> Live:
        campaign: Campaign = live.state.campaign
        members, left = with_own_names.get(campaign.id, (None, None))
        if members is campaign.members and left is campaign.left:
            return live
        if not may_be_apart(campaign.names):
            with_own_names[campaign.id] = campaign.members, campaign.left
            return live
        if not (names := names_in(file(), campaign.id)):
            return live
        return live.once("named", repr(names), lambda: called(live, names))

    return named


def called(live: Live, names: Mapping[str, str]) -> Live:
    """A campaign whose members have other names, as far as there are any."""
    if not names:
        return live
    campaign: Campaign = live.state.campaign
    known = {
        who: replace(one, name=names[who], is_renamed=not apart_number(who))
        if who in names
        else one
        for who, one in campaign.members.items()
    }
    state = with_campaign(live.state, replace(campaign, members=known))
    return replace(live, state=state, known={})  # what is worked out of it has these names in it


R = TypeVar("R", bound=Reader)


def naming_from(reader: R, file: PeopleDatabase) -> R:
    """A reader that calls members by the names in a file."""
    reader.naming = naming(lambda: file)
    return reader


# --- What is sent, without its names ------------------------------------------------------------


def out_of_opening(request: Mapping[str, Any]) -> tuple[JsonObject, dict[str, str]]:
    """A request to open a campaign with numbers in place of its members' names, and the names."""
    setup = dict(request.get("setup", {}))
    names = _named(setup)
    ids = {HOST: HOST}
    for member in names:
        ids.setdefault(member, apart(len(ids) + 1)[0])
    setup["members"] = _numbered(setup, names, ids)
    if "players" in setup:
        setup["players"] = {ids[who]: side for who, side in setup["players"].items()}
    if "speakers" in setup:
        setup["speakers"] = {side: ids.get(who, who) for side, who in setup["speakers"].items()}
    return {**request, "setup": setup}, {ids[member]: name for member, name in names.items()}


def _numbered(setup: Mapping[str, Any], names: Iterable[str], ids: Mapping[str, str]) -> Any:
    """The members of a set-up, in its own form, by their numbers."""
    people = setup.get("members", [])
    if isinstance(people, Mapping) or "players" in setup:
        people = people if isinstance(people, Mapping) else {}
        return {ids[who]: {**people.get(who, {}), "name": _name_of(ids[who])} for who in names}
    return [
        {**one, "member": ids[one["member"]], "name": _name_of(ids[one["member"]])}
        for one in people
    ]


def _named(setup: Mapping[str, Any]) -> dict[str, str]:
    """Everybody in a set-up with what they are called."""
    people = setup.get("members", ())
    if isinstance(people, Mapping):
        given = {str(who): str(one.get("name", "")) for who, one in people.items()}
    else:
        given = {str(one["member"]): str(one.get("name", "")) for one in people}
    everybody = dict.fromkeys((*given, *map(str, setup.get("players", {}))))
    return {who: given.get(who, "") or who.replace("-", " ").title() for who in everybody}


def _name_of(member: str) -> str:
    """What the record calls a member."""
    number = apart_number(member)
    return apart(number)[1] if number else member.title()


def renamed(campaign: Campaign, sent: bytes, before: str) -> tuple[str, str, bytes] | None:
    """An enrolment's member, their name and its text without that; None where it cannot be read.

    Who is a member keeps their id, and so does who was given one under the same key `before`.
    """
    try:
        fields: JsonObject = msgspec.json.decode(sent)
        member, name = fields["member"], fields["name"]
    except (msgspec.MsgspecError, UnicodeError, RecursionError, KeyError, TypeError):
        return None
    if not isinstance(member, str) or not isinstance(name, str) or not members.is_name(name):
        return None
    known = {*campaign.members, *campaign.left}
    if before:
        member = before
    elif member not in known and not apart_number(member):
        taken = (apart_number(who) for who in known)
        member = apart(max((1, *taken)) + 1)[0]
    written = {**fields, "member": member, "name": _name_of(member)}
    return member, name, msgspec.json.encode(written)
