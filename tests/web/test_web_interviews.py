"""The pages of an act: questions one after the other, with the answers in the address."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from support.web import NAME, FoundForm, WebClub, club, forms, words

CLAIM = f"/c/{NAME}/do/RaiseDispute"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """A club."""
    with club(tmp_path_factory.mktemp("club")) as found:
        yield found


def step(text: str) -> FoundForm:
    """The form of a page with its questions."""
    return next(one for one in forms(text) if "since" in one.fields)


def test_a_wrong_answer_has_its_error_beside_it(made: WebClub) -> None:
    """The others stay, and nothing was recorded."""
    before, host = made.version, made.browser("host")
    path = f"/c/{NAME}/do/BuyVetoPoints"
    first = step(host.get(path).text)
    page = host.post(path, first.fields | {"power": "italy", "intelligence_points": "many"})
    assert page.status_code == 422 and "Write a whole number" in words(page)
    assert step(page.text).fields["power"] == "italy"
    assert made.version == before


def test_answers_stand_in_the_address_and_lead_back(made: WebClub) -> None:
    """What was said so far is linked; the key of the first page rides along."""
    host, path = made.browser("host"), f"/c/{NAME}/do/ReportCombat"
    form = step(host.get(path).text)
    key = form.fields["id"]
    said = {"kind": "land", "hex": "w2214", "attackers": "germany", "defenders": "ussr"}
    page = host.post(path, form.fields | said)
    assert page.status_code == 200
    text = page.text
    assert step(text).fields["hex"] == "w2214" and step(text).fields["id"] == key
    (link,) = {one for one in _links(text) if "again=kind" in one}
    asked = parse_qs(urlsplit(link).query)
    assert asked["hex"] == ["w2214"] and asked["id"] == [key]
    again = host.get(f"{path}{link}")
    assert 'value="w2214"' in again.text
    assert "Who attacked? Germany" in words(page), "in people's words"


def _links(text: str) -> list[str]:
    return [one.split('"')[0].replace("&amp;", "&") for one in text.split('href="')[1:]]


def test_rows_are_filled_in_one_below_the_other(made: WebClub) -> None:
    """Blank ones say nothing, one a side; more of them come by a button, without a script."""
    host, path = made.browser("host"), f"/c/{NAME}/do/ReportCombat"
    form = step(host.get(path).text)
    said = {"kind": "land", "hex": "w2214", "attackers": "germany", "defenders": "ussr"}
    page = host.post(path, form.fields | said)
    rows = step(page.text)
    assert _rows(rows) == {"0", "1"}
    assert [rows.fields[f"losses.{row}.power"] for row in (0, 1)] == ["germany", "ussr"]
    more = host.get(f"{path}?{urlencode(rows.fields | {'losses.1.type': 'INF', 'more': 'losses'})}")
    rows = step(more.text)
    assert _rows(rows) == {"1", "2", "3"}, "the blank row above was left out"
    assert rows.fields["losses.1.type"] == "INF"
    typed = rows.fields | {"losses.1.fate": "retreated", "losses.1.times": "2"}
    page = host.get(f"{path}?{urlencode(typed)}")
    assert "What was lost? 2 " in words(page), "blank rows are none, and two were alike"
    wrong = host.get(f"{path}?{urlencode(typed | {'losses.1.type': '', 'losses.1.size': 'corps'})}")
    assert "Something is missing or wrong in Another unit of the USSR" in words(wrong)
    assert '<a href="#row-losses.1">' in wrong.text and 'id="row-losses.1"' in wrong.text


def _rows(form: FoundForm) -> set[str]:
    cells = [one for one in (*form.fields, *form.offered) if one.startswith("losses.")]
    return {one.split(".")[1] for one in cells}


def test_words_of_ones_own_stand_in_no_address(made: WebClub) -> None:
    """A page that asks for them is posted; so is everything after it."""
    ben = made.browser("ben")
    text = ben.get(f"{CLAIM}?step=versions&versions:2=on").text
    assert '<form method="post" class="fields">' in text
    page = ben.fill(CLAIM, versions="2", claim="that is not so, said ben")
    assert page.status_code == 200 and "said ben" in words(page)
    assert all("said" not in str(one.url) for one in (page, *page.history))


def test_what_no_answer_helps_is_said_before_more_is_asked(made: WebClub) -> None:
    """By the rule, and nothing is recorded."""
    before = made.version
    page = made.browser("anna").post(
        f"/c/{NAME}/do/SetDeadline",
        {"what": "turn", "until": "2199-01-01T00:00:00Z", "step": "what"},
    )
    assert page.status_code == 409 and "Only a host can do this" in words(page)
    assert made.version == before


def test_an_answer_that_no_longer_fits_is_asked_again(made: WebClub) -> None:
    """And the page says that something was recorded meanwhile."""
    host, path = made.browser("host"), f"/c/{NAME}/do/BuyVetoPoints"
    typed = {"power": "italy", "intelligence_points": "x", "since": "1"}
    page = host.get(f"{path}?{urlencode(typed)}")
    assert "Something was recorded since you began" in words(page)


def test_more_than_can_be_read_is_not(made: WebClub) -> None:
    """64 KiB are taken."""
    page = made.browser("ben").post(CLAIM, {"versions": "2", "claim": "x" * 70_000})
    assert page.status_code == 413
