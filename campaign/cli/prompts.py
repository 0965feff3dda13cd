"""Asking at the terminal."""

import sys

from campaign.cli import output

TRIES = 3


def confirmed(question: str) -> bool:
    """Asks on a terminal; only `y` or `yes` means yes. If nobody can be asked, it means no."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    output.echo(f"{question} [y/N] ", nl=False, err=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
