"""A turn as text: for a chat, in Markdown and in full; what people typed is no markup in it."""

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.reports import turn_text
from campaign.reports.turn_text import NewsText, TurnText, escaped, in_full, in_markdown, in_short
from campaign.store.branches import branch
from campaign.store.ledger import Ledger
from support import recorded, table
from support.command_line import Shell
from support.table import ADVANCE, FIRST_TURN, NAME, TO_1940, ballot

TURN = TurnText(
    title="Thursday club",
    what_if=False,
    turn="1941-ND",
    name="November/December 1941",
    number=14,
    turns=36,
    headline="Japan strikes: war with the USA and the Commonwealth.",
    lede="Siam aligned with Japan.",
    news=(
        NewsText("Japan declared war on the USA and the Commonwealth.", in_headline=True),
        NewsText("Siam aligned with Japan.", in_headline=False),
    ),
    asked=("Anna (Germany) and Ben (USA) still have to seal a ballot on Mao.",),
    asked_in="",
)


def test_a_chat_message() -> None:
    """Title, turn, headline, the rest of the news, and who is awaited: a line each."""
    assert in_short(TURN) == (
        "Thursday club\n"
        "November/December 1941, turn 14 of 36\n"
        "\n"
        "Japan strikes: war with the USA and the Commonwealth.\n"
        "\n"
        "- Siam aligned with Japan.\n"
        "\n"
        "Next:\n"
        "- Anna (Germany) and Ben (USA) still have to seal a ballot on Mao.\n"
    )


def test_the_same_in_markdown() -> None:
    """What matters is bold."""
    assert in_markdown(TURN) == (
        "**Thursday club**\n"
        "_November/December 1941, turn 14 of 36_\n"
        "\n"
        "**Japan strikes: war with the USA and the Commonwealth.**\n"
        "\n"
        "- Siam aligned with Japan.\n"
        "\n"
        "**Next:**\n"
        "- Anna (Germany) and Ben (USA) still have to seal a ballot on Mao.\n"
    )


def test_in_full_it_is_worth_reading_alone() -> None:
    """The line below the headline, and every piece of news."""
    assert in_full(TURN) == (
        "Thursday club\n"
        "November/December 1941, turn 14 of 36\n"
        "\n"
        "Japan strikes: war with the USA and the Commonwealth.\n"
        "\n"
        "Siam aligned with Japan.\n"
        "\n"
        "- Japan declared war on the USA and the Commonwealth.\n"
        "- Siam aligned with Japan.\n"
        "\n"
        "Next:\n"
        "- Anna (Germany) and Ben (USA) still have to seal a ballot on Mao.\n"
    )


def test_a_turn_without_news_or_questions() -> None:
    """Nothing stands empty: the line below takes the headline's place."""
    bare = replace(TURN, headline="", lede="Nothing has happened yet.", news=(), asked=())
    head = "Thursday club\nNovember/December 1941, turn 14 of 36\n\n"
    assert in_short(bare) == in_full(bare) == f"{head}Nothing has happened yet.\n"


def test_of_many_news_the_first_six() -> None:
    """And how many more are on the page; all of them in full."""
    news = tuple(NewsText(f"Country {number} fell.", in_headline=False) for number in range(9))
    many = replace(TURN, news=news)
    found = in_short(many)
    assert "- Country 5 fell.\n- … and 3 more on the turn’s page\n" in found
    assert "Country 6" not in found and "Country 8 fell." in in_full(many)


@pytest.mark.parametrize("form", [in_short, in_markdown])
def test_a_chat_message_is_never_too_long_for_discord(form: object) -> None:
    """2000 characters: two news of 600 are in; the least important news are left out first."""
    news = tuple(NewsText(f"{'Long ' * 120}{number}.", in_headline=False) for number in range(9))
    assert callable(form)
    found = form(replace(TURN, news=news))
    assert len(found) <= 1900
    assert "Long 1." in found and "and 7 more" in found and "seal a ballot on Mao" in found


def test_a_what_if_says_so() -> None:
    """Nobody takes it for the campaign."""
    assert in_short(replace(TURN, what_if=True)).startswith("Thursday club (a what-if)\n")


