"""A command as a form: its title, its rule and sentence, and its fields as they stand now."""

from collections.abc import Mapping

import msgspec

from campaign.desk.actor import Actor
from campaign.kernel.decisions import Command, Refused
from campaign.kernel.interviewing import Setting
from campaign.text.english import capital
from campaign.text.json_values import JsonObject
from campaign.web.forms import FormField, fields
from campaign.web.screens import names
from campaign.web.visits import Entered, ServiceHouse, Visit


def about(kind: type[Command]) -> tuple[str, str]:
    """A command's rule, and what it does in a sentence."""
    line = (kind.__doc__ or "").strip().partition("\n\n")[0].replace("\n", " ")
    rule, _, text = line.partition(": ")
    return rule, capital(" ".join(text.split()))


def title(name: str) -> str:
    """A command's name as words: `Set deadline`."""
    words = "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in name)
    return capital(words.strip())


def setting_of(house: ServiceHouse, here: Entered, name: str) -> Setting:
    """What the world says when an interview asks it, in the visitor's own name; nothing secret."""

    def trial(fields: JsonObject) -> Refused | None:
        text = msgspec.json.encode({"command": name, **fields})
        return house.desk.tried(here.name, text, Actor(here.member))

    def private() -> JsonObject:
        found: JsonObject = house.ledger.private(here.name, here.member).get("private", {})
        return found

    return Setting(here.member, trial, private, house.ledger.past_of(here.name))


def fields_of(visit: Visit, kind: type[Command]) -> tuple[FormField, ...]:
    """The fields of a command's form, with what is likely in this campaign now."""
    here = visit.here
    called, campaign = names(here), here.campaign
    words: dict[str, Mapping[str, str]] = dict(here.live.system.rooms.words(here.live.state))
    rooms = here.live.system.rooms
    words["member"] = {who: member.name for who, member in campaign.members.items()}
    words["dispute"] = {
        one.id: one.claim[:60] for one in campaign.record.disputes.values() if one.is_open
    }
    return fields(
        kind, {seat: called.seat(seat) for seat in campaign.seats}, words, rooms.closed, rooms.rare
    )
