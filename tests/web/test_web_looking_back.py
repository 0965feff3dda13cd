"""Looking back on the web: the replay's steps, two points compared, a figure's account."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from campaign.store.reader import Reader
from campaign.web.server.threads import SlowReads, TooMuchAskedError
from support.evening import draw
from support.extensions import ARE_HERE
from support.web import NAME, WebClub, club, words

HERE = f"/c/{NAME}"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A club that has a leader before the Board; before that Germany bought two points."""
    with club(tmp_path) as found:
        bought = {"command": "BuyVetoPoints", "power": "germany", "intelligence_points": 10}
        assert found.house.ledger.submit(NAME, {**bought, "by": "anna"})["accepted"]
        draw(found)
        yield found


def version_of(made: WebClub, kind: str) -> int:
    """The event of a type."""
    found = [one for one in made.house.ledger.history(NAME) if type(one.event).__name__ == kind]
    return found[-1].version


def test_a_step_tells_its_event_and_what_it_changed(made: WebClub) -> None:
    """LiF 4.2: ten intelligence points are two veto points."""
    bought = version_of(made, "VetoPointsBought")
    found = made.browser("olga").get(f"{HERE}/replay?at={bought}")
    assert found.status_code == 200
    said = words(found)
    assert "Germany bought 2 veto points" in said
    assert "veto points · Germany" in said and "(+2)" in said
    assert f'href="?by=event&amp;at={bought - 1}"' in found.text
    assert f'href="?by=event&amp;at={bought + 1}"' in found.text


def test_the_first_step_and_the_last_lead_no_further(made: WebClub) -> None:
    """What leads nowhere is no link."""
    anna, last = made.browser("anna"), made.version
    first = anna.get(f"{HERE}/replay?at=1").text
    assert 'rel="next"' in first and 'rel="prev"' not in first
    assert f'href="?by=event&amp;at={last}"' in first
    ended = anna.get(f"{HERE}/replay").text
    assert 'rel="prev"' in ended and 'rel="next"' not in ended
    assert f"event {last} of {last}" in ended


def test_what_came_later_is_not_in_an_earlier_state(made: WebClub) -> None:
    """The state before the draw has no leader before the Board."""
    drawn = version_of(made, "LeaderDrawn")
    leader = made.house.ledger.show(NAME)["board"]["leader"]
    name = made.house.ledger.live(NAME).state.sheet[leader].name  # type: ignore[attr-defined]
    anna = made.browser("anna")
    assert f"Draw 1: {name}" in words(anna.get(f"{HERE}/replay?at={drawn}"))
    before = words(anna.get(f"{HERE}/replay?at={drawn - 1}"))
    assert "Draw 1" not in before


@pytest.mark.parametrize("by", ["event", "act", "draw", "stage", "turn", "nonsense"])
def test_steps_go_by_what_is_asked_for(made: WebClub, by: str) -> None:
    """An unknown kind of step is an event's."""
    found = made.browser("anna").get(f"{HERE}/replay?by={by}")
    assert found.status_code == 200
    kind = "event" if by == "nonsense" else by
    assert f'<a href="?by={kind}&amp;at={made.version}" aria-current' in (found.text)


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ("99999", "club has no version 99999; it has 1 to "),
        ("0", "club has no version 0; it has 1 to "),
        ("1945-JA", "club has not played 1945-JA; it began in 1939-SO and is in 1939-SO."),
        ("<u>", "'<u>' is no point of club; give a version, a turn such as"),
    ],
)
def test_a_place_that_is_none_says_what_there_is(made: WebClub, point: str, why: str) -> None:
    """And the end of the record is shown, with what was typed kept."""
    found = made.browser("anna").get(f"{HERE}/replay?at={point}")
    assert found.status_code == 422
    assert why in words(found).replace("&lt;", "<").replace("&gt;", ">")
    assert "<u>" not in found.text


def test_two_points_are_compared(made: WebClub) -> None:
    """Before and after the purchase only Germany's points differ."""
    bought = version_of(made, "VetoPointsBought")
    anna = made.browser("anna")
    found = words(anna.get(f"{HERE}/diff?from={bought - 1}&to={bought}"))
    assert "veto points · Germany" in found and "(+2)" in found and "Italy" not in found
    assert "No figure changed." in words(anna.get(f"{HERE}/diff?from={bought}&to={bought}"))


