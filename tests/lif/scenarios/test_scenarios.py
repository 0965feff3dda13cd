"""Scenarios: what LiF 6 begins with, files of the club's own, and what an opening records of them.

What The End of the Beginning has is taken from the rulebook's text.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.kernel.decisions import Refused
from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.lif.names import SCENARIOS
from campaign.lif.roster import read_sheet
from campaign.lif.scenarios import catalogue
from campaign.lif.scenarios import sheet as scenario_sheet
from campaign.lif.scenarios.catalogue import Scenario
from campaign.lif.state import EntryChoice
from campaign.lif.system import SYSTEM
from campaign.reports.layout import frame
from events.base import Event, public_type
from events.lif.cup import LeadersSetUp
from events.lif.us_entry import EntryOpened, ScenarioStated
from events.lif.us_entry import Taken as Before
from support.rules_table import after, refusal, then
from support.sessions import Session, ledger_in

THE_END = "end-of-the-beginning"
CHAIN = SeedChain("0" * 32, "a" * 64, 36, "sealed")
GOOD = """
id = "summer"
title = "A summer"
first_turn = "1941-MJ"
last_turn = "1941-JA"
turns = 2
"""


def opening(scenario: str = THE_END, **request: Any) -> tuple[Event, ...]:
    """The first events of a campaign."""
    events = SYSTEM.rules.open(OpenCampaign(name="club", scenario=scenario, **request), CHAIN)
    assert not isinstance(events, Refused), events
    return events


def the(kind: type, events: tuple[Event, ...]) -> Any:
    """The one event of a kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found


def the_end() -> Scenario:
    """The End of the Beginning."""
    return catalogue.scenarios()[THE_END]


# --- LiF 6 --------------------------------------------------------------------------------------


def test_lif_6_intelligence_and_objectives() -> None:
    """Intelligence: Commonwealth 2, Germany 2, Italy 1, Japan 1. The objectives are 67 in all."""
    facts = {fact.about: fact for fact in the_end().facts}
    assert facts["Intelligence points"].powers == {
        "commonwealth": 2, "germany": 2, "italy": 1, "japan": 1,
    }  # fmt: skip
    objectives = facts["Historical objectives"].powers
    assert objectives == {
        "germany": 0, "italy": 0, "japan": 8,
        "ussr": 19, "commonwealth": 21, "france": 5, "usa": 13, "china": 1,
    }  # fmt: skip
    assert sum(objectives.values()) == 67
    assert the(ScenarioStated, opening()).facts[-1] == (
        "Historical objectives",
        "Germany 0, Italy 0, Japan 8, USSR 19, Commonwealth 21, France 5, USA 13, China 1",
    )


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ("Maps", "all"),
        ("Initiative", "one box Axis"),
        ("Weather", "no modifier"),
        ("Neutral powers", "USSR USA"),
        ("Neutrality pact", "Germany USSR 1939"),
        ("Chits on the border", "9 offensive Germany 3 defensive USSR"),
        ("Reserves", "USA USSR"),
        ("Control", "map"),
        ("Communist China", "Lan-Chow Si-An 3 hexes Nationalists"),
        ("Japanese conquest", "China east 1939"),
        ("German conquests", "France north Vichy Poland west Belgium Denmark Netherlands Norway"),
        ("Czechoslovakia", "Germany controls factories"),
        ("Soviet conquests", "Poland east Estonia Latvia Lithuania"),
        ("Soviet gains", "Finnish borderlands Bessarabia"),
        ("Balkan borders", "Transylvania Hungary South Dobruja Bulgaria"),
        ("Free France", "Pacific French Equatorial Africa"),
        ("Vichy France", "south Vichy Corsica Algeria Morocco Tunisia Syria West Indo-China "
                         "Madagascar"),
        ("Free French force pool", "MTN MTN division ARM division TRS 1940"),
        ("French repairs", "Germany every major port red factory but one"),
        ("Production", "USA 0.25"),
        ("Off-map production", "not apply"),
        ("Gearing limit", "3 USSR INF first turn"),
        ("Lend-lease aircraft", "all available"),
        ("Victory", "no special"),
    ],
)  # fmt: skip
def test_lif_6_states_what_only_the_table_knows(about: str, words: str) -> None:
    """Each line of the rulebook's list has its place, with its names and numbers."""
    facts = dict(the(ScenarioStated, opening()).facts)
    assert all(word in facts[about] for word in words.split()), facts[about]


