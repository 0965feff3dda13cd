"""A choice that a device seals: nobody can read it before it is handed in and all are opened."""

import re
from pathlib import Path
from typing import Any

import pytest

from campaign.kernel import deadlines
from campaign.kit import interviews
from campaign.kit.calendar import names_of
from campaign.kit.chapter import sentence
from campaign.kit.commands import OpenChoices
from campaign.kit.opening import example
from campaign.kit.play import phases, secrets
from campaign.kit.showing import screens, tasks
from campaign.kit.state import numbered
from events import kit
from events.campaign import TurnBegan
from events.disputes import Branched
from events.sealed import Opening, Subject, commit
from kit.club import NONCE, WHY, Club
from support.web import WebClub

SAIL = {"act_name": "sail", "seat": "vale"}
CHOICE = {"to": "banks", "raid": "yes"}


@pytest.fixture
def naval(tmp_path: Path) -> Club:
    """The narrows, in the phase of orders."""
    return Club(tmp_path, "naval")


def choice_of(club: Club) -> str:
    return secrets.written(club.state.rules.acts["sail"], CHOICE)


def commitment_of(club: Club, nonce: str = NONCE) -> str:
    about = secrets.subject(club.state, "sail", "vale")
    return commit(about, Opening(choice_of(club), nonce))


def others(club: Club) -> None:
    for seat in ("moss", "stone", "pike"):
        club.sealed("sail", seat, to="narrows", raid="no")


def hand_in(club: Club) -> int:
    return club.do("HandInChoice", "vale", **SAIL, choice=choice_of(club), nonce=NONCE)


def test_a_device_seals_hands_in_and_its_choice_counts(naval: Club) -> None:
    sealed = naval.do("SealChoice", "vale", **SAIL, commitment=commitment_of(naval))
    assert "vale: sail" not in [one.short for one in phases.owed(naval.state)]
    others(naval)
    assert [one.short for one in phases.owed(naval.state)] == ["vale: hand in sail"]
    assert naval.refused("OpenChoices", act_name="sail") == (
        "Secret",
        "Admiral Vale handed in nothing yet",
    )
    hand_in(naval)
    stored = b"".join(bytes(row[2]) for row in naval.ledger.store.rows("club"))
    assert NONCE.encode() not in stored and b"banks;" not in stored
    log = dict(naval.ledger.log("club"))
    assert log[sealed].sealed == "" and log[max(log)].sealed
    naval.do("OpenChoices", act_name="sail")
    assert naval.value("seats.vale.at") == "banks"
    assert naval.findings() == []


def test_what_no_device_hands_in_counts_as_missing(naval: Club) -> None:
    """Once it was asked: the first word of the host's asks it, though all have sealed."""
    naval.do("SealChoice", "vale", **SAIL, commitment=commitment_of(naval))
    others(naval)
    asked = event(naval, naval.do("OpenChoices", **OPEN))
    assert type(asked) is kit.Fixed and asked.absent == ()
    opened = event(naval, naval.do("OpenChoices", **OPEN))
    assert opened.absent == ("vale",) and "vale" not in opened.openings
    assert sentence(opened, names_of(naval.state)).endswith("nothing to open from Admiral Vale.")
    assert naval.findings() == []


def test_what_does_not_open_it_is_refused(naval: Club) -> None:
    sent = {**SAIL, "choice": choice_of(naval), "nonce": NONCE}
    rule, reason = naval.refused("HandInChoice", "vale", **sent)
    assert (rule, reason) == ("Secret", "Admiral Vale has sealed nothing on a device")
    naval.do("SealChoice", "vale", **SAIL, commitment=commitment_of(naval, "42" * 32))
    rule, reason = naval.refused("HandInChoice", "vale", **sent)
    assert (rule, reason) == ("Secret", "choice and nonce do not open what was sealed")
    rule, reason = naval.refused("HandInChoice", "moss", **sent)
    assert rule == "Members"


