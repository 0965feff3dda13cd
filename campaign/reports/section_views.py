"""A game's sections on a page, each with the values for its template. Pure."""

from collections.abc import Iterable

import msgspec

from campaign.kernel.pages import PageContext, Part, Section
from campaign.kernel.state import S
from campaign.kernel.turn_log import T


class SectionView(msgspec.Struct, frozen=True):
    """A section of a page as its template shows it."""

    id: str
    title: str
    template: str
    view: object | None
    """None leaves the section out."""
    part: Part


def section_views(
    sections: Iterable[Section[S, T]], context: PageContext[S, T]
) -> tuple[SectionView, ...]:
    """The sections of a page, including those with nothing to show."""
    return tuple(
        SectionView(
            section.id, section.title, section.template, section.view(context), section.part
        )
        for section in sections
    )
