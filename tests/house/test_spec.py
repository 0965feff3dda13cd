"""The helper `given … when … then` fails where the rules say something else."""

import pytest

from events.lif.politics import WarDeclared
from support.spec import given

WAR = WarDeclared(attacker="germany", target="poland")


def test_what_comes_of_a_command_is_told_event_by_event() -> None:
    """One event too few, another one, or a refusal is no `then`."""
    answer = given().when("DeclareWar", attacker="germany", target="poland")
    answer.then(WAR)
    for others in ((), (WAR, WAR), (WarDeclared(attacker="italy", target="poland"),)):
        with pytest.raises(AssertionError):
            answer.then(*others)
    with pytest.raises(AssertionError):
        answer.refused("LiF 4.1")


def test_a_refusal_is_by_its_rule_and_in_its_words() -> None:
    """Declared again, a war is refused; another rule, other words or an acceptance is not that."""
    answer = given(WAR).when("DeclareWar", attacker="germany", target="poland")
    assert answer.refused("Record", "Poland", "already").rule == "Record"
    for rule, word in (("LiF 4.1", "Poland"), (None, "Poland"), ("Record", "Finland")):
        with pytest.raises(AssertionError):
            answer.refused(rule, word)
    with pytest.raises(AssertionError):
        answer.accepted()
