"""Corrections on the web: the preview, what is recorded, and all that is refused; and undo."""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from campaign.history.acts import Judgement
from campaign.web.forms import to_be_ticked
from events.lif.on_map import LeaderMoved, LeaderPlaced
from support.disputed import upheld, version_of
from support.sessions import Session, ledger_in
from support.web import MEMBERS, NAME, Browser, FoundForm, WebClub, forms, words

pytestmark = pytest.mark.further

PATH = f"/c/{NAME}/correct"
UNDO = f"/c/{NAME}/undo"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """Rommel was placed and moved twice; the dispute on the placing is upheld by Ref."""
    session = Session(ledger_in(tmp_path)).open(
        setup={"members": MEMBERS, "leaders": {"rommel": "arriving"}}
    )
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("MoveLeader", "anna", leader="rommel", location="E1430")
    session.do("MoveLeader", "anna", leader="rommel", location="E1431")
    there, away = version_of(session, LeaderPlaced), version_of(session, LeaderMoved)
    assert away == there + 2
    upheld(session, there)
    found = WebClub.on(session.ledger)
    yield found
    found.close()


def placed(made: WebClub) -> int:
    """The event by which Rommel was placed."""
    return next(
        one.version
        for one in made.house.ledger.history(NAME)
        if isinstance(one.event, LeaderPlaced)
    )


def looked_at(browser: Browser, **typed: str) -> Response:
    """The page with the preview of what was typed."""
    first = browser.get(f"{PATH}?kind={typed.pop('kind', 'strike')}")
    form = forms(first.text)[0]
    return browser.post(PATH, form.fields | {"look": "1"} | typed)


def recording(page: Response) -> FoundForm:
    """The form that records what was looked at."""
    return next(form for form in forms(page.text) if "seen" in form.fields)


def shown(made: WebClub) -> dict[str, Any]:
    """The state as everybody may see it."""
    live = made.house.ledger.live(NAME)
    return dict(live.system.view.show(live.state))


def italy(made: WebClub) -> int:
    """Italy's veto points."""
    return int(shown(made)["veto_points"]["italy"])


def where(made: WebClub) -> str:
    """The hex that Rommel is in."""
    return str(shown(made)["leaders"]["rommel"]["location"])


# --- the preview --------------------------------------------------------------------------------


def test_a_figure_is_adjusted_as_the_preview_showed(made: WebClub) -> None:
    """LiF 4.2: Italy begins with 2 veto points; 2 more make 4."""
    ref = made.browser("ref")
    before = made.version
    page = looked_at(ref, kind="adjust", figure="veto-points", of="italy", change="2")
    assert page.status_code == 200
    assert "Figure Now Then Veto points Italy 2 4" in words(page)
    assert made.version == before
    form = recording(page)
    assert form.text == "Record this correction of 1 figure"
    done = ref.post(PATH, form.fields)
    assert "Italy: veto points +2, under d1." in words(done)
    assert italy(made) == 4
    assert made.version == before + 1
    assert "/journal" in str(ref.post(PATH, form.fields).url), "sent again it is known again"
    assert made.version == before + 1


def test_later_acts_are_struck_along_once_each_is_ticked(made: WebClub) -> None:
    """Without its placing Rommel has not moved twice (only a leader on the map moves)."""
    ref, first = made.browser("ref"), placed(made)
    page = looked_at(ref)
    said = words(page)
    assert "No longer allowed by the rules" in said
    for moved in (first + 1, first + 2):
        assert f"Move leader event {moved} only a leader on the map moves" in said
    assert "Rommel, status" in said
    form, before = recording(page), made.version
    one, other = (f"also-{first + nth}" for nth in (1, 2))
    assert form.offered[one] == form.offered[other] == ["on"]
    for ticked in ({}, {one: "on"}, {other: "on"}):
        refused = ref.post(PATH, form.fields | ticked)
        assert refused.status_code == 422
        assert "Tick every act that is struck out along with it." in words(refused)
        assert made.version == before
    done = ref.post(PATH, recording(refused).fields | {one: "on", other: "on"})
    assert f"Events {first}–{first + 2} were struck under d1." in words(done)
    assert shown(made)["leaders"]["rommel"]["status"] == "arriving"
    line = words(ref.get(f"/c/{NAME}/journal/{first}"))
    assert f"Struck by event {before + 1} : it counts no more." in line


