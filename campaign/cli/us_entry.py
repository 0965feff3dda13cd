"""The verb `us-entry` with its own verbs: the USA's way into the war. LiF 5.3."""

from typing import Any

import click

from campaign.cli import (
    us_entry_after,
    us_entry_chits,
    us_entry_choosing,
    us_entry_sheets,
    us_entry_state,
)
from campaign.cli.verbs import ClickVerb, VerbGroup
from campaign.text.suggest import near

GROUPS: dict[str, tuple[ClickVerb, ...]] = {
    "Setting up": us_entry_sheets.VERBS,
    "Chits": us_entry_chits.VERBS,
    "Options and actions": (*us_entry_choosing.VERBS, *us_entry_after.VERBS),
    "Looking": us_entry_state.VERBS,
}
SHOWN = 4
"""Lines of the example that the group's own help shows; each verb's help shows its own."""


class UsEntry(VerbGroup):
    """`us-entry` with its own verbs."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb by its name; a mistyped one is told its neighbour."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            ctx.fail(f"there is no verb us-entry {args[0]!r}{near(args[0], self.commands)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs by their groups."""
        for title, verbs in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(one.name or "", one.short_help or "") for one in verbs], 14)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The first calls of a campaign; every verb's help has its own."""
        with formatter.section("Example"):
            for line in FIRST.strip().splitlines():
                formatter.write(f"  {line}\n")


ORDER = (
    "template", "import", "stock", "draw", "state", "show-chits", "pick", "act", "give-back",
    "ready", "shift", "enter", "answer", "chart", "next", "mine", "page", "retake", "spain",
    "enter-minor",
)  # fmt: skip
"""The order in which the examples make a story."""

FIRST = """
campaign us-entry template chart.csv
campaign us-entry import club chart.csv
campaign us-entry stock club chits.csv
campaign us-entry draw club entry-japan
campaign us-entry pick club 70
"""

_verbs: dict[str, click.Command] = {
    one.name or "": one for verbs in GROUPS.values() for one in verbs
}


def _example() -> str:
    found: list[Any] = [_verbs[name] for name in ORDER]
    return "\n".join(one.example.strip() for one in found)


us_entry = UsEntry(
    "us-entry",
    no_args_is_help=False,
    commands=_verbs,
    help="Keeps US entry: the chart, the hidden chits, options and actions. No verb but mine and "
    "page tells a chit's value before it is shown.",
    example=_example(),
)

VERBS: dict[str, ClickVerb] = {"us-entry": us_entry}