def test_nobody_seals_anew_once_a_device_has_handed_in(naval: Club) -> None:
    """Whoever keeps the vault could answer to what was handed in."""
    naval.do("SealChoice", "vale", **SAIL, commitment=commitment_of(naval))
    naval.sealed("sail", "moss", to="narrows", raid="no")
    hand_in(naval)
    naval.sealed("sail", "stone", to="narrows", raid="no")
    rule, reason = naval.refused("SealChoice", "moss", act_name="sail", values=CHOICE)
    assert rule == "Secret" and reason.startswith("a device has handed in")
    rule, reason = naval.refused("HandInChoice", "vale", **SAIL, choice="x", nonce=NONCE)
    assert reason == "Admiral Vale has handed in already what opens it"


def test_a_choice_is_either_told_or_a_commitment(naval: Club) -> None:
    sent = {**SAIL, "values": CHOICE, "commitment": commitment_of(naval)}
    rule, reason = naval.refused("SealChoice", "vale", **sent)
    assert (rule, reason) == (None, "give what is chosen, or a commitment, not both")


def test_a_phone_seals_on_the_board_and_hands_in(naval: Club) -> None:
    """As the program of the page does it: a commitment goes out, later choice and nonce."""
    web = WebClub.on(naval.ledger)
    browser = web.browser("vale")
    (task,) = (one for one in tasks.sealed_here(naval.state) if one.seat == "vale")
    assert task.device is not None and choice_of(naval) in dict(task.device.choices)
    page = browser.get("/c/club/board").text
    assert "data-seal" in page and "Sail to" not in page and choice_of(naval) in page
    about = {"occasion": task.occasion, "seat": "vale"}
    form = {**about, "attempt": "0", "commitment": commitment_of(naval)}
    assert browser.post("/c/club/board", form).status_code < 400
    assert naval.state.seals["sail"]["vale"].by_device
    others(naval)
    asked = browser.get("/c/club/board/openings").json()["openings"]
    assert [one["commitment"] for one in asked] == [commitment_of(naval)]
    assert "It was sealed on a device, and is asked for now" in browser.get("/c/club/board").text
    form = {"occasion": asked[0]["occasion"], "seat": "vale"}
    form |= {"choice": choice_of(naval), "nonce": NONCE}
    assert browser.post("/c/club/board/opening", form).status_code < 400
    assert naval.state.seals["sail"]["vale"].ciphertext


def test_the_board_offers_what_the_rules_allow_and_seals_it_in_the_vault(naval: Club) -> None:
    """The file's fleets sail to a sea that is next to theirs, or stay."""
    (task,) = (one for one in tasks.sealed_here(naval.state) if one.seat == "vale")
    near = {"redport", *naval.state.rules.map.links["redport"]} if naval.state.rules.map else set()
    offered = {secrets.read(answer.value)["to"] for answer in task.answers}
    assert naval.value("seats.vale.at") == "redport" and offered <= near
    form = {"occasion": task.occasion, "seat": "vale", "choice": task.answers[0].value}
    assert WebClub.on(naval.ledger).browser("vale").post("/c/club/board", form).status_code < 400
    held = naval.state.seals["sail"]["vale"]
    assert held.ciphertext and not held.by_device


# --- what nobody may do with what a device sealed -------------------------------------------------

PLAYERS = "only the seat's own player seals on a device"
FILL_UP = "fill the choice up with semicolons to 37 letters"
HANDED = "a device has handed in what opens its choice; nobody can seal again"


@pytest.mark.parametrize("choice", ["to=banks;raid=yes", "to=banks;raid=yes".ljust(37)])
def test_a_choice_is_handed_in_at_its_whole_length(naval: Club, choice: str) -> None:
    """4 + 24 and 6 + 3 letters: a shorter one would tell itself, and spaces are lost."""
    about = secrets.subject(naval.state, "sail", "vale")
    mark = commit(about, Opening(choice, NONCE))
    naval.do("SealChoice", "vale", **SAIL, commitment=mark)
    sent = {**SAIL, "choice": choice, "nonce": NONCE}
    assert naval.refused("HandInChoice", "vale", **sent) == ("Secret", FILL_UP)


