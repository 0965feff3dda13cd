"""What a new campaign may not be called: else its name could be read as something else."""

from campaign.cli.session import WrongUsage
from campaign.systems import SYSTEMS


def must_be_free(name: str) -> None:
    """Fails on a name that is a verb's, or that a game reads as its own."""
    if what := _taken(name):
        text = f"{name!r} is {what}; call the campaign something else. Nothing was recorded"
        raise WrongUsage(text)


def _taken(name: str) -> str:
    """What a name stands for already; empty if it is free."""
    from campaign.cli.verbs import all_words

    if name in all_words():
        return "a verb"
    for system in SYSTEMS.values():
        if system.calendar.parse(name) is not None:
            return "a turn"
        if name in system.seats.ids or name in map(str.lower, system.seats.codes.values()):
            return f"a {system.seats.kind}"
        for kind, names in system.front.choices.reserved().items():
            if name in names:
                return f"a {kind}"
    return ""