def test_lif_6_asks_what_it_leaves_open() -> None:
    """For whom option 18 was picked, and five more; each with a key of its own."""
    asks = dict(the(ScenarioStated, opening()).asks)
    assert list(asks) == [
        "option-18", "border-chits", "french-territories", "french-factory", "chinese-conquest",
        "units",
    ]  # fmt: skip
    assert all("?" in question for question in asks.values())


# --- opening ------------------------------------------------------------------------------------

HEAD = ["campaign.CampaignOpened", "lif.LeadersSetUp"]
TAIL = ["campaign.MemberEnrolled", "campaign.TurnBegan"]


def told(**request: Any) -> list[str]:
    """The types of a campaign's first events."""
    return [public_type(event) for event in opening(**request)]


def test_lif_6_opening_with_us_entry() -> None:
    """What the scenario states, then what of US entry is on the table, before anybody enrols."""
    assert told() == [*HEAD, "lif.ScenarioStated", "lif.EntryOpened", *TAIL]
    assert told(scenario="global-war") == [*HEAD, "lif.EntryOpened", *TAIL]


@pytest.mark.parametrize("request_", [{"modules": {"us-entry": False}}, {"rulebook": "lif-list"}])
def test_lif_6_opening_without_us_entry(request_: dict[str, Any]) -> None:
    """The scenario is stated all the same, its US entry in words; of a plain one there is nothing.

    The list edition has no US entry.
    """
    events = opening(**request_)
    assert [public_type(event) for event in events] == [*HEAD, "lif.ScenarioStated", *TAIL]
    stated = the(ScenarioStated, events)
    assert dict(stated.facts[-3:]) == {
        "US entry options": "1, 4, 11 and 18",
        "US entry actions": "7, 8, 25, 26 and 27",
        "US entry chits": "6 chits in the Germany/Italy entry pool, 2 chits in the Japan entry "
        "pool, 1 chit in the Germany/Italy tension pool and 1 chit in the Japan tension pool",
    }
    assert "option-18" not in dict(stated.asks) and "units" in dict(stated.asks)
    assert told(scenario="global-war", **request_) == [*HEAD, *TAIL]


@pytest.mark.parametrize("mode", ["ledger", "table"])
def test_lif_5_3_the_ruling_says_where_the_chits_lie(mode: str) -> None:
    """Ruling 38's switch, in whatever scenario, says whether the ledger or a cup has the chits."""
    for scenario in ("global-war", THE_END):
        entry = the(EntryOpened, opening(scenario, rulings={"entry_chits": mode}))
        assert entry.mode == mode
    nothing = the(EntryOpened, opening("global-war"))
    assert (nothing.options, nothing.actions, nothing.due) == ((), (), {})


# --- what is left open --------------------------------------------------------------------------


def in_1940() -> Any:
    """The state after the scenario's opening."""
    return after(None, *opening())


def test_lif_6_the_answer_stands_beside_what_was_picked_in_play() -> None:
    """LiF 5.3.2: answers take the place of the plain option; picks of later turns stay."""
    state = then(in_1940(), "AnswerScenario", question="option-18", answer="commonwealth")
    picked = EntryChoice(18, "france", "1940-JA")
    state = replace(state, entry=replace(state.entry, options=(*state.entry.options, picked)))
    told = refusal(state, "AnswerScenario", question="option-18", answer="france")
    assert (told.rule, told.reason) == (
        "LiF 6", "option 18 was picked for France in play, and not before",
    )  # fmt: skip
    state = then(state, "AnswerScenario", question="option-18", answer="china")
    before = (*map(EntryChoice, (1, 4, 11)), EntryChoice(18, "china"))
    assert state.entry.options == (*before, picked)
    assert state.entry.answers == {"option-18": "china"}


