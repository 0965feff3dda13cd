"""Every leader with one letter wrong: read, or the right one among those suggested."""

from collections.abc import Iterator

from campaign.lif.roster import kit
from campaign.text.name_matching import KnownNames

LEADERS = KnownNames({who: one.name for who, one in kit().items()})


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
