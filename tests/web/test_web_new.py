"""A campaign started from the browser: typed, looked at, begun; and who may."""

import re

import pytest

from campaign.lif.rulings import LIF_1998, LIF_LIST, switches
from campaign.lif.scenarios.new_campaign import questions
from campaign.systems import stands_for
from campaign.web.pages.new_campaign import mark
from support.web import NAME, Browser, WebClub, forms, words

FILLED = {
    "system": "lif",
    "name": "friday",
    "title": "Friday club",
    "scenario": "global-war",
    "rulebook": "lif-1998",
    "host": "Hanna Berg",
    "seat:germany": "Jörg",
    "seat:italy": "jörg ",
    "seat:japan": "Hanna Berg",
    "referees": "Rita, Jörg",
    "observers": "Olga",
}


def look(browser: Browser, **typed: str) -> dict[str, str]:
    """Looks at a campaign first; what the page's form then has."""
    page = browser.post("/new", {**FILLED, **typed, "do": "look"})
    assert page.status_code == 200, words(page)
    assert "How it will stand" in words(page)
    (form,) = [one for one in forms(page.text) if one.action == "/new"]
    return form.fields


def test_a_campaign_is_typed_looked_at_and_begun(made: WebClub) -> None:
    """Whoever starts it sits in it as its host, and comes to the members to invite."""
    host = made.browser("host")
    assert "Start another campaign" in words(host.get(f"/c/{NAME}/host"))
    assert host.get("/new").status_code == 200
    fields = look(host)
    assert "friday" not in made.house.ledger.names()
    came = host.post("/new", {**fields, "do": "begin"})
    assert str(came.url).endswith("/c/friday/members"), words(came)
    campaign = made.house.ledger.live("friday").state.campaign
    assert campaign.title == "Friday club"
    members = {who: (one.name, one.roles) for who, one in campaign.members.items()}
    assert members == {
        "host": ("Hanna Berg", ("host",)),
        "jorg": ("Jörg", ("player", "referee")),
        "rita": ("Rita", ("referee",)),
        "olga": ("Olga", ("observer",)),
    }
    assert campaign.powers == {"germany": "jorg", "italy": "jorg", "japan": "host"}
    page = host.post("/c/friday/members/invite", {"member": "rita"})
    assert page.status_code == 200 and "/in/" in page.text


def test_what_was_looked_at_is_what_is_begun(made: WebClub) -> None:
    """A form that was changed after the look is shown again, and nothing is recorded."""
    host = made.browser("host")
    fields = look(host)
    page = host.post("/new", {**fields, "ruling:half_rounds": "down", "do": "begin"})
    assert page.status_code == 409
    assert "The form is not the one that you looked at. Look again, then start." in words(page)
    assert "Half a point is rounded down" in words(page)
    never = host.post("/new", {**FILLED, "do": "begin"})
    assert never.status_code == 409
    assert "friday" not in made.house.ledger.names()


def test_rulings_that_differ_are_shown_and_begin(made: WebClub) -> None:
    """What is left alone is as usual."""
    host = made.browser("host")
    chosen = {"ruling:half_rounds": "down", "ruling:starting_points.ussr": "7"}
    page = host.post("/new", {**FILLED, **chosen, "ruling:draws": "ledger", "do": "look"})
    text = words(page)
    assert "Half a point is rounded down" in text and "Starting points: USSR 7" in text
    assert "Leaders are drawn by ledger" not in text.partition("Change something")[0]
    assert "All rulings are as usual" not in text
    fields = look(host, **chosen)
    host.post("/new", {**fields, "do": "begin"})
    rulings = made.house.ledger.live("friday").state.campaign.rulings
    assert rulings["half_rounds"] == "down" and rulings["starting_points.ussr"] == 7
    assert rulings["mannerheim_cost"] == 2


def test_the_first_event_is_shown_as_it_will_stand(made: WebClub) -> None:
    """Without what the vault draws only then."""
    host = made.browser("host")
    page = host.post("/new", {**FILLED, "do": "look"})
    written = re.search(r'<pre class="written"[^>]*>(.*?)</pre>', page.text, re.DOTALL)
    assert written is not None
    assert "&#34;scenario&#34;: &#34;global-war&#34;" in written[1]
    assert "seed" not in written[1] and "&#34;id&#34;" not in written[1]


