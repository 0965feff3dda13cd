"""Every leader with one letter lacking, wrong, too many or swapped: read, or among what is asked."""

from collections.abc import Iterator
from string import ascii_lowercase

from campaign.lif.roster import kit
from campaign.text.name_matching import KnownNames


def misspelt(name: str) -> Iterator[str]:
    """A name with one mistake, in every way that there is."""
    for at in range(len(name) + 1):
        before, after = name[:at], name[at:]
        yield from (before + letter + after for letter in ascii_lowercase)
        if after:
            yield before + after[1:]
            yield before + after[1:2] + after[0] + after[2:]
            yield from (before + letter + after[1:] for letter in ascii_lowercase)


def test_no_mistake_is_taken_for_another_leader() -> None:
    """Some 24,000 spellings of the kit's 58 leaders; none is the same as somebody else."""
    leaders = KnownNames({who: one.name for who, one in kit().items()})
    tried = 0
    for who, one in kit().items():
        for typed in {*misspelt(one.name.lower())}:
            match, tried = leaders.read(typed), tried + 1
            assert match.id == who or (match.how != "same" and who in match.near), (typed, match)
    assert tried > 20_000