def test_lif_6_an_answer_on_which_lend_lease_rests_stays() -> None:
    """LiF 5.3.2: option 33 needs option 18 for the same power, so that it is not taken back."""
    state = then(in_1940(), "AnswerScenario", question="option-18", answer="commonwealth")
    lend = EntryChoice(33, "commonwealth", "1940-JA")
    state = replace(state, entry=replace(state.entry, options=(*state.entry.options, lend)))
    told = refusal(state, "AnswerScenario", question="option-18", answer="france")
    assert (told.rule, told.reason) == (
        "LiF 5.3.2", "option 33 has been picked for commonwealth, and rests on this",
    )  # fmt: skip
    then(state, "AnswerScenario", question="option-18", answer="france commonwealth")
    later = EntryChoice(18, "commonwealth", "1940-JA")
    state = replace(state, entry=replace(state.entry, options=(EntryChoice(18), later, lend)))
    then(state, "AnswerScenario", question="option-18", answer="france")


@pytest.mark.parametrize(
    ("question", "answer", "reason"),
    [
        ("where", "here", "question: the scenario does not ask 'where'; it asks option-18, "
                          "border-chits, french-territories, french-factory, chinese-conquest, "
                          "units"),
        ("option-18", "the", "answer: name for whom option 18 was taken"),
        ("option-18", "ça", "answer: 'ça' is no country; write it as commonwealth"),
    ],
)  # fmt: skip
def test_an_answer_that_is_none(question: str, answer: str, reason: str) -> None:
    """LiF 6: what is asked, and how it is answered."""
    told = refusal(in_1940(), "AnswerScenario", question=question, answer=answer)
    assert (told.rule, told.reason) == (None, reason)


# --- files --------------------------------------------------------------------------------------


def judged(text: str) -> scenario_sheet.ScenarioJudgement:
    """What a file comes to."""
    return scenario_sheet.judge(tomllib.loads(text))


@pytest.mark.parametrize("who", SCENARIOS)
def test_a_file_of_the_kit_is_named_as_its_scenario(who: str) -> None:
    """Id and file agree, the number of turns is that of the turns, and the rest has no fault."""
    scenario = catalogue.scenarios()[who]
    assert scenario.id == who and scenario.rule.startswith("LiF ")
    text = catalogue.text(who).replace(f'id = "{who}"', 'id = "own"')
    missing = {"first_turn", "last_turn"} if who == "custom" else set()
    assert {fault.where for fault in judged(text).faults} == missing
    assert judged(text).notes == ()


def test_the_template_is_a_scenario_without_fault() -> None:
    """Ten turns from May/June 1941: 4 of 1941 and 6 of 1942."""
    found = judged(catalogue.text("template"))
    assert (found.faults, found.notes) == ((), ())
    assert found.scenario is not None and found.scenario.turns == 4 + 6
    events = opening("barbarossa", own=tomllib.loads(catalogue.text("template")))
    assert Before(18, "commonwealth") in the(EntryOpened, events).options
    assert the(LeadersSetUp, events).leaders["balbo"] == "dead"


def test_a_file_needs_no_more_than_a_name_and_turns() -> None:
    """Everything else may be left out."""
    assert judged(GOOD).faults == ()
    assert judged(GOOD.replace("turns = 2\n", "")).faults == ()


