"""What members are told of a turn, and what is asked of them: one letter as text and as a page."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import letters
from campaign.kernel.pages import NoticeCards, NoticeTable, PageContext
from campaign.lif.names import country
from campaign.lif.roster import POWERS
from campaign.lif.story.notices import turn_in_short
from campaign.notifications.compose import DigestPart, digest, letter, note
from campaign.notifications.email_content import latest
from campaign.notifications.local_time import in_full, in_short
from campaign.notifications.notification import Email, Notification
from campaign.reports.book import Book
from letters import GLOBAL_WAR, NOW, asking, of, reader, request, turn_of
from support import recorded

TURN = "1941-ND"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the campaigns lie."""
    return tmp_path_factory.mktemp("letters")


@pytest.fixture(scope="module")
def told(place: Path) -> Book:
    """A whole campaign of the Promotions Board."""
    return of(GLOBAL_WAR, place / "war")


@pytest.fixture(scope="module")
def club(place: Path) -> Book:
    """A club with a leader before the Board."""
    folder = place / "club"
    folder.mkdir()
    return asking(folder)


def of_turn(book: Book, turn: str, member: str = "ben", **changed: object) -> Email:
    """A member's letter about a turn."""
    return letter(book, turn_of(turn, member), member, reader(**changed))


# --- how they read ------------------------------------------------------------------------------


def test_letters_read_as_the_files_show_them(tmp_path: Path) -> None:
    """`PYTHONPATH=.:tests python -m letters` writes them again; read the difference."""
    for name, text in letters.golden(tmp_path).items():
        assert (letters.HERE / name).read_text(encoding="utf-8") == text, name


def test_points_are_those_of_the_second_reckoning(told: Book) -> None:
    """Before, change and now of each power, as the campaign was worked out from the rules."""
    expected = json.loads((recorded.HERE / GLOBAL_WAR / "expected.json").read_text())["turns"]
    points = [turn["veto_points"] for turn in expected.values()]
    for number in range(1, len(told.logs)):
        blocks = turn_in_short(PageContext(told.logs, number), frozenset({"ussr", "italy"}))
        table = next((block for block in blocks if isinstance(block, NoticeTable)), None)
        assert table is not None
        assert [row[0] for row in table.rows[:2]] == ["Italy", "USSR"] and table.own == (0, 1)
        rows = {row[0]: row[1:] for row in table.rows}
        for power in POWERS:
            was, now = points[number - 1][power], points[number][power]
            change = f"{now - was:+d}".replace("-", "−") if now != was else "–"
            assert rows[country(power)] == (str(was), change, str(now)), (number, power)


def test_ballots_are_told_where_somebody_vetoed(told: Book) -> None:
    """LiF 4.1(2): who was against and who in support, each with the price; nobody else."""
    lines = [
        card.text
        for number in range(len(told.logs))
        for block in turn_in_short(PageContext(told.logs, number), frozenset())
        if isinstance(block, NoticeCards)
        for card in block.cards
        if card.stamp == "Vetoed"
    ]
    assert lines and all(line.startswith("Against: ") for line in lines)
    assert all(re.match(r"Against: [A-Z\w ,]+ \(\d points?\)", line) for line in lines), lines


def test_of_many_draws_the_vetoed_are_only_named(told: Book) -> None:
    """1941-ND drew nine times: seven cards, and a line for the two vetoes."""
    place = next(number for number, log in enumerate(told.logs) if log.turn == TURN)
    blocks = turn_in_short(PageContext(told.logs, place), frozenset())
    cards = next(block for block in blocks if isinstance(block, NoticeCards))
    assert len(cards.cards) == 7
    assert cards.rest == "Vetoed: Mao (promoted later) and De Gaulle (promoted later)."


# --- what is asked ------------------------------------------------------------------------------


def test_a_request_names_seat_deadline_and_answers(club: Book) -> None:
    """In her zone and in UTC; each power's word begins a mail of its own."""
    found = letter(club, request(club), "anna", reader())
    subject = "Thursday club: your ballot on Darlan for Germany and Italy, by Thu 7 Jan 21:00"
    assert found.subject == f"{subject} [abcdefgh]"
    assert "By Thu 7 Jan 21:00 (Europe/Berlin), 20:00 UTC." in found.text
    assert found.takes_answers and found.text.count("BADGER") == 2
    assert found.html.count('href="mailto:club@example.org?subject=Re%3A%20Thursday%20club') == 4
    assert "%20%5Babcdefgh%5D&amp;body=BADGERG" in found.html
    assert "USSR" not in found.text and "USA" not in found.text


