"""The host's desk, the page Now and the big screen, as they are read: no browser needed."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from campaign.lif.roster import POWERS
from support import front, table
from support.evening import DESK, answer, asked_of, press
from support.web import MEMBERS, NAME, WebClub, forms, words

pytestmark = pytest.mark.further

HERE = f"/c/{NAME}"
SCREEN = f"{HERE}/screen"


# --- what may be done next ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def front_line(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """LiF 5.1: a won combat, after which the USSR may promote."""
    setup = {**front.SETUP, "members": MEMBERS}
    book = table.opened(
        tmp_path_factory.mktemp("front"), modules={"guards-banner": True}, setup=setup
    )
    table.play(book, front.TURN[:11])
    with closing(WebClub.on(book, name=table.NAME)) as found:
        yield found


def test_what_is_open_is_a_link_for_those_who_may_do_it(front_line: WebClub) -> None:
    """LiF 5.1: the USSR's player and the host promote; others read that it may be done."""
    link = f'<a href="/c/{table.NAME}/do/PromoteGuards?combat=1939-SO-1">Promote a unit</a>'
    for who, is_theirs in (("dora", True), ("host", True), ("anna", False)):
        page = front_line.browser(who).get(f"/c/{table.NAME}")
        assert "may promote after the combat at E1428" in words(page)
        assert (link in page.text) is is_theirs, who


def test_what_was_recorded_is_followed_by_what_comes_next(front_line: WebClub) -> None:
    """What *Now* has for its sender: the host may promote, Anna has a leader to place."""
    here = f"/c/{table.NAME}"
    done = front_line.browser("host").fill(
        f"{here}/do/DeclareWar", attacker="italy", target="albania", new="yes"
    )
    following = done.text.partition("<h2>Next</h2>")[2].partition("To the campaign")[0]
    assert following.count('class="card mine"') == 1 and "/do/PromoteGuards?" in following
    again = front_line.browser("host").get(str(done.url).partition("?")[0])
    assert "<h2>Next</h2>" not in again.text, "an old receipt is no moment to go on from"
    anna = front_line.browser("anna").fill(f"{here}/do/AddEntropy", value="three grey geese")
    following = anna.text.partition("<h2>Next</h2>")[2].partition("To the campaign")[0]
    assert "Place Manstein" in following and "PromoteGuards" not in following


def test_who_opens_the_board_goes_on_at_its_stages(drawn: WebClub) -> None:
    """The host's next step stands below what was recorded, once nobody else owes anything."""
    host, late = drawn.browser("host"), asked_of(drawn)
    given = answer(drawn.browser(late[0]), "no-veto")
    assert "It is in" in given.text and "<h2>Next</h2>" not in given.text
    for who in late[1:]:
        answer(drawn.browser(who), "no-veto")
    done = host.fill(f"{HERE}/do/AddEntropy", value="three grey geese")
    following = done.text.partition("<h2>Next</h2>")[2]
    assert f'href="{HERE}/board#host"' in following and "Open the ballots" in following


# --- the host's desk ----------------------------------------------------------------------------


def test_the_desk_names_who_owes_until_they_have_answered(drawn: WebClub) -> None:
    """Their name and their seat, in the stage that play is in."""
    host, late = drawn.browser("host"), asked_of(drawn)
    owing = host.get(DESK).text.partition('class="owing"')[2].partition("</ul>")[0]
    assert owing.count("<li>") == len(late)
    assert all(f"{who.title()}<span" in owing for who in late)
    answer(drawn.browser(late[0]), "no-veto")
    owing = host.get(DESK).text.partition('class="owing"')[2].partition("</ul>")[0]
    assert owing.count("<li>") == len(late) - 1 and f"{late[0].title()}<span" not in owing


def test_a_deadline_is_changed_for_what_is_owed(drawn: WebClub) -> None:
    host = drawn.browser("host")
    page = host.get(DESK)
    assert f'href="{HERE}/do/SetDeadline?what=ballots">Set a deadline' in page.text
    host.fill(f"{HERE}/do/SetDeadline?what=ballots", until="2100-01-31T21:00:00Z")
    page = host.get(DESK)
    assert f'href="{HERE}/do/SetDeadline?what=ballots">Change' in page.text
    assert "31 January 2100, 21:00 UTC" in words(page)