def test_so_does_a_turn_before_its_beginning(tmp_path: Path) -> None:
    """The turns that it shares with its campaign are told as its own."""
    book = table.opened(tmp_path)
    table.play(book, FIRST_TURN + TO_1940)
    branch(book, NAME, None, "anna", "club-if")
    assert in_short(turn_text.posted_text(book, "club-if", "1939-SO")).startswith(
        "club-if (a what-if)\n"
    )
    assert in_short(turn_text.posted_text(book, NAME, "1939-SO")).startswith("club\n")


def test_full_text_has_72_columns_at_most() -> None:
    """Also behind the mark of a list; a longer word alone may be longer."""
    news = (NewsText("Rommel, Guderian and Kleist were promoted, and " * 6, in_headline=False),)
    text = in_full(replace(TURN, news=news, headline="War " * 40, lede="Peace " * 25))
    assert max(map(len, text.splitlines())) <= 72
    assert len(text.splitlines()) > 12


# --- what people typed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("@everyone", "@\u200beveryone"),
        ("<@1234> <#99> <t:1>", "\\<@\u200b1234\\> \\<\\#99\\> \\<t\\:1\\>"),
        ("**bold** _soft_ ~~gone~~ ||seen||",
         "\\*\\*bold\\*\\* \\_soft\\_ \\~\\~gone\\~\\~ \\|\\|seen\\|\\|"),
        ("`code` ```block```", "\\`code\\` \\`\\`\\`block\\`\\`\\`"),
        ("[here](https://example.org)", "\\[here\\](https\\://example.org)"),
        ("http://example.org", "http\\://example.org"),
        ("www.example.org", "www\\.example.org"),
        ("# big > said \\", "\\# big \\> said \\\\"),
        (":skull:", "\\:skull:"),
        ("Japan strikes: war", "Japan strikes: war"),
        ("O'Connor (Commonwealth), 3 “stars”", "O'Connor (Commonwealth), 3 “stars”"),
    ],
)  # fmt: skip
def test_nothing_that_was_typed_is_markup(typed: str, shown: str) -> None:
    """No mention, link, emoji or form; plain words stay as they are."""
    assert escaped(typed) == shown


BAD = "@everyone `x` [y](https://z.example) <@1>\n# big"


def test_a_name_calls_nobody_in_any_form() -> None:
    """In the title, the news and the questions; no line of theirs begins a form."""
    news = (NewsText(f"{BAD} took over Japan.", in_headline=False),)
    bad = replace(TURN, title=BAD, news=news, asked=(BAD,))
    for form in (in_short, in_full, in_markdown):
        assert "@everyone" not in form(bad) and "<@1" not in form(bad)
    assert in_full(bad).count("@\u200beveryone") == 3  # title, news and question
    found = in_markdown(bad)
    assert not re.search(r"(?<!\\)[`\[\]<>#]|\w://", found)
    assert not [line for line in found.splitlines() if line.startswith("#")]


def test_names_of_members_reach_a_post_escaped(tmp_path: Path) -> None:
    """From the roll to the chat."""
    book = table.opened(tmp_path, title="The *best* club")
    table.play(book, FIRST_TURN)
    table.play(book, [
        {"command": "EnrolMember", "member": "eve", "name": "@here <@2>", "roles": ["player"]},
        {"command": "AssignPower", "power": "japan", "member": "eve"},
    ])  # fmt: skip
    found = in_markdown(turn_text.posted_text(book, NAME))
    assert "**The \\*best\\* club**" in found
    assert "@\u200bhere \\<@\u200b2\\> (Japan) and the host (the USSR) still have to" in found
    assert "@here" not in found and "<script>" not in found


# --- which turn -----------------------------------------------------------------------------------


@pytest.fixture
def book(tmp_path: Path) -> Ledger:
    """The short campaign in its first turn."""
    made = table.opened(tmp_path)
    table.play(made, FIRST_TURN)
    return made