HEADS = [
    ('id = "summer"', 'id = "A Summer"',
     "id: expected lower-case letters, digits and hyphens, got 'A Summer'"),
    ('id = "summer"', 'id = "global-war"',
     "id: global-war is a scenario of the kit; give yours a name of its own"),
    ('id = "summer"', "", "id: is missing; write lower-case letters, digits and hyphens"),
    ('title = "A summer"', "", "title: is missing; write one line of at most 80 characters"),
    ('title = "A summer"', 'title = "A\\nsummer"',
     "title: expected one line of at most 80 characters, got 'A\\nsummer'"),
    ('title = "A summer"', 'titel = "x"\ntitle = "y"',
     "titel: there is no such key; did you mean title?"),
    ('title = "A summer"', 'title = "y"\n"\\u001b[31m" = 1',
     "'\\x1b[31m': there is no such key; there is id, title, rule, first_turn, last_turn, turns, "
     "setup, facts, asks"),
    ('first_turn = "1941-MJ"', 'first_turn = "1941-XX"',
     "first_turn: '1941-XX' is no turn; write it as 1941-MJ"),
    ('first_turn = "1941-MJ"', "first_turn = 1941", "first_turn: expected a text, got 1941"),
    ('last_turn = "1941-JA"', 'last_turn = "1941-ja"',
     "last_turn: '1941-ja' is no turn; write it as 1941-MJ"),
    ('last_turn = "1941-JA"', "", "last_turn: is missing; write it as 1941-MJ"),
    ('last_turn = "1941-JA"', 'last_turn = "1941-MA"',
     "last_turn: 1941-MA comes before the first turn, 1941-MJ"),
    ("turns = 2", "turns = 3", "turns: 1941-MJ to 1941-JA are 2 turns, not 3"),
    ('last_turn = "1941-JA"', 'last_turn = "1941-MJ"',
     "turns: 1941-MJ to 1941-MJ is 1 turn, not 2"),
    ("turns = 2", 'turns = "two"', "turns: expected a whole number, got 'two'"),
    ("turns = 2", "turns = 2.0", "turns: expected a whole number, got 2.0"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "fault"), HEADS)
def test_faults_in_the_head_of_a_file(old: str, new: str, fault: str) -> None:
    """Each has one line: where it is, and what would be right."""
    assert old in GOOD
    assert list(map(str, judged(GOOD.replace(old, new)).faults)) == [fault]