@pytest.mark.parametrize("other", ["others", "no-such"])
def test_a_campaign_of_others_is_not_compared(made: WebClub, other: str) -> None:
    """It is answered as one that does not exist."""
    asked = {"scenario": "global-war", "rulebook": "lif-1998"}
    assert made.house.desk.open("others", **asked)["accepted"]
    found = made.browser("anna").get(f"{HERE}/diff?from={other}@1")
    assert found.status_code == 422
    assert f"{other} is no campaign of yours." in words(found)


def test_a_figure_has_its_account_two_taps_from_the_campaign(made: WebClub) -> None:
    """Points, then the power's."""
    anna, bought = made.browser("anna"), version_of(made, "VetoPointsBought")
    assert f'href="{HERE}/points"' in anna.get(HERE).text
    address = f"{HERE}/explain/veto-points?of=germany"
    assert f'href="{address}"' in anna.get(f"{HERE}/points").text
    found = anna.get(address)
    assert "<h1>Veto points of Germany</h1>" in found.text
    assert "+2" in words(found) and "LiF 4.2" in words(found)
    assert f'href="{HERE}/replay?at={bought}"' in found.text


@pytest.mark.parametrize(
    ("asked", "status", "why"),
    [
        ("veto-points?of=germny", 422, "there is no 'germny'; did you mean germany?"),
        ("veto-points", 422, "write it as veto-points POWER"),
        ("nonsense", 404, "There is no such page here"),
    ],
)
def test_a_figure_that_is_none(made: WebClub, asked: str, status: int, why: str) -> None:
    """The page says what there is."""
    found = made.browser("anna").get(f"{HERE}/explain/{asked}")
    assert found.status_code == status
    assert why in words(found)


def test_every_page_of_figures_opens(made: WebClub) -> None:
    """Their parts are parts of the reports; no link leads out of the service's pages."""
    anna = made.browser("anna")
    rooms = made.house.ledger.live(NAME).system.rooms
    for one in rooms.sheets:
        found = anna.get(f"{HERE}/{one.path}")
        assert found.status_code == 200, one.path
        assert f"<h1>{one.title}</h1>" in found.text
        assert 'href="#' not in found.text.replace('href="#main"', "")
        if one.page:
            assert anna.get(f"{HERE}/turns/{one.page}").status_code == 200
    assert anna.get(f"{HERE}/figures").status_code == 200


def test_whoever_comes_when_too_many_look_back_is_asked_to_return(made: WebClub) -> None:
    """503, and after how many seconds; once one has done, the next is let in."""
    slow = SlowReads(lambda: Reader(made.house.ledger.store.path), at_once=2, waiting=0)
    with ExitStack() as others:
        for _ in range(2):
            others.enter_context(slow.reading())
        with pytest.raises(TooMuchAskedError), slow.reading():
            pass
    with slow.reading() as free:
        assert free.replay(NAME) is free.replay(NAME)
    with slow.reading() as before:
        slow.close()
        assert before.reader.names() == [NAME]  # whoever is inside reads to the end
    with slow.reading() as after:
        assert after is not before
    slow.close()
    made.house.slow.close()
    none = SlowReads(lambda: Reader(made.house.ledger.store.path), at_once=0, waiting=0)
    full = WebClub(made.house._replace(slow=none))
    found = full.browser("ben").get(f"{HERE}/replay")
    assert found.status_code == 503 and found.headers["Retry-After"] == "5"
    assert "Too many look back at once" in words(found)


# --- the record as it counts today ---------------------------------------------------------------


@pytest.fixture
def undone(tmp_path: Path) -> Iterator[WebClub]:
    """A club in which Anna bought two points for Germany, and took that back."""
    with club(tmp_path) as found:
        bought = {"command": "BuyVetoPoints", "power": "germany", "intelligence_points": 10}
        assert found.house.ledger.submit(NAME, {**bought, "by": "anna"})["accepted"]
        assert found.house.ledger.submit(NAME, {"command": "UndoAct", "by": "anna"})["accepted"]
        yield found