def test_a_host_seals_no_device_for_a_player(naval: Club) -> None:
    """Nobody could take the player's seat in that way."""
    sent = {**SAIL, "commitment": commitment_of(naval)}
    assert naval.refused("SealChoice", **sent) == ("Members", PLAYERS)


def test_a_host_seals_for_a_player_in_the_vault(naval: Club) -> None:
    """Who reads the record finds nothing wrong with it, though the choice is still hidden."""
    naval.do("SealChoice", act_name="sail", seat="moss", values=CHOICE)
    assert naval.findings() == []


def test_a_host_answers_to_nothing_that_was_handed_in(naval: Club) -> None:
    """Also not for a seat whose player has sealed nothing; the player still may."""
    naval.do("SealChoice", "vale", **SAIL, commitment=commitment_of(naval))
    hand_in(naval)
    sent = {"act_name": "sail", "seat": "pike", "values": CHOICE}
    assert naval.refused("SealChoice", **sent) == ("Secret", HANDED)
    naval.sealed("sail", "pike", to="narrows", raid="no")


def test_an_undone_hand_in_lets_nobody_seal_again(naval: Club) -> None:
    """Somebody may have read it; it may be handed in once more."""
    naval.do("SealChoice", "vale", **SAIL, commitment=commitment_of(naval))
    naval.sealed("sail", "moss", to="narrows", raid="no")
    naval.correct(command="StrikeEvents", versions=[hand_in(naval)])
    assert not naval.state.seals["sail"]["vale"].ciphertext
    for seat in ("vale", "moss"):
        refused = naval.refused("SealChoice", seat, act_name="sail", values=CHOICE)
        assert refused == ("Secret", HANDED)
    hand_in(naval)
    assert naval.findings() == []


# --- opening without somebody, while a device was not asked yet -----------------------------------

SURE = {"confirmed": True, "why": WHY}
OPEN = {"act_name": "sail", **SURE}


@pytest.fixture
def early(naval: Club) -> Club:
    """One sealed nothing, and another's device was not asked yet."""
    naval.do("SealChoice", "vale", **SAIL, commitment=commitment_of(naval))
    for seat in ("moss", "stone"):
        naval.sealed("sail", seat, to="narrows", raid="no")
    return naval


def event(club: Club, version: int) -> Any:
    """What was recorded under a version."""
    return dict(club.ledger.log("club"))[version]


def test_opening_without_somebody_asks_devices_first(early: Club) -> None:
    """Then all is opened as soon as they have handed in, and no choice is lost."""
    assert type(event(early, early.do("OpenChoices", **OPEN))) is kit.Fixed
    assert [one.short for one in phases.owed(early.state)] == ["vale: hand in sail"]
    assert early.refused("OpenChoices", act_name="sail") == (
        "Secret",
        "Admiral Vale handed in nothing yet",
    )
    hand_in(early)
    opened = event(early, early.do("OpenChoices", act_name="sail"))
    assert opened.absent == ("pike",) and early.value("seats.vale.at") == "banks"
    assert early.findings() == []


def test_a_device_that_was_asked_is_passed_over_at_the_second_word(early: Club) -> None:
    early.do("OpenChoices", **OPEN)
    opened = event(early, early.do("OpenChoices", **OPEN))
    assert opened.absent == ("vale", "pike") and early.value("seats.vale.at") == "narrows"
    assert early.findings() == []


