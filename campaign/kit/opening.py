"""A campaign by a club's own rules opened, and the request read back from its first facts. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import takewhile
from pkgutil import get_data
from typing import TYPE_CHECKING, Annotated

import msgspec

from campaign.kernel.chapters import opening
from campaign.kernel.decisions import Decision, Refused, bad_field
from campaign.kernel.members import HOST, Role
from campaign.kernel.opening import (
    POSITION,
    OpenCampaign,
    OpeningChoices,
    OpeningField,
    OpeningFile,
    OpeningQuestion,
    SeedChain,
)
from campaign.kit.calendar import RULEBOOK, turn_id
from campaign.kit.language.kinds import Bool, OneWord, TableColumn
from campaign.kit.reading.parts import ClubRules
from campaign.kit.reading.rules import CheckedRules, checked, rules_of
from campaign.kit.state import as_typed, unfit
from campaign.text.english import counted, near
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.moments import A_NAME
from events.base import Event, Slug
from events.campaign import CampaignOpened, MemberEnrolled, PowerAssigned, TurnBegan
from events.kit import PositionStated, RulesWritten

if TYPE_CHECKING:
    from campaign.kernel.interview.positions import GamePosition
    from campaign.text.shapes import Fault

OWN = "own-rules"
"""The scenario of a campaign whose rules are a file of the club's own."""
RULES = "rules"
"""The extra, and the part of a set-up, that holds the file's text."""
EXAMPLES = ("evening", "league", "gang", "sectors", "naval", "cards")
"""The worked examples, the smallest first."""


@cache
def example(name: str) -> str:
    """The text of a worked example."""
    content = get_data("campaign.kit", f"examples/{name}.toml")
    assert content is not None
    return content.decode()


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member as a set-up enrols them, with the seats they play."""

    member: Slug
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=A_NAME)]
    roles: tuple[Role, ...] = ("player",)
    powers: tuple[str, ...] = ()


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands at the start besides the rules: who takes part."""

    members: tuple[Person, ...] = ()
    rules: str = ""


# --- opening --------------------------------------------------------------------------------------


def open_campaign(request: OpenCampaign, chain: SeedChain) -> Decision:
    """A campaign's first facts; of one that is taken over, with what the club says of it."""
    events = _begun(request, chain)
    if isinstance(events, Refused) or request.extras.get(POSITION) is None:
        return events
    return _taken_over(request.extras[POSITION], events)


def _taken_over(content: object, events: Sequence[Event]) -> Decision:
    """The campaign goes on in the stated turn, whose beginning is over."""
    from campaign.kit.taking_over import stated  # few campaigns are

    opened, written, *people, _ = events
    assert isinstance(opened, CampaignOpened) and isinstance(written, RulesWritten)
    position = stated(rules_of(written.text), content)
    if isinstance(position, Refused):
        return position
    begins = TurnBegan(turn=position.turn)
    opened = msgspec.structs.replace(opened, begins=position.turn)
    return (opened, written, *people, position, begins)


def _begun(request: OpenCampaign, chain: SeedChain) -> Decision:
    """A campaign's first facts: the rules, the members, the first turn."""
    if refused := _unasked(request):
        return refused
    try:
        setup = msgspec.convert(dict(request.setup), SetUp)
    except msgspec.ValidationError as error:
        return Refused(None, f"set-up: {error}")
    text = text_of(request, setup)
    if not text:
        return bad_field(RULES, "give the file with the campaign's rules")
    read = checked(text)
    if read.rules is None:
        return Refused(None, first_fault(read))
    house = house_of(read.rules, request.rulings)
    people = _people(read.rules, setup)
    for result in (house, people):
        if isinstance(result, Refused):
            return result
    assert isinstance(house, dict) and isinstance(people, tuple)
    turns = (turn_id(1), turn_id(read.rules.last))
    titled = msgspec.structs.replace(request, title=request.title or read.rules.title)
    first = opening(titled, chain, "kit", RULEBOOK, turns)
    return (first, RulesWritten(text=text, house=house), *people, TurnBegan(turn=turns[0]))


def _unasked(request: OpenCampaign) -> Refused | None:
    """What a request may not say: the rules of the file say the rest."""
    if request.rulebook not in (None, RULEBOOK):
        return bad_field("rulebook", f"{request.rulebook!r} is not one of {RULEBOOK}")
    if request.own is not None or request.scenario not in (OWN, *EXAMPLES):
        hint = near(request.scenario, (OWN, *EXAMPLES))
        return bad_field("scenario", f"{request.scenario!r} is not one of {OWN}{hint}")
    for field in ("first_turn", "last_turn", "modules"):
        if getattr(request, field):
            return bad_field(field, "the rules say it all; leave it out")
    return None


def text_of(request: OpenCampaign, setup: SetUp) -> str:
    """The rules' text, however it came."""
    given = str(request.extras.get(RULES) or setup.rules)
    if not given and request.scenario in EXAMPLES:
        given = example(request.scenario)
    return plain(given)


def plain(text: str) -> str:
    """A file's text as it is stored: lines end as everywhere, with nothing behind the last, nor a
    mark of the order of bytes before the first.
    """
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


def first_fault(read: CheckedRules) -> str:
    """What is wrong in a file: its first fault, and how many more there are."""
    more = len(read.faults) - 1
    rest = f"; and {counted(more, 'more fault')}: `campaign rules check` lists them"
    return f"{read.faults[0].told(RULES)}{rest if more else ''}"


