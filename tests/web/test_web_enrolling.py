"""A sheet of members in the browser: shown as it was read, then everybody or nobody."""

from support.web import NAME, WebClub, words

PAGE = f"/c/{NAME}/members/sheet"
SHEET = "name\tplays\trole\te-mail\nJörg Ask\t\t\tjorg@new.example\nZoe\t\tobserver\t\n"


def versions(made: WebClub) -> int:
    return made.house.ledger.live(NAME).version


def test_everybody_in_a_sheet_is_enrolled(made: WebClub) -> None:
    """Once it was looked at; addresses go to the people's file."""
    host, before = made.browser("host"), versions(made)
    shown = host.post(PAGE, {"sheet": SHEET, "do": "enrol", "seen": "not this one"})
    assert "Enrol them all" in words(shown) and versions(made) == before
    answer = host.fill(PAGE, sheet=SHEET)
    assert versions(made) == before, "a look records nothing"
    seen = answer.text.partition('name="seen" value="')[2].partition('"')[0]
    host.post(PAGE, {"sheet": SHEET, "do": "enrol", "seen": seen})
    campaign = made.house.ledger.live(NAME).state.campaign
    assert campaign.members["jorg-ask"].roles == ("player",)
    assert campaign.members["zoe"].roles == ("observer",)
    assert made.house.people.address(campaign.id, "jorg-ask") == "jorg@new.example"


BAD = [
    ("name\nAnna", "there is a Anna already"),
    ("name\trole\nZoe\tking", "king"),
    ("name\tplays\nZoe\tAtlantis", "Atlantis"),
    ("name\te-mail\nZoe\tnobody", "that is no e-mail address"),
    ("name\nZoe\nZoe", "one person"),
    ("name\tplays\nZoe\tGermany\nYan\tGermany", "B3 (plays): germany Germany has"),
    ("name\n=B2", "a formula"),
    ("name\n", "no row"),
]


def test_what_is_not_plain_is_named_at_its_cell(made: WebClub) -> None:
    """Nobody is enrolled, also not those above it."""
    host, before = made.browser("host"), versions(made)
    for sheet, why in BAD:
        answer = host.post(PAGE, {"sheet": sheet, "do": "enrol", "seen": ""})
        assert answer.status_code == 422 and why in words(answer), words(answer)
    assert versions(made) == before


def test_the_sheet_is_the_hosts(made: WebClub) -> None:
    """A player is turned away."""
    assert made.browser("anna").post(PAGE, {"sheet": SHEET}).status_code == 403
