"""Every dice aid by taps: the aid first, then only what the battle does not know, then the dice."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from campaign.fow.dice import facts as of_battle
from campaign.fow.dice.aids import Inputs, checked
from campaign.fow.dice.commands import AIDS, RollDice
from campaign.fow.dice.interviews import CHAPTERS, SHOWN, chance, choice
from campaign.fow.state import State
from campaign.fow.system import SYSTEM
from campaign.kernel.interview.answers import Choice, Text, YesNo
from campaign.kernel.interview.pages import Complete, Confirm, Forbidden, NextPage, Page, Question
from campaign.kernel.interview.runner import Setting, interviewed
from campaign.kernel.interview.tapped import Count, Pad, Tick
from fow.screens import HERE, Thumb, battle, do, rifles
from fow.support import FORCES
from support.web import NAME, words

ROLL = f"{HERE}/do/RollDice"
MOST_ASKED = 10
ELSEWHERE = {
    "roles": "part of rolling for who attacks",
    "terrain-square": "part of rolling for a square of the table",
    "withdrawal": "part of withdrawing a platoon",
}
IN_OTHER_BATTLES = {
    "first-turn", "reserves", "delayed-reserves", "racing-to-the-rescue", "random-deployment",
    "battalion-morale", "naval-gunfire", "preliminary-bombardment", "weather", "dawn", "sewers",
    "wind",
}  # fmt: skip
"""Aids that Hold the Line at the Factory has not, not for the attacker, or not before a turn."""

ANNA = Setting("anna", is_screen=True)


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> State:
    """A battle of two forces, in which nobody has had a turn; both rollers are allowed."""
    forces = {"rifles": rifles(), "grenadiers": FORCES["grenadiers"]}
    with battle(tmp_path_factory.mktemp("dice"), forces=forces, dice="either") as club:
        found = club.house.ledger.live(NAME).state
        assert isinstance(found, State)
        return found


def answer(question: Question) -> str:
    """What somebody taps who says yes to everything, and the first of each choice."""
    match question.kind:
        case Pad():
            return "6"
        case Choice(options=options):
            return next(one.value for one in options if not one.refused)
        case Count(lowest=lowest):
            return str(max(lowest or 0, 1))
        case YesNo():
            return "yes"
        case Text():
            return "somebody"
    raise AssertionError(question)


def walked(state: State, aid: str, **more: str) -> tuple[list[Page], object]:
    """The pages that an aid shows to Anna, and what comes of them."""
    answers = {"aid": aid, **more}
    shown: list[Page] = []
    for _ in range(12):
        outcome = interviewed(SYSTEM, state, RollDice, answers, ANNA, asks="all")
        if not isinstance(outcome, NextPage):
            return shown, outcome
        if isinstance(outcome.page, Confirm):
            answers["confirmed"] = "yes"
            continue
        if outcome.page.keys not in [one.keys for one in shown]:
            shown.append(outcome.page)
        for one in outcome.page.questions:
            if isinstance(one.kind, Pad):
                answers[one.key] = f"{answers.get(one.key, '')} {answer(one)}".strip()
            elif isinstance(one.kind, Tick) or one.is_rare:
                answers.setdefault(one.key, "")
            else:
                answers[one.key] = answer(one)
    raise AssertionError(f"{aid} asks on and on: {outcome}")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("aid", [one for one in AIDS if one not in ELSEWHERE])
def test_an_aid_is_walked_through(state: State, aid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At most five things are asked at once beside what must be said, and never more than ten."""
    shown, outcome = walked(state, aid)
    if aid in IN_OTHER_BATTLES:
        assert isinstance(outcome, Forbidden) and outcome.refused.rule, outcome
        monkeypatch.setattr(of_battle, "_KNOWN", {})
        shown, outcome = walked(state, aid)
    assert isinstance(outcome, Complete), outcome
    facts = [page for page in shown if not any(isinstance(one.kind, Pad) for one in page.questions)]
    for page in facts:
        seen = [one for one in page.questions if not one.is_rare]
        needed = [one for one in seen if not one.is_optional]
        assert len(seen) <= max(SHOWN, len(needed)), [one.key for one in seen]
        assert len(page.questions) <= MOST_ASKED
        assert {type(one.kind) for one in seen} <= {Choice, Count, Tick, YesNo, Text}
    assert len([page for page in shown if page.keys != ["side"]]) <= 2, "facts, then dice"


def test_thirty_aids_ask_at_most_five_things(state: State) -> None:
    """Counted over all that can be rolled in this battle."""
    few = 0
    for aid in AIDS.keys() - ELSEWHERE.keys():
        asked = [one for one in AIDS[aid].inputs if not one.known]
        few += len(asked) <= SHOWN
        assert len(asked) <= MOST_ASKED
    assert few >= 30


