"""What the frame does with a campaign of the kit: undo, corrections, audits, changed rules."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.kernel import deadlines
from campaign.kernel.members import AdvanceTurn, CloseCampaign
from campaign.kit.chapter import CORRECTED
from campaign.kit.commands import OpenChoices
from campaign.kit.opening import example
from campaign.kit.play import acts, phases
from campaign.kit.showing.tasks import AWAITING
from campaign.kit.state import faults
from events import kit
from events.base import Event
from kit.club import WHY, Club

STATED = {"turn": "turn-03", "tables": {"seats": {"moles": {"points": "4"}}}}
BATTLE = {"winner": "anselm", "loser": "brida", "bridge": "middle", "bloody": "yes"}


POT = """kit = 1
title = "The Pot"
[turns]
last = 1
end = ["for s in seats: s.gold = 0"]
[phases.gifts]
[phases.feast]
[campaign]
columns = { pot = "0..20" }
[seats]
columns = { gold = "0..5 = 3" }
rows = { ada = "Ada", ben = "Ben" }
[things.trees]
rows = { oak = "Oak", elm = "Elm" }
[things.stones]
rows = { flint = "Flint" }
[acts.give]
does = "Give"
rule = "Pot 1"
by = "seat"
when = "gifts"
secret = true
missing = { coins = 0 }
fields = { coins = "0..9" }
do = ["me.gold -= coins", "campaign.pot += coins"]
"""
DECK = """[decks.wood]
of = "trees"
copies = { oak = 2 }
"""


@pytest.fixture
def evening(tmp_path: Path) -> Club:
    """Three Bridges, just begun."""
    return Club(tmp_path, "evening")


# --- undo and corrections -------------------------------------------------------------------------


def test_a_member_takes_back_their_own_last_act(evening: Club) -> None:
    evening.act("battle", "anselm", **BATTLE)
    evening.do("UndoAct", "anselm")
    assert evening.state.requests == {}
    assert evening.act("battle", "anselm", **BATTLE) and list(evening.state.requests) == [2]
    assert evening.findings() == []


def test_dice_are_not_taken_back(evening: Club) -> None:
    """Whoever could would roll until they like it."""
    evening.act("raid", "dorte", whom="anselm")
    rule, reason = evening.refused("UndoAct", "dorte")
    assert rule and reason


def test_a_confirmation_goes_with_the_proposal_that_is_struck(evening: Club) -> None:
    proposed = evening.act("battle", "anselm", **BATTLE)
    evening.do("ConfirmAct", "brida", number=1)
    assert evening.value("seats.anselm.points") == 3
    evening.correct(command="StrikeEvents", versions=[proposed])
    assert evening.value("seats.anselm.points") == 0
    assert evening.findings() == []


def test_an_amended_proposal_is_worked_out_again(evening: Club) -> None:
    """The north bridge is worth 2 points, the middle one 3."""
    proposed = evening.act("battle", "anselm", **BATTLE)
    evening.do("ConfirmAct", "brida", number=1)
    values = {"values": {**BATTLE, "bridge": "north"}}
    evening.correct(command="AmendEvent", version=proposed, fields=values)
    assert evening.value("seats.anselm.points") == 2
    assert evening.findings() == []


def test_a_forgotten_act_is_inserted_by_the_rules_of_its_time(tmp_path: Path) -> None:
    """A hire costs its price; the later rules, which double it, are not yet in force there.

    100 - 20 - 2 * 10, and 30 less for who was forgotten. An act with dice comes too late.
    """
    club = Club(tmp_path, "league")
    hired = {"team": "moles", "called": "Rusty", "price": "20"}
    first = club.act("hire", "moles", **hired)
    text = club.state.text.replace("team.treasury -= price", "team.treasury -= 2 * price")
    club.do("ChangeRules", text=text, reason="players are dear")
    club.act("hire", "moles", **{**hired, "called": "Nail", "price": "10"})
    assert club.value("seats.moles.treasury") == 60
    forgotten = {"command": "PlayAct", "by": "herons", "act_name": "hire"}
    values = {"team": "herons", "called": "Reed", "price": "30"}
    club.correct(command="InsertCommand", after=first, forgotten={**forgotten, "values": values})
    assert club.value("seats.herons.treasury") == 70
    assert club.value("seats.moles.treasury") == 60 and club.findings() == []
    hurt = {"command": "PlayAct", "act_name": "hurt", "values": {"who": "croak"}}
    with pytest.raises(AssertionError, match="draws, seals or opens something"):
        club.correct(command="InsertCommand", after=first, forgotten=hurt)


def test_dice_that_were_rolled_are_not_rolled_again(evening: Club) -> None:
    """The number of a draw is used up with it, also where the act is struck."""
    raided = evening.act("raid", "dorte", whom="anselm")
    evening.correct(command="StrikeEvents", versions=[raided])
    assert (evening.state.draws, evening.value("seats.dorte.supply")) == (1, 2)
    evening.act("raid", "dorte", whom="anselm")
    assert evening.state.draws == 2
    evening.do("AdvanceTurn", confirmed=True)
    assert evening.findings() == []


# --- forgeries ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Club]:
    """Records that hold every event of the kit, their last seeds revealed."""
    evening = Club(tmp_path_factory.mktemp("evening"), "evening", raids="no")
    evening.act("battle", "anselm", **BATTLE)
    evening.do("ConfirmAct", "brida", number=1)
    evening.act("battle", "corvin", **BATTLE | {"winner": "corvin", "loser": "dorte"})
    evening.do("DeclineAct", "dorte", number=2, reason="it was a draw")
    evening.do("SetHouseRule", name="raids", value="yes", reason="everybody asked for it")
    evening.act("raid", "dorte", whom="anselm")
    text = example("evening").replace("[seats]\n", "[seats]\nenrol = 6\n")
    evening.do("ChangeRules", text=text, reason="two more want to play")
    evening.do("AddSeat", seat="erik", name="Erik the Late")
    evening.do("AdvanceTurn", confirmed=True)
    naval = Club(tmp_path_factory.mktemp("naval"), "naval")
    naval.sealed("sail", "vale", to="narrows", raid="yes")
    naval.sealed("sail", "stone", to="narrows", raid="no")
    held = naval.on_device("sail", "pike", to="narrows", raid="no")
    naval.do("OpenChoices", act_name="sail", confirmed=True, why=WHY)
    naval.do("HandInChoice", "pike", **held)
    naval.do("OpenChoices", act_name="sail")
    naval.do("EndPhase")
    naval.act("action", attacker="vale", target="stone")
    naval.do("AdvanceTurn")
    cards = Club(tmp_path_factory.mktemp("cards"), "cards")
    for seat in ("lamp", "crown", "lamp", "crown"):
        cards.act("draw", seat)
    cards.do("EndPhase")
    cards.do("PassTurn", "lamp")
    cards.do("PassTurn", "crown")
    cards.do("EndPhase")
    cards.do("AdvanceTurn")
    league = Club(tmp_path_factory.mktemp("league"), "league", position=STATED)
    league.act("hire", "moles", team="moles", called="Bolt", price="60")
    return {"evening": evening, "naval": naval, "cards": cards, "league": league}


@pytest.mark.parametrize("game", ["evening", "naval", "cards", "league"])
def test_a_record_as_it_was_played_holds(played: dict[str, Club], game: str) -> None:
    assert played[game].findings() == []


def test_the_records_hold_every_event_of_the_kit(played: dict[str, Club]) -> None:
    from campaign.kit.system import SYSTEM
    from events.base import topic

    found = {topic(event) for club in played.values() for _, event in club.ledger.log("club")}
    assert {name for name in SYSTEM.codec.events if name.startswith("kit.")} <= found


def _sets(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda body: body.update(fields)


def _without_rules(body: dict[str, Any]) -> None:
    body["text"] = body["text"].replace("prize = ", "prize = 1 + ", 1)


FORGED = [
    ("evening", "kit.RulesWritten", _sets(text="kit = 1\n")),
    ("evening", "kit.RulesWritten", _sets(house={"raids": "perhaps"})),
    ("evening", "kit.Proposed", _sets(number=7)),
    ("evening", "kit.Proposed", _sets(seat="brida")),
    ("evening", "kit.Proposed", _sets(act_name="raid")),
    ("evening", "kit.Proposed", _sets(values={**BATTLE, "bridge": "west"})),
    ("evening", "kit.Confirmed", _sets(number=2)),
    ("evening", "kit.Confirmed", _sets(dice={"luck": [6]})),
    ("evening", "kit.Confirmed", _sets(cards={"card": "levy"})),
    ("evening", "kit.Confirmed", _sets(draw=3)),
    ("evening", "kit.Declined", _sets(number=1)),
    ("evening", "kit.HouseRuleSet", _sets(value="perhaps")),
    ("evening", "kit.HouseRuleSet", _sets(name="rain")),
    ("evening", "kit.HouseRuleSet", _sets(reason="")),
    ("evening", "kit.Acted", _sets(act_name="battle")),
    ("evening", "kit.Acted", _sets(seat="corvin")),
    ("evening", "kit.Acted", _sets(values={"whom": "dorte"})),
    ("evening", "kit.Acted", _sets(draw=2)),
    ("evening", "kit.RulesChanged", _sets(text="kit = 1\n")),
    ("evening", "kit.RulesChanged", _sets(reason="")),
    ("evening", "kit.SeatAdded", _sets(seat="brida")),
    ("evening", "kit.SeatAdded", _sets(side="north")),
    ("naval", "kit.Sealed", _sets(commitment="ab" * 32)),
    ("naval", "kit.Sealed", _sets(seat="moss")),
    ("naval", "kit.Sealed", _sets(act_name="coal")),
    ("naval", "kit.Sealed", _sets(sealed="")),
    ("naval", "kit.Sealed", _sets(round=7)),
    ("naval", "kit.Fixed", _sets(act_name="coal")),
    ("naval", "kit.Fixed", _sets(absent=["moss", "vale"])),
    ("naval", "kit.Fixed", _sets(absent=[])),
    ("naval", "kit.Opened", _sets(absent=["pike"])),
    ("naval", "kit.Opened", _sets(act_name="coal")),
    ("naval", "kit.PhaseEnded", _sets(phase="battles")),
    ("naval", "kit.Acted", _sets(values={"attacker": "stone", "target": "vale"}, dice={})),
    ("cards", "kit.Acted", _sets(cards={"card": "crown"})),
    ("cards", "kit.Passed", _sets(seat="crown")),
    ("league", "kit.PositionStated", _sets(turn="turn-02")),
    ("league", "kit.PositionStated", _sets(phase="supper")),
    ("league", "kit.PositionStated", _sets(tables={"seats": {"moles": {"points": "100"}}})),
    ("league", "kit.PositionStated", _sets(tables={"players": {"bolt": {"name": "Bolt"}}})),
]


@pytest.mark.parametrize(
    ("game", "topic", "change"),
    FORGED,
    ids=[f"{number}: {topic}" for number, (_, topic, _) in enumerate(FORGED)],
)
def test_a_forged_field_is_found(
    played: dict[str, Club], game: str, topic: str, change: Callable[[dict[str, Any]], None]
) -> None:
    club = played[game]
    rows = club.ledger.store.rows("club")
    version = next(number for number, kind, _ in rows if kind == topic)
    assert club.forged(version, change) != []


@pytest.mark.parametrize("game", ["evening", "naval", "cards"])
def test_a_changed_die_or_card_is_found(played: dict[str, Club], game: str) -> None:
    """In the event and in what the act keeps of its draws alike: the seed gives another."""
    club = played[game]
    for number, kind, _ in club.ledger.store.rows("club"):
        event = dict(club.ledger.log("club"))[number]
        if kind != "kit.Acted" or not event.drawn:
            continue

        def change(body: dict[str, Any]) -> None:
            if dice := body.get("dice"):
                field = next(iter(dice))
                dice[field][0] = dice[field][0] % 6 + 1
                body["drawn"][0] = str(dice[field][0])
            else:
                body["cards"]["card"] = body["drawn"][0] = (
                    "tithe" if body["drawn"][0] != "tithe" else "envoy"
                )

        assert club.forged(number, change) != []
        return
    pytest.fail("nothing was drawn")


def test_an_opened_choice_is_the_one_that_was_sealed(played: dict[str, Club]) -> None:
    club = played["naval"]
    rows = club.ledger.store.rows("club")
    version = next(number for number, kind, _ in rows if kind == "kit.Opened")

    def change(body: dict[str, Any]) -> None:
        vale = body["openings"]["vale"]
        vale["choice"] = vale["choice"].replace("narrows", "banks;;")

    assert club.forged(version, change) != []


ROLLED = kit.Acted(act_name="raid", seat="dorte", values={"whom": "anselm"}, dice={"luck": (4,)})
DRAWN = kit.Confirmed(number=1, cards={"card": "levy"})
FELL: dict[str, tuple[Event, dict[str, Any]]] = {
    "a throw that no die has": (ROLLED, {"dice": {"luck": (99,)}}),
    "more dice": (ROLLED, {"dice": {"luck": (6,) * 50}}),
    "no dice": (ROLLED, {"dice": {}}),
    "dice of what is no die": (ROLLED, {"dice": {"luck": (4,), "whom": (1,)}}),
    "a card of what is no draw": (ROLLED, {"cards": {"luck": "levy"}}),
    "a card that no deck has": (DRAWN, {"cards": {"card": "zz"}}),
    "no card": (DRAWN, {"cards": {}}),
    "dice of a confirmation": (DRAWN, {"dice": {"luck": (1,)}}),
}


@pytest.mark.parametrize(("was", "change"), FELL.values(), ids=FELL)
def test_no_ruling_changes_what_was_rolled_or_drawn(
    played: dict[str, Club], was: Event, change: dict[str, Any]
) -> None:
    refused = CORRECTED.amended(played["evening"].state, was, replace(was, **change))
    assert refused and refused.reason == "what was drawn or rolled stays; strike the event instead"


def test_a_record_with_changed_dice_does_not_hold(
    evening: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = evening.act("raid", "dorte", whom="anselm")
    about = {"command": "AmendEvent", "version": version, "fields": {"dice": {"luck": [99]}}}
    with pytest.raises(AssertionError, match="what was drawn or rolled stays"):
        evening.correct(**about)
    monkeypatch.setattr(CORRECTED, "staying", lambda event: {})
    evening.correct(**about)
    monkeypatch.undo()
    assert any("what was drawn or rolled stays" in one for one in evening.findings())


# --- rules that change, and seats that come -------------------------------------------------------


def test_a_change_of_the_rules_may_not_lose_what_is_in_use(evening: Club) -> None:
    text = example("evening").replace('supply = "0..9 clamp = 2", ', "")
    text = text.replace(', "supply"]', "]").replace("supply", "points")
    rule, reason = evening.refused("ChangeRules", text=text, reason="simpler")
    assert (rule, reason) == (
        "Rules",
        "supply of seats is in use; keep it, or mark it unlisted",
    )


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("copies = { oak = 2 }", "", "the deck wood has 2 of oak; keep at least so many"),
        ("oak = 2", "oak = 1", "the deck wood has 2 of oak; keep at least so many"),
        ('of = "trees"', 'of = "stones"', "the deck wood is of trees; keep it so"),
        ("[decks.wood]", "[decks.hill]", "the deck wood is in use; keep it"),
    ],
)
def test_cards_that_are_in_use_stay(tmp_path: Path, old: str, new: str, says: str) -> None:
    club = Club(tmp_path, "pot", f"{POT}{DECK}")
    changed = DECK.replace(old, new).replace("oak", "flint" if "stones" in new else "oak")
    text = f"{POT}{changed}"
    assert club.refused("ChangeRules", text=text, reason="fewer trees") == ("Rules", says)


def test_a_campaign_that_ends_early_is_left_as_it_is(tmp_path: Path) -> None:
    """In the last turn, but before its last phase: what the turn's end would do is not done."""
    club = Club(tmp_path, "pot", POT)
    club.do("CloseCampaign", confirmed=True)
    assert club.value("seats.ada.gold") == 3