def test_each_is_passed_over_once(early: Club) -> None:
    """Pike when sealing ends, Vale when all is opened; each time the host says why."""
    command = OpenChoices(act_name="sail", confirmed=True)

    def passed() -> str:
        refused = deadlines.refused(tasks.AWAITING, early.state, command, "2030-01-01T00:00:00Z")
        return refused.detail if refused else ""

    assert passed() == "say why you don't wait for Pike"
    before = early.state
    fixed = event(early, early.do("OpenChoices", **OPEN))
    (pike,) = deadlines.passed_by(tasks.AWAITING, before, fixed)
    assert pike.title == "Admiral Pike’s choice"
    assert passed() == "say why you don't wait for Vale"
    before = early.state
    opened = event(early, early.do("OpenChoices", **OPEN))
    (vale,) = deadlines.passed_by(tasks.AWAITING, before, opened)
    assert vale.title.startswith("Admiral Vale")


ENDED = "the host has ended sealing; devices hand in what opens their choices"
BAD = {
    "a choice once sealing has ended": (
        "SealChoice", "pike", {"act_name": "sail", "values": CHOICE}, ENDED
    ),
    "a choice of a device once sealing has ended": (
        "SealChoice", "vale", {"act_name": "sail", "commitment": "ab" * 32}, ENDED
    ),
    "an opening that is taken back": ("UndoAct", "host", {}, ""),
}  # fmt: skip


@pytest.mark.parametrize(("command", "by", "fields", "says"), BAD.values(), ids=BAD)
def test_what_nobody_does_once_sealing_has_ended(
    early: Club, command: str, by: str, fields: dict[str, Any], says: str
) -> None:
    early.do("OpenChoices", **OPEN)
    version = early.ledger.store.version("club")
    assert says in early.refused(command, by, **fields)[1]
    assert early.ledger.store.version("club") == version


def test_a_phase_does_not_end_before_devices_were_asked(early: Club) -> None:
    """Nor when the last seat has sealed since the host looked; a device that was asked is late."""
    first = ("Secret", "open what is sealed first: `campaign act open club sail`")
    for fields in ({}, SURE):
        assert early.refused("EndPhase", **fields) == first
    early.sealed("sail", "pike", to="narrows", raid="no")
    assert early.refused("EndPhase", **SURE) == first
    early.do("OpenChoices", **OPEN)
    assert event(early, early.do("EndPhase", **SURE)).absent == ("vale",)
    assert early.findings() == []


def test_an_opening_that_the_last_seal_overtakes_asks_devices_first(early: Club) -> None:
    """The host said yes while Pike was awaited; nobody has asked Vale's device yet."""
    early.sealed("sail", "pike", to="narrows", raid="no")
    fixed = event(early, early.do("OpenChoices", **OPEN))
    assert type(fixed) is kit.Fixed and fixed.absent == ()
    hand_in(early)
    assert event(early, early.do("OpenChoices", act_name="sail")).absent == ()
    assert early.value("seats.vale.at") == "banks"


def test_a_deadline_for_sealing_is_none_for_handing_in(early: Club) -> None:
    """Who is asked only after it was set has had no time; another can be set."""
    command, late = OpenChoices(act_name="sail", confirmed=True), "2099-01-02T00:00:00Z"
    early.do("SetDeadline", what="choices", until="2099-01-01T00:00:00Z")
    assert deadlines.refused(tasks.AWAITING, early.state, command, late) is None
    early.do("OpenChoices", **OPEN)
    assert deadlines.standing(early.state, tasks.AWAITING) == {}
    refused = deadlines.refused(tasks.AWAITING, early.state, command, late)
    assert refused and refused.detail == "say why you don't wait for Vale"
    early.do("SetDeadline", what="choices", until="2099-01-01T00:00:00Z")
    assert deadlines.refused(tasks.AWAITING, early.state, command, late) is None