FAULTS = [
    ({"name": ""}, "name", "must be lower-case letters, digits and hyphens"),
    ({"name": "Friday Club"}, "name", "must be lower-case letters, digits and hyphens"),
    ({"name": NAME}, "name", f"There is a campaign {NAME} already"),
    ({"name": "germany"}, "name", "is a major power; call the campaign something else"),
    ({"name": "status"}, "name", "is a verb; call the campaign something else"),
    ({"title": "x" * 81}, "title", "Write one line of at most 80 characters"),
    ({"scenario": ""}, "scenario", "Choose one"),
    ({"scenario": "none"}, "scenario", "'none' is not one of global-war"),
    ({"rulebook": "none"}, "rulebook", "'none' is not one of lif-1998, lif-list"),
    ({"scenario": "custom"}, "first_turn", "The scenario custom needs one, such as 1941-MJ"),
    (
        {"scenario": "custom", "first_turn": "1941-MJ", "last_turn": "1940-MJ"},
        "last_turn",
        "It comes before the first turn",
    ),
    ({"ruling:mannerheim_cost": "9"}, "ruling:mannerheim_cost", "Expected 2 or 3, got '9'"),
    (
        {"ruling:starting_points.usa": "many"},
        "ruling:starting_points.usa",
        "Expected a number from 0 to 99, got 'many'",
    ),
    ({"seat:china": "x" * 81}, "seat:china", "Write a name of at most 80 letters"),
    ({"host": "x" * 81}, "host", "Write a name of at most 80 letters"),
    ({"observers": "Olga, " + "x" * 81}, "observers", "Write a name of at most 80 letters"),
    ({"module:us-entry": "yes", "rulebook": "lif-list"}, "module", "has no us-entry"),
]


@pytest.mark.parametrize(("typed", "field", "why"), FAULTS)
def test_a_fault_is_told_at_its_field(
    made: WebClub, typed: dict[str, str], field: str, why: str
) -> None:
    """What was typed is kept, and nothing is recorded."""
    house = made.house._replace(reserved=frozenset({"status"}))
    web = WebClub(house)
    page = web.browser("host").post("/new", {**FILLED, **typed, "do": "look"})
    assert page.status_code == 422
    at = page.text.partition(f'id="why-{field}"')[2][:600]
    assert why in re.sub(r"&#39;", "'", at), words(page)
    assert "Hanna Berg" in page.text if "host" not in typed else typed["host"] in page.text
    assert made.house.ledger.names() == [NAME]


def test_a_double_tap_begins_one_campaign(made: WebClub) -> None:
    """The second is told that it is there already."""
    host = made.browser("host")
    fields = look(host)
    assert host.post("/new", {**fields, "do": "begin"}).status_code == 200
    again = host.post("/new", {**fields, "do": "begin"})
    assert again.status_code == 422 and "There is a campaign friday already" in words(again)
    assert sorted(made.house.ledger.names()) == sorted([NAME, "friday"])


def test_members_start_none(made: WebClub) -> None:
    """In a page that says whom to ask."""
    for who in ("ben", "ref", "olga"):
        for page in (
            made.browser(who).get("/new"),
            made.browser(who).post("/new", {**FILLED, "do": "look"}),
        ):
            assert page.status_code == 403
            assert "Hosts start campaigns here" in words(page)
    assert "Start a campaign" not in words(made.browser("ben").get("/"))


def test_the_operator_starts_a_campaign_and_sits_in_it_alone(made: WebClub) -> None:
    """In the one that they started; the other stays closed to them."""
    found = made.nobody()
    found.post(f"/club/in/{made.house.entrance.operators.offer()}", {})
    assert "Start a campaign" in words(found.get("/"))
    fields = look(found)
    assert found.post("/new", {**fields, "do": "begin"}).status_code == 200
    assert found.get("/c/friday/host").status_code == 200
    assert found.get(f"/c/{NAME}").status_code == 404


def test_every_switch_is_a_question_with_its_default() -> None:
    """In the rulebook that is chosen: the USSR begins with 3 points in one, with 4 in the other."""
    for rulebook, points in ((LIF_1998, "3"), (LIF_LIST, "4")):
        found = {one.key: one for one in questions(rulebook)}
        assert set(found) == {one.key for one in switches(rulebook)}
        assert found["starting_points.ussr"].default == points
        assert found["starting_points.ussr"].group == "Starting points"
        assert found["starting_points.ussr"].question == "USSR"
    assert found["half_rounds"].choices == (("up", "up"), ("down", "down"))
    assert found["vichy_leaders"].choices[2] == ("france", "France")
    assert found["entry_level"].choices[1] == ("entry-and-tension", "entry and tension")
    assert found["auto_open"].default == "no"


@pytest.mark.parametrize(
    ("name", "what"),
    [("1941-mj", "a turn"), ("usa", "a major power"), ("rommel", "a leader"), ("friday", "")],
)
def test_a_name_that_means_something_is_not_free(name: str, what: str) -> None:
    """To the games: the keyboard's own words come on top."""
    assert stands_for(name) == what


def test_the_mark_leaves_out_what_is_no_part_of_the_campaign() -> None:
    """Which button was pressed, and the mark itself; nor what is empty."""
    assert mark({"name": "a", "title": ""}) == mark({"name": "a", "do": "look", "seen": "x"})
    assert mark({"name": "a"}) != mark({"name": "b"})