def test_a_request_brings_its_deadline_for_the_calendar(club: Book) -> None:
    """The same file as `campaign calendar` writes of it; without a deadline there is none."""
    (file,) = letter(club, request(club), "anna", reader()).attachments
    assert file.name == "deadline.ics" and file.media.startswith("text/calendar")
    assert b"DTSTART:19990107T200000Z" in file.content
    assert letter(club, request(club, until=""), "anna", reader()).attachments == ()


def test_without_answers_by_mail_nobody_but_a_host_is_told_to_type(club: Book) -> None:
    """And there is no token, no word, no address to write to."""
    found = letter(club, request(club), "ben", reader(takes_answers=False, club=""))
    assert "campaign " not in found.text.replace("campaign's", "")
    assert '<code class="code"' not in found.html.partition("</head>")[2]
    assert not found.takes_answers and "[" not in found.subject
    assert "mailto:" not in found.html and "STOP" not in found.text


def test_where_nobody_reads_answers_the_host_is_told_to_stop(club: Book) -> None:
    """Also in a club that has an address: a mail that nobody reads would stop nothing."""
    found = letter(club, request(club), "anna", reader(takes_answers=False))
    assert found.text.endswith("\nTo stop these mails, tell your host.\n")
    assert "To stop these mails, tell your host." in found.html
    assert "STOP" not in found.text + found.html and "mailto:" not in found.html


def test_a_secret_is_typed_unseen_or_sealed_at_home(club: Book) -> None:
    """The host may play as well: what is secret from them is not for telling them."""
    found = letter(club, request(club), "ben", reader(takes_answers=False))
    for part in (found.text, found.html):
        part = " ".join(part.replace("&#39;", "’").replace("’", "'").split())
        assert "At your host's keyboard, unseen. Or seal it on your own device:" in part
        assert "Tell your host" not in part and "campaign seal" not in part
    host = letter(club, request(club), "host", reader(takes_answers=False)).text
    assert "Type:" in host and "campaign seal" not in host


def test_apostrophes_are_of_one_sort_in_each_part(told: Book) -> None:
    """Straight as they are typed in text, curved on the page."""
    for log in told.logs:
        found = of_turn(told, log.turn)
        assert "’" not in found.text
        assert not re.search(r"\w(&#39;|')\w", found.html.partition("</head>")[2]), log.turn


def test_the_first_turn_tells_its_leaders_once(club: Book) -> None:
    """The line below the headline has how many went into the cup, the table has the points."""
    text = letter(club, turn_of("1939-SO", "anna"), "anna", reader()).text
    assert text.count("went into the cup") == 1 and "Veto points: Germany 5" not in text


def test_with_a_service_there_is_a_button(club: Book) -> None:
    """It leads to the ballot itself; no command for the host is needed."""
    found = letter(club, request(club), "ben", reader(url="https://club.example.org/"))
    assert '<a class="button" href="https://club.example.org/c/club/board"' in found.html
    assert "\nhttps://club.example.org/c/club/board\n" in found.text
    assert "campaign ballot" not in found.text


def test_whose_answer_would_not_count_is_offered_none(club: Book) -> None:
    """No word and no token, but the ballot itself; a mail that stops still counts."""
    known = reader(url="https://club.example.org", is_known=False)
    found = letter(club, request(club), "ben", known)
    assert "https://club.example.org/c/club/board" in found.text
    assert "answer this mail" not in found.text and "BADGER" not in found.text + found.html
    assert not found.takes_answers and "[" not in found.subject
    assert found.text.endswith("\nTo stop these mails, answer STOP MAIL.\n")


def test_reminders_say_that_they_are(club: Book) -> None:
    """In the subject and above the heading."""
    first = letter(club, request(club, is_reminder=True), "anna", reader())
    last = letter(club, request(club, is_reminder=True, is_last=True), "anna", reader())
    assert first.subject.startswith("Reminder: Thursday club: your ballot")
    assert last.subject.startswith("Last reminder: Thursday club: your ballot")
    assert "· reminder\n" in first.text and "· last reminder\n" in last.text


