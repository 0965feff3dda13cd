"""Leaders in 20,000 spellings, and with one letter wrong: read, or among those suggested."""

from collections.abc import Iterator
from itertools import product

from campaign.lif.roster import kit
from campaign.text.name_matching import KnownNames

LEADERS = KnownNames({who: one.name for who, one in kit().items()})

BEFORE = (
    "", "Gen. ", "General ", "Gen ", "Marshal ", "Field Marshal ", "FM ", "Admiral ", "Adm. ",
    "Generaloberst ", "von ", "Sir ", "Lt. ", "J. ", "The ",
)  # fmt: skip
AFTER = ("", " ", " (GE)", " [4*]", ".", " *")
CASES = (str, str.upper, str.lower, str.title)
"""What people write before and after a leader's name, and in which letters."""


def test_no_common_spelling_is_another_leader() -> None:
    """The sheet's names with ranks, brackets and signs; each is that leader, or asked for."""
    read = same = 0
    for (who, one), before, after, cased in product(kit().items(), BEFORE, AFTER, CASES):
        match = LEADERS.read(cased(f"{before}{one.name}{after}"))
        assert match.id in (who, ""), (before, one.name, after, match)
        read += 1
        same += match.how == "same"
    assert read == 58 * 360 >= 20_000
    assert same == read, "ranks, initials and what stands in brackets do not count"


def typos(name: str) -> Iterator[str]:
    """A name with a letter left out, doubled, swapped with the next, or another in its place."""
    for at in range(len(name)):
        yield name[:at] + name[at + 1 :]
        yield name[:at] + name[at] + name[at:]
        yield name[:at] + "x" + name[at + 1 :]
        if at + 1 < len(name):
            yield name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def test_one_typo_is_read_or_the_right_leader_is_suggested() -> None:
    """Never as somebody else; what is the same for the matching differs in form alone."""
    lost = []
    for who, one in kit().items():
        for typed in typos(one.name):
            match = LEADERS.read(typed)
            assert match.id in (who, ""), (typed, match)
            if match.how == "ask" and who not in match.near:
                lost.append(typed)
    assert lost == []
