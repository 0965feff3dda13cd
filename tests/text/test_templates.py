"""Sentences that are written as templates."""

from dataclasses import dataclass

import pytest

from campaign.text.english import says


@dataclass
class Supplies:
    """Something that is told."""

    power: str = "uk"
    what: tuple[str, ...] = ("oil", "coal")
    points: int = 1


class Names:
    """What is called otherwise than in the record."""

    def the_seat(self, power: str) -> str:
        """As it stands within a sentence."""
        return f"the {power.upper()}"


WORDS = {"row": " and ".join, "dear": lambda points: "dear" if points > 1 else "cheap"}


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("Nothing happened.", "Nothing happened."),
        ("{power} paid {points}.", "uk paid 1."),
        ("It was {power:the_seat}.", "It was the UK."),
        ("{power:^the_seat} wants {what:row}.", "The UK wants oil and coal."),
        ("It is {points:dear}: {points:counted point}.", "It is cheap: 1 point."),
        ("{what:counted supply/supplies} came.", "2 supplies came."),
        ("{power:^} paid.", "Uk paid."),
    ],
)
def test_a_template_is_a_sentence(template: str, sentence: str) -> None:
    """A word behind the colon is looked for in the words, then among the names."""
    assert says(template, WORDS)(Supplies(), Names()) == sentence


def test_an_unknown_word_is_an_error() -> None:
    """It would be a fault of the program, and no sentence."""
    with pytest.raises(AttributeError):
        says("{power:a_sea}")(Supplies(), Names())