def test_whose_seal_is_struck_once_sealing_has_ended_seals_again(early: Club) -> None:
    """Pike was passed over for a reason, Moss was not: the choice is owed once more."""
    seals = early.ledger.log("club")
    moss = next(at for at, one in seals if isinstance(one, kit.Sealed) and one.seat == "moss")
    assert event(early, early.do("OpenChoices", **OPEN)).absent == ("pike",)
    hand_in(early)
    early.correct(command="StrikeEvents", versions=[moss])
    assert [one.short for one in phases.owed(early.state)] == ["moss: sail"]
    assert [one.seat for one in tasks.sealed_here(early.state)] == ["moss"]
    assert early.refused("OpenChoices", act_name="sail")[1] == "Admiral Moss sealed nothing yet"
    sent = {"act_name": "sail", "values": CHOICE}
    assert early.refused("SealChoice", "pike", **sent) == ("Secret", ENDED)
    early.on_device("sail", "moss", **CHOICE)
    again = event(early, early.do("OpenChoices", **OPEN))
    assert type(again) is kit.Fixed and again.absent == (), "its device was not asked before"
    opened = event(early, early.do("OpenChoices", **OPEN))
    assert opened.absent == ("moss", "pike") and early.findings() == []


@pytest.fixture
def idle(tmp_path: Path) -> Club:
    """Stone and Pike have no ships and owe nothing."""
    rules = example("naval")
    for seat in ("Stone", "Pike"):
        rules = rules.replace(f'"Admiral {seat}"', f'"Admiral {seat}", ships = 0')
    return Club(tmp_path, "naval", rules)


def test_a_seal_that_nobody_waited_for_is_sealed_again_once_it_is_struck(idle: Club) -> None:
    """Stone never sealed and had their chance."""
    club = idle
    club.do("SealChoice", "vale", **SAIL, commitment=commitment_of(club))
    pike = club.sealed("sail", "pike", **CHOICE)
    club.do("OpenChoices", **OPEN)
    hand_in(club)
    sent = {"act_name": "sail", "values": CHOICE}
    assert club.refused("SealChoice", "pike", **sent) == ("Secret", ENDED)
    club.correct(command="StrikeEvents", versions=[pike])
    club.sealed("sail", "pike", to="greyport", raid="no")
    for seat in ("pike", "stone"):
        assert club.refused("SealChoice", seat, **sent) == ("Secret", ENDED)
    opened = event(club, club.do("OpenChoices", **OPEN))
    assert set(opened.openings) == {"vale", "pike"} and club.findings() == []


def test_whose_own_undo_came_before_sealing_ended_seals_no_more(naval: Club) -> None:
    """Moss had the chance until then; afterwards the host may have read Vale's choice."""
    naval.do("SealChoice", "vale", **SAIL, commitment=commitment_of(naval))
    naval.sealed("sail", "moss", to="narrows", raid="no")
    naval.do("UndoAct", "moss")
    naval.sealed("sail", "stone", to="narrows", raid="no")
    assert event(naval, naval.do("OpenChoices", **OPEN)).absent == ("moss", "pike")
    hand_in(naval)
    sent = {"act_name": "sail", "values": CHOICE}
    assert naval.refused("SealChoice", "moss", **sent) == ("Secret", ENDED)
    assert tasks.sealed_here(naval.state) == ()
    opened = event(naval, naval.do("OpenChoices", **OPEN))
    assert opened.absent == ("moss", "pike") and naval.findings() == []


def test_a_seal_that_nobody_waited_for_and_was_undone_before_is_not_sealed_again(
    idle: Club,
) -> None:
    """Nobody is passed over with it: Moss alone owed a choice."""
    idle.do("SealChoice", "vale", **SAIL, commitment=commitment_of(idle))
    idle.sealed("sail", "pike", **CHOICE)
    idle.do("UndoAct", "pike")
    before = idle.state
    fixed = event(idle, idle.do("OpenChoices", **OPEN))
    assert fixed.absent == ("moss", "pike")
    (moss,) = deadlines.passed_by(tasks.AWAITING, before, fixed)
    assert moss.title == "Admiral Moss’s choice"
    hand_in(idle)
    sent = {"act_name": "sail", "values": CHOICE}
    assert idle.refused("SealChoice", "pike", **sent) == ("Secret", ENDED)
    opened = event(idle, idle.do("OpenChoices", **OPEN))
    assert opened.absent == ("moss",) and idle.findings() == []


