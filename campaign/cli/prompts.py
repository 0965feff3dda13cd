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


def confirmed(question: str, *, by_enter: bool = False) -> bool:
    """Asks on a terminal; only `y` or `yes` means yes, and Enter alone where `by_enter` says so.

    If nobody can be asked, it means no.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    output.echo(f"{question} [{'Y/n' if by_enter else 'y/N'}] ", nl=False, err=True)
    typed = sys.stdin.readline()
    return typed.strip().lower() in ("y", "yes") or (by_enter and typed.strip() == "" != typed)


class Begun(Choice):
    """One of some words; as many letters as tell it from the others are enough."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word meant."""
        typed = value.strip().lower()
        begun = [word for word in self.choices if typed and word.startswith(typed)]
        meant = begun[0] if len(begun) == 1 and typed not in self.choices else typed
        return super().convert(meant, param, ctx)