def test_what_is_sealed_is_opened_before_the_campaign_ends(tmp_path: Path) -> None:
    club = Club(tmp_path, "pot", POT.replace('when = "gifts"', 'when = "feast"'))
    club.go_on()
    club.sealed("give", "ada", coins="1")
    rule, reason = club.refused("CloseCampaign", confirmed=True, why=WHY)
    assert (rule, reason) == ("Secret", "open what is sealed first: `campaign act open club give`")


def test_a_sealed_choice_beyond_limits_counts_as_missing(tmp_path: Path) -> None:
    """Ada has 3 and gives 5: that is refused like any act, so that she gives nothing."""
    club = Club(tmp_path, "pot", POT)
    club.sealed("give", "ada", coins="5")
    club.sealed("give", "ben", coins="2")
    club.do("OpenChoices", act_name="give")
    assert [club.value(f"seats.{seat}.gold") for seat in ("ada", "ben")] == [3, 1]
    assert club.value("campaign.campaign.pot") == 2
    assert club.findings() == []


TOGETHER: dict[str, tuple[list[tuple[str, str]], tuple[str, ...], list[int], str]] = {
    "what is added": (
        [("0..20", "0..4")],
        ("3", "2"),
        [4, 0, 1],
        "pot of the campaign would be 5, and it goes from 0 to 4",
    ),
    "what counts where nothing is sealed": (
        [("missing = { coins = 0 }", "missing = { coins = 4 }")],
        (),
        [8, 0, 0],
        "gold of Ada would be -1, and it goes from 0 to 5, and 1 more",
    ),
    "what follows for all": (
        [("do = [", 'after = ["campaign.pot += 19"]\ndo = [')],
        ("1", "1"),
        [20, 2, 2],
        "pot of the campaign would be 21, and it goes from 0 to 20",
    ),
}