def test_the_running_turn_asks_too_and_a_turn_long_over_does_not(told: Book, club: Book) -> None:
    """A turn's mail asks for what is owed now, if it is the latest."""
    now = of_turn(club, "1939-SO", "anna")
    assert "ASKED OF YOU, ANNA" in now.text
    assert "September/October%201939%20%5Babcdefgh%5D&amp;body=BADGERG" in now.html
    assert now.subject == "Thursday club: September/October 1939"
    nobody = of_turn(club, "1939-SO", "eve")
    assert "Nothing is asked of you now." in nobody.text
    old = of_turn(told, TURN)
    assert "asked of you" not in old.text.lower()
    assert "is asked of you any more" in of_turn(told, told.logs[-1].turn).text


def test_the_host_is_asked_for_seats_without_a_player(club: Book) -> None:
    """Nobody plays Japan: its ballot is the host's."""
    found = letter(club, request(club), "host", reader())
    assert "Japan" in found.subject and "Germany" not in found.subject
    assert (
        "  Type:\n    campaign ballot club japan\n"
        in letter(club, request(club), "host", reader(takes_answers=False)).text
    )


def test_a_mail_that_stops_says_whose_it_is(club: Book) -> None:
    """By the token of the member's thread; in a word that no answer has."""
    found = letter(club, turn_of("1939-SO", "anna"), "anna", reader())
    link = "mailto:club@example.org?subject=STOP%20%5Babcdefgh%5D&amp;body=STOP%20MAIL"
    assert f'href="{link}"' in found.html
    assert "To stop these mails, answer STOP MAIL.\n" in found.text


# --- corrections, news, digests -----------------------------------------------------------------


def test_a_correction_answers_the_turn_that_it_corrects(told: Book) -> None:
    """It says how the turn reads now, and asks nothing."""
    corrected = Notification(
        f"corrected:{TURN}:1200", "corrections", TURN, ("ben",), NOW, follows=f"turn:{TURN}"
    )
    found = letter(told, corrected, "ben", reader())
    assert found.subject == "Corrected: recorded: November/December 1941"
    assert found.follows == (f"turn:{TURN}",)
    assert "As it reads now: Japan strikes: war with the USA" in found.text.replace("\n", " ")
    assert found.attachments == ()


def test_a_turn_follows_the_turn_before(told: Book) -> None:
    """So a campaign is one thread in a mail program."""
    assert of_turn(told, TURN).follows == ("turn:1941-SO",)
    assert of_turn(told, told.logs[0].turn).follows == ()


def test_a_piece_of_news_is_its_sentence(club: Book) -> None:
    """With the way to more of it."""
    happened = Notification(
        "opened:1", "draws", "1939-SO", ("ben",), NOW, headline="Darlan is promoted."
    )
    found = letter(club, happened, "ben", reader(url="https://club.example.org"))
    assert found.subject == "Thursday club: Darlan is promoted"
    assert "Everything about it: https://club.example.org/c/club" in found.text
    assert "Darlan is promoted." in letter(club, happened, "ben", reader()).text


def test_failures_name_the_command_that_tells_more(club: Book) -> None:
    """The host can look at what the server said."""
    failed = Notification(
        "failures:1", "failures", "1939-SO", ("host",), NOW, headline="2 messages may be lost."
    )
    assert "campaign mail status club" in letter(club, failed, "host", reader()).text


def test_a_digest_asks_first(told: Book, club: Book) -> None:
    """One message for all campaigns, requests on top, each with its digest and foot."""
    parts = [
        DigestPart(told, turn_of(TURN), "ben", reader()),
        DigestPart(club, request(club), "ben", reader()),
    ]
    found = digest(parts, "2026-11-26")
    assert found.occasion == "digest:2026-11-26"
    assert found.subject == "Your campaigns: Thu 26 Nov"
    assert found.text.index("ASKED OF YOU, BEN") < found.text.index("Japan strikes")
    assert found.html.count("<h1") == 1
    assert [file.name for file in found.attachments] == [
        "club-deadline.ics",
        "recorded-1941-ND.html",
    ]
    assert "is attached: recorded-1941-ND.html" in found.text.replace("\n", " ")
    assert found.takes_answers
    one = digest(parts[:1], "2026-11-26")
    assert one.subject == "recorded: Thu 26 Nov" and not one.takes_answers
    assert [file.name for file in one.attachments] == ["1941-ND.html"]


