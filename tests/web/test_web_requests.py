"""What members ask: more time of the host, and of each other to take an act back."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.store.export import audit_of
from support.evening import BOARD
from support.held import Hand, club_by_hand
from support.web import NAME, WebClub, forms, words

pytestmark = pytest.mark.further

HERE, ASK, UNDO = f"/c/{NAME}", f"/c/{NAME}/requests", f"/c/{NAME}/undo"
NINE, TEN = "21:00", "22:00"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A club with a leader before the Board, until nine."""
    with closing(club_by_hand(tmp_path, Hand())) as found:
        host = found.browser("host")
        host.fill(f"{HERE}/do/SetDeadline?what=ballots", until="1999-01-01T21:00:00Z")
        yield found


def deadline(made: WebClub) -> str:
    """Until when ballots are taken."""
    deadlines = made.house.ledger.live(NAME).state.campaign.schedule.deadlines
    return str(deadlines["ballots"].until)


def ask_for_time(made: WebClub, text: str = "On a train until nine.") -> None:
    """Ben wants an hour more."""
    ben = made.browser("ben")
    form = next(one for one in forms(ben.get(ASK).text) if "until" in one.offered)
    assert form.fields["until"] == "1999-01-01T22:00:00Z" == form.offered["until"][1]
    done = ben.post(ASK, form.fields | {"do": "time", "text": text})
    assert done.status_code == 200 and f"You ask for time until {TEN}" in words(done)


def answered(made: WebClub, who: str, do: str, path: str = HERE) -> int:
    """Answers the first request on a page; the status."""
    browser = made.browser(who)
    form = next(one for one in forms(browser.get(path).text) if one.action == f"{ASK}/answer")
    return browser.post(form.action, form.fields | {"do": do}).status_code


@pytest.mark.parametrize("path", [HERE, BOARD])
def test_the_host_gives_time(made: WebClub, path: str) -> None:
    """One tap sets the deadline; whoever asked is told."""
    ask_for_time(made)
    page = words(made.browser("host").get(path))
    assert f"Ben asks for time until {TEN}" in page and "“On a train until nine.”" in page
    assert f"Until {TEN}" in page and f"Keep {NINE}" in page
    assert "asks for time" not in words(made.browser("anna").get(path))
    assert answered(made, "host", "yes", path) == 200
    assert deadline(made) == "1999-01-01T22:00:00Z"
    assert f"You have time until {TEN}." in words(made.browser("ben").get(path))
    assert "asks for time" not in words(made.browser("host").get(path))


def test_the_host_keeps_the_deadline(made: WebClub) -> None:
    """Nothing is recorded; whoever asked is told, until they have seen it."""
    ask_for_time(made)
    before = made.version
    assert answered(made, "host", "no") == 200
    assert deadline(made) == "1999-01-01T21:00:00Z"
    assert made.version == before
    ben = made.browser("ben")
    page = ben.get(HERE)
    assert "No more time." in words(page)
    (seen,) = (one for one in forms(page.text) if one.action == ASK)
    ben.post(ASK, seen.fields | {"do": "forget"})
    assert "No more time." not in words(ben.get(HERE))


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"until": "1998-01-01T22:00:00Z"}, 422),
        ({"until": "soon"}, 422),
        ({"what": "votes"}, 409),
        ({"text": "x" * 201}, 422),
    ],
)
def test_what_cannot_be_asked_is_not(made: WebClub, fields: dict[str, str], status: int) -> None:
    """A moment that is past, something that is not asked of me, too many words."""
    sent = {"do": "time", "what": "ballots", "until": "1999-01-01T22:00:00Z", "text": ""}
    assert made.browser("ben").post(ASK, sent | fields).status_code == status
    assert made.browser("olga").post(ASK, sent).status_code == 409
    assert "asks for time" not in words(made.browser("host").get(HERE))


def test_only_the_host_gives_time(made: WebClub) -> None:
    """Nobody's own, and not another player."""
    ask_for_time(made)
    host = made.browser("host")
    form = next(one for one in forms(host.get(HERE).text) if one.action == f"{ASK}/answer")
    for who in ("ben", "anna", "olga"):
        assert made.browser(who).post(form.action, form.fields | {"do": "yes"}).status_code == 409
    assert deadline(made) == "1999-01-01T21:00:00Z"


