"""Names, never ids: no page of a campaign shows what only programs call something by."""

import re
from collections.abc import Iterator

import pytest

from support import front
from support.web import MEMBERS, NAME, WebClub

UNSEEN = re.compile(r"<(style|head|script|code|pre|textarea)\b.*?</\1>", re.DOTALL)
WORDS = frozenset({"host", "ref"})
"""Members whose ids are words of the language as well."""
ALLOWED = {
    "combats": "a combat has no name but its turn and number, by which the journal cites it",
    "disputes": "a dispute is cited by its number",
}
PAGES = 400


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """A turn at the front with a combat, a promotion and a dispute."""
    made = WebClub.opened(
        tmp_path_factory.mktemp("club"),
        modules={"guards-banner": True},
        setup={**front.SETUP, "members": MEMBERS},
    )
    dispute = {"command": "RaiseDispute", "by": "anna", "versions": [30], "claim": "not so"}
    for command in (*front.TURN, dispute):
        answer = made.house.ledger.submit(NAME, command)
        assert answer["accepted"], answer
    yield made
    made.close()


def visible(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", UNSEEN.sub(" ", html)).split())


def kind_of(path: str) -> str:
    """Pages that differ by a number alone are of one kind."""
    place, _, query = path.partition("?")
    asked = sorted(one.partition("=")[0] for one in query.split("&"))
    return f"{re.sub(r'[0-9]+', '#', place)}?{'&'.join(asked)}"


def pages(made: WebClub, member: str) -> Iterator[tuple[str, str]]:
    """Every kind of page that links lead to, and every act."""
    browser, seen = made.browser(member), set[str]()
    acts = made.house.ledger.live(NAME).system.rules.commands
    ahead = [f"/c/{NAME}", *(f"/c/{NAME}/do/{name}" for name in acts)]
    while ahead and len(seen) < PAGES:
        path = ahead.pop(0)
        if kind_of(path) in seen:
            continue
        seen.add(kind_of(path))
        page = browser.get(path)
        if "html" in page.headers.get("content-type", ""):
            yield path, page.text
            for link in re.findall(r'href="([^"#]+)', page.text):
                full = link.replace("&amp;", "&")
                full = path.partition("?")[0] + full if full.startswith("?") else full
                ahead += [full] if full.startswith(f"/c/{NAME}") else []


def test_no_page_shows_an_id(played: WebClub) -> None:
    """Of members, leaders and counters; those of combats and disputes are `ALLOWED`."""
    state = played.house.ledger.live(NAME).state
    ids = {*state.play.counters, *state.campaign.members, *state.sheet, "1939-SO", "1939-ND"}
    every = "|".join(map(re.escape, sorted(ids - WORDS, key=len, reverse=True)))
    pattern = re.compile(rf"(?<![\w-])({every})(?![\w-])")
    is_table = f"/c/{NAME}/views/scenario-list"  # what the scenarios of the rulebook are
    shown = {
        (match[1], path)
        for path, html in pages(played, "host")
        if path != is_table
        for match in pattern.finditer(visible(html))
    }
    assert shown == set()


def test_it_sees_an_id_that_is_shown() -> None:
    """But none in an address, a script or what a program is to copy."""
    shown = visible('<p title="a">soviet-inf</p><code>guards-7th</code><a href="/x/panzer">P</a>')
    assert shown == "soviet-inf P"