def test_what_was_taken_back_is_in_the_record_and_does_not_count(undone: WebClub) -> None:
    """As recorded there is a stop for it; as it counts today none, and its number says so."""
    anna, bought = undone.browser("anna"), version_of(undone, "VetoPointsBought")
    page = anna.get(f"{HERE}/replay?at={bought}")
    assert "Germany bought 2 veto points" in words(page)
    assert "as recorded as it counts today" in words(page)
    today = anna.get(f"{HERE}/replay?counts=today&at={bought}")
    assert today.status_code == 422
    assert f"No such place. event {bought} does not count any more." in words(today)
    last = undone.house.ledger.live(NAME).version
    for step in range(1, last):  # one event fewer counts than was recorded
        found = anna.get(f"{HERE}/replay?by=event&counts=today&step={step}")
        is_undo = step == last - 1  # which tells what it takes out
        assert found.status_code == 200
        assert ("Germany bought 2 veto points" in found.text) == is_undo
        assert f"{step} of {last - 1}" in words(found)
    assert "Replay as it counts today" in words(found)
    assert "Play on from here" not in found.text
    for step in (last, 0, "x", "9" * 12, "٣"):
        assert anna.get(f"{HERE}/replay?counts=today&step={step}").status_code == 404


def test_where_nothing_was_corrected_there_is_one_record(made: WebClub) -> None:
    assert "as it counts today" not in words(made.browser("anna").get(f"{HERE}/replay"))


def test_keys_are_named_at_the_steps_that_they_go(made: WebClub) -> None:
    """A step by an arrow, a turn with Shift; one turn has no turn beside it."""
    page = made.browser("anna").get(f"{HERE}/replay?at=3").text
    for keys, to in (("ArrowLeft", 2), ("ArrowRight", 4)):
        assert re.search(rf'href="\?by=event&amp;at={to}"[^>]* aria-keyshortcuts="{keys}"', page)
    assert "Shift+Arrow" not in page and "Turn after" in page


# --- what the reports have besides the turns -----------------------------------------------------


def test_a_turns_picture_to_share_is_one_tap_from_its_page(made: WebClub) -> None:
    """The drawing that `publish` writes; the page of all turns offers the last one's."""
    anna = made.browser("anna")
    for page in ("1939-SO", "index.html"):
        assert f'href="{HERE}/turns/1939-SO-picture.svg"' in anna.get(f"{HERE}/turns/{page}").text
    drawn = anna.get(f"{HERE}/turns/1939-SO-picture.svg")
    assert drawn.status_code == 200 and drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg ") and "1939" in drawn.text
    assert "default-src 'none'" in drawn.headers["content-security-policy"]
    assert anna.get(f"{HERE}/turns/2199-SO-picture.svg").status_code == 404
    assert "picture" not in anna.get(f"{HERE}/turns/leaders.html").text


@pytest.mark.parametrize("page", ["turns/1939-SO", "turns/index.html", "points", "replay"])
def test_a_page_that_is_made_once_is_made_anew_after_a_command(tmp_path: Path, page: str) -> None:
    """LiF 4.2: ten intelligence points are two veto points; taken back, the record says so."""
    with club(tmp_path) as made:
        anna, path, ledger = made.browser("anna"), f"{HERE}/{page}", made.house.ledger
        pages = []
        for command in (
            {"command": "AddEntropy", "value": "geese"},
            {"command": "BuyVetoPoints", "power": "germany", "intelligence_points": 10},
            {"command": "UndoAct"},
        ):
            assert ledger.submit(NAME, {**command, "by": "anna"})["accepted"]
            pages.append(anna.get(path).text)
            assert anna.get(path).text == pages[-1]
        assert pages[0] != pages[1] != pages[2]


def test_leaders_and_statistics_are_two_taps_from_the_campaigns_page(made: WebClub) -> None:
    """By links that are on the pages."""
    anna = made.browser("anna")
    now = anna.get(HERE).text
    assert f'href="{HERE}/leaders"' in now and f'href="{HERE}/statistics"' in now
    assert f'href="{HERE}/turns/leader-' in anna.get(f"{HERE}/leaders").text
    told = "For fun and for fairness" if ARE_HERE else "There is nothing of this in the campaign"
    assert told in words(anna.get(f"{HERE}/statistics"))
