"""A command as a form: its title, its rule and sentence, and its fields as they stand now."""

import msgspec

from campaign.desk.actor import Actor
from campaign.kernel.decisions import Command, Refused
from campaign.kernel.interviewing import Setting
from campaign.text.english import capital
from campaign.text.json_values import JsonObject
from campaign.web.visits import Entered, ServiceHouse


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
