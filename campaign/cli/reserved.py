"""What a new campaign may not be called: else its name could be read as something else."""

from campaign.cli.session import WrongUsage
from campaign.systems import stands_for


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
    return stands_for(name)
