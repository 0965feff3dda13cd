"""Pages of acts: every command has them, and what is typed becomes what is sent."""

from collections.abc import Iterator

import pytest

from campaign.history.diff import Difference
from campaign.kernel.interview import answers
from campaign.kernel.interview.pages import Page, Question
from campaign.systems import SYSTEMS
from campaign.web.forms import figures
from campaign.web.interview_forms import asked_as, box_of, groups
from support.web import NAME, WebClub, club, forms, words


def test_two_figures_of_one_name_are_called_by_all_that_leads_to_them() -> None:
    """A figure by itself by whose it is: a row of a table and a member may have one name."""
    names = {"moles": "Mudford Moles"}
    rows = Difference(("tables", "seats", "moles", "name"), "a", "b")
    alone = figures((rows,), names)
    both = figures((rows, Difference(("members", "moles", "name"), "a", "b")), names)
    assert [row[0] for row in alone] == ["Mudford Moles, name"]
    assert [row[0] for row in both] == [
        "Tables seats Mudford Moles name", "Members Mudford Moles name"
    ]  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebClub]:
    """A club."""
    with club(tmp_path_factory.mktemp("club")) as found:
        yield found


def test_a_time_is_picked_and_sent_as_the_record_has_it(made: WebClub) -> None:
    """In UTC, to the minute, as browsers send it; a whole one is taken too."""
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


def test_a_hint_is_shown_where_it_says_more_than_the_box() -> None:
    """Its words stand in the label and the choices already, whatever their order and capitals."""
    sides = answers.Choice((answers.Option("axis", "the Axis"), answers.Option("ussr", "the USSR")))
    for hint, shown in (
        ("axis or ussr", ""),
        ("The USSR, the Axis: side", ""),
        ("begun by one", "begun by one"),
        ("", ""),
    ):
        assert box_of(Question("side", "Side", sides, tip=hint)).hint == shown


@pytest.mark.parametrize(
    ("label", "tip", "asks"),
    [
        ("Side", "the side that began it", ("The side that began it", "")),
        ("Side", "who began it", ("Who began it?", "")),
        ("Side", "the side that began it; it pays", ("The side that began it", "it pays")),
        ("Side", "the side; it pays", ("Side", "it pays")),
        ("Side", "the side", ("Side", "the side")),
        ("Side", "such as axis", ("Side", "such as axis")),
        ("Side", "the side, such as axis", ("Side", "the side, such as axis")),
        ("Side", "a side that fights", ("Side", "a side that fights")),
        ("Whose was it?", "the side that began it", ("Whose was it?", "the side that began it")),
    ],
)
def test_a_field_is_called_by_its_meaning(label: str, tip: str, asks: tuple[str, str]) -> None:
    """Where no interview words its question; an example or a fact stands beside its name."""
    assert asked_as(Question("side", label, answers.Text(), tip=tip)) == asks


def test_peace_is_made_in_a_war_of_the_record(made: WebClub) -> None:
    """Each war is a tap; what is sent are its two powers."""
    war = {"command": "DeclareWar", "attacker": "italy", "target": "greece"}
    assert made.house.ledger.submit(NAME, war)["accepted"]
    host, path = made.browser("host"), f"/c/{NAME}/do/MakePeace"
    page = host.get(path)
    assert "Which war ends?" in words(page) and "Greece and Italy" in words(page)
    (form,) = (one for one in forms(page.text) if "since" in one.fields)
    assert "greece italy" in form.offered["powers"]
    done = host.post(path, {**form.fields, "powers": "greece italy", "record": "yes"})
    assert done.status_code == 200, words(done)
    assert ("greece", "italy") not in made.house.ledger.live(NAME).state.at_war


def test_an_optional_choice_can_be_left_out_again(made: WebClub) -> None:
    """By a button of its own, the first and chosen from the start; what is needed has none."""
    host, path = made.browser("host"), f"/c/{NAME}/do/ReportCombat"
    (form,) = forms(host.get(path).text)
    assert form.offered["new"] == ["", "yes", "no"] and form.fields["new"] == ""
    assert "" not in form.offered["kind"]
    (form,) = forms(host.get(f"{path}?new=yes&again=kind").text)
    assert form.fields["new"] == "yes"


def test_a_row_is_filled_in_by_taps(made: WebClub) -> None:
    """What is likely stands before the rest; what is seldom filled in is folded away."""
    asked = "kind=land&hex=w2214&attackers=germany&defenders=ussr"
    text = made.browser("host").get(f"/c/{NAME}/do/ReportCombat?{asked}").text
    row = text.partition('id="row-losses.0"')[2].partition('id="row-losses.1"')[0]
    seen, _, folded = row.partition("<summary>More")
    assert 'name="losses.0.fate" value="killed" checked' in seen
    assert 'name="losses.0.size"' in folded
    at_once, _, others = seen.partition("<summary>Others")
    assert 'value="ARM"' in at_once and 'value="BB"' in others


def test_a_table_ends_with_a_blank_row() -> None:
    """One, after those that were typed; the button sends it along, so that another follows."""
    page = Page((Question("lost", "Lost", answers.Text()),), rows="losses", label="Loss")
    assert [group.title for group in groups(page, {}, {})] == ["Loss 1"]
    more = groups(page, {"losses.0.lost": "inf", "losses.1.lost": ""}, {})
    assert [group.boxes[0].name for group in more] == [f"losses.{row}.lost" for row in range(3)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", list(SYSTEMS["lif"].rules.commands))
def test_every_command_has_its_page(made: WebClub, name: str) -> None:
    """From the first day; but for the one that the service sends by itself. Where no answer helps
    it says why, and no word of recording: nothing was sent.
    """
    found = made.browser("host").get(f"/c/{NAME}/do/{name}")
    if name == "TakeSeat":
        assert found.status_code == 404
        return
    assert found.status_code == 200
    if name in ("StrikeEvents", "AmendEvent", "InsertCommand", "AdjustFigure", "Rewind"):
        assert found.history[0].headers["location"] == f"/c/{NAME}/correct"
    elif asked := forms(found.text):
        (form,) = asked
        assert form.fields["id"]
    else:
        assert '<p class="rest" role="note">' in found.text
    assert "ot recorded" not in found.text


def test_a_command_is_recorded_by_its_form(made: WebClub) -> None:
    """The page that follows says what was recorded; the way back never acts twice."""
    done = made.browser("host").fill(
        f"/c/{NAME}/do/DeclareWar", attacker="germany", target="poland", new=""
    )
    assert done.history[0].status_code == 303
    assert "Germany declared war on Poland." in words(done)
    before, _, proof = done.text.partition('<details class="proof">')
    assert "Recorded" in before and "Receipt" in before and "Digest" not in before
    assert "Digest of the receipt" in proof.partition("</details>")[0]


def test_a_refusal_stands_at_its_field_and_keeps_what_was_typed(made: WebClub) -> None:
    """In the words of the rules, with nothing recorded."""
    version = made.version
    page = made.browser("host").fill(
        f"/c/{NAME}/do/AssignPower", power="italy", member="nobody-of-that-name"
    )
    assert page.status_code == 409
    said = words(page)
    assert "Not recorded." in said and "nobody-of-that-name" in said
    (form,) = forms(page.text)
    assert form.fields["member"] == "nobody-of-that-name"
    assert form.fields["power"] == "italy"
    assert made.version == version


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