@pytest.mark.parametrize("aid", ELSEWHERE)
def test_an_aid_of_another_act_says_so(state: State, aid: str) -> None:
    """Its roll is part of an act of its own."""
    options = {one.value: one for one in choice(state, state.running["anzio-1"], "").options}
    assert options[aid].refused == ELSEWHERE[aid]


def test_every_aid_stands_in_a_group(state: State) -> None:
    """Sixty-one aids, each under one heading, and the likely ones first."""
    kind = choice(state, state.running["anzio-1"], "allies")
    (first, likely), *groups = kind.groups
    assert first == "Likely now" and len(likely) <= 8
    listed = [slug for _, slugs in groups for slug in slugs]
    able = [one.value for one in kind.options if not one.refused]
    assert len(AIDS) == 61 and {*able} <= {*listed} and len(listed) == len({*listed})
    assert {aid.row.chapter for aid in AIDS.values()} <= CHAPTERS.keys()


def test_what_is_due_stands_first(tmp_path: Path) -> None:
    """Hold the Line has Reserves for the defender, who rolls from their first turn on (p. 204)."""
    with battle(tmp_path, forces={}) as club:
        do(club, "RecordDeployment", by="ben", reserve=3, ambush=1)
        do(club, "BeginPlayerTurn", by="anna")
        do(club, "BeginPlayerTurn", by="ben")
        state = club.house.ledger.live(NAME).state
        kind = choice(state, state.running["anzio-1"], "axis")
        assert kind.groups[0][1][0] == "reserves"
        hand = Thumb(club.browser("ben"), ROLL)
        assert hand.said.index("How many platoons arrive from Reserve") < hand.said.index("Hits")


@pytest.mark.parametrize(
    ("aid", "facts", "says"),
    [
        ("rally", {"rating": "confident", "led": True}, " With the roll again: 75 in 100."),
        (
            "barbed-wire",
            {"skill": "trained", "count": 1, "pioneers": True},
            " With the roll again: 75 in 100.",
        ),
        ("air-range-in", {"target": "trained"}, ""),
        ("minefield", {"team": "infantry", "skill": "trained", "count": 1}, ""),
        ("armour-save", {"armour": 3, "anti_tank": 6, "firepower": 4}, ""),
    ],
)
def test_only_a_test_that_is_rolled_again_counts_twice(
    aid: str, facts: dict[str, Any], says: str
) -> None:
    """Two fours of two dice: 1 − 1/2 × 1/2. Another attempt, a save and a test that follows are
    no second roll of the first.
    """
    inputs = checked(AIDS[aid], facts)
    assert isinstance(inputs, Inputs)
    assert chance(AIDS[aid], inputs, 4)[0] == says


def test_a_fact_that_others_make_needed_is_asked_with_its_answers(state: State) -> None:
    """FoW Bunkers: a shot at one needs Skill and Firepower, and its own return shot neither."""
    answers = {"aid": "bunker", "attack": "assault"}
    outcome = interviewed(SYSTEM, state, RollDice, answers, ANNA, asks="all", sent="attack")
    assert isinstance(outcome, NextPage)
    (skill,) = outcome.page.questions
    assert skill.key == "skill" and not skill.is_optional
    assert isinstance(skill.kind, Choice) and "veteran" in [one.value for one in skill.kind.options]
    answers["attack"] = "counterattack"
    outcome = interviewed(SYSTEM, state, RollDice, answers, ANNA, asks="all", sent="attack")
    assert isinstance(outcome, NextPage)
    assert any(isinstance(one.kind, Pad) for one in outcome.page.questions)


def test_what_is_seldom_said_has_no_page_of_its_own(state: State) -> None:
    """The platoon is folded beside the dice; without a score the notes say what dice bring."""
    outcome = interviewed(SYSTEM, state, RollDice, {"aid": "tiger-ace"}, ANNA, asks="all")
    assert isinstance(outcome, NextPage) and isinstance(outcome.page, Page)
    rare = {one.key for one in outcome.page.questions if one.is_rare}
    assert outcome.page.keys[0] == "dice" and rare == {"platoon", "witness"}
    assert any("Rapid Fire: main guns have ROF 3" in line for line in outcome.page.notes)


# --- what the rosters know ----------------------------------------------------------------------


def fields(state: State, **answers: str) -> Mapping[str, Any]:
    """The command that Anna's answers make."""
    sent = {"confirmed": "yes", **answers}
    outcome = interviewed(SYSTEM, state, RollDice, sent, ANNA, asks="all")
    assert isinstance(outcome, Complete), outcome
    return outcome.fields


