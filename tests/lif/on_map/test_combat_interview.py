"""LiF 3.3, 5.1: reports of the map as lists of answers: what is asked, and what comes of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel.decisions import Command, Refused
from campaign.kernel.interview.answers import Choice
from campaign.kernel.interview.pages import Complete, Confirm, Forbidden, NextPage, Outcome, Page
from campaign.kernel.interview.runner import Setting, interviewed
from campaign.lif.abilities.usage import UseAbility
from campaign.lif.on_map.commands import (
    MoveLeader,
    PlaceLeader,
    PromoteGuards,
    ReportCombat,
    TurnLeader,
)
from campaign.lif.politics.wars import InstallVichy, SetMinor
from campaign.lif.system import SYSTEM
from campaign.store.ledger import Ledger
from support import front, table
from support.table import NAME

WHERE = {"kind": "land", "hex": "e1428", "attackers": "ussr", "defenders": "Germany"}
LOSSES = {"losses.0": "ussr inf 3", "losses.1": "germany INF killed 5", "losses.2": "germany inf 5"}
LEADERS = {"leaders.0": "guderian stacked used", "leaders.1": "zhukov helped"}
ALL = {**WHERE, **LOSSES, **LEADERS, "left_alone": "", "confirmed": "yes"}


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """A campaign in its first combat: Zhukov has announced an ability for it, at two hexes."""
    there = {**front.SETUP["leaders"], "darlan": "map", "franco": "map"}
    setup = {**front.SETUP, "vichy": "none", "leaders": there}
    folder = tmp_path_factory.mktemp("front")
    book = table.opened(folder, modules={"guards-banner": True}, setup=setup)
    table.play(book, front.TURN[:10])
    return book


def asked(
    book: Ledger, kind: type[Command], answers: Mapping[str, str], *, is_screen: bool = False
) -> Outcome:
    """What is asked next, on a page; or on a screen, to be tapped."""

    def trial(fields: Mapping[str, Any]) -> Refused | None:
        return book.tried(NAME, {"command": kind.__name__, **fields})

    return interviewed(
        SYSTEM, book.live(NAME).state, kind, answers, Setting(trial=trial, is_screen=is_screen)
    )


def page_of(outcome: Outcome) -> Page:
    assert isinstance(outcome, NextPage) and isinstance(outcome.page, Page), outcome
    return outcome.page


def offered(outcome: Outcome, key: str) -> list[str]:
    """The options of a question that are not refused."""
    kind = next(one.kind for one in page_of(outcome).questions if one.key == key)
    kind = getattr(kind, "kind", kind)
    assert isinstance(kind, Choice)
    return [option.value for option in kind.options if not option.refused]


def test_a_leader_of_nobody_is_asked_for_a_side(ledger: Ledger) -> None:
    """A neutral country among the attackers is of no power, and so is Franco while Spain is."""
    lost = {"losses.0": "germany INF killed 5"}
    neutral = {**WHERE, "attackers": "sweden", **lost, "leaders.0": "franco helped"}
    done = asked(ledger, ReportCombat, neutral)
    assert isinstance(done, NextPage) and "which side Franco was" in str(done), done


def test_the_answers_are_the_fields_of_a_file(ledger: Ledger) -> None:
    """Sides, controllers and the use of an announced ability are filled in from the record."""
    found = asked(ledger, ReportCombat, ALL)
    assert isinstance(found, Complete), found
    german = front.GERMAN_LOSS
    assert found.fields == {
        "kind": "land", "hex": "E1428", "attackers": ("ussr",), "defenders": ("germany",),
        "losses": [front.SOVIET_LOSS, german, german],
        "leaders": [
            {"leader": "guderian", "side": "defender", "took_part": True, "stacked": True,
             "ability_used": True},
            {"leader": "zhukov", "side": "attacker", "took_part": True, "ability_used": True},
        ],
    }  # fmt: skip


def test_what_will_be_reported_is_read_back(ledger: Ledger) -> None:
    found = asked(ledger, ReportCombat, {**ALL, "confirmed": ""})
    assert isinstance(found, NextPage) and isinstance(found.page, Confirm)
    assert found.page.lines == (
        "USSR attacked Germany (land) in E1428.",
        "Lost: attacker: USSR INF, killed, 3 build points.",
        "Lost: defender: Germany INF, killed, 5 build points.",
        "Lost: defender: Germany INF, killed, 5 build points.",
        "Leader: Guderian (defender, stacked, ability used).",
        "Leader: Zhukov (attacker, from afar, ability used).",
        "Guderian will be recalled to the cup.",
    )


def test_the_record_says_who_may_be_concerned(ledger: Ledger) -> None:
    """First who is in the hex or beside it or announced an ability; then all others on the map."""
    first = page_of(asked(ledger, ReportCombat, {}))
    assert first.notes == ("Abilities were used in E1428.",)
    losses = asked(ledger, ReportCombat, WHERE)
    assert offered(losses, "counter") == ["soviet-inf"]
    assert offered(losses, "power") == ["germany", "ussr"]
    leaders = asked(ledger, ReportCombat, {**WHERE, **LOSSES})
    assert offered(leaders, "leader")[:2] == ["guderian", "zhukov"]
    assert "manstein" not in offered(leaders, "leader")
    notes = page_of(leaders).notes
    assert notes[0].startswith("Zhukov: ability 33 (") and "announced at E1428" in notes[0]
    alone = asked(ledger, ReportCombat, {**WHERE, **LOSSES, **LEADERS})
    assert offered(alone, "left_alone") == ["guderian"]


@pytest.mark.parametrize(
    ("typed", "loss"),
    [
        ("soviet-inf shattered", {"counter": "soviet-inf", "power": "ussr", "type": "INF",
                                  "fate": "shattered"}),
        ("ussr HQ-I 5 division", {"power": "ussr", "type": "HQ-I", "fate": "killed",
                                  "build_points": 5, "size": "division"}),
        ("ussr inf hq 5 no", {"power": "ussr", "type": "INF", "fate": "killed",
                              "build_points": 5, "hq": True, "counts_for_attacker": False}),
        ("ussr arm retreated", {"power": "ussr", "type": "ARM", "fate": "retreated"}),
    ],
)  # fmt: skip
def test_a_counter_on_record_needs_its_id_alone(
    ledger: Ledger, typed: str, loss: dict[str, Any]
) -> None:
    """Its power and type are the record's; another unit has a type, and points if it is lost."""
    found = asked(ledger, ReportCombat, {**ALL, **LOSSES, "losses.0": typed})
    assert isinstance(found, Complete), found
    assert found.fields["losses"][0] == {"side": "attacker", "controlled_by": "ussr", **loss}


