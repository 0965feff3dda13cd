"""What screens say beside a question: an example or a fact, short, and never for programs."""

import re
from collections.abc import Iterator

import pytest

from campaign.kernel.interview.by_type import Offers, plan
from campaign.systems import SYSTEMS

LETTERS = 60
TYPE_OR_FIELD = re.compile(r"[a-z]_[a-z]|`|\b(JSON|CSV|SHA|int|str|bool|true|false|null|base64)\b")
RULE = re.compile(r"\b(LiF|FoW|ruling|rule) ?[0-9]|\b[0-9]+\.[0-9]")


def tips(game: str) -> Iterator[tuple[str, str]]:
    """Every act's questions, as screens have them."""
    for name, kind in SYSTEMS[game].rules.commands.items():
        for page in plan(kind, Offers()):
            if page.tip:
                yield f"{name}.{page.rows}", page.tip
            yield from ((f"{name}.{one.key}", one.tip) for one in page.questions if one.tip)


@pytest.mark.parametrize("game", ["lif", "fow"])
def test_a_hint_is_an_example_or_a_fact(game: str) -> None:
    """At most 60 letters; no type, no field, no number of a rule, and never “optional”."""
    every = dict(tips(game))
    assert len(every) > 50
    for key, text in every.items():
        assert len(text) <= LETTERS, key
        assert not TYPE_OR_FIELD.search(text) and not RULE.search(text), key
        assert "optional" not in text and "left out" not in text, key


@pytest.mark.parametrize(
    ("game", "key", "text"),
    [
        ("lif", "ReportCombat.losses", "Tap a unit and what became of it"),
        ("lif", "TakeEntryAction.stated", "Does Japan control Nanking?"),
        ("lif", "UseAbility.combat", "Which combat? Kyiv, this turn"),
        ("lif", "PromoteGuards.at", "Where was the unit? Tap a hex"),
        ("lif", "ReportCombat.contradicts", "The record has Zhukov at E1330. Why was he here?"),
        ("lif", "TakeEntryAction.rolls/japan", "Roll here, or tap what fell at the table"),
        ("fow", "ReportResult.lost", "How many platoons were Destroyed? 0 to 6"),
        ("fow", "BeginBattle.battalion", "Whose morale ends it: a company’s, the battalion’s?"),
        ("fow", "RollDice.dice", "Roll here, or tap what fell at the table"),
    ],
)
def test_what_was_for_programs_is_asked_of_people(game: str, key: str, text: str) -> None:
    assert dict(tips(game))[key] == text
