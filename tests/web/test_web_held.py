"""Acts that can't be taken back: whom they pass over, and the seconds for which they are held."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.handler.holding import LeftBehind, held_words
from campaign.kernel.members import AddEntropy, AdvanceTurn, CloseCampaign
from campaign.lif.names import the_country
from campaign.lif.roster import POWERS
from support.evening import BOARD, DESK, answer, buttons, press
from support.held import (
    WHY,
    Hand,
    all_but_one,
    asked_of,
    club_by_hand,
    holding,
    names,
    open_early,
)
from support.web import NAME, PLAYERS, WebClub, forms, words

pytestmark = pytest.mark.further

HELD, HERE = f"/c/{NAME}/held", f"/c/{NAME}"


@pytest.fixture
def hand() -> Hand:
    """The clock of everything."""
    return Hand()


@pytest.fixture
def made(tmp_path: Path, hand: Hand) -> Iterator[WebClub]:
    """A club with a leader before the Board."""
    with closing(club_by_hand(tmp_path, hand)) as found:
        yield found


def whose(late: str) -> str:
    """Whose ballot a player seals: `Italy's`."""
    return f"{the_country(POWERS[PLAYERS.index(late)])}'s ballot"


# --- whom they pass over ------------------------------------------------------------------------


@pytest.mark.parametrize("is_missing", [True, False])
@pytest.mark.parametrize("is_late", [True, False])
def test_early_or_late_and_missing_or_in(
    made: WebClub, hand: Hand, *, is_missing: bool, is_late: bool
) -> None:
    """Missing and early: named, and a reason. Missing and late: named. In: a tap is a tap."""
    host = made.browser("host")
    host.fill(f"{HERE}/do/SetDeadline?what=ballots", until="1999-01-01T21:00:00Z")
    late = all_but_one(made)
    if not is_missing:
        answer(made.browser(late), "no-veto")
    hand.move(3601 if is_late else 60)
    before = made.version
    page = press(host, "Open the ballots", twice=False)
    if not is_missing:
        assert names(made, 1) == ["LeaderPromoted"]
        return
    name = made.house.ledger.live(NAME).state.campaign.called(late)
    had = "had" if is_late else "has"
    assert f"{name} {had} until 1 January 1999, 21:00 UTC" in words(page)
    (second,) = forms(page.text)
    done = host.post(DESK, second.fields)
    if not is_late:
        text = f"Say why you don&#39;t wait for {name}. Nothing was recorded."
        assert done.status_code == 409 and text.replace(" Nothing was recorded.", "") in done.text
        done = host.post(DESK, second.fields | WHY)
    assert str(done.url).endswith(HELD) and made.version == before
    hand.move(10)
    holding(made).send_due()
    assert names(made, 3) == ["MarkersFixed", "BallotsOpened", "LeaderPromoted"]


@pytest.mark.parametrize("page", ["board", "host"])
def test_going_back_from_it_leads_to_the_page_of_the_button(made: WebClub, page: str) -> None:
    """Whom it passes over has an address: loaded again it sends nothing, nor is it sent again."""
    late, host, before = all_but_one(made), made.browser("host"), made.version
    shown = forms(host.get(f"{HERE}/{page}").text)
    form = next(one for one in shown if one.text.startswith("Open the ballots"))
    asked = host.post(form.action, form.fields | {"step": form.offered["step"][0]})
    assert asked.history[0].status_code == 303 and asked.url.path == f"{HERE}/passing"
    again = host.get(str(asked.url))
    for one in (asked, again):
        assert f'href="{HERE}/{page}">Not now' in one.text and WHY["because"] in one.text
    assert made.version == before and not holding(made).acts.every()
    (second,) = forms(again.text)
    assert str(host.post(second.action, second.fields | WHY).url).endswith(HELD)
    answer(made.browser(late), "no-veto")
    assert host.get(str(asked.url)).url.path == f"{HERE}/{page}"


def test_a_program_needs_the_reason_too(made: WebClub) -> None:
    """The same words at every door, and nothing is held for a program."""
    late = all_but_one(made)
    name = made.house.ledger.live(NAME).state.campaign.called(late)
    sent = b'{"command": "OpenBallots", "absent": "no-veto", "id": "a"}'
    from campaign.handler.command_handler import Actor

    refused = made.house.desk.submit(NAME, sent, Actor("host")).refused
    assert refused is not None and refused.rule == "Members"
    assert refused.reason.startswith(f"say why you don't wait for {name}: `why`")


# --- held ---------------------------------------------------------------------------------------


def test_it_is_sent_when_it_is_due_and_not_before(made: WebClub, hand: Hand) -> None:
    """Nine seconds later nothing is recorded; ten seconds later all is, and once."""
    all_but_one(made)
    before = made.version
    page = open_early(made)
    assert "Host opens the ballots in 10 seconds" in words(page)
    assert '<meta http-equiv="refresh" content="11">' in page.text
    job = holding(made)
    assert job.soon() == 10
    hand.move(9)
    job.send_due()
    assert made.version == before and "in 1 second " in words(made.browser("host").get(HELD))
    hand.move(1)
    job.send_due()
    assert names(made, 3) == ["MarkersFixed", "BallotsOpened", "LeaderPromoted"]
    after = made.version
    job.send_due()
    assert made.version == after
    assert str(made.browser("host").get(HELD).url).endswith(BOARD)


def test_the_others_see_it_on_now_and_board(made: WebClub, hand: Hand) -> None:
    """Who does what in how many seconds; only the sender takes it back."""
    all_but_one(made)
    open_early(made)
    hand.move(4)
    for path in (HERE, BOARD):
        assert "Host opens the ballots in 6 s." in words(made.browser("olga").get(path))
    page = made.browser("anna").get(HELD)
    assert "Host opens the ballots in 6 seconds" in words(page) and not forms(page.text)
    key = holding(made).acts.every()[0].key
    assert made.browser("anna").post(HELD, {"do": "back", "key": key}).status_code == 403
    assert holding(made).acts.every()


def test_taken_back_it_never_was(made: WebClub, hand: Hand) -> None:
    """Nothing is recorded, nobody hears of it, and the next one begins anew."""
    all_but_one(made)
    before = made.version
    page = open_early(made)
    (form,) = forms(page.text)
    host = made.browser("host")
    assert str(host.post(HELD, form.fields | {"do": "back"}).url).endswith(BOARD)
    hand.move(60)
    holding(made).send_due()
    assert made.version == before
    assert "opens the ballots" not in words(host.get(HERE))
    late = host.post(HELD, form.fields | {"do": "back"})
    assert late.status_code == 409 and "It was sent before you took it back" in words(late)
    assert "in 10 seconds" in words(open_early(made))


def test_now_sends_it_at_once(made: WebClub) -> None:
    """Without waiting; the other button is too late then."""
    all_but_one(made)
    (form,) = forms(open_early(made).text)
    host = made.browser("host")
    assert str(host.post(HELD, form.fields | {"do": "now"}).url).endswith(BOARD)
    assert names(made, 1) == ["LeaderPromoted"]


def test_what_comes_in_meanwhile_drops_it(made: WebClub, hand: Hand) -> None:
    """The one who was passed over has sealed: nothing is opened, and the sender is told."""
    late = all_but_one(made)
    open_early(made)
    answer(made.browser(late), "veto")
    before = made.version
    hand.move(10)
    holding(made).send_due()
    assert made.version == before
    host = made.browser("host")
    text = "came in meanwhile. Nothing was opened."
    page = host.get(HERE)
    assert f"{whose(late)} on " in words(page) and text in words(page)
    assert text not in words(made.browser("anna").get(HERE))
    (seen,) = (one for one in forms(page.text) if one.action == HELD)
    host.post(HELD, seen.fields | {"do": "seen"})
    assert text not in words(host.get(HERE))
    assert list(buttons(host)) == ["Open the ballots"]


def test_a_ballot_may_be_changed_while_it_is_held(made: WebClub, hand: Hand) -> None:
    """Until the markers are fixed; what is opened is the last one."""
    all_but_one(made)
    open_early(made)
    anna = made.browser("anna")
    (form,) = (one for one in forms(anna.get(BOARD).text) if "choice" in one.offered)
    assert "It is in" in anna.post(BOARD, form.fields | {"choice": "veto"}).text
    hand.move(10)
    holding(made).send_due()
    opened = next(
        one.event for one in made.house.ledger.history(NAME) if hasattr(one.event, "ballots")
    )
    assert opened.ballots["germany"].choice == "veto"


def test_one_is_held_at_a_time(made: WebClub) -> None:
    """Another act that can't be taken back waits; the same form again is the same act."""
    all_but_one(made)
    host = made.browser("host")
    (second,) = forms(press(host, "Open the ballots, count", twice=False).text)
    for _ in range(2):
        assert str(host.post(DESK, second.fields | WHY).url).endswith(HELD)
    (other,) = forms(press(host, "Fix the ballots", twice=False).text)
    page = host.post(DESK, other.fields | WHY)
    assert page.status_code == 409 and "Another act is held at the moment" in words(page)
    assert len(holding(made).acts.every()) == 1