@pytest.mark.parametrize(
    ("answers", "key", "error"),
    [
        ({"kind": "lend"}, "kind", "did you mean land?"),
        ({"hex": "nowhere"}, "hex", "a place like W2214 or sea:north-sea/3"),
        ({"hex": "Q1428"}, "hex", "there is no map Q"),
        ({"attackers": ""}, "attackers", "this is needed"),
        ({"attackers": "ussr atlantis"}, "attackers", "is not on the list of countries"),
        ({"defenders": "ussr"}, "defenders", "attacks and cannot defend as well"),
        ({"losses.0": "frog 3"}, "losses.0", "'frog' does not fit"),
        ({"losses.0": "usr inf 3"}, "losses.0", "did you mean ussr?"),
        ({"losses.0": "ussr arn 3"}, "losses.0", "did you mean art or arm?"),
        ({"losses.0": "inf 3"}, "losses.0", "say whose unit it was"),
        ({"losses.0": "ussr 3"}, "losses.0", "name the unit's type, such as INF"),
        ({"losses.0": "ussr inf 3 lost"}, "losses.0", "'lost' does not fit"),
        ({"losses.0": "ussr INF"}, "losses.0", "Add them, such as ussr INF 3"),
        ({"losses.0": "panzer"}, "losses.0", "'panzer' does not fit"),
        ({"losses.0.type": "frog", "losses.0": ""}, "losses.0.type", "is not a type of unit"),
        ({"leaders.0": "zhukow"}, "leaders.0", "did you mean zhukov?"),
        ({"leaders.0": "raeder stacked attacker"}, "", ""),
        ({"leaders.0": "timoshenko", "leaders.1": "darlan"}, "leaders.1", "attacker or defender"),
    ],
)
def test_what_is_unusable_says_what_would_be_right(
    ledger: Ledger, answers: dict[str, str], key: str, error: str
) -> None:
    """At once, beside the answer."""
    found = asked(ledger, ReportCombat, {**ALL, **answers})
    if not key:
        assert isinstance(found, Forbidden)
        return
    assert isinstance(found, NextPage) and error in found.errors[key], found


def test_a_report_that_leaves_out_who_announced_an_ability_is_refused(ledger: Ledger) -> None:
    found = asked(ledger, ReportCombat, {**ALL, "leaders.1": ""})
    assert isinstance(found, Forbidden)
    assert "was used in this combat, and the report leaves Zhukov out" in found.refused.reason
    told = {**ALL, "leaders.1": "", "contradicts": "it was called off"}
    assert isinstance(asked(ledger, ReportCombat, told), Complete)


