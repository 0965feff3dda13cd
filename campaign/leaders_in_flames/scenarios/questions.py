"""The house rulings as questions, for whoever starts a campaign from a form. Pure."""

from collections.abc import Sequence

from campaign.kernel.new_campaign import OpeningQuestion
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import Switch, Value, switches


def questions(rulebook: str) -> Sequence[OpeningQuestion]:
    """Every switch of a rulebook: those of each power together, the others by themselves."""
    return tuple(_question(switch) for switch in switches(rulebook))


def _question(switch: Switch) -> OpeningQuestion:
    about, _, power = switch.question.rpartition(": ")
    is_each = bool(about) and power in POWERS
    return OpeningQuestion(
        switch.key,
        about if is_each else "",
        country(power) if is_each else switch.question,
        switch.rule,
        _typed(switch.default),
        _words(switch.default),
        tuple((_typed(value), _words(value)) for value in switch.choices),
    )


def _typed(value: Value) -> str:
    """A value as it is typed."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _words(value: Value) -> str:
    text = _typed(value)
    return country(text) if text in POWERS else text.replace("-", " ")