PARTS = [
    # the set-up
    ("setup = 3", "setup: expected keys with values, got 3"),
    ("[setup]\nwar = []", "setup.war: there is no such key; did you mean wars?"),
    ("[setup]\nwars = 3", "setup.wars: expected a list, got 3"),
    ('[setup]\nwars = [["ussr"]]', "setup.wars[1]: expected a list of 2, got ['ussr']"),
    ('[setup]\nwars = [["ussr", "usa"], ["ussr", "ussr"]]',
     "setup.wars[2]: the USSR cannot be at war with itself"),
    ('[setup]\nwars = [["ussr", "usa"], ["usa", "ussr"]]',
     "setup.wars[2]: usa and ussr are listed twice"),
    ('[setup]\nwars = [["germny", "usa"]]',
     "setup.wars[1]: 'germny' is no country; did you mean germany?"),
    ('[setup]\nwars = [["Poland", "usa"]]',
     "setup.wars[1][1]: expected lower-case letters, digits and hyphens, got 'Poland'"),
    ('[setup]\nvichy = "here"',
     "setup.vichy: expected one of collapsed, installed, none, got 'here'"),
    ('[setup.conquest]\nfrance = "complet"',
     "setup.conquest.france: there is no 'complet'; did you mean complete?"),
    ('[setup.conquest]\natlantis = "free"',
     "setup.conquest.atlantis: expected one of china, commonwealth, france, "
     "germany, italy, japan, usa, ussr, got 'atlantis'"),
    ('[setup.reserves]\nusa = ["Su"]',
     "setup.reserves.usa[1]: expected one of Ge, Ja, Res, got 'Su'"),
    ('[setup.reserves]\nusa = ["Ge", "Ge"]', "setup.reserves.usa: Ge is listed twice"),
    ('[setup.minors]\nspain = {status = "alligned", power = "germany"}',
     "setup.minors.spain.status: there is no 'alligned'; did you mean aligned?"),
    ('[setup.minors]\nspain = {power = "germany"}',
     "setup.minors.spain.status: is missing; write one of aligned, conquered, neutral"),
    ('[setup.minors]\nspain = {status = "aligned"}',
     "setup.minors.spain: power: name the power it is aligned with"),
    ('[setup.minors]\nspain = {status = "neutral", power = "usa"}',
     "setup.minors.spain: a neutral minor has no power; leave usa out"),
    ('[setup.minors]\nspain = {status = "aligned", power = "franco"}',
     "setup.minors.spain.power: 'franco' is no power; did you mean france?"),
    ('[setup.minors]\ngermany = {status = "neutral"}',
     "setup.minors.germany: is a major power; write it under conquest"),
    ('[setup.minors]\nfrnce = {status = "neutral"}',
     "setup.minors.frnce: 'frnce' is no country; did you mean france?"),
    ('[setup.leaders]\nromel = "cup"',
     "setup.leaders.romel: there is no such leader; did you mean rommel?"),
    ('[setup.leaders]\nx = "cup"',
     "setup.leaders.x: there is no such leader; your own sheet may name him"),
    ('[setup.leaders]\nrommel = "drawn"', "setup.leaders.rommel: a leader cannot start as drawn"),
    ("[setup.veto_points]\nitaly = -1",
     "setup.veto_points.italy: expected a whole number from 0 to 999, got -1"),
    ("[setup.veto_points]\nitaly = true",
     "setup.veto_points.italy: expected a whole number from 0 to 999, got true"),
    ('[[setup.members]]\nmember = "anna"',
     "setup.members[1].name: is missing; write one line of at most 80 characters"),
    ('[[setup.members]]\nmember = "anna"\nname = "A"\nroles = []',
     "setup.members[1].roles: expected a list, got []"),
    ('[[setup.members]]\nmember = "anna"\nname = "A"\nroles = ["observer"]\npowers = ["usa"]',
     "setup.members[1], anna: holds a power without being a player"),
    ('[[setup.members]]\nmember = "host"\nname = "A"',
     "setup.members[1], host: the host must have the role host"),
    ('[[setup.members]]\nmember = "anna"\nname = "A"\n[[setup.members]]\nmember = "anna"\n'
     'name = "B"', "setup.members[2], anna: is listed twice"),
    ('[[setup.members]]\nmember = "anna"\nname = "A"\npowers = ["usa"]\n[[setup.members]]\n'
     'member = "ben"\nname = "B"\npowers = ["usa"]',
     "setup.members[2], ben: usa has a player already"),
    # US entry
    ("[setup.us_entry]\noptions = [0]",
     "setup.us_entry.options[1]: expected a whole number from 1 to 99, got 0"),
    ("[setup.us_entry]\noptions = [4, 11, 4]",
     "setup.us_entry.options: 4 is listed twice"),
    ('[setup.us_entry]\nactions = [{number = 3, target = "x"}, {number = 3, target = "x"}]',
     "setup.us_entry.actions: 3 for x is listed twice"),
    ('[setup.us_entry]\noptions = [{target = "x"}]',
     "setup.us_entry.options[1].number: is missing; write a whole number from 1 to 99"),
    ('[setup.us_entry]\noptions = [{number = 32, target = "japan"}]',
     "setup.us_entry.options: option 32 is for nobody by name"),
    ('[setup.us_entry]\noptions = [{number = 18, target = "usa"}]',
     "setup.us_entry.options: option 18 is for a major power other than the USA, and the USA is "
     "not one"),
    ('[setup.us_entry]\noptions = [{number = 46, target = "france"}]',
     "setup.us_entry.options: option 46 is for the Commonwealth or the Netherlands East "
     "Indies, not for France"),
    ("[setup.us_entry.chits]\nentry-japan = -1",
     "setup.us_entry.chits.entry-japan: expected a whole number from 0 to 99, got -1"),
    ("[setup.us_entry.chits]\nentry-china = 1",
     "setup.us_entry.chits.entry-china: there is no 'entry-china'; did you mean entry-japan?"),
    # facts and questions
    ('[[facts]]\nabout = "A"', "facts[1]: needs a text, or powers with numbers, and not both"),
    ('[[facts]]\nabout = "A"\ntext = "b"\npowers = {usa = 1}',
     "facts[1]: needs a text, or powers with numbers, and not both"),
    ('[[facts]]\nabout = "A"\npowers = {usa = -1}',
     "facts[1].powers.usa: expected a whole number from 0 to 99, got -1"),
    ('[[facts]]\nabout = "A"\ntext = "b"\n[[facts]]\nabout = "A"\ntext = "c"',
     "facts: 'A' is listed twice; name each heading once"),
    ('[[asks]]\nkey = "a"\nquestion = ""',
     "asks[1].question: expected one line of at most 400 characters, got ''"),
    ('[[asks]]\nkey = "a"\nquestion = "b?"\n[[asks]]\nkey = "a"\nquestion = "c?"',
     "asks: a is listed twice; give each question a key of its own"),
    ('[[asks]]\nkey = "option-18"\nquestion = "b?"',
     "asks[1]: option 18 has not been taken; write 18 into the options of us_entry, or change "
     "the key"),
    ('[[asks]]\nkey = "option-32"\nquestion = "b?"\n[setup.us_entry]\noptions = [32]',
     "asks[1]: option 32 is for nobody by name"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "fault"), PARTS)