def test_places_and_the_host_s_choice_of_the_recalled_are_asked_for(tmp_path: Path) -> None:
    """Ruling 32: two of three stars are exposed to recall by 10 points, and the host says who goes.
    Ruling 45: the record has neither's place.
    """
    leaders = {"rommel": "map", "kleist": "map"}
    book = table.opened(tmp_path, setup={**front.SETUP, "leaders": leaders})
    people = {"leaders.0": "rommel stacked used", "leaders.1": "kleist stacked used"}
    answers = {**WHERE, "losses.0": "germany arm 10", **people, "left_alone": ""}
    for key, label, typed in (
        ("places/rommel", "Where is Rommel?", "e1428"),
        ("places/kleist", "Where is Kleist?", "E1428"),
        ("recall/defender", "Who is recalled for the defender", "rommel"),
    ):
        (question,) = page_of(asked(book, ReportCombat, answers)).questions
        assert (question.key, question.label) == (key, label)
        answers[key] = typed
    answers["confirmed"] = "yes"
    found = asked(book, ReportCombat, answers)
    assert isinstance(found, Complete), found
    assert found.fields["places"] == {"kleist": "E1428", "rommel": "E1428"}
    assert found.fields["recall"] == ["rommel"]


# --- other acts ---------------------------------------------------------------------------------


def test_only_who_may_be_placed_moved_or_promoted_is_offered(ledger: Ledger) -> None:
    """Another may be typed, and the rule says why not."""
    assert offered(asked(ledger, PlaceLeader, {}), "leader") == ["manstein"]
    assert "manstein" not in offered(asked(ledger, MoveLeader, {}), "leader")
    placed = asked(ledger, PlaceLeader, {"leader": "zhukov", "location": "e1428", "face_up": ""})
    assert isinstance(placed, Forbidden) and "only an arriving leader" in placed.refused.reason
    assert offered(asked(ledger, PromoteGuards, {}), "combat") == []


def test_a_promotion_offers_what_the_score_reaches(tmp_path: Path) -> None:
    """6 and 3 for 8."""
    book = table.opened(tmp_path, modules={"guards-banner": True}, setup=front.SETUP)
    table.play(book, front.TURN[:11])
    answers: dict[str, str] = {}
    for key, only in (("combat", "1939-SO-1"), ("unit", "soviet-inf"), ("army", "guards-7th")):
        assert offered(asked(book, PromoteGuards, answers), key) == [only]
        answers[key] = only
    pair = {"army": "1939-SO-1 soviet-inf guards-7th"}
    assert offered(asked(book, PromoteGuards, {}, is_screen=True), "army") == [pair["army"]]
    found = asked(book, PromoteGuards, pair, is_screen=True)
    assert isinstance(found, NextPage) and isinstance(found.page, Confirm), "in one tap"
    by_parts = asked(book, PromoteGuards, answers)
    assert isinstance(by_parts, NextPage) and by_parts.page == found.page
    assert found.page.lines == (
        "6 + 3 = 9, and 8 are needed.",
        "1st Army goes to the force pool; 7th Guards takes its place.",
    )
    done = asked(book, PromoteGuards, {**pair, "confirmed": "yes"}, is_screen=True)
    assert isinstance(done, Complete) and done.fields == answers


def test_what_is_not_promoted_is_the_decider_s(tmp_path: Path) -> None:
    """LiF 5.1: every pair that a screen refuses is refused by the rule, for the same reason."""
    counters = [
        *front.COUNTERS,
        {"id": "cavalry", "power": "ussr", "type": "CAV", "name": "1st Cavalry", "combat": 4},
        {"id": "mech", "power": "ussr", "type": "MECH", "name": "5-6 Mech", "combat": 5},
        {"id": "guards-mech", "power": "ussr", "type": "MECH", "name": "Mech Guards",
         "combat": 11, "guards_banner": True, "starts": "reserve"},
    ]  # fmt: skip
    on_map = {"command": "MoveCounter", "to": "map", "reason": "stands there"}
    there = (("cavalry", "E1430"), ("mech", "E1428"))
    placed = [{**on_map, "counter": who, "location": place} for who, place in there]
    book = table.opened(tmp_path, modules={"guards-banner": True}, setup=front.SETUP)
    added = {**front.TURN[0], "counters": counters}
    table.play(book, [added, *placed, *front.TURN[1:11]])
    (question,) = page_of(asked(book, PromoteGuards, {}, is_screen=True)).questions
    assert isinstance(question.kind, Choice)
    why = {option.name: option.refused for option in question.kind.options if option.refused}
    assert list(why) == ["1st Cavalry", "5-6 Mech"]
    assert (
        why["1st Cavalry"] == "1st Cavalry is in E1430; the combat at E1428 was fought over E1428"
    )
    assert why["5-6 Mech"] == "3 and 5 are 8; Mech Guards needs 11"
    command = {"command": "PromoteGuards", "combat": "1939-SO-1", "army": "guards-mech"}
    for unit, reason in (("cavalry", "cavalry is in E1430"), ("mech", "guards-mech needs 11")):
        refused = book.tried(NAME, {**command, "unit": unit})
        assert refused is not None and refused.rule == "LiF 5.1" and reason in refused.reason


