"""Asking for what the screen must not show."""

import sys

import click

from campaign.cli import output
from campaign.cli.session import WrongUsage

TRIES = 3


def choices(kind: str) -> tuple[str, ...]:
    """What a marker of a kind can say."""
    from typing import get_args

    from events.lif.board import Choice, Voice

    return get_args(Choice if kind == "ballot" else Voice)


def secret(label: str, allowed: tuple[str, ...] = ()) -> str:
    """Asks for something that the screen does not show; reads a line where nobody is asked.

    A wrong answer is not repeated to whoever looks over the shoulder.
    """
    told = f"one of {', '.join(allowed)}" if allowed else ""
    label = output.plain(label)
    for _ in range(TRIES):
        if sys.stdin.isatty():
            given = click.prompt(
                output.plain(label), hide_input=True, default="", show_default=False, err=True
            )
        else:
            given = sys.stdin.readline()
        given = given.strip()
        if given and (not allowed or given.lower() in allowed):
            return given.lower()
        if not sys.stdin.isatty():
            break
        if told:
            output.echo(f"That is not {told}.", err=True)
    raise WrongUsage(f"what was typed is not {told or 'what was asked for'}")


def choose(kind: str, power: str, prices: dict[str, int] | None = None, on: str = "") -> str:
    """Asks for a choice; `prices` tells what each costs, `on` whom the ballot is about."""
    from campaign.leaders_in_flames.names import country

    costs = prices or dict.fromkeys(choices(kind), 0)
    told = [f"{choice} (costs {cost})" if cost else choice for choice, cost in costs.items()]
    about = f"{country(power)} on {on}" if on else country(power)
    return secret(f"{about}, unseen: {' or '.join(told)}", tuple(costs))


def confirmed(question: str) -> bool:
    """Asks on a terminal; only `y` or `yes` is a yes. Where nobody can be asked it is a no."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    output.echo(f"{question} [y/N] ", nl=False, err=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
