"""What the state of any game has in common. Pure."""

from typing import Protocol, TypeVar

from campaign.kernel.members import Campaign


class GameState(Protocol):
    """The state of any game: what every campaign shares is under `campaign`."""

    @property
    def campaign(self) -> Campaign:
        """The shared part."""


S = TypeVar("S", bound=GameState)