@pytest.mark.parametrize(("typed", "face_up"), [("down", False), ("Up", True), ("no", False)])
def test_a_face_is_up_or_down(ledger: Ledger, typed: str, face_up: bool) -> None:
    found = asked(ledger, TurnLeader, {"leader": "guderian", "face_up": typed})
    if face_up:
        assert isinstance(found, NextPage | Forbidden)
    else:
        assert isinstance(found, Complete) and found.fields["face_up"] is False


def test_the_use_of_an_ability_offers_the_leader_s_own(ledger: Ledger) -> None:
    """With what was used in this step; the leader's power is helped where nobody else is named."""
    first = asked(ledger, UseAbility, {"leader": "zhukov"})
    assert "33" in offered(first, "ability")
    answers = {"leader": "zhukov", "ability": "33", "hex": "E1430", "helps": ""}
    found = asked(ledger, UseAbility, answers)
    assert isinstance(found, Complete), found
    assert found.fields["helps"] == ("ussr",)


def test_where_vichy_s_leaders_go_is_asked_for_each_of_them(ledger: Ledger) -> None:
    found = asked(ledger, InstallVichy, {})
    (question,) = page_of(found).questions
    assert (question.key, question.label) == ("moves/darlan", "Where does Darlan go?")
    done = asked(ledger, InstallVichy, {"moves/darlan": "w1111"})
    assert isinstance(done, Complete) and done.fields == {"moves": {"darlan": "W1111"}}


def test_a_minor_that_is_not_neutral_has_a_power(ledger: Ledger) -> None:
    """The rule asks whose it is."""
    answers = {"minor": "finland", "status": "aligned"}
    found = asked(ledger, SetMinor, {**answers, "power": ""})
    (question,) = page_of(found).questions
    assert question.label == "Aligned with whom?"
    assert isinstance(asked(ledger, SetMinor, {**answers, "power": "Ge"}), Complete)


# --- what a screen has at hand --------------------------------------------------------------------


def test_a_counter_on_record_is_one_tap(tmp_path: Path) -> None:
    """Its power, type and cost are known; another on another map was not there, and is not at hand.

    Two alike are one row. 5.1: two German corps killed for a Soviet one score 3.
    """
    army = {**front.COUNTERS[0], "cost": 3}
    far = {"id": "far", "power": "germany", "type": "INF", "name": "Far Army", "cost": 5}
    added = {**front.TURN[0], "counters": [army, *front.COUNTERS[1:], far]}
    there = {"command": "MoveCounter", "counter": "far", "to": "map", "location": "W2214"}
    book = table.opened(tmp_path, modules={"guards-banner": True}, setup=front.SETUP)
    table.play(book, [added, there, *front.TURN[1:10]])
    page = page_of(asked(book, ReportCombat, WHERE, is_screen=True))
    assert [(one.key, one.title) for one in page.ready] == [("soviet-inf", "1st Army")]
    lost = {"losses/soviet-inf": "killed", "losses.0.power": "germany", "losses.0.type": "INF",
            "losses.0.build_points": "5", "losses.0.times": "2"}  # fmt: skip
    leaders = page_of(asked(book, ReportCombat, {**WHERE, **lost}, is_screen=True))
    assert leaders.so_far is not None and leaders.so_far([]) == (
        "The defender lost 10, the other side 3: 7 more recall a leader who took part.",
        "Guards score 3.",
    )
    stands = {one.key: one.stands for one in leaders.ready}
    assert stands == {"guderian": "stacked", "zhukov": "used"}, "in the hex; with an ability"
    sent = {**WHERE, **lost, "leaders/zhukov": "used", "confirmed": "yes"}
    done = asked(book, ReportCombat, sent, is_screen=True)
    assert isinstance(done, Complete), done
    assert [one.get("counter", "") for one in done.fields["losses"]] == ["", "", "soviet-inf"]


def test_a_blank_row_with_what_was_filled_in_is_none(ledger: Ledger) -> None:
    """Its power and fate stand there before anybody taps."""
    blank = {"losses.0.power": "ussr", "losses.0.fate": "killed", "losses.0.times": "1"}
    said = {**WHERE, **blank, "losses": "done"}
    assert page_of(asked(ledger, ReportCombat, said, is_screen=True)).rows == "leaders"