def test_more_than_twelve_acts_share_boxes_by_their_reasons() -> None:
    """Up to twelve each has its own."""
    acts = [Judgement((n,), "MoveLeader", reason="even" if n % 2 else "odd") for n in range(1, 14)]
    few = to_be_ticked(acts[:12], {})
    assert [one.name for one in few] == [f"also-{n}" for n in range(1, 13)]
    many = to_be_ticked(acts, {})
    assert [(one.name, len(one.versions)) for one in many] == [("also-1", 7), ("also-2", 6)]


def test_an_event_is_amended_field_by_field(made: WebClub) -> None:
    """What differs from the record is amended, and nothing else."""
    ref, last = made.browser("ref"), placed(made) + 2
    begun = ref.get(f"{PATH}?kind=amend&dispute=d1&version={last}")
    form = forms(begun.text)[0]
    assert form.fields["fields/location"] == "E1431" and form.fields["version"] == str(last)
    said = words(begun)
    assert "Now Rommel" in said and "Now E1431" in said and "rommel" not in said
    assert "Which line is wrong? Rommel went to E1431." in said
    unchanged = ref.post(PATH, form.fields)
    assert "Change what was wrong in at least one field." in words(unchanged)
    page = ref.post(PATH, form.fields | {"fields/location": "E1432"})
    assert "E1431 E1432" in words(page)
    done = ref.post(PATH, recording(page).fields)
    assert f"Event {last} was amended under d1." in words(done)
    assert "It reads now: Rommel went to E1432." in words(done)


def test_a_leader_who_was_placed_is_amended_by_name(made: WebClub) -> None:
    """He arrives no more, so that his act offers him to nobody; the form has all leaders."""
    ref = made.browser("ref")
    page = ref.get(f"{PATH}?kind=amend&dispute=d1&version={placed(made)}")
    form = forms(page.text)[0]
    assert form.fields["fields/leader"] == "rommel"
    assert "guderian" in form.offered["fields/leader"] and "Guderian" in words(page)


def test_what_is_refused_today_may_have_been_right_then(made: WebClub) -> None:
    """LiF 3.2: a stage begins once in a turn. Of two that have begun each is offered to amend the
    other, and the correction itself says whether it can be.
    """
    for stage in ("initiative", "action"):
        made.house.ledger.submit(NAME, {"command": "BeginStage", "stage": stage})
    query = f"{PATH}?kind=amend&dispute=d1&version={made.version}"
    form = forms(made.browser("ref").get(query).text)[0]
    assert form.fields["fields/stage"] == "action"
    assert {"initiative", "action", "production"} <= {*form.offered["fields/stage"]}


def test_the_line_is_chosen_before_what_was_wrong(made: WebClub) -> None:
    """The first page asks for nothing else; so does that of what was forgotten."""
    ref = made.browser("ref")
    first = forms(ref.get(f"{PATH}?kind=amend&dispute=d1").text)[0]
    assert "version" in first.offered and not any(key.startswith("fields/") for key in first.fields)
    first = forms(ref.get(f"{PATH}?kind=insert&dispute=d1").text)[0]
    assert "forgotten/command" in first.offered and "forgotten/by" not in first.offered


def test_a_field_that_is_not_of_its_kind_is_told_there(made: WebClub) -> None:
    ref = made.browser("ref")
    page = looked_at(ref, kind="adjust", figure="veto-points", of="italy", change="two")
    assert page.status_code == 422
    assert 'id="why-change"' in page.text and "Write a whole number from -999 to 999." in words(
        page
    )
    assert 'value="two"' in page.text


def test_what_was_forgotten_has_the_form_of_its_command(made: WebClub) -> None:
    """Ben’s purchase comes in behind the placing; the report has one event more."""
    ref, first = made.browser("ref"), placed(made)
    query = f"{PATH}?kind=insert&dispute=d1&after={first}&forgotten/command=AddEntropy"
    form = forms(ref.get(query).text)[0]
    assert "forgotten/value" in form.fields
    page = ref.post(PATH, form.fields | {"forgotten/value": "rain", "forgotten/by": "ben"})
    assert "No figure changes." in words(page)
    done = ref.post(PATH, recording(page).fields)
    assert done.status_code == 200 and "under d1" in words(done)