def test_faults_in_the_parts_of_a_file(part: str, fault: str) -> None:
    """Each has one line: where it is, and what would be right; nothing else follows from it."""
    found = judged(f"{GOOD}{part}\n")
    assert list(map(str, found.faults)) == [fault]
    assert found.scenario is None


def test_every_fault_of_a_file_is_told_in_the_order_of_its_parts() -> None:
    """A fault further up hides none further down, and elements keep the numbers of the file."""
    found = judged(
        GOOD.replace("1941-JA", "1941")
        + '[setup]\nwars = [["x"], ["usa", "usa"]]\n'
        + '[[asks]]\nkey = "B"\nquestion = "b?"\n[[asks]]\nkey = "option-4"\nquestion = "c?"\n'
        + '[[facts]]\nabout = "A"\n'
    )
    assert [fault.where for fault in found.faults] == [
        "last_turn", "setup.wars[1]", "setup.wars[2]", "facts[1]", "asks[1].key", "asks[2]",
    ]  # fmt: skip


NOTES = [
    ("[setup.us_entry]\noptions = [5]",
     "setup.us_entry.options: option 5 is not in the kit's chart: allowed; what the rules need of "
     "it comes from the club's own chart"),
    ("[setup.us_entry]\nactions = [1, 2]",
     "setup.us_entry.actions: actions 1 and 2 are not in the kit's chart: allowed; what the rules "
     "need of them comes from the club's own chart"),
    ("[setup.us_entry]\noptions = [18]",
     "setup.us_entry.options: option 18 is for nobody yet; name its target, or ask for it under "
     "the key option-18"),
    ('[setup.minors]\nnorwa = {status = "neutral"}',
     "setup: norwa is a country that the kit does not name; is it norway?"),
    ('[setup]\nvichy = "installed"',
     "setup.vichy: Vichy France stands; is conquest.france incomplete?"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "note"), NOTES)
def test_notes_are_no_faults(part: str, note: str) -> None:
    """What is allowed, and may not have been meant."""
    found = judged(f"{GOOD}{part}\n")
    assert (found.faults, list(map(str, found.notes))) == ((), [note])
    assert found.scenario is not None


def test_a_club_with_a_sheet_of_its_own_names_its_own_leaders() -> None:
    """Ruling 4: leaders are held against the sheet that is played."""
    sheet = read_sheet(
        "id,name,power,rank,year,mark,allegiance,abilities\nlumsden,Lumsden,commonwealth,4,1939,,,1\n"
    )
    assert isinstance(sheet, dict)
    content = tomllib.loads(GOOD + '[setup.leaders]\nlumsden = "map"\n')
    assert scenario_sheet.judge(content).faults
    assert not scenario_sheet.judge(content, sheet).faults


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ({"war": []}, "set-up: war: there is no such key; did you mean wars?"),
        ({"us_entry": {"options": [4, 4]}}, "set-up: us_entry.options: 4 is listed twice"),
        ({"wars": [["usa", "usa"]]}, "set-up: wars[1]: the USA cannot be at war with itself"),
        ({"leaders": {"x": "cup"}}, "set-up: there is no leader 'x'"),
    ],
)
def test_a_set_up_file_is_told_its_first_fault(setup: dict[str, Any], reason: str) -> None:
    """LiF 4: in the words that a scenario file's part is told in."""
    refused = SYSTEM.rules.open(OpenCampaign(name="x", scenario="global-war", setup=setup), CHAIN)
    assert refused == Refused(None, reason)


# --- opening from a file ------------------------------------------------------------------------


def refused_file(content: dict[str, Any], scenario: str = "summer", **request: Any) -> str:
    """Why a file opens nothing."""
    asked = OpenCampaign(name="club", scenario=scenario, own=content, **request)
    refused = SYSTEM.rules.open(asked, CHAIN)
    assert isinstance(refused, Refused) and refused.rule is None
    return refused.reason


