"""What opening a campaign takes, in any game. Pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.moments import ONE_LINE
from events.base import DigestOrEmpty, Event

if TYPE_CHECKING:
    from campaign.text.shapes import Fault


class OpenCampaign(msgspec.Struct, frozen=True, kw_only=True):
    """A request to open a campaign."""

    name: str
    title: str = ""
    """What the campaign is called in reports: one line; if empty, its name."""
    system: str = ""
    """The game; if empty, the first one that the program knows."""
    game: str = ""
    """The package that brings the game, with its version; the program says it, whatever is sent."""
    scenario: str
    own: JsonFields | None = None
    """The content of a club's own scenario file, if it plays one; `scenario` is its id."""
    rulebook: str | None = None
    rulings: Mapping[str, str | int | bool] = {}
    modules: Mapping[str, bool] = {}
    """Parts of the kit by name: played or not. Parts not named keep their defaults."""
    first_turn: str | None = None
    last_turn: str | None = None
    """Only for the scenario `custom`."""
    setup: JsonFields = {}
    """The content of a set-up file."""
    extras: JsonFields = {}
    """Further inputs that a game allows, by the game's own names."""


class OpeningQuestion(msgspec.Struct, frozen=True):
    """A ruling that a club makes when it starts a campaign."""

    key: str
    group: str
    """What it belongs to; empty if it is by itself."""
    question: str
    rule: str
    default: str
    """As it is typed."""
    default_text: str
    choices: tuple[tuple[str, str], ...] = ()
    """What can be chosen, as it is typed and in words; empty where it is written out."""


class OpeningField(msgspec.Struct, frozen=True):
    """Something of a set-up that is typed where a campaign is started by a form."""

    key: str
    label: str
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """What can be chosen, as it is sent and in words; empty where it is written out."""
    is_long: bool = False
    """Whether it takes several lines."""


class OpeningFile(msgspec.Struct, frozen=True):
    """What a club's own file of rules says of a campaign before it is opened."""

    seats: Mapping[str, str] = {}
    """Names by ids."""
    questions: tuple[OpeningQuestion, ...] = ()
    faults: tuple[tuple[int, str], ...] = ()
    """What is wrong in it, each with its line; then it says nothing else."""


def members_alone(typed: Mapping[str, str], members: Sequence[JsonFields]) -> JsonFields:
    """A set-up that says only who takes part."""
    return {"members": list(members)}


class OpeningChoices(msgspec.Struct, frozen=True):
    """The choices that a game offers when a campaign is opened."""

    scenarios: Callable[[], Sequence[str]] = tuple
    """The kit's scenarios by their ids."""
    titles: Callable[[], Mapping[str, str]] = dict
    """What the scenarios are called, by their ids."""
    modules: tuple[str, ...] = ()
    """Parts of the kit that may be played or left out."""
    module_texts: Mapping[str, str] = {}
    """What each of them is."""
    questions: Callable[[str], Sequence[OpeningQuestion]] = lambda _: ()
    """The house rulings of a rulebook."""
    files: tuple[str, ...] = ()
    """Names of extras that come from a file; they are typed among the rulings."""
    fields: tuple[OpeningField, ...] = ()
    """What of a set-up a form asks for, besides who takes part."""
    several: bool = False
    """Whether several members may play for a seat."""
    set_up: "Callable[[Mapping[str, str], Sequence[JsonFields]], JsonFields | Fault]" = (
        members_alone
    )
    """The set-up: of what was typed in those fields, and of the members with their seats, whose
    first ones lead; or what is wrong with a field."""
    reads: Callable[[Mapping[str, str], str], OpeningFile | None] = lambda typed, scenario: None
    """What the file says that was typed in those fields, or that a scenario brings; None in a game
    whose seats and rulings are always the same."""
    owns: Callable[[JsonFields], bool] = lambda _: False
    """Whether a scenario file of a club's own is one of this game, by its keys."""
    beside: tuple[str, ...] = ()
    """Lists of a set-up that may name files beside it, each read in the place of its name."""
    position: Callable[[str], Any] | None = None
    """What may be stated of a campaign that is under way, as a `GamePosition`, given a club's own
    file where the game takes one; or the `Fault` of that file. None where one only begins.
    """
    reserved: Callable[[], Mapping[str, Collection[str]]] = dict
    """What no new campaign may be called besides seats and turns, by what it is: a
    verb takes such a word, and could not tell it from the campaign.
    """


POSITION = "position"
"""Among the extras of a request: what is stated of a campaign that is under way."""


class StatedPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who states a position in any game, and what it was read from, as its event has it."""

    stated_by: Literal["", "host"] = ""
    """Nobody but the host opens a campaign."""
    source: Annotated[str, msgspec.Meta(max_length=120, pattern=ONE_LINE)] = "form"
    sheet_digest: DigestOrEmpty = ""
    left_out: tuple[int, ...] = ()

    @staticmethod
    def again(event: Event) -> JsonObject:
        """The same, read back from the record."""
        said = {key: getattr(event, key) for key in StatedPosition.__struct_fields__}
        return {**said, "left_out": list(said["left_out"])}


def with_sheet(request: JsonFields, member: str, digest: str) -> JsonObject:
    """A request to take a campaign over, with who states it and the digest of the sheet."""
    stated = {**request["extras"][POSITION], "stated_by": member, "sheet_digest": digest}
    return {**request, "extras": {**request["extras"], POSITION: stated}}


class SeedChain(msgspec.Struct, frozen=True):
    """What the vault drew for a new campaign: its random id and the chain of its draw seeds."""

    campaign_id: str
    anchor: str
    links: int
    sealed: str