@pytest.mark.parametrize("end", ["OpenChoices", "EndPhase"])
@pytest.mark.parametrize(("changes", "coins", "held", "says"), TOGETHER.values(), ids=TOGETHER)
def test_what_choices_come_to_together_stops_at_the_limits(
    tmp_path: Path,
    changes: list[tuple[str, str]],
    coins: tuple[str, ...],
    held: list[int],
    says: str,
    end: str,
) -> None:
    """Each choice by itself is allowed; a refusal would leave a round that nobody can end."""
    club = Club(tmp_path, "pot", changed(POT, changes))
    for seat, gift in zip(("ada", "ben"), coins, strict=False):
        club.sealed("give", seat, coins=gift)
    act = {"act_name": "give"} if end == "OpenChoices" else {}
    opened = club.do(end, confirmed=True, why=WHY, **act)
    places = ["campaign.campaign.pot", "seats.ada.gold", "seats.ben.gold"]
    assert [club.value(place) for place in places] == held
    (sentence,) = [row["sentence"] for row in club.tables()["kit_acts"] if row["version"] == opened]
    assert sentence == f"Stopped at the limit: {says}."
    assert list(faults(club.state)) == club.findings() == []


def test_no_row_is_added_beyond_the_most_there_may_be(tmp_path: Path) -> None:
    """Room for three trees: Ada plants the third, and Ben's stops at the limit."""
    trees = [("[things.trees]", '[things.trees]\none = "tree"\nat_most = 3')]
    plants = [('"me.gold -= coins", "campaign.pot += coins"', '"new tree {} when coins > 0"')]
    club = Club(tmp_path, "pot", changed(POT, trees + plants))
    club.sealed("give", "ada", coins="1")
    club.sealed("give", "ben", coins="1")
    club.do("OpenChoices", act_name="give")
    assert list(club.state.tables["trees"]) == ["oak", "elm", "tree3"]