def test_a_rating_that_the_force_has_is_not_asked(tmp_path: Path) -> None:
    """The Rifles are Trained and Confident; one more answer says otherwise, and counts."""
    forces = {"rifles": rifles(skill="trained", motivation="confident")}
    with battle(tmp_path, forces=forces) as club:
        state = club.house.ledger.live(NAME).state
        told = {"aid": "rally", "led": "", "komissar": "", "platoon": "", "witness": ""}
        assert fields(state, **told, dice="4")["rating"] == "confident"
        assert fields(state, **told, dice="4", rating="fearless")["rating"] == "fearless"


def test_a_morale_check_takes_six_taps(tmp_path: Path) -> None:
    """p. 115: Confident needs 4; with the company commander beside them it is 75 in 100, and the
    5 that fell behind the 3 holds them.
    """
    forces = {"rifles": rifles(skill="trained", motivation="confident")}
    with battle(tmp_path, forces=forces, dice="either") as club:
        hand = Thumb(club.browser("anna"), ROLL)
        hand.press(aid="platoon-morale")
        assert "1st Rifle" in hand.said and "Confident" not in hand.said
        hand.choose("platoon", "rifle-2")
        hand.number("destroyed", "5")
        hand.number("fighting", "3")
        hand.press()
        assert "Needed: Confident 4+, by the roster. That is 50 in 100." in hand.said
        hand.press()  # Roll
        assert (
            hand.taps <= 7
            and "The Allies rolled for a Platoon Morale Check (2nd Rifle)" in hand.said
        )


def test_dice_of_the_table_are_tapped_one_by_one(tmp_path: Path) -> None:
    """A 3 fails, the leader has it rolled again, and the 5 is recorded with one more tap."""
    forces = {"rifles": rifles(skill="trained", motivation="confident")}
    with battle(tmp_path, forces=forces, dice="table") as club:
        hand = Thumb(club.browser("anna"), f"{ROLL}?aid=rally")
        hand.choose("led", "yes")
        hand.press()
        assert "With the roll again: 75 in 100." in hand.said
        before = club.house.ledger.live(NAME).version
        assert hand.press(**{"dice+": "3"}).status_code == 200
        assert "1 die more: the 3 fails, and the leader has it rolled again." in hand.said
        assert club.house.ledger.live(NAME).version == before
        hand.press(**{"dice+": "5"})
        assert "Confident 4+; 3, 5; passed." in hand.said
        assert club.house.ledger.live(NAME).version == before + 1


def test_without_a_battle_nothing_is_asked(tmp_path: Path) -> None:
    """FoW Campaign Sequence: it is begun first, and the page leads to what can be recorded."""
    with battle(tmp_path, begun=False) as club:
        page = club.browser("anna").get(f"{ROLL}?aid=rally")
        said = words(page)
        assert "Anzio: begin the battle first." in said and "Motivation" not in said
        assert "What can be recorded now" in said


def test_a_roll_that_this_battle_has_not_asks_nothing(tmp_path: Path) -> None:
    """Hold the Line: the attacker, here the Allies, has the first turn (p. 204)."""
    with battle(tmp_path) as club:
        said = words(club.browser("anna").get(f"{ROLL}?aid=first-turn"))
        assert "Nobody rolls; the first turn is that of the Allies." in said
        assert "finished deploying" not in said and "What are you rolling for?" in said


def test_where_no_die_is_rolled_nothing_is_said_of_dice(tmp_path: Path) -> None:
    """p. 120: no enemy within 8 inches; the result offers the next roll."""
    with battle(tmp_path, dice="either") as club:
        hand = Thumb(club.browser("anna"), f"{ROLL}?aid=head-to-rear")
        hand.choose("platoon", "rifle-2")
        hand.choose("skill", "trained")
        hand.number("nearest_enemy_in", "12")
        hand.press()
        assert "No die is rolled: no enemy within 8 inches or 20 cm, so no test." in hand.said
        hand.press()
        assert "Recorded" in hand.said and "Another roll" in hand.said


def test_an_aid_is_found_by_a_word(tmp_path: Path) -> None:
    """In its name or in what it is about, without a script."""
    with battle(tmp_path) as club:
        page = Thumb(club.browser("anna"), f"{ROLL}?word=bogg")
        assert set(page.form.offered["aid"]) == {"bogging", "free-bogged"}
        none = Thumb(club.browser("anna"), f"{ROLL}?word=zeppelin")
        assert "Nothing here is called “zeppelin”." in none.said


def test_a_roll_that_this_battle_has_not_says_why(tmp_path: Path) -> None:
    """Under “Why not another?”."""
    with battle(tmp_path) as club:
        hand = Thumb(club.browser("anna"), ROLL)
        assert "Hold the Line gives the Allies no Reserves" in hand.said
        assert "reserves" not in hand.form.offered["aid"]
