"""The reference page of Clubscript: it is current, and what its grammar has the checker reads."""

import re
from collections.abc import Callable, Iterator
from random import Random

from campaign.kit.language.effects import effect
from campaign.kit.language.expressions import expression
from campaign.kit.language.kinds import SyntaxFaultError
from campaign.kit.language.meaning import FileSetting, Meaning, Scope
from campaign.kit.reading.book import KEYS
from campaign.kit.trial import WORDS
from scripts.kit_keys import ABOUT, STEPS
from scripts.kit_reference import GRAMMAR, PAGE, page

LEAVES = {
    "number": ("0", "7", "12"),
    "word": ("'red'", "'at_sea'"),
    "name": ("me", "gold", "w"),
    "table": ("wards", "luck"),
    **{leaf: (leaf,) for leaf in ("chart", "one", "column", "deck")},
}
"""What the grammar does not spell out."""
RULES = dict(re.findall(r"^(\w+) += (.+?)(?=^\w+ +=|\Z)", GRAMMAR, re.M | re.S))
ENDS = {"(": ")", "[": "]", "{": "}"}
SENTENCES, DEEP, LONG = 120, 40, 60


class Writer:
    """Writes random sentences of the grammar."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.left = 0
        """How many more rules the sentence at hand may take before it has to end."""

    def sentence(self, rule: str, depth: int = 0) -> str:
        """A sentence of a rule; deep down the shortest way, by atoms."""
        if rule in LEAVES:
            return self.random.choice(LEAVES[rule])
        self.left -= 1
        if rule in ("expression", "atom") and (depth > DEEP or self.left < 0):
            return self.random.choice(LEAVES["number"])
        pieces = re.findall(r'"[^"]+"|\w+|[(){}\[\]|]', RULES[rule])
        return " ".join(self.ways(pieces, depth + 1))

    def ways(self, pieces: list[str], depth: int) -> Iterator[str]:
        """One of several ways, each a row of words, rules and groups."""
        ways: list[list[str]] = [[]]
        nested = 0
        for piece in pieces:
            nested += (piece in ENDS) - (piece in ENDS.values())
            if piece == "|" and not nested:
                ways.append([])
            else:
                ways[-1].append(piece)
        chosen = self.random.choice(ways)
        while chosen:
            piece, *chosen = chosen
            if piece in ENDS:
                inside, chosen = _closed(chosen)
                if piece == "(" or (self.left > 0 and self.random.random() < 0.4):
                    yield from self.ways(inside, depth)
            else:
                yield piece[1:-1] if piece[0] == '"' else self.sentence(piece, depth)


def _closed(pieces: list[str]) -> tuple[list[str], list[str]]:
    """What stands within a group that was opened, and what stands behind it."""
    nested = 1
    for place, piece in enumerate(pieces):
        nested += (piece in ENDS) - (piece in ENDS.values())
        if not nested:
            return pieces[:place], pieces[place + 1 :]
    raise ValueError("a group has no end")


def _fault(make: Callable[[Meaning, str, Scope], object], text: str) -> str:
    """What keeps a text from being read; empty where nothing does."""
    try:
        make(Meaning(FileSetting()), text, {})
    except SyntaxFaultError as error:
        return str(error)
    return ""


def test_the_page_is_current() -> None:
    """`python -m scripts.kit_reference` writes it."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_key_and_every_word_of_a_step_is_explained() -> None:
    """As the checker and the trial of cases know them, and no other."""
    assert {place: [*keys] for place, keys in ABOUT.items()} == {
        place: known for place, (known, _) in KEYS.items()
    }
    assert STEPS.keys() == WORDS


def test_what_the_grammar_has_is_read() -> None:
    """Whatever else is wrong in a sentence, its grammar is not."""
    writer, read = Writer(31), 0
    for number in range(SENTENCES):
        rule, make = (("expression", expression), ("effect", effect))[number % 2]
        writer.left = LONG
        text = writer.sentence(rule)
        if len(text) > 400:
            continue
        read += 1
        assert not _fault(make, text).startswith("expected"), text
    assert read > SENTENCES // 2