def test_a_file_with_faults_opens_nothing() -> None:
    """The first fault is told, and how many there are beside it."""
    good = tomllib.loads(GOOD)
    assert refused_file(good | {"turns": 9}) == (
        "scenario file: turns: 1941-MJ to 1941-JA are 2 turns, not 9"
    )
    assert refused_file({}) == (
        "scenario file: id: is missing; write lower-case letters, digits and hyphens "
        "(and 3 more; `campaign scenario check` lists all)"
    )
    assert refused_file(good, "winter") == "scenario: 'winter' is not the file's, which is summer"
    assert refused_file(good, last_turn="1945-JA") == (
        "first_turn: a scenario file has its own turns"
    )
    anna = [{"member": "anna", "name": "Anna"}]
    assert refused_file(good | {"setup": {"members": anna}}, setup={"members": anna}) == (
        "set-up: members[2], anna: is listed twice"
    )


def test_a_campaign_from_a_file_needs_the_file_no_more(tmp_path: Path) -> None:
    """LiF 6: title, facts and questions are in its record; its id is the scenario's."""
    own = tomllib.loads(GOOD + '[[asks]]\nkey = "where"\nquestion = "Where?"\n')
    session = Session(ledger_in(tmp_path)).open(scenario="summer", own=own)
    session.do("AnswerScenario", question="where", answer="here")
    state = session.state
    assert (state.campaign.scenario, state.campaign.last_turn) == ("summer", "1941-JA")
    assert frame(SYSTEM, state).about.scenario == "A summer"
    shown = session.ledger.show(session.name)["scenario_table"]
    assert shown == {
        "title": "A summer", "facts": {},
        "asks": {"where": {"question": "Where?", "answer": "here"}},
    }  # fmt: skip
    assert session.ledger.fresh(session.name).state == state


def test_a_file_that_states_nothing_is_stated_by_its_title() -> None:
    """Nobody needs the file to learn what was played."""
    stated = the(ScenarioStated, opening("summer", own=tomllib.loads(GOOD)))
    assert (stated.title, stated.facts, stated.asks) == ("A summer", (), ())


# --- other names of a power ---------------------------------------------------------------------

CALLED = {
    "wars": [["UK", "germany"], ["england", "spain"]],
    "conquest": {"britain": "incomplete"},
    "minors": {"greece": {"status": "aligned", "power": "uk"}},
    "reserves": {"russia": ["Ge"]},
    "veto_points": {"United Kingdom": 2, "america": 1},
    "members": [{"member": "england", "name": "Britain", "powers": ["uk", "soviet-union"]}],
    "us_entry": {"options": [{"number": 18, "target": "uk"}]},
}
BY_ID = {
    "wars": [["commonwealth", "germany"], ["commonwealth", "spain"]],
    "conquest": {"commonwealth": "incomplete"},
    "minors": {"greece": {"status": "aligned", "power": "commonwealth"}},
    "reserves": {"ussr": ["Ge"]},
    "veto_points": {"commonwealth": 2, "usa": 1},
    "members": [{"member": "england", "name": "Britain", "powers": ["commonwealth", "ussr"]}],
    "us_entry": {"options": [{"number": 18, "target": "commonwealth"}]},
}


def test_a_set_up_file_understands_other_names_of_a_power() -> None:
    """Wherever a power is meant, and nowhere else: a member may be called England."""
    read = scenario_sheet.read_setup(CALLED)
    assert read == scenario_sheet.read_setup(BY_ID) and not isinstance(read, Refused)
    scenario = {"id": "ours", "title": "Ours", "first_turn": "1941-MJ", "last_turn": "1942-JF"}
    mine, theirs = (scenario_sheet.judge({**scenario, "setup": one}) for one in (CALLED, BY_ID))
    assert mine == theirs and mine.scenario is not None and mine.faults == ()


def test_a_power_that_is_named_twice_is_no_guess() -> None:
    """By its id and by another name: the other name is refused."""
    told = scenario_sheet.read_setup({"veto_points": {"uk": 2, "commonwealth": 3}})
    assert isinstance(told, Refused) and "uk" in told.reason
