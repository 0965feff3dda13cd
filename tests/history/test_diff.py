"""Differences between two points: every figure that is not the same, and nothing else."""

from pathlib import Path
from typing import Any

import pytest

from campaign.history.diff import Difference, change, differences, lines, plain
from campaign.store import branches
from campaign.text.english import signed
from events.disputes import PlayFrozen, RulingConsented
from events.lif.board import BallotSealed, LeaderDrawn
from support.disputed import disputed, first_turn, version_of
from support.sessions import NAME, Session

Told = dict[str, tuple[Any, Any]]


def between(before: dict[str, Any], after: dict[str, Any]) -> Told:
    """What differs, by where it stands."""
    return {one.where: (one.before, one.after) for one in differences(before, after)}


# --- of two states shown ------------------------------------------------------------------------


def test_nothing_differs_from_itself() -> None:
    """Not even where version, digest and name do."""
    state = {"campaign": "club", "version": 7, "head": "ab", "turn": "1939-SO", "cup": ["balbo"]}
    assert differences(state, state) == []
    assert differences(state, {**state, "version": 8, "head": "cd"}) == []
    assert differences(state, {**state, "campaign": "other", "branch_of": {}}) == []


def test_a_figure_inside_figures_has_its_path() -> None:
    """Each part as a reader reads it."""
    before = {"veto_points": {"usa": 1, "china": 1}, "board": {"phase": "draw", "leader": None}}
    after = {"veto_points": {"usa": 3, "china": 1}, "board": {"phase": "votes", "leader": "mao"}}
    found = differences(before, after)
    assert [one.path for one in found] == [
        ("veto_points", "usa"), ("board", "phase"), ("board", "leader"),
    ]  # fmt: skip
    assert between(before, after) == {
        "veto points usa": (1, 3),
        "board phase": ("draw", "votes"),
        "board leader": (None, "mao"),
    }


def test_what_is_there_on_one_side_alone() -> None:
    """A key that came and one that went; nothing stands for what is not there."""
    assert between({"minors": {"spain": "a"}}, {"minors": {"finland": "b"}}) == {
        "minors spain": ("a", None),
        "minors finland": (None, "b"),
    }
    assert between({}, {"frozen": "d1"}) == {"frozen": (None, "d1")}


def test_of_lists_what_has_come_and_gone() -> None:
    """Where all is the same but the order or the count, both are told whole."""
    assert between({"cup": ["a", "b"]}, {"cup": ["b", "c"]}) == {"cup": (["a"], ["c"])}
    assert between({"cup": ["a"]}, {"cup": ["a"]}) == {}
    assert between({"cup": ["a", "b"]}, {"cup": ["b", "a"]}) == {"cup": (["a", "b"], ["b", "a"])}
    assert between({"cup": ["a", "a"]}, {"cup": ["a"]}) == {"cup": (["a", "a"], ["a"])}


def test_zero_and_no_are_not_the_same() -> None:
    """Nor are nothing and an empty list."""
    assert between({"x": []}, {"x": None}) == {"x": ([], None)}
    assert between({"x": "1"}, {"x": 1}) == {"x": ("1", 1)}


# --- of a campaign ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The campaign with its three disputes."""
    return disputed(tmp_path_factory.mktemp("club"))


def shown(session: Session, version: int) -> dict[str, Any]:
    """The state after an event, as the record then was."""
    return session.ledger.show(NAME, version)


def test_between_two_versions(club: Session) -> None:
    """The draw of Balbo: out of the cup, onto the board."""
    drawn = version_of(club, LeaderDrawn, leader="balbo")
    assert between(shown(club, drawn - 1), shown(club, drawn)) == {
        "cup": (["balbo"], []),
        "leaders balbo status": ("cup", "drawn"),
        "board phase": ("draw", "ballots"),
        "board leader": (None, "balbo"),
        "draw": (2, 3),
    }


def test_between_two_turns(club: Session) -> None:
    """November/December brought two disputes that still wait, and took 2 points from Japan."""
    spans = club.ledger.spans(NAME)
    found = between(shown(club, spans["1939-SO"][1]), shown(club, spans["1939-ND"][1]))
    assert found["turn"] == ("1939-SO", "1939-ND")
    assert found["veto points japan"] == (2, 0)
    assert found["disputes d2"][1]["stage"] == "consent"
    assert found["disputes d3"][1]["stage"] == "open"
    assert set(found) == {"turn", "veto points japan", "disputes d2", "disputes d3"}