# --- May I take that back? ----------------------------------------------------------------------


@pytest.fixture
def built(tmp_path: Path) -> Iterator[WebClub]:
    """The host declared a war, another host made peace in it; Anna threw in some words since."""
    with closing(club_by_hand(tmp_path, Hand(), is_drawn=False)) as found:
        host, submit = found.browser("host"), found.house.ledger.submit
        host.fill(f"{HERE}/do/DeclareWar", attacker="germany", target="poland")
        ben = {"command": "EnrolMember", "member": "ben", "name": "Ben"}
        assert submit(NAME, {**ben, "roles": ["player", "host"]})["accepted"]
        peace = {"command": "MakePeace", "by": "ben", "powers": ["germany", "poland"]}
        assert submit(NAME, peace)["accepted"]
        found.browser("anna").fill(f"{HERE}/do/AddEntropy", value="three grey geese")
        yield found


def war(made: WebClub) -> int:
    """The event of the war."""
    history = made.house.ledger.history(NAME)
    return next(one.version for one in history if type(one.event).__name__ == "WarDeclared")


def asked_back(made: WebClub) -> None:
    """The host asks to take the war back."""
    host = made.browser("host")
    page = host.get(f"{UNDO}?event={war(made)}")
    (form,) = (one for one in forms(page.text) if one.action == ASK)
    assert "Ben and Anna" in words(page)
    done = host.post(ASK, form.fields | {"do": "back", "text": "That was next turn."})
    assert "It waits for Ben and Anna." in words(done)


def test_everybody_concerned_agrees_and_it_is_taken_back(built: WebClub) -> None:
    """The peace goes along with the war; the record is sound."""
    asked_back(built)
    page = words(built.browser("anna").get(HERE))
    assert "Host asks to take back: Germany declared war on Poland." in page
    assert "“That was next turn.”" in page
    assert "asks to take back" not in words(built.browser("olga").get(HERE))
    assert answered(built, "anna", "yes") == 200
    assert "You agree that Host takes back: Germany declared war on Poland." in words(
        built.browser("anna").get(HERE)
    )
    assert "It waits for Ben." in words(built.browser("anna").get(HERE))
    assert answered(built, "ben", "yes") == 200
    assert "Host can take it back now." in words(built.browser("ben").get(HERE))
    host = built.browser("host")
    assert "All agree that you take back" in words(host.get(HERE))
    page = host.get(f"{UNDO}?event={war(built)}")
    (form,) = (one for one in forms(page.text) if one.action == UNDO)
    said = words(host.post(UNDO, form.fields))
    assert "Recorded" in said and "Germany and Poland made peace." in said
    assert "Ben joined" not in said, "that stays"
    ledger = built.house.ledger
    last = list(ledger.history(NAME))[-1].event
    assert type(last).__name__ == "ActUndone" and last.versions == (war(built), war(built) + 2)
    assert list(audit_of(ledger, NAME).findings(ledger.store.rows(NAME))) == []
    assert "take back" not in words(host.get(BOARD))


def test_where_one_does_not_agree_it_stays(built: WebClub) -> None:
    """All but one: the button is not there, and a form that is sent all the same is refused."""
    asked_back(built)
    assert answered(built, "ben", "yes") == 200
    host, versions = built.browser("host"), f"{war(built)} {war(built) + 2}"
    sent = {"agreed": "yes", "versions": versions, "id": "x"}
    assert host.post(UNDO, sent).status_code == 409
    assert answered(built, "anna", "no") == 200
    assert "Not everybody agrees that you take it back. It stays." in words(host.get(HERE))
    assert type(list(built.house.ledger.history(NAME))[-1].event).__name__ == "UndoConsented"


def test_one_asks_at_a_time(built: WebClub) -> None:
    """The second is refused, and nothing is sent."""
    asked_back(built)
    event = war(built) + 2
    done = built.browser("ben").post(ASK, {"do": "back", "event": str(event), "text": ""})
    assert done.status_code == 409 and "one at a time" in words(done)