def test_a_digest_without_a_turn_has_a_foot_all_the_same(club: Book) -> None:
    """Why it came, and how to stop."""
    found = digest([DigestPart(club, request(club), "ben", reader())], "2026-11-26")
    assert "You get this as a member of Thursday club." in found.text
    assert [file.name for file in found.attachments] == ["deadline.ics"]


def test_a_note_of_the_program_has_the_same_form(club: Book) -> None:
    """A receipt, a test letter: a heading and lines."""
    lines = ("Your answer is in.", "Receipt 30, at 23:26 UTC.")
    found = note(club, "anna", reader(), "receipt:30", "your answer is in", lines)
    assert found.subject == "Thursday club: your answer is in"
    assert "\nYour answer is in.\n" in found.text and "Receipt 30, at 23:26 UTC." in found.html


def test_the_latest_turn_is_the_last_that_is_over(told: Book, club: Book) -> None:
    """Of a campaign that is over the last; of one just begun the first."""
    assert latest(told) == len(told.logs) - 1
    assert latest(club) == 0


# --- as a page ----------------------------------------------------------------------------------


class Outline(HTMLParser):
    """What a mail program sees of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_the_page_is_what_mail_programs_know(told: Book) -> None:
    """One heading, a language, no picture, nothing fetched, no script; layout tables say so."""
    html = of_turn(told, TURN, url="https://club.example.org").html
    tags = Outline(html).tags
    names = [tag for tag, _ in tags]
    assert names.count("h1") == 1 and dict(tags)["html"]["lang"] == "en"
    assert not {"img", "script", "link", "iframe", "video", "form", "object"} & {*names}
    assert not re.search(r"url\(|@import|@font-face|background=", html)
    for tag, held in tags:
        assert "src" not in held and not any(key.startswith("on") for key in held)
        if tag == "table":
            assert (held.get("role") == "presentation") != ("data" in (held.get("class") or ""))
        if tag == "a":
            assert (held["href"] or "").startswith(("https://club.example.org", "mailto:"))
    assert names.count("style") == 1 and "prefers-color-scheme" in html
    kept = html.partition("<style")[2].partition("</style>")[0]
    rules = re.findall(r"\{([^{}]+)\}", kept)
    assert rules and all(
        "!important" in part for rule in rules for part in rule.split(";") if ":" in part
    )
    assert not re.search(r"#(000|fff)(000|fff)?\b", html, re.IGNORECASE)


def test_what_people_typed_is_no_markup(place: Path) -> None:
    """A title with markup reads as it was typed; marks that turn words round are gone."""
    folder = place / "typed"
    folder.mkdir()
    hostile = '<b>Club</b> & Co "x"'
    book = asking(folder, title=hostile)
    found = letter(book, request(book), "anna", reader())
    assert "&lt;b&gt;Club&lt;/b&gt; &amp; Co" in found.html and "<b>Club" not in found.html
    assert '<B>CLUB</B> & CO "X"' in found.text
    turned = note(book, "anna", reader(), "test:1", "a test", ("A\u202etset\u200f\x07.", "B"))
    assert "\nAtset.\n" in turned.text and "Atset.</h1>" in turned.html


# --- times --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "zone", "short", "full"),
    [
        (
            "2026-11-26T20:00:00Z",
            "Europe/Berlin",
            "Thu 26 Nov 21:00",
            "Thu 26 Nov 21:00 (Europe/Berlin), 20:00 UTC",
        ),
        (
            "2026-11-26T23:30:00Z",
            "Europe/Berlin",
            "Fri 27 Nov 00:30",
            "Fri 27 Nov 00:30 (Europe/Berlin), Thu 26 Nov 23:30 UTC",
        ),
        (
            "2026-07-01T20:00:00Z",
            "Europe/Berlin",
            "Wed 1 Jul 22:00",
            "Wed 1 Jul 22:00 (Europe/Berlin), 20:00 UTC",
        ),
        ("2026-07-01T20:00:00Z", "UTC", "Wed 1 Jul 20:00", "Wed 1 Jul 20:00 UTC"),
        ("2026-07-01T20:00:00Z", "No/Where", "Wed 1 Jul 20:00", "Wed 1 Jul 20:00 UTC"),
        ("soon", "UTC", "soon", "soon"),
    ],
)
def test_a_moment_in_a_readers_zone(time: str, zone: str, short: str, full: str) -> None:
    """Summer time counts, and another day is named."""
    assert (in_short(time, zone), in_full(time, zone)) == (short, full)