@pytest.mark.parametrize("ends", ["device", "role", "seat"])
def test_it_is_dropped_where_its_sender_may_send_nothing_more(
    made: WebClub, hand: Hand, ends: str
) -> None:
    """The device is signed out, the role is another one, somebody else has the seat."""
    house, roles = made.house, ["player", "host"]
    enrol = {"command": "EnrolMember", "member": "anna", "name": "Anna"}
    assert house.ledger.submit(NAME, {**enrol, "roles": roles})["accepted"]
    all_but_one(made)
    open_early(made, "anna")
    (act,) = holding(made).acts.every()
    if ends == "device":
        house.doors.end(act.person, act.device)
    elif ends == "role":
        assert house.ledger.submit(NAME, {**enrol, "roles": ["player"]})["accepted"]
    else:
        with house.people.file.writing() as db:
            db.execute("UPDATE seat SET until='1999' WHERE person=?", (act.person,))
    before = made.version
    hand.move(10)
    holding(made).send_due()
    assert made.version == before and not holding(made).acts.every()
    assert "Nothing was opened." in holding(made).acts.dropped(act.campaign, "anna")


@pytest.mark.parametrize(("seconds", "is_sent"), [(70, True), (71, False)])
def test_after_a_restart_it_is_sent_within_a_minute(
    made: WebClub, hand: Hand, seconds: int, *, is_sent: bool
) -> None:
    """Held for ten seconds and sixty late; later it is dropped, and its sender is told."""
    all_but_one(made)
    before = made.version
    open_early(made)
    hand.move(seconds)
    holding(made).send_due()
    assert (made.version > before) is is_sent
    text = "The service was away when this was due. Nothing was opened."
    assert (text in words(made.browser("host").get(HERE))) is not is_sent


