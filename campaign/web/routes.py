"""The routes of the service, each with who may use it: the one list that the tests walk through."""

from collections.abc import Callable
from typing import Literal

import msgspec

from campaign.web.replies import Reply
from campaign.web.visits import Visit

May = Literal["anybody", "signed-in", "member", "host"]
"""Who may use a route: anybody at all; whoever signed in; members of the campaign in its address;
those of them who run it."""


class Place(msgspec.Struct, frozen=True):
    """A route: an address, and what answers there."""

    path: str
    view: Callable[[Visit], Reply]
    may: May
    methods: tuple[str, ...] = ("GET",)
    about: str = ""
    """What it is for, in a few words."""


def places() -> tuple[Place, ...]:
    """Every route."""
    from campaign.web.pages import (
        acts,
        board,
        disputes,
        enter,
        health,
        home,
        host,
        journal,
        me,
        members,
        now,
        receipts,
        reports,
        scripts,
    )

    before = (health, scripts, enter, home, me, now, board, receipts, reports)
    modules = (*before, journal, disputes, members, host, acts)
    return tuple(place for module in modules for place in module.PLACES)