def changed(text: str, changes: Sequence[tuple[str, str]]) -> str:
    """A text with some of its words exchanged for others, each of which stands there once."""
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def test_nobody_is_done_where_nobody_waits(evening: Club) -> None:
    said = evening.refused("PassTurn", "anselm")
    assert said == ("Phase", "in this campaign nobody waits for anybody")


def test_changed_rules_hold_from_their_change_on(evening: Club) -> None:
    """A battle at the middle bridge brought 3, and brings 5 from now on."""
    evening.act("battle", **BATTLE)
    evening.do("ConfirmAct", number=1)
    text = example("evening").replace("then 3 else 2", "then 5 else 2")
    evening.do("ChangeRules", text=text, reason="three was too little")
    assert evening.value("seats.anselm.points") == 3
    evening.act("battle", **BATTLE | {"winner": "corvin", "loser": "dorte"})
    evening.do("ConfirmAct", number=2)
    assert evening.value("seats.corvin.points") == 5
    assert evening.findings() == []


def test_the_host_answers_where_a_correction_left_nobody_who_does(tmp_path: Path) -> None:
    """The change is struck by which battles are confirmed; one that waits already still does."""
    text = example("evening").replace('confirm = "loser"\n', "")
    club = Club(tmp_path, "evening", text)
    version = club.do("ChangeRules", text=example("evening"), reason="both have a say")
    club.act("battle", "anselm", **BATTLE)
    club.correct(command="StrikeEvents", versions=[version])
    for command in ("ConfirmAct", "DeclineAct"):
        refused = club.refused(command, "brida", number=1)
        assert refused == ("Members", "this is for a host, and Brida is not a host")
    club.do("DeclineAct", number=1)