def test_the_rest_is_found_by_a_word(drawn: WebClub) -> None:
    """Without a script: the search is a form; all of it is on *Record*."""
    host = drawn.browser("host")
    page = host.get(DESK)
    for way in ("record", "correct", "disputes"):
        assert f'<a href="{HERE}/{way}">' in page.text
    search = next(form for form in forms(page.text) if form.action == f"{HERE}/record")
    found = host.ask(search.action, search.fields | {"word": "PEACE"})
    assert "Make peace" in words(found) and "Draw leader" not in words(found)
    none = host.ask(search.action, {"word": "zeppelin"})
    assert "Nothing that can be recorded has “zeppelin” in it." in words(none)


def test_the_hosts_last_act_is_two_taps_away(made: WebClub) -> None:
    """The link on the desk, and the button."""
    host = made.browser("host")
    assert f'href="{HERE}/undo"' in host.get(DESK).text
    host.fill(f"{HERE}/do/DeclareWar", attacker="germany", target="poland")
    page = host.get(f"{HERE}/undo")
    assert "Germany declared war on Poland" in words(page)
    done = host.fill(f"{HERE}/undo")
    assert str(done.url).endswith(DESK)
    assert type(list(made.house.ledger.history(NAME))[-1].event).__name__ == "ActUndone"


def test_what_was_drawn_stays(drawn: WebClub) -> None:
    """The page says why, and what to do about a mistake behind it."""
    said = words(drawn.browser("host").get(f"{HERE}/undo"))
    assert "You have no act to take back: bookmarks stay, and so does what was opened" in said
    assert "a referee rules, and the record is corrected" in said


# --- now ----------------------------------------------------------------------------------------


def test_the_points_are_eight_tags_with_mine_first(drawn: WebClub) -> None:
    """LiF 4.2: Germany begins with 5 veto points, Italy with 2, China with 1."""
    page = drawn.browser("ben").get(HERE)
    tags = page.text.partition('<ul class="figures">')[2].partition("</ul>")[0]
    assert tags.count("<li") == len(POWERS)
    assert tags.index("Italy: 2 veto points") < tags.index("Germany: 5 veto points")
    assert "China: 1 veto point<" in tags
    assert tags.count(" own") == 1


# --- the big screen -----------------------------------------------------------------------------


def test_the_big_screen_counts_who_is_in(drawn: WebClub) -> None:
    late = asked_of(drawn)
    page = words(drawn.browser("olga").get(SCREEN))
    assert f"0 of {len(late)} are in" in page
    answer(drawn.browser(late[0]), "no-veto")
    assert f"1 of {len(late)} is in" in words(drawn.browser("olga").get(SCREEN))


def test_a_veto_is_stamped_until_the_next_draw(drawn: WebClub) -> None:
    host = drawn.browser("host")
    for who in asked_of(drawn):
        answer(drawn.browser(who), "veto" if who == "ben" else "no-veto")
    press(host, "Open the ballots")
    assert '<span class="stamp bad">Vetoed</span>' in host.get(SCREEN).text
    press(host, "Draw a leader")
    assert 'class="stamp' not in host.get(SCREEN).text


def test_the_big_screen_is_the_same_for_everybody(drawn: WebClub) -> None:
    """Byte for byte: nothing on it is anybody's own."""
    answer(drawn.browser("anna"), "no-veto")
    pages = {drawn.browser(who).get(SCREEN).content for who in ("host", "anna", "ben", "olga")}
    assert len(pages) == 1


def test_the_big_screen_looks_again_without_scripts(drawn: WebClub) -> None:
    page = drawn.browser("olga").get(SCREEN).text
    assert '<noscript><meta http-equiv="refresh" content="15"></noscript>' in page
    assert f'data-stream="/c/{NAME}/live"' in page


def test_the_big_screen_says_that_play_rests(drawn: WebClub) -> None:
    ledger = drawn.house.ledger
    ledger.submit(NAME, {"command": "RaiseDispute", "by": "ben", "versions": [3], "claim": "No."})
    ledger.submit(NAME, {"command": "FreezePlay", "dispute": "d1"})
    assert '<span class="stamp bad">Play rests</span>' in drawn.browser("olga").get(SCREEN).text
