"""Forms made from commands: every command has one, and what is typed becomes what is sent."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
import pytest

from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from campaign.kernel.schedule_commands import SetDeadline, TellAbsence
from campaign.systems import SYSTEMS
from campaign.web.forms import FormField, NotReadError, fields, filled
from events.seats import Seat
from support.web import NAME, WebClub, club, forms, words

SEATS = {"red": "Red side", "blue": "Blue side"}


class Everything(Command, frozen=True, kw_only=True):
    """Tests: a command with a field of each kind."""

    verb = "everything"
    side: Annotated[Seat, about("whose it is")]
    how: Literal["by-land", "by-sea"]
    many: int
    name: str
    long: Annotated[str, msgspec.Meta(max_length=2000)] = ""
    is_new: bool = False
    only: Literal[True] | None = None
    words: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    sides: tuple[Seat, ...] = ()
    pair: tuple[str, str] | None = None
    places: dict[str, str] = msgspec.field(default_factory=dict)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """A club."""
    with club(tmp_path_factory.mktemp("club")) as found:
        yield found


def everything() -> dict[str, FormField]:
    """The fields of that command."""
    return {one.name: one for one in fields(Everything, SEATS, {"name": {"anna": "Anna"}})}


def test_a_time_is_picked_and_sent_as_the_record_has_it(made: WebClub) -> None:
    """In UTC, to the minute, as browsers send it; a whole one is taken too."""
    kinds = {one.name: one.kind for one in fields(SetDeadline, SEATS, {})}
    assert kinds == {"what": "line", "until": "moment"}
    days = {one.name: one.kind for one in fields(TellAbsence, SEATS, {})}
    assert (days["first"], days["last"], days["wish"]) == ("day", "day", "line")
    host, path = made.browser("host"), f"/c/{NAME}/do/SetDeadline"
    page = host.get(f"{path}?what=turn&until=2100-01-31T21:00:00Z&again=what")
    assert 'type="datetime-local" value="2100-01-31T21:00"' in page.text
    for typed, until in (
        ("2100-01-31T21:00", "2100-01-31T21:00:00Z"),
        ("2100-02-01T20:00:30Z", "2100-02-01T20:00:30Z"),
    ):
        assert host.fill(path, what="turn", until=typed).status_code == 200
        schedule = made.house.ledger.live(NAME).state.campaign.schedule
        assert [one.until for one in schedule.deadlines.values()] == [until]


def test_each_type_has_its_kind_of_field() -> None:
    """`by` and `id` are not typed; what is said of a field is its hint."""
    found = everything()
    assert {name: one.kind for name, one in found.items()} == {
        "side": "choice", "how": "choice", "many": "number", "name": "line", "long": "text",
        "is_new": "yes-no", "only": "yes-no", "words": "words", "numbers": "words",
        "sides": "choices", "pair": "words", "places": "json",
    }  # fmt: skip
    assert found["side"].hint == "whose it is" and found["side"].choices == tuple(SEATS.items())
    assert found["how"].choices == (("by-land", "by land"), ("by-sea", "by sea"))
    assert found["name"].choices == (("anna", "Anna"),)
    assert found["is_new"].label == "Is new"
    assert [name for name, one in found.items() if one.is_required] == [
        "side",
        "how",
        "many",
        "name",
    ]


def test_what_is_typed_becomes_the_command() -> None:
    """Numbers, words, lists and objects; what is left empty is left out."""
    typed = {
        "side": "red", "how": "by-sea", "many": " 7 ", "name": "anna", "long": "one\r\ntwo",
        "is_new": "no", "only": "", "words": "a, b  c", "numbers": "1 2", "sides:blue": "on",
        "pair": "x y", "places": '{"a": "b"}', "foreign": "left out",
    }  # fmt: skip
    assert filled(tuple(everything().values()), typed) == {
        "side": "red", "how": "by-sea", "many": 7, "name": "anna", "long": "one\ntwo",
        "is_new": False, "words": ["a", "b", "c"], "numbers": [1, 2], "sides": ["blue"],
        "pair": ["x", "y"], "places": {"a": "b"},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("field", "text", "why"),
    [
        ("many", "seven", "write a whole number"),
        ("many", "7.5", "write a whole number"),
        ("many", "9" * 400, "write a whole number"),
        ("many", "٧", "write a whole number"),
        ("many", "", "this is needed"),
        ("side", "", "choose one"),
        ("places", "{", "this is not written as JSON"),
        ("places", "[" * 5000, "this is not written as JSON"),
    ],
)
def test_what_is_not_of_its_kind_is_said_at_the_field(field: str, text: str, why: str) -> None:
    """Before anything is sent."""
    typed = {"side": "red", "how": "by-sea", "many": "7", "name": "anna"} | {field: text}
    with pytest.raises(NotReadError) as error:
        filled(tuple(everything().values()), typed)
    assert (error.value.field, error.value.why) == (field, why)


@pytest.mark.parametrize("name", list(SYSTEMS["lif"].rules.commands))
def test_every_command_has_its_page(made: WebClub, name: str) -> None:
    """From the first day; but for the one that the service sends by itself."""
    found = made.browser("host").get(f"/c/{NAME}/do/{name}")
    if name == "TakeSeat":
        assert found.status_code == 404
        return
    assert found.status_code == 200
    if name in ("AmendEvent", "InsertCommand"):
        assert found.history[0].headers["location"] == f"/c/{NAME}/correct"
    elif "Not recorded." not in found.text:
        (form,) = forms(found.text)
        assert form.fields["id"]


def test_a_command_is_recorded_by_its_form(made: WebClub) -> None:
    """The page that follows says what was recorded; the way back never acts twice."""
    done = made.browser("host").fill(
        f"/c/{NAME}/do/DeclareWar", attacker="germany", target="poland", new=""
    )
    assert done.history[0].status_code == 303
    assert "Germany declared war on Poland." in words(done)


def test_a_refusal_stands_at_its_field_and_keeps_what_was_typed(made: WebClub) -> None:
    """In the words of the rules, with nothing recorded."""
    version = made.house.ledger.store.version(NAME)
    page = made.browser("host").fill(
        f"/c/{NAME}/do/AssignPower", power="italy", member="nobody-of-that-name"
    )
    assert page.status_code == 409
    said = words(page)
    assert "Not recorded." in said and "nobody-of-that-name" in said
    (form,) = forms(page.text)
    assert form.fields["member"] == "nobody-of-that-name"
    assert form.fields["power"] == "italy"
    assert made.house.ledger.store.version(NAME) == version


def test_a_malformed_field_is_named(made: WebClub) -> None:
    """By the reason at the field itself, without words of programs."""
    page = made.browser("host").fill(f"/c/{NAME}/do/SetDeadline", what="turn", until="tomorrow")
    assert page.status_code == 422
    assert 'aria-describedby="why-until"' in page.text
    said = words(page)
    assert "a time in UTC like 2100-01-31T21:00:00Z" in said
    assert "regex" not in said and "str" not in said.split()


def test_hostile_text_stays_text(made: WebClub) -> None:
    """Wherever it is shown again: in the form, in the journal, on the dispute."""
    hostile = '"><script>alert(1)</script>'
    page = made.browser("ben").fill(f"/c/{NAME}/do/RaiseDispute", versions="2", claim=hostile)
    assert page.status_code == 200
    for path in ("", "/journal", "/disputes", "/disputes/d1", "/turns/1939-SO"):
        assert "<script>alert" not in made.browser("anna").get(f"/c/{NAME}{path}").text, path
    again = made.browser("ben").fill(f"/c/{NAME}/do/AddEvidence", dispute="d99999999", text=hostile)
    assert again.status_code in (409, 422) and "<script>alert" not in again.text


def test_an_address_fills_in_its_form(made: WebClub) -> None:
    """A dispute's page leads to the answer to it."""
    found = made.browser("ben").get(f"/c/{NAME}/do/AnswerDispute?dispute=d1")
    (form,) = forms(found.text)
    assert form.fields["dispute"] == "d1"


def test_what_is_not_ones_own_is_refused_by_the_rules(made: WebClub) -> None:
    """The form is there; who may is for the rules to say."""
    until = "2199-01-01T00:00:00Z"
    page = made.browser("anna").fill(f"/c/{NAME}/do/SetDeadline", what="turn", until=until)
    assert page.status_code == 409
    assert "Only a host can do this, and Anna is not a host" in words(page)


def test_nobody_sends_in_anothers_name(made: WebClub) -> None:
    """A field that says so is none of the form's."""
    done = made.browser("ben").fill(f"/c/{NAME}/do/AddEntropy", value="geese", by="anna")
    assert done.status_code == 200
    last = list(made.house.ledger.history(NAME))[-1]
    assert last.event.by == "ben"
