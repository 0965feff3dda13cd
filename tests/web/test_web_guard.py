"""What every request passes: the right host, own pages, few bytes."""

from collections.abc import Iterator

import pytest

from campaign.web.middleware import MOST
from campaign.web.replies import PublicAddress, is_for, is_own
from support.web import NAME, URL, Browser, club

FORM = "this form was not sent by a page of this service; nothing was recorded\n"


@pytest.fixture(scope="module")
def anna(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A member's browser."""
    with club(tmp_path_factory.mktemp("club")) as made:
        yield made.browser("anna")


def send(browser: Browser, **headers: str) -> int:
    """The answer to words thrown into the next draw."""
    sent = {"value": "grey geese"}
    return browser.post(f"/c/{NAME}/do/AddEntropy", sent, **headers).status_code


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
        {"sec-fetch-site": "cross-site", "origin": URL},
        {"sec-fetch-site": "same-origin", "origin": "https://evil.example"},
        {"sec-fetch-site": "same-origin", "origin": "null"},
        {"sec-fetch-site": "", "origin": URL},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://club.example"},
        {"origin": "https://club.example.evil.example"},
        {"accept": "*/*"},
    ],
)
def test_a_form_of_another_site_is_turned_away(anna: Browser, headers: dict[str, str]) -> None:
    """Whatever the browser says of it; one that says nothing is turned away as well."""
    version = anna.house.ledger.store.version(NAME)
    found = anna.post(f"/c/{NAME}/do/AddEntropy", {"value": "geese"}, **headers)
    assert (found.status_code, found.text) == (403, FORM)
    assert anna.house.ledger.store.version(NAME) == version


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "same-origin"},
        {"origin": URL},
        {"sec-fetch-site": "same-origin", "origin": URL},
    ],
)
def test_a_form_of_ones_own_pages_is_taken(anna: Browser, headers: dict[str, str]) -> None:
    """A browser that says where it comes from, one that names its origin, and one with both."""
    version = anna.house.ledger.store.version(NAME)
    assert send(anna, **headers) == 200
    assert anna.house.ledger.store.version(NAME) == version + 1


@pytest.mark.parametrize(
    "host", ["evil.example", "club.example.evil.example", "club.example:81", ""]
)
def test_another_host_is_turned_away(anna: Browser, host: str) -> None:
    """A name that somebody else's page could bring along."""
    found = anna.get("/", host=host)
    assert (found.status_code, found.text) == (421, "this is not the address of this service\n")


def test_what_proxies_forward_is_not_believed(anna: Browser) -> None:
    """Without a proxy in the settings, nobody's word counts on where a request came from."""
    told = {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "http",
        "forwarded": "host=evil",
    }
    found = anna.get("/", **told)
    assert found.status_code == 200
    assert "evil" not in found.text + str(found.headers)


def test_a_probe_may_ask_under_any_name(anna: Browser) -> None:
    """Whether the service lives."""
    assert anna.get("/healthz", host="10.0.0.7").text == "alive\n"
    assert anna.get("/readyz", host="10.0.0.7").text == "ready\n"


def test_a_large_form_is_turned_away(anna: Browser) -> None:
    """By its length, and by its bytes where it names none."""
    wide = "x" * MOST
    found = anna.post(f"/c/{NAME}/do/AddEntropy", {"value": wide})
    assert found.status_code == 413
    assert found.text == f"this is more than {MOST} bytes; nothing was recorded\n"


@pytest.mark.parametrize(
    ("pasted", "is_read"),
    [
        ("x" * 2_000_000, True),
        ("x" * 2_100_000, False),
        ("ü" * 400_000, True),  # 0.8 MB, written as 2.4 MB
        ("ü" * 1_050_000, False),  # 2.1 MB, written as 6.3 MB
        ("ü" * 1_048_574, False),  # with `sheet=` 2 bytes more than 2 MB, written as less than 6 MB
    ],
    ids=["letters", "too many letters", "umlauts", "too many umlauts", "a few umlauts too many"],
)
def test_a_pasted_sheet_counts_as_it_was_pasted(anna: Browser, pasted: str, is_read: bool) -> None:
    """Up to 2 MB, whatever its form writes for a letter; Anna may start no campaign."""
    found = anna.post("/new/take-over", {"sheet": pasted})
    assert found.status_code == (403 if is_read else 413)
    assert is_read or "this form is larger than 2 MB" in found.text


def test_only_a_sheet_counts_as_it_was_pasted(anna: Browser) -> None:
    """Every other form by its bytes, and a form by its type."""
    assert anna.post(f"/c/{NAME}/do/AddEntropy", {"value": "ü" * 12_000}).status_code == 413
    found = anna.post_file("/new/take-over", {"sheet": "%" * 2_100_000}, b"")
    assert found.status_code == 413


def test_a_length_that_is_none_is_turned_away(anna: Browser) -> None:
    """It is not a number."""
    headers = {"sec-fetch-site": "same-origin", "content-length": "many"}
    assert anna.post("/me", {}, **headers).status_code == 413


def test_a_form_of_many_fields_is_no_fault(anna: Browser) -> None:
    """More than any form has."""
    found = anna.post("/me", {f"f{number}": "" for number in range(500)})
    assert found.status_code == 400
    assert "traceback" not in found.text.lower()


def test_names_of_the_machine_itself_are_one() -> None:
    """`localhost` is where 127.0.0.1 is, with the same port."""
    own = PublicAddress("http://127.0.0.1:8720")
    assert is_for(own, "localhost:8720") and is_for(own, "[::1]:8720")
    assert not is_for(own, "localhost:8721") and not is_for(own, "localhost")
    assert is_own(own, "POST", {"origin": "http://localhost:8720"})
    assert not is_own(own, "POST", {"origin": "https://localhost:8720"})
    assert own.cookie == "device" and not own.is_encrypted


def test_an_encrypted_address_guards_its_cookie() -> None:
    """Browsers keep a cookie of this name to its very host."""
    there = PublicAddress(URL)
    assert there.cookie == "__Host-device"
    assert is_for(there, "CLUB.example") and not is_for(there, "club.example:443")