def test_a_seal_undone_before_and_sealed_anew_may_be_struck_afterwards(idle: Club) -> None:
    """What was undone before sealing ended says nothing of a seal that was there by then."""
    idle.do("SealChoice", "vale", **SAIL, commitment=commitment_of(idle))
    idle.sealed("sail", "pike", **CHOICE)
    idle.do("UndoAct", "pike")
    pike = idle.sealed("sail", "pike", **CHOICE)
    assert event(idle, idle.do("OpenChoices", **OPEN)).absent == ("moss",)
    idle.correct(command="StrikeEvents", versions=[pike])
    idle.sealed("sail", "pike", to="greyport", raid="no")
    assert idle.findings() == []


def test_a_what_if_begins_without_undone_seals(naval: Club) -> None:
    naval.sealed("sail", "moss", to="narrows", raid="no")
    naval.do("UndoAct", "moss")
    assert naval.state.struck == (("sail", "moss"),)
    branched = Branched(
        name="other", origin="a", behind=1, head="", maker="host", id="b",
        seed_anchor="", seed_links={}, seed_sealed="",
    )  # fmt: skip
    assert secrets.EVOLVE[Branched](naval.state, branched).struck == ()


def test_a_seat_that_joins_once_sealing_has_ended_seals(tmp_path: Path) -> None:
    text = example("naval").replace("[seats]\n", "[seats]\nenrol = 5\n")
    club = Club(tmp_path, "naval", text.replace('"sea"', '"sea = redport"', 2))
    club.do("SealChoice", "vale", **SAIL, commitment=commitment_of(club))
    club.do("OpenChoices", **OPEN)
    club.do("AddSeat", seat="erik", name="Admiral Erik", side="grey")
    assert [one.short for one in phases.owed(club.state)] == ["erik: sail"]
    club.do("SealChoice", act_name="sail", seat="erik", values=CHOICE)
    assert [one.short for one in phases.owed(club.state)] == ["vale: hand in sail"]


def test_screens_and_questions_say_what_opening_does_first(early: Club) -> None:
    """In the browser and at the keyboard alike: both ask what the interview asks."""
    asked = interviews.what_is_owed(early.state, {"act_name": "sail"}, dict)
    assert asked is not None and asked.lines[1:] == (
        "Nobody seals any more then, and Admiral Vale can hand in what a device sealed.",
        "Nothing is opened before you open once more.",
    )
    (stage, *_) = screens.stages(early.state)
    assert [button.form for button in stage.buttons] == ["OpenChoices", "EndPhase"]
    early.do("OpenChoices", **OPEN)
    assert tasks.sealed_here(early.state) == ()
    asked = WebClub.on(early.ledger).browser("vale").get("/c/club/board/openings").json()
    assert [one["commitment"] for one in asked["openings"]] == [commitment_of(early)]
    hand_in(early)
    (stage, *_) = screens.stages(early.state)
    assert stage.buttons[0].command == {"command": "OpenChoices", "act_name": "sail"}


# --- numbers of seals, from which a device makes its nonces ---------------------------------------


def attempt(club: Club) -> int:
    """The number that vale's next seal has."""
    (task,) = (one for one in tasks.sealed_here(club.state) if one.seat == "vale")
    assert task.device is not None
    return task.device.attempt


def test_no_number_of_a_seal_is_used_twice(naval: Club) -> None:
    """Whoever knows the nonce of an opened choice could test what was sealed with it before."""
    used: list[int] = []
    versions: list[int] = []
    for _ in range(3):
        used.append(attempt(naval))
        sent = {**SAIL, "commitment": commitment_of(naval, f"{used[-1]:064}")}
        versions.append(naval.do("SealChoice", "vale", **sent))
    assert used == [0, 1, 2]
    naval.correct(command="StrikeEvents", versions=[versions[1]])
    assert attempt(naval) == 3
    naval.correct(command="StrikeEvents", versions=[versions[0], versions[2]])
    assert attempt(naval) == 3
    naval.sealed("sail", "vale", to="narrows", raid="no")
    naval.do("UndoAct", "vale")
    assert attempt(naval) == 4


