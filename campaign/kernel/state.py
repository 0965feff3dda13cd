"""What the state of any game has in common. Pure."""

from typing import Protocol, TypeVar

from msgspec.structs import replace

from campaign.kernel.members import Campaign


class GameState(Protocol):
    """The state of any game: what every campaign shares is under `campaign`."""

    @property
    def campaign(self) -> Campaign:
        """The shared part."""


S = TypeVar("S", bound=GameState)


def with_campaign(state: S, campaign: Campaign) -> S:
    """A game's state with another shared part; every game's state is a struct with that field."""
    if campaign is state.campaign:
        return state
    changed: S = replace(state, campaign=campaign)  # type: ignore[type-var]
    return changed