@pytest.mark.parametrize("kind", ["SealBallot", "SealVote", "RevealBallot", "EnterEntryChits"])
def test_no_secret_of_play_is_asked_for(made: WebClub, kind: str) -> None:
    """An insertion draws and seals nothing, so that neither the list of commands nor an address
    that names one has a box for a choice.
    """
    ref = made.browser("ref")
    first = forms(ref.get(f"{PATH}?kind=insert&dispute=d1").text)[0]
    assert kind not in first.offered["forgotten/command"]
    query = f"{PATH}?kind=insert&dispute=d1&after={placed(made)}&forgotten/command={kind}"
    form = forms(ref.get(query).text)[0]
    assert "forgotten/command" in form.offered
    assert not {"forgotten/choice", "forgotten/nonce", "forgotten/values"} & {*form.fields}


def enrolling(made: WebClub) -> dict[str, str]:
    """An enrolment that was forgotten, as the form's second page sends it."""
    query = f"{PATH}?kind=insert&dispute=d1&after={placed(made)}&forgotten/command=EnrolMember"
    form = forms(made.browser("ref").get(query).text)[0]
    typed = {"forgotten/member": "zoe", "forgotten/name": "Zoe", "forgotten/roles:observer": "on"}
    return form.fields | typed


def test_an_enrolment_is_inserted_without_a_box_for_its_address(made: WebClub) -> None:
    """No correction brings one into the record."""
    ref, fields = made.browser("ref"), enrolling(made)
    assert "forgotten/name" in fields and "forgotten/email" not in fields
    assert recording(ref.post(PATH, fields))


def test_a_line_that_is_refused_keeps_what_was_forgotten(made: WebClub) -> None:
    """The first page comes again with the command, and carries what the second was answered."""
    ref, first = made.browser("ref"), placed(made)
    query = f"{PATH}?kind=insert&dispute=d1&after={first}&forgotten/command=AddEntropy"
    form = forms(ref.get(query).text)[0]
    answered = {"forgotten/value": "rain", "forgotten/by": "ben", "reason": "It was said."}
    page = ref.post(PATH, form.fields | answered | {"after": "999"})
    again = forms(page.text)[0]
    assert "There is no event 999" in words(page) and "after" in again.offered
    assert again.fields["forgotten/command"] == "AddEntropy"
    assert {key: again.fields[key] for key in answered} == answered
    assert recording(ref.post(PATH, again.fields | {"after": str(first)}))


def test_each_chip_leads_to_its_question_and_keeps_the_other_answer(made: WebClub) -> None:
    ref, first = made.browser("ref"), placed(made)
    query = f"{PATH}?kind=insert&dispute=d1&after={first}&forgotten/command=AddEntropy"
    chips = re.findall('class="chip" href="([^"]+)"', ref.get(query).text)
    pages = [forms(ref.get(f"{PATH}{html.unescape(chip)}").text)[0] for chip in chips]
    assert [page.fields.get("forgotten/command", "") for page in pages] == ["AddEntropy", ""]
    assert all({"after", "forgotten/command"} <= {*page.offered} for page in pages)
    assert pages[1].fields["after"] == str(first)


def test_play_goes_back_to_an_event(made: WebClub) -> None:
    """To before the second move; the hex is the one before."""
    ref, first = made.browser("ref"), placed(made)
    page = looked_at(ref, kind="rewind", to=str(first + 1))
    assert "E1431 E1430" in words(page)
    ref.post(PATH, recording(page).fields)
    assert where(made) == "E1430"


def test_the_dispute_shows_what_its_events_changed(made: WebClub) -> None:
    """Rommel was to arrive, and then was in E1429."""
    page = made.browser("ben").get(f"/c/{NAME}/disputes/d1")
    assert "Rommel, status: arriving → map" in words(page)
    assert "→ E1429" in words(page)


# --- what is refused ----------------------------------------------------------------------------