def house_of(rules: ClubRules, rulings: Mapping[str, str | int | bool]) -> dict[str, str] | Refused:
    """How the club set its switches; those that it left stay as the file has them."""
    house = {}
    for name, said in rulings.items():
        if name not in rules.house:
            hint = near(name, rules.house) or f"; there is {', '.join(rules.house) or 'none'}"
            return bad_field("rulings", f"there is no house rule {name!r}{hint}")
        text = ("yes" if said else "no") if isinstance(said, bool) else str(said)
        if why := unfit(rules.house[name].kind, text, {}):
            return bad_field("rulings", f"{name}: {why}")
        house[name] = text
    return house


def _people(rules: ClubRules, setup: SetUp) -> tuple[Event, ...] | Refused:
    """Who takes part, the host first, and who plays what."""
    people = {one.member: one for one in setup.members}
    host = people.pop(HOST, Person(HOST, HOST.title(), ("host",)))
    if "host" not in host.roles:
        return Refused(None, "set-up: whoever runs the campaign has the role host")
    facts: list[Event] = []
    for one in (host, *people.values()):
        facts.append(MemberEnrolled(member=one.member, name=one.name, roles=one.roles))
        for seat in one.powers:
            if seat not in rules.seats.rows:
                hint = near(seat, rules.seats.rows)
                return Refused(None, f"set-up: {seat!r} is no seat of these rules{hint}")
            facts.append(PowerAssigned(power=seat, member=one.member))
    return tuple(facts)


# --- read back ------------------------------------------------------------------------------------


def request_of(events: Sequence[Event], bare: bool) -> OpenCampaign | None:
    """The request; if `bare`, without members. None if it is no opening."""
    opened = events[0]
    written = events[1] if len(events) > 1 else None
    if not isinstance(opened, CampaignOpened) or not isinstance(written, RulesWritten):
        return None
    return OpenCampaign(
        name=opened.campaign,
        title=opened.title,
        system=opened.system,
        scenario=opened.scenario,
        rulebook=opened.rulebook,
        rulings=dict(written.house),
        setup={} if bare else {"members": list(_again(events))},
        extras={RULES: written.text, **({} if bare else _stated(events))},
    )


def _stated(events: Sequence[Event]) -> JsonObject:
    """What was stated of a campaign that was under way; nothing of one that began."""
    stamp = (*Event.__struct_fields__, "type")
    for event in events:
        if isinstance(event, PositionStated):
            fields = msgspec.to_builtins(event)
            return {POSITION: {key: said for key, said in fields.items() if key not in stamp}}
    return {}


def _again(events: Sequence[Event]) -> Iterator[JsonObject]:
    """The members of a set-up, from the facts before the first turn."""
    before = list(takewhile(lambda event: not isinstance(event, TurnBegan), events))
    played = [event for event in before if isinstance(event, PowerAssigned)]
    for event in before:
        if isinstance(event, MemberEnrolled):
            powers = [one.power for one in played if one.member == event.member]
            named = {"member": event.member, "name": event.name}
            yield {**named, "roles": list(event.roles), "powers": powers}


# --- what a form asks -----------------------------------------------------------------------------


def typed_set_up(typed: Mapping[str, str], members: Sequence[JsonFields]) -> JsonFields:
    """The set-up of a form: the rules as they were pasted, and who takes part."""
    rules = typed.get(RULES, "")
    return {"members": list(members), **({RULES: rules} if rules else {})}


def read_file(typed: Mapping[str, str], scenario: str) -> OpeningFile:
    """The seats and house rules of the file that was pasted, or of an example; or its faults."""
    text = plain(typed.get(RULES, "")) or (example(scenario) if scenario in EXAMPLES else "")
    if not text:
        return OpeningFile()
    read = checked(text)
    if read.rules is None:
        faults = ((one.line, f"{one.place}: {one.text}".removeprefix(": ")) for one in read.faults)
        return OpeningFile(faults=tuple(faults))
    seats = {seat: str(row[0]) for seat, row in read.rules.seats.rows.items()}
    return OpeningFile(seats, tuple(map(_question, read.rules.house.values())))


def _question(rule: TableColumn) -> OpeningQuestion:
    """A switch as a form asks for it."""
    start = as_typed(rule.start)
    choices = rule.kind.words if isinstance(rule.kind, OneWord) else ()
    if isinstance(rule.kind, Bool):
        choices = ("yes", "no")
    pairs = tuple((word, word.replace("_", " ")) for word in choices)
    return OpeningQuestion(rule.name, "", rule.ask, "", start, start, pairs)


def titles() -> Mapping[str, str]:
    """What the scenarios are called."""
    named = {name: rules_of(example(name)).title for name in EXAMPLES}
    return {OWN: "Rules of the club’s own", **named}


def position_of(typed: str) -> "GamePosition | Fault":
    """What may be stated by a club's rules, or by those of a worked example that is named."""
    from campaign.kit.taking_over import game
    from campaign.text.shapes import Fault

    text = plain(example(typed.strip()) if typed.strip() in EXAMPLES else typed)
    if not text:
        return Fault(RULES, f"give the file with the rules, or name one of {', '.join(EXAMPLES)}")
    read = checked(text)
    if read.rules is None:
        return Fault(RULES, first_fault(read))
    scenario = next((one for one in EXAMPLES if plain(example(one)) == text), OWN)
    own: JsonObject = {RULES: text} if scenario == OWN else {}
    request: JsonObject = {"scenario": scenario, "extras": own}
    return game(read.rules, request, partial(house_of, read.rules))


CHOICES = OpeningChoices(
    scenarios=lambda: (OWN, *EXAMPLES),
    titles=titles,
    files=(RULES,),
    fields=(
        OpeningField(
            RULES,
            "The rules of the campaign",
            "the whole file; empty for the example that is chosen as the scenario",
            is_long=True,
        ),
    ),
    set_up=typed_set_up,
    reads=read_file,
    position=position_of,
)
"""What may be chosen when a campaign is opened."""