def test_what_was_sent_before_a_kill_counts_once(made: WebClub, hand: Hand) -> None:
    """Recorded, and killed before the hold was ended: nothing more, and nobody is told."""
    all_but_one(made)
    open_early(made)
    job = holding(made)
    (act,) = job.acts.every()
    assert job.acts.claim(act) and not job.acts.take_back(act.campaign, "host", act.key)
    made.house.ledger.submit(NAME, act.sent, "host")
    after = made.version
    hand.move(500)
    job.send_due()
    assert made.version == after and not job.acts.every()
    assert job.acts.dropped(act.campaign, "host") == ""


def test_how_long_is_everybodys_own_choice(made: WebClub) -> None:
    """10, 20 or 60 seconds; nothing else."""
    host = made.browser("host")
    assert host.post("/me/hold", {"seconds": "1"}).status_code == 422
    host.fill("/me/hold", seconds="20")
    all_but_one(made)
    assert "in 20 seconds" in words(open_early(made))
    assert holding(made).soon() == 20


def test_a_turn_that_leaves_nothing_undone_ends_at_a_tap() -> None:
    """The end of the campaign is held all the same."""
    nothing = LeftBehind("1939-SO", (), (), {})
    owed = LeftBehind("1939-SO", (), ("Anna still has to place Manstein",), {})
    assert held_words(AdvanceTurn, nothing) is None and held_words(AdvanceTurn, owed)
    assert held_words(CloseCampaign, nothing) and held_words(CloseCampaign, owed)
    assert held_words(AddEntropy, nothing) is None


def test_the_turns_end_is_held_where_something_is_owed(made: WebClub, hand: Hand) -> None:
    """LiF 3.1: a leader is still to be placed; the second tap needs no reason."""
    host = made.browser("host")
    for answered, opens in (("no-veto", "Open the ballots"), ("abstain", "Open the vote")):
        for who in asked_of(made):
            answer(made.browser(who), answered)
        press(host, opens, twice=False)
    (second,) = forms(press(host, "Begin November/December 1939", twice=False).text)
    page = host.post(DESK, second.fields)
    assert "Host ends the turn in 10 seconds" in words(page)
    hand.move(10)
    holding(made).send_due()
    assert made.house.ledger.live(NAME).state.campaign.turn == "1939-ND"