def test_a_dispute_is_shown_while_it_waits(club: Session) -> None:
    """Consent settles d2; play rests for d3."""
    consent, frozen = version_of(club, RulingConsented), version_of(club, PlayFrozen)
    assert between(shown(club, consent - 1), shown(club, consent))["disputes d2"][1] is None
    assert between(shown(club, frozen - 1), shown(club, frozen)) == {"frozen": (None, "d3")}
    now = club.ledger.show(NAME)
    assert list(now["disputes"]) == ["d3"] and now["frozen"] == "d3"
    assert now["disputes"]["d3"]["raised_by"] == "ben"
    assert now["disputes"]["d3"]["versions"] == [version_of(club, BallotSealed, power="italy")]


def test_where_nothing_is_disputed_show_says_so(tmp_path: Path) -> None:
    """No dispute, and play goes on."""
    told = first_turn(tmp_path).ledger.show(NAME)
    assert told["disputes"] == {} and told["frozen"] is None


def test_between_a_campaign_and_its_branch(tmp_path: Path) -> None:
    """They share the past; in the branch Germany is at war with France."""
    session = first_turn(tmp_path)
    name, _ = branches.branch(session.ledger, NAME, None, "host", "club-if")
    book = session.ledger
    assert between(book.show(NAME), book.show(name)) == {}
    war = {"command": "DeclareWar", "attacker": "germany", "target": "france"}
    assert book.submit(name, war)["accepted"]
    assert between(book.show(NAME), book.show(name)) == {"at war": ([], [["france", "germany"]])}


# --- in words -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (2, 0, "2 → 0 (−2)"),
        (0, 3, "0 → 3 (+3)"),
        ("cup", "map", "cup → map"),
        (None, "d3", "– → d3"),
        (True, False, "yes → no"),
        (["a"], [], "− a"),
        ([], ["a", "b"], "+ a, b"),
        (["a"], ["c"], "− a  + c"),
        ([], [["france", "germany"]], "+ france–germany"),
        ({}, {"status": "aligned", "power": None}, "none → status aligned"),
    ],
)
def test_what_became_of_a_figure(before: Any, after: Any, words: str) -> None:
    """Of a number by how much, of a list what has come and gone."""
    assert change(before, after) == words


def test_alike_changes_stand_together() -> None:
    """Leaders who went the same way, powers that got the same; each other one by itself."""
    found = [
        Difference(("veto_points", "italy"), 2, 4),
        Difference(("leaders", "rommel", "status"), "aside", "cup"),
        Difference(("leaders", "ozawa", "status"), "aside", "cup"),
        Difference(("leaders", "balbo", "status"), "cup", "drawn"),
        Difference(("draw",), 2, 3),
    ]
    assert lines(found) == [
        ("veto points italy", "2 → 4 (+2)"),
        ("leaders status", "aside → cup: rommel, ozawa"),
        ("leaders balbo status", "cup → drawn"),
        ("draw", "2 → 3 (+1)"),
    ]


def test_names_as_a_report_has_them() -> None:
    """Powers and leaders by name, parts of the path set apart."""
    names = {"veto_points": "veto points", "ussr": "USSR", "balbo": "Balbo"}
    found = [Difference(("veto_points", "ussr"), 3, 2), Difference(("cup",), ["balbo"], [])]
    told = lines(found, lambda name: names.get(name, name), ", ")
    assert told == [("veto points, USSR", "3 → 2 (−1)"), ("cup", "− Balbo")]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "–"), ("", "–"), ([], "none"), ({}, "none"), (0, "0"), (False, "no"),
        ([3, 4, 5], "3, 4, 5"), ([3, 4], "3, 4"), (["a", "b"], "a, b"),
        ({"raised_by": "ben", "empty": ""}, "raised by ben"),
    ],
)  # fmt: skip
def test_a_value_as_a_reader_has_it(value: Any, words: str) -> None:
    """Nothing is a dash, not an empty place."""
    assert plain(value) == words


def test_a_change_has_its_sign() -> None:
    """With a minus that is one."""
    assert [signed(number) for number in (2, -2)] == ["+2", "−2"]
