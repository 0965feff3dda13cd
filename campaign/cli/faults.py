"""Why a call ends without having done what it was asked: one line and an exit status."""

import click


class WrongUsage(click.ClickException):
    """What was typed makes no sense; one line, exit status 2."""

    exit_code = 2


class Refusal(click.ClickException):
    """The rules do not allow it; one line, exit status 1."""

    exit_code = 1

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"refused ({rule}): {reason}" if rule else reason)
        self.rule = rule
        """The rule that forbids it; empty where none does, but what was judged has faults."""