ANY, ORDERED = 'play = "any"', 'play = "in order"\norder = "0 - it.gold"'
CEM = 'ada = "Ada", cem = { name = "Cem", gold = 4 }'
ORDERS: dict[str, tuple[str, str, list[str]]] = {
    "that comes to be in order": (ANY, ORDERED, ["cem", "ada", "ben"]),
    "that stays in order": (ORDERED, ORDERED, ["ben", "cem"]),
    "that is in order no more": (ORDERED, ANY, []),
}


@pytest.mark.parametrize(("was", "now", "left"), ORDERS.values(), ids=ORDERS)
def test_a_phase_goes_on_under_changed_rules(
    tmp_path: Path, was: str, now: str, left: list[str]
) -> None:
    """The richest first; Ada is done already where that is asked, and Cem comes with the change."""
    gifts = "[phases.gifts]"
    text = changed(POT, [("secret = true\nmissing = { coins = 0 }\n", "")])
    club = Club(tmp_path, "pot", changed(text, [(gifts, f"{gifts}\n{was}")]))
    if was == ORDERED:
        club.do("PassTurn", "ada")
    new = changed(text, [(gifts, f"{gifts}\n{now}"), ('ada = "Ada"', CEM)])
    club.do("ChangeRules", text=new, reason="one after another")
    for seat in left:
        assert acts.current(club.state) == seat
        club.do("PassTurn", seat=seat)
    assert acts.current(club.state) == ""
    if now == ANY:
        club.act("give", "ada", coins="1")
    assert club.findings() == []