def test_a_preview_that_is_older_than_the_record_says_what_came(made: WebClub) -> None:
    """Nothing is recorded, and the page has the new preview."""
    ref = made.browser("ref")
    page = looked_at(ref, kind="adjust", figure="veto-points", of="italy", change="2")
    made.house.ledger.submit(NAME, {"command": "AddEntropy", "value": "rain", "by": "ben"})
    before = made.version
    again = ref.post(PATH, recording(page).fields)
    assert again.status_code == 409
    assert "Something was recorded meanwhile" in words(again)
    assert "rain" in words(again)
    assert made.version == before
    ref.post(PATH, recording(again).fields)
    assert italy(made) == 4


def test_another_correction_than_the_one_looked_at_is_shown_first(made: WebClub) -> None:
    ref = made.browser("ref")
    page = looked_at(ref, kind="adjust", figure="veto-points", of="italy", change="2")
    before = made.version
    again = ref.post(PATH, recording(page).fields | {"change": "3"})
    assert again.status_code == 409
    assert "This is not the correction that you looked at: look again." in words(again)
    assert made.version == before


def test_a_correction_rests_on_a_ruling(made: WebClub) -> None:
    """Whoever did not rule is told what has to come first; a form of theirs is refused."""
    ref, ben = made.browser("ref"), made.browser("ben")
    page = looked_at(ref, kind="adjust", figure="veto-points", of="italy", change="2")
    own = ben.get(PATH)
    assert "No ruling lets you correct anything at the moment." in words(own)
    assert "What it would change" not in own.text
    before = made.version
    refused = ben.post(PATH, recording(page).fields)
    assert refused.status_code == 409
    assert made.version == before


def test_a_correction_puts_no_address_into_the_log(made: WebClub) -> None:
    """As at the desk: the preview says so already, and nothing is recorded."""
    ref, fields = made.browser("ref"), enrolling(made)
    page = ref.post(PATH, fields | {"forgotten/email": "zoe@example.org"})
    assert "The log holds no addresses, and a correction puts none in" in words(page)
    assert not [one for one in forms(page.text) if "seen" in one.fields]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"versions": "999"}, "There is no event 999; the last is 28."),
        ({"versions": "1"}, "The event that started the campaign cannot be corrected."),
        ({"versions": ""}, "This is needed."),
        ({"versions": "one"}, "Write a whole number of at least 1."),
    ],
)
def test_what_cannot_be_struck_says_why(made: WebClub, typed: dict[str, str], why: str) -> None:
    asked = {"kind": "strike", "dispute": "d1", "look": "1", "reason": ""}
    page = made.browser("ref").post(PATH, asked | typed)
    assert why in words(page)
    assert not [one for one in forms(page.text) if "seen" in one.fields]


# --- undo ---------------------------------------------------------------------------------------


def test_a_last_act_is_taken_back_in_two_taps(made: WebClub) -> None:
    """The link shows it with what would change, the button does it."""
    anna = made.browser("anna")
    made.house.ledger.submit(
        NAME, {"command": "MoveLeader", "by": "anna", "leader": "rommel", "location": "E1432"}
    )
    page = anna.get(UNDO)
    assert "E1432 E1431" in words(page)
    (form,) = forms(page.text)
    before = made.version
    anna.post(UNDO, form.fields)
    assert where(made) == "E1431"
    anna.post(UNDO, form.fields)
    assert made.version == before + 1, "a second tap takes nothing else back"


def test_an_act_that_is_not_the_last_any_more_stays(made: WebClub) -> None:
    anna = made.browser("anna")
    move = {"command": "MoveLeader", "by": "anna", "leader": "rommel"}
    made.house.ledger.submit(NAME, {**move, "location": "E1432"})
    (form,) = forms(anna.get(UNDO).text)
    made.house.ledger.submit(NAME, {**move, "location": "E1433"})
    before = made.version
    again = anna.post(UNDO, form.fields)
    assert again.status_code == 409
    assert "Your last act is another one by now: look again." in words(again)
    assert made.version == before


def test_who_did_nothing_has_nothing_to_take_back(made: WebClub) -> None:
    olga = made.browser("olga")
    page = olga.get(UNDO)
    assert "You have no act to take back: bookmarks stay, and so does what was opened" in words(
        page
    )
    refused = olga.post(UNDO, {})
    assert refused.status_code == 409
    assert "It cannot be taken back." in words(refused)
