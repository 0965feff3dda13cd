"""Kinds of parameters about people: a member's id, an address."""

import re
import unicodedata

import click

from campaign.cli.which_campaign import ParamType

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


class MemberIdParam(ParamType):
    """The id of a member, old or new."""

    name = "member"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The id as it was typed."""
        if _ID.fullmatch(value):
            return value
        such = _such_as(value)
        hint = f", such as {such}; --name takes any name" if such else ""
        self.fail(f"an id has lower-case letters, digits and hyphens{hint}", param, ctx)


def _such_as(typed: str) -> str:
    """The id that is nearest to what was typed."""
    letters = unicodedata.normalize("NFKD", typed).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", letters).strip("-")[:63]


class AddressParam(ParamType):
    """An e-mail address."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The address as it was typed."""
        from campaign.kernel.enrolment import address_fault

        if fault := address_fault(value):
            self.fail(fault, param, ctx)
        return value
