"""A refusal in the words of the command line: its fields by the names under which they are typed.

A program reads the field's own name, as JSON has it; a person typed `--first-turn`.
"""

import re

import click

_FIELD = re.compile(r"^(?:[A-Z][A-Za-z]+, )?(?P<field>[a-z_]+)(?=: )")
_QUOTED = re.compile(r"`(?P<field>[a-z_]+)`")


def as_typed(reason: str) -> str:
    """A refusal's reason as the call's own help names what it is about."""
    context = click.get_current_context(silent=True)
    if context is None:
        return reason
    typed = _typed(context)

    def named(found: re.Match[str]) -> str:
        return typed.get(found["field"], found[0])

    reason = _FIELD.sub(named, reason)
    return _QUOTED.sub(
        lambda found: f"`{typed[found[1]]}`" if found[1] in typed else found[0], reason
    )


def _typed(context: click.Context) -> dict[str, str]:
    """What is typed for each field: an option's own name, or an argument's word."""
    typed: dict[str, str] = {}
    for param in context.command.get_params(context):
        if isinstance(param, click.Option):
            option = max(param.opts, key=len)
            name = option.removeprefix("--").replace("-", "_")
            given = {param.name or "": option, name: option, f"{name}s": option}
        else:
            given = {param.name or "": _word(param)}
        typed |= {field: word for field, word in given.items() if field not in typed}
    return typed


def _word(param: click.Parameter) -> str:
    """An argument's word in the usage line, such as POWER."""
    shown = re.sub(r"[][.]", "", str(param.metavar or ""))
    return shown if shown.isalpha() else (param.name or "").replace("_", "-").upper()
