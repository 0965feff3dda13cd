"""A toy extension of another package: notices by carrier pigeon, and a verb that lets one fly."""

import click

from campaign.extend import Extension

PIGEONS = Extension(
    "pigeons",
    "Carrier pigeons",
    channels={"pigeon": "support.pigeons"},
    verbs={"pigeon": "support.pigeons"},
    lines={"pigeon": "Let a pigeon fly."},
)


@click.command("pigeon")
@click.argument("to", metavar="MEMBER")
def pigeon(to: str) -> None:
    """Lets a pigeon fly to a member."""
    click.echo(f"A pigeon flies to {to}.")
