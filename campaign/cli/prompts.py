"""Asking at the terminal."""

import sys
from typing import TYPE_CHECKING

import click

from campaign.cli import output

if TYPE_CHECKING:
    Choice = click.Choice[str]
else:
    Choice = click.Choice

TRIES = 3


def confirmed(question: str) -> bool:
    """Asks on a terminal; only `y` or `yes` means yes. If nobody can be asked, it means no."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    output.echo(f"{question} [y/N] ", nl=False, err=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


class Begun(Choice):
    """One of some words; as many letters as tell it from the others are enough."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word meant."""
        typed = value.strip().lower()
        begun = [word for word in self.choices if typed and word.startswith(typed)]
        meant = begun[0] if len(begun) == 1 and typed not in self.choices else typed
        return super().convert(meant, param, ctx)