def test_a_seal_that_nobody_opened_counts_once(naval: Club) -> None:
    """One was struck and one is left: two numbers are used up."""
    for _ in range(2):
        naval.sealed("sail", "moss", to="narrows", raid="no")
        naval.do("UndoAct", "moss")
    naval.sealed("sail", "moss", to="narrows", raid="no")
    assert secrets.cleared(naval.state).used == {"sail moss": 3}


def opened(club: Club) -> Subject:
    """Everybody seals and all is opened; what vale's nonce is about."""
    about = secrets.subject(club.state, "sail", "vale")
    for seat in ("vale", "moss", "stone", "pike"):
        club.sealed("sail", seat, to="narrows", raid="no")
    club.do("OpenChoices", act_name="sail")
    return about


TWICE = example("naval").replace('when = "orders"\nsecret', 'when = ["orders", "battles"]\nsecret')
"""With orders in either phase."""


def test_a_phase_that_seals_by_new_rules_has_a_round_of_its_own(naval: Club) -> None:
    first = opened(naval)
    naval.do("EndPhase")
    naval.do("ChangeRules", text=TWICE, reason="orders twice")
    second = opened(naval)
    naval.go_on()
    assert len({first, second, opened(naval)}) == 3 and naval.findings() == []


def test_rules_whose_change_is_struck_move_no_number_of_a_phase(naval: Club) -> None:
    """What is sealed since can be opened, and no phase has a number that another had."""
    before = [opened(naval)]
    changed = naval.do("ChangeRules", text=TWICE, reason="orders twice")
    naval.do("EndPhase")
    before.append(opened(naval))
    naval.go_on()
    about = secrets.subject(naval.state, "sail", "vale")
    for seat in ("vale", "moss", "stone", "pike"):
        naval.sealed("sail", seat, to="narrows", raid="no")
    naval.correct(command="StrikeEvents", versions=[changed])
    assert secrets.subject(naval.state, "sail", "vale") == about
    naval.do("OpenChoices", act_name="sail")
    before.append(about)
    naval.do("EndPhase")
    naval.go_on()
    before.append(opened(naval))
    assert len(set(before)) == 4 and naval.findings() == []


def test_a_phase_inserted_before_leaves_what_is_sealed_as_it_is(naval: Club) -> None:
    """It can be opened; who seals after that does so for a phase that nobody had."""
    opened(naval)
    forgotten = naval.ledger.store.version("club")
    naval.do("EndPhase")
    naval.go_on()
    about = secrets.subject(naval.state, "sail", "vale")
    naval.sealed("sail", "vale", to="narrows", raid="no")
    naval.correct(command="InsertCommand", after=forgotten, forgotten={"command": "EndPhase"})
    assert secrets.subject(naval.state, "sail", "vale") == about
    assert secrets.subject(naval.state, "sail", "moss").draw == about.draw + 1
    naval.do("OpenChoices", **OPEN)
    assert naval.findings() == []


def test_an_insertion_that_is_struck_leaves_no_number_for_another_phase(naval: Club) -> None:
    """By the inserted rules orders are sealed in both phases; what was opened then is known."""
    before = [opened(naval)]
    last = naval.ledger.store.version("club")
    forgotten = {"command": "ChangeRules", "text": TWICE, "reason": "orders twice"}
    inserted = naval.correct(command="InsertCommand", after=last, forgotten=forgotten)
    naval.do("EndPhase")
    before.append(opened(naval))
    naval.correct(command="StrikeEvents", versions=[inserted])
    naval.go_on()
    assert secrets.subject(naval.state, "sail", "vale") not in before and naval.findings() == []


