"""A route of the service: an address, what answers there, and who may use it."""

from collections.abc import Callable
from typing import Literal

import msgspec

from campaign.web.replies import Reply
from campaign.web.visits import Visit

May = Literal["anybody", "signed-in", "member", "host", "operator"]
"""Who may use a route: anybody at all; whoever signed in; members of the campaign in its address;
those of them who run it; whoever runs the machine."""


class Place(msgspec.Struct, frozen=True):
    """A route: an address, and what answers there."""

    path: str
    view: Callable[[Visit], Reply]
    may: May
    methods: tuple[str, ...] = ("GET",)
    about: str = ""
    """What it is for, in a few words."""
    sends: bool = False
    """Whether its form sends a command, which its sender may sign. Elsewhere a form that asks for
    its text is told that there is none."""
    at_once: bool = False
    """Whether it needs neither the store nor the people, and so is answered whatever befalls them,
    and before whoever waits for them."""
    takes_file: bool = False
    """Whether its form may have a file with it; its address then ends in `guard.FILES`."""