def test_a_faulty_change_is_told_with_its_line(evening: Club) -> None:
    text = example("evening").replace("winner.points", "winner.pionts")
    rule, reason = evening.refused("ChangeRules", text=text, reason="oops")
    assert rule is None and reason.startswith("rules:27: acts.battle.do:")


def test_seats_are_fixed_unless_the_rules_say_how_many_there_may_be(evening: Club) -> None:
    assert evening.refused("AddSeat", seat="erik", name="Erik") == (
        "Seats",
        "there are 4 seats, the most these rules allow",
    )


# --- sealed choices -------------------------------------------------------------------------------


def test_a_choice_stays_hidden_until_all_are_opened(tmp_path: Path) -> None:
    club = Club(tmp_path, "naval")
    club.sealed("sail", "vale", to="banks", raid="yes")
    shown = str(club.ledger.show("club")) + str(club.ledger.log("club"))
    assert "banks;" not in shown and "to=" not in shown
    assert club.value("seats.vale.at") == "redport"


def test_all_choices_are_sealed_equally_long(tmp_path: Path) -> None:
    """So that a ciphertext tells nothing."""
    club = Club(tmp_path, "naval")
    club.sealed("sail", "vale", to="deep", raid="no")
    club.sealed("sail", "stone", to="greyport", raid="yes")
    seals = club.state.seals["sail"].values()
    assert len({len(seal.ciphertext) for seal in seals}) == 1


def test_whoever_passes_over_a_choice_says_why(tmp_path: Path) -> None:
    club = Club(tmp_path, "naval")
    command = OpenChoices(act_name="sail", confirmed=True)
    refused = deadlines.refused(AWAITING, club.state, command, "2030-01-01T00:00:00.000Z")
    assert refused is not None and refused.detail == (
        "say why you don't wait for Vale, Moss, Stone and Pike"
    )
    club.do("OpenChoices", act_name="sail", confirmed=True, why=WHY)
    assert club.value("seats.moss.at") == "narrows"


def test_a_host_does_not_replace_what_a_player_sealed(tmp_path: Path) -> None:
    club = Club(tmp_path, "naval")
    club.sealed("sail", "vale", to="banks", raid="yes")
    values = {"to": "narrows", "raid": "no"}
    rule, reason = club.refused("SealChoice", act_name="sail", seat="vale", values=values)
    assert (rule, reason) == ("Members", "Vale has sealed a choice; a host cannot replace it")


# --- turns ----------------------------------------------------------------------------------------


def test_a_turn_ends_with_its_last_phase(tmp_path: Path) -> None:
    club = Club(tmp_path, "gang")
    rule, reason = club.refused("AdvanceTurn")
    assert rule == "Phase" and reason.startswith("the phase is Fights; end it first")


def test_what_is_owed_is_left_undone_only_when_the_host_says_so(evening: Club) -> None:
    rule, reason = evening.refused("AdvanceTurn")
    assert (rule, reason) == (
        "Phase",
        "Anselm still has to report a battle, and 3 more wait;"
        " to go on all the same, confirm it (`--yes`)",
    )
    evening.do("AdvanceTurn", confirmed=True)
    assert evening.state.turn == 2