@pytest.mark.parametrize("text", ["", TWICE], ids=["a turn", "a phase"])
def test_a_round_that_was_struck_is_not_given_again(tmp_path: Path, text: str) -> None:
    """What was opened in it is known."""
    club = Club(tmp_path, "naval", text)
    before = [opened(club)]
    if not text:
        club.do("EndPhase")
    club.go_on()
    before.append(opened(club))
    begins = kit.PhaseEnded if text else TurnBegan
    at = max(at for at, one in club.ledger.log("club") if isinstance(one, begins))
    club.correct(command="StrikeEvents", versions=[at])
    club.go_on()
    assert opened(club) not in before


def test_rounds_behind_a_struck_phase_have_the_numbers_that_they_had(tmp_path: Path) -> None:
    """What is sealed in them can still be opened: two phases a turn, the fourth in battles."""
    start = Club(tmp_path, "naval", TWICE).state
    ends, turns = phases.EVOLVE[kit.PhaseEnded], phases.EVOLVE[TurnBegan]
    ended, turn = kit.PhaseEnded(phase="orders"), TurnBegan(turn="turn-02")
    for first in (ends, numbered):
        assert ends(turns(first(start, ended), turn), ended).round == 4
    struck = numbered(ends(start, ended), turn)
    assert (struck.round, turns(struck, turn).round) == (2, 4)


def test_a_forged_hand_in_without_its_seal_is_found(naval: Club) -> None:
    """Else the choice would count as one that nobody handed in."""
    naval.do("SealChoice", "vale", **SAIL, commitment=commitment_of(naval))
    assert naval.forged(hand_in(naval), lambda event: event.pop("sealed"))


SCOUT = """[acts.scout]
does = "Seal where you scout"
rule = "Sea 2"
by = "seat"
when = "orders"
secret = true
missing = { to = "narrows" }
fields = { to = "sea" }
do = ["me.at = to"]
say = "{me} scouted."

[acts.sail]
"""
"""A second choice that is sealed in the phase of orders."""


def test_two_choices_of_a_seat_stand_apart_on_the_board(tmp_path: Path) -> None:
    """Each is named, and no two parts of the page have one id: asked, sealed, asked again."""
    text = example("naval").replace("[acts.sail]\n", SCOUT)
    club = Club(tmp_path, "naval", text)
    vale = WebClub.on(club.ledger).browser("vale")

    def page() -> str:
        found = vale.get("/c/club/board").text
        names = re.findall(r' id="([^"]+)"', found)
        assert len(set(names)) == len(names)
        return found

    asked = page()
    assert "next-act" not in asked, "what is asked here is not offered elsewhere"
    assert "<span>Admiral Vale<span>: Seal your orders</span></span>" in asked
    assert "<span>Admiral Vale<span>: Seal where you scout</span></span>" in asked
    club.do("SealChoice", "vale", **SAIL, commitment=commitment_of(club))
    assert "Admiral Vale, “Seal your orders”: sealed." in page()
    rules = club.state.rules.acts["scout"]
    opening = Opening(secrets.written(rules, {"to": "banks"}), NONCE)
    seal = commit(secrets.subject(club.state, "scout", "vale"), opening)
    club.do("SealChoice", "vale", act_name="scout", seat="vale", commitment=seal)
    for act, values in (("sail", {"to": "narrows", "raid": "no"}), ("scout", {"to": "banks"})):
        for seat in ("moss", "stone", "pike"):
            club.sealed(act, seat, **values)
    marks = re.findall(r'class="tok letters p-(\w+)"[^>]*>(\w+)<', vale.get("/c/club").text)
    assert ("vale", "VAL") in marks and all(text for _, text in marks), "grey squares say nothing"
    asked_again = page()
    assert asked_again.count(">Nonce</label>") == 2
    assert "Hand in your choice for “Seal your orders”" in asked_again
    assert "Hand in your choice for “Seal where you scout”" in asked_again
