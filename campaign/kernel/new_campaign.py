"""What it takes to open a campaign, whatever is played in it. Pure."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from campaign.text.json_values import JsonFields


class OpenCampaign(msgspec.Struct, frozen=True, kw_only=True):
    """A request to open a campaign."""

    name: str
    system: str = ""
    """The game; the first that the house knows, where empty."""
    scenario: str
    own: JsonFields | None = None
    """What a club's own scenario file holds, where it plays none of the kit's; `scenario` is its
    id."""
    rulebook: str | None = None
    rulings: Mapping[str, str | int | bool] = {}
    modules: Mapping[str, bool] = {}
    """Parts of the kit by name: played or not. What is not named keeps its default."""
    first_turn: str | None = None
    last_turn: str | None = None
    """For the scenario `custom` alone."""
    setup: JsonFields = {}
    """What a set-up file holds."""
    extras: JsonFields = {}
    """What a game lets a club bring besides, by the game's own names."""


class OpeningChoices(msgspec.Struct, frozen=True):
    """What a game offers to whoever opens a campaign of it."""

    scenarios: Callable[[], Sequence[str]] = tuple
    """The kit's scenarios by their ids."""
    modules: tuple[str, ...] = ()
    """Parts of the kit that may be played or left out."""
    files: tuple[str, ...] = ()
    """Names of extras that a file holds, which stand among the rulings where they are typed."""


class SeedChain(msgspec.Struct, frozen=True):
    """What the vault drew for a new campaign: its random id and the chain of its draw seeds."""

    campaign_id: str
    anchor: str
    links: int
    sealed: str