def test_nobody_owes_an_answer_whose_phase_is_over(tmp_path: Path) -> None:
    """A fight that was not confirmed in its phase can be declined; in the next fights it waits
    again.
    """
    club = Club(tmp_path, "gang")
    club.act("fight", "rats", winner="rats", loser="crows", over="vault", hero="hob")
    owed, asked = "crows: confirm 1", "confirm:1"
    assert owed in shown(club) and asked in AWAITING.now(club.state)
    club.go_on(confirmed=True, why=WHY)
    assert owed not in shown(club) and asked not in AWAITING.now(club.state)
    rule, reason = club.refused("ConfirmAct", "crows", number=1)
    assert (rule, reason) == ("Phase", "the phase is Income and trade; this belongs to Fights")
    club.do("AdvanceTurn", confirmed=True)
    assert owed in shown(club)
    club.do("DeclineAct", "crows", number=1)
    assert owed not in shown(club) and club.findings() == []


def shown(club: Club) -> list[str]:
    """What is owed, in short."""
    return [one.short for one in phases.owed(club.state)]


@pytest.mark.parametrize("command", [AdvanceTurn, CloseCampaign])
def test_whoever_goes_on_without_an_answer_says_why(evening: Club, command: Any) -> None:
    """A turn, or the campaign: before a deadline the host says why, and Brida is told of it."""
    evening.act("battle", "anselm", **BATTLE)
    for confirmed in (None, True):
        sent = command(confirmed=confirmed)
        refused = deadlines.refused(AWAITING, evening.state, sent, "2030-01-01T00:00:00.000Z")
        assert refused is not None and refused.detail == "say why you don't wait for Brida"
    before = evening.state
    version = evening.do(command.__name__, confirmed=True, why=WHY)
    (passed,) = AWAITING.passed_by(before, dict(evening.ledger.log("club"))[version])
    assert passed.title == "Brida’s answer to number 1" and passed.members == ("brida",)


# --- what is refused ------------------------------------------------------------------------------

RAID = {"command": "PlayAct", "act_name": "raid", "seat": "dorte", "values": {"whom": "brida"}}
BAD: dict[str, tuple[str, dict[str, Any], str | None, str]] = {
    "a house rule without a reason": (
        "host",
        {"command": "SetHouseRule", "name": "raids", "value": "no"},
        None,
        "reason is missing",
    ),
    "a confirmation twice": (
        "brida",
        {"command": "ConfirmAct", "number": 1},
        "Record",
        "nothing waits under number 1",
    ),
    "a seat that is not one's own": ("brida", RAID, "Members", "Dorte"),
    "an act by nobody of the campaign": ("nobody", RAID, "Members", "nobody"),
    "an act that the rules do not know": (
        "dorte",
        {**RAID, "act_name": "riad"},
        None,
        "there is no act 'riad'; did you mean raid?",
    ),
    "a field that the act does not have": (
        "dorte",
        {**RAID, "values": {"whom": "brida", "why": "so"}},
        None,
        "there is no field 'why'",
    ),
    "a row that the rules bar": ("dorte", {**RAID, "values": {"whom": "dorte"}}, "Bridges 3", ""),
}


@pytest.mark.parametrize(("by", "sent", "rule", "says"), BAD.values(), ids=BAD)
def test_bad_input_is_refused_and_nothing_is_recorded(
    evening: Club, by: str, sent: dict[str, Any], rule: str | None, says: str
) -> None:
    evening.act("battle", winner="anselm", loser="brida", bridge="north", bloody="no")
    evening.do("ConfirmAct", "brida", number=1)
    before = evening.ledger.store.version("club")
    rest = {name: value for name, value in sent.items() if name != "command"}
    refused = evening.refused(sent["command"], by, **rest)
    assert refused[0] == rule and says in refused[1]
    assert evening.ledger.store.version("club") == before


def test_an_act_of_a_phase_that_is_over_is_refused(tmp_path: Path) -> None:
    gang = Club(tmp_path, "gang")
    gang.go_on(confirmed=True, why=WHY)
    values = {"winner": "rats", "loser": "crows", "over": "vault", "hero": "hob"}
    rule, reason = gang.refused("PlayAct", "rats", act_name="fight", values=values)
    assert (rule, reason) == ("Phase", "the phase is Income and trade; this belongs to Fights")