def test_a_turn_that_has_just_begun_tells_the_one_before(book: Ledger) -> None:
    """And what is asked now; once something has happened, or a turn is named, it is that turn."""
    assert turn_text.posted_text(book, NAME).turn == "1939-SO"
    table.play(book, TO_1940[:-1])
    found = turn_text.posted_text(book, NAME)
    assert (found.turn, found.asked_in) == ("1939-SO", "November/December 1939")
    assert found.headline == "Germany declares war on Poland."
    assert found.asked[0] == "The host opens the Promotions Board."
    assert "\nNext, in November/December 1939:\n- The host opens" in in_short(found)
    assert turn_text.posted_text(book, NAME, "1939-SO").asked == ()
    now = turn_text.posted_text(book, NAME, "1939-ND")
    assert (now.turn, now.headline, now.asked_in) == ("1939-ND", "", "")
    war = {"command": "DeclareWar", "attacker": "ussr", "target": "finland"}
    table.play(book, [war])
    assert turn_text.posted_text(book, NAME).headline == "The USSR declares war on Finland."


def test_deadlines_are_among_what_is_asked(book: Ledger) -> None:
    """By when."""
    until = "2100-01-31T21:00:00Z"
    table.play(book, [{"command": "SetDeadline", "what": "ballots", "until": until}])
    assert turn_text.posted_text(book, NAME).asked[-1] == (
        "Deadline for the ballots: 31 January 2100, 21:00 UTC."
    )


def test_a_post_keeps_what_is_sealed(book: Ledger) -> None:
    """Two campaigns that differ in a sealed choice alone have the same text."""
    before = turn_text.posted_text(book, NAME)
    table.play(book, [ballot("germany", "no-veto", "anna")])
    assert turn_text.posted_text(book, NAME) == before


@pytest.mark.parametrize(
    "which",
    [
        pytest.param(
            folder.name, marks=pytest.mark.further if "us-entry" not in folder.name else ()
        )
        for folder in recorded.FOLDERS
    ],
)
def test_every_recorded_turn_as_text(which: str, tmp_path: Path) -> None:
    """Short enough for every chat, and 72 columns in full."""
    store = recorded.played(recorded.HERE / which, tmp_path)
    with Ledger(store) as ledger:
        turns = list(ledger.spans(recorded.NAME))
        for turn in turns[:: max(1, len(turns) // 6)]:
            found = turn_text.posted_text(ledger, recorded.NAME, turn)
            assert max(map(len, in_full(found).splitlines())) <= turn_text.COLUMNS
            assert len(in_markdown(found)) <= turn_text.LONGEST
            assert found.headline in in_short(found)


# --- the verb -------------------------------------------------------------------------------------


@pytest.fixture
def club(tmp_path: Path) -> Shell:
    """A shell with the short campaign."""
    made = table.opened(tmp_path)
    table.play(made, [*FIRST_TURN, *TO_1940[:-1], ADVANCE])
    made.close()
    store, vault = str(tmp_path / "club.db"), str(tmp_path / "club.vault")
    return Shell(tmp_path, CAMPAIGN_STORE=store, CAMPAIGN_VAULT=vault)


def test_campaign_post(club: Shell) -> None:
    """Plain, in Markdown, in full, as JSON; of the turn that is named."""
    plain = club.fine("post", "club", "--turn", "1939-SO")
    assert plain.startswith("club\nSeptember/October 1939, turn 1 of 36\n\nGermany declares war on")
    marked = club.fine("post", "club", "--turn", "1939-so", "--markdown")
    assert "**Germany declares war on Poland.**" in marked
    full = club.fine("post", "club", "--turn", "1939-SO", "--full")
    assert "Balbo and Chiang were promoted. The Commonwealth and France" in full
    values = json.loads(club.fine("post", "club", "--json"))
    assert values["turn"] == "1939-ND" and values["headline"] == "A quiet turn."
    assert values["asked_in"] == "January/February 1940"
    assert values["news"] == [{"text": "The Promotions Board did not meet.", "in_headline": False}]


def test_what_post_does_not_take(club: Shell) -> None:
    """A turn that was not played; two forms at once."""
    done = club("post", "club", "--turn", "1942-JF")
    assert done.status == 2 and "club has not played 1942-JF" in done.err
    done = club("post", "club", "--markdown", "--full")
    assert done.status == 2
    assert "--markdown goes with neither --full nor --json" in done.err
