"""Two members of one name are told apart wherever one is named: on pages, in mails and lines."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest

from campaign.accounts.table.names import called
from campaign.kernel.members import Campaign, Member
from campaign.store.reader import Live
from campaign.systems import SYSTEMS
from support.command_line import Shell
from support.web import Browser, WebClub, club, words

MEMBERS = [
    {"member": "anna", "name": "Chris", "roles": ["player"], "powers": ["germany"]},
    {"member": "ben", "name": "chris", "roles": ["player"], "powers": ["ussr"]},
    {"member": "cora", "name": "Cora", "roles": ["player"], "powers": ["usa"]},
]
ALONE = re.compile(r"\b[Cc]hris\b(?! \((?:anna|ben)\)| joined as)")
"""The name without what tells the two apart; the first of them joined when there was no other."""
LINK = re.compile(r'href="(/c/club[^"#]*)')
ALIKE = re.compile(
    r"/journal/|/turns/|/do/(?!RaiseDispute|AssignPower|LeaveCampaign|TellAbsence|SetDeadline)"
)
"""Pages that tell the same as others, or name no member."""
NAMED = re.compile(r"(?<=/)(?:\d[\w-]*|[a-z-]+-\d+)(?=/|$)|=[^&]*")
"""What differs between pages of one kind."""


CAMPAIGN = partial(Campaign, "club", "", "lif", "", "", "", "", {}, (), "", 0, "")


def test_names_that_only_one_has_are_as_they_are() -> None:
    """Whoever has left is called as they wished, whatever others are called."""
    known = {"a": "Chris", "b": "CHRIS", "c": "Cora"}
    names = CAMPAIGN(
        members={who: Member(name, ()) for who, name in known.items()},
        left={"d": "Former member", "e": "Former member"},
    ).names
    assert names == {
        "a": "Chris (a)", "b": "CHRIS (b)", "c": "Cora", "d": "Former member", "e": "Former member",
    }  # fmt: skip


class Shared(msgspec.Struct, frozen=True):
    """A state without a game."""

    campaign: Campaign


def test_an_id_is_never_told_beside_a_name_that_hides_it() -> None:
    """Two who want no name on the shelf, or choose the same one: an id may be made of the real one.

    Ids of those whose names are kept apart are numbers, and tell nothing.
    """
    ids = {"jorg-ask": "a member", "anna-lee": "a member", "m4": "Chris", "m5": "Chris"}
    recorded = {who: Member(who, ()) for who in ids}
    state = Shared(CAMPAIGN(members=recorded))
    shown = called(Live(1, "", state, SYSTEMS["lif"]), ids)
    assert shown.state.campaign.names == {
        "jorg-ask": "a member", "anna-lee": "a member", "m4": "Chris (m4)", "m5": "Chris (m5)",
    }  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """A club with two of one name, amid a vote."""
    with club(tmp_path_factory.mktemp("web"), setup={"members": MEMBERS}) as found:
        yield found


def walked(browser: Browser) -> Iterator[tuple[str, str]]:
    """A page of every kind that links lead to, by its address."""
    waiting, known = ["/c/club"], set[str]()
    while waiting:
        address = waiting.pop(0)
        if (kind := NAMED.sub("", address)) in known or ALIKE.search(address):
            continue
        known.add(kind)
        page = browser.get(address)
        if page.status_code == 200 and page.headers["content-type"].startswith("text/html"):
            yield address, words(page)
            waiting += [unescape(one) for one in LINK.findall(page.text)]


def test_no_page_names_one_of_them_as_both_are_called(made: WebClub) -> None:
    """Wherever links lead a host, in lists to choose from too."""
    pages = dict(walked(made.browser("host")))
    assert len(pages) > 40
    named = [address for address, text in pages.items() if "Chris (anna)" in text]
    assert len(named) > 5
    assert {urlsplit(one).path for one, text in pages.items() if ALONE.search(text)} == set()


SETTINGS = """
[service]
url = "https://club.example"

[mail]
from = "club@club.example"
"""
VERBS = (
    ("status", "club"),
    ("journal", "club"),
    ("tell", "club"),
    ("next", "club"),
    ("invite", "club", "--all"),
)


def test_no_verb_and_no_letter_names_one_of_them_as_both_are_called(tmp_path: Path) -> None:
    """Both are asked for ballots by mail; their hosts read who is."""
    shell = Shell(tmp_path)
    shell.fine("start", "club", "--scenario", "global-war", "--ruling", "draws=table")
    for who, power in (("anna", "germany"), ("ben", "italy")):
        address = f"{who}@example.org"
        shell.fine("enrol", "club", who, "--name", "Chris", "--same-name", "--email", address)
        shell.fine("assign", "club", power, who)
    shell.fine("board", "club")
    shell.fine("draw", "club", "balbo")
    for verb in VERBS:
        done = shell(*verb)
        assert ALONE.search(done.out + done.err) is None, verb
    (tmp_path / "club.toml").write_text(SETTINGS)
    shell.fine("mail", "club", "--out", "letters")
    letters = {
        file.name: message_from_bytes(file.read_bytes(), policy=default)
        for file in (tmp_path / "letters").glob("*.eml")
    }
    assert len(letters) == 2
    for name, letter in letters.items():
        body = letter.get_body(("plain",))
        assert body is not None
        text = f"{letter['Subject']} {letter['To']} {body.get_content()}"
        assert ALONE.search(text) is None and "Chris (" in text, name
