"""What is decided together: my answer to what is asked, and who has answered."""

from collections.abc import Iterable

import msgspec

from campaign.desk.waiting import askees
from campaign.kernel.names import Naming
from campaign.kernel.notices import Owed
from campaign.text.english import capital
from campaign.text.moments import in_words
from campaign.web.pages.receipts import given, given_before
from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen, mine, names
from campaign.web.visits import ID_LETTERS, Entered, Visit


class AnswerForm(msgspec.Struct, frozen=True):
    """One thing that the visitor can answer."""

    owed: Owed
    seat: str
    """The seat's name; empty for the host's own."""
    player: str
    """Whom the visitor answers for, where it is somebody else's seat."""
    until: str = ""
    is_in: bool = False
    """Whether an answer is in, and may be changed."""
    refused: str = ""
    """Why the answer was refused."""
    typed: str = ""


def forms(here: Entered, now: str) -> list[AnswerForm]:
    """What the visitor can answer: what is asked of them first, then what they may change."""
    called, state = names(here), here.live.state
    found = [
        _form(here, called, part.owed, in_words(part.until))
        for part in mine(here, now)
        if part.owed.answers
    ]
    for owed in here.live.system.rooms.answered(state):
        if here.member in askees(here.campaign, owed.seat, now):
            found.append(msgspec.structs.replace(_form(here, called, owed, ""), is_in=True))
    own = set(here.seats)
    return sorted(found, key=lambda form: (form.is_in, form.owed.seat not in own))


def _form(here: Entered, called: Naming, owed: Owed, until: str) -> AnswerForm:
    seat = called.seat(owed.seat) if owed.seat else ""
    player = here.campaign.powers.get(owed.seat, "")
    other = called.member(player) if player not in ("", here.member) else ""
    return AnswerForm(owed, seat, other, until)


def board(visit: Visit) -> Reply:
    """What the visitor can answer in a word, and whom everybody waits for."""
    return _shown(visit, forms(visit.here, visit.house.clock()))


def _shown(visit: Visit, found: Iterable[AnswerForm], notice: str = "", status: int = 200) -> Reply:
    here = visit.here
    return campaign_screen(
        visit,
        "board.html",
        "board",
        status,
        room=here.live.system.rooms.table(here.live.state),
        forms=list(found),
        notice=notice,
        frozen=here.campaign.record.frozen_for,
        capital=capital,
    )


def answer(visit: Visit) -> Reply:
    """Sends the chosen answer; its receipt, with the salt, is the page.

    What is sent names what it is about, so that the same form sent again is known again even when
    nothing is asked any more.
    """
    seat, occasion = visit.form.get("seat", ""), visit.form.get("occasion", "")
    choice, key = visit.form.get("choice", ""), visit.form.get("id", "")[:ID_LETTERS]
    if (again := given_before(visit, key)) is not None:
        return again
    found = forms(visit.here, visit.house.clock())
    wanted = (occasion, seat)
    mark = next((one for one in found if (one.owed.occasion, one.owed.seat) == wanted), None)
    if mark is None:
        gone = "This is not asked of you any more. Nothing was recorded."
        return _shown(visit, found, gone, 409)
    if choice not in {one.value for one in mark.owed.answers}:
        text = "Choose one first. Nothing was recorded."
        return _refused(visit, found, mark, text, "", 422)
    command = {**mark.owed.command, "choice": choice, **({"id": key} if key else {})}
    outcome = visit.send(command)
    if outcome.refused is not None:
        text = f"{capital(outcome.refused.reason)}. Nothing was recorded."
        return _refused(visit, found, mark, text, choice, 409)
    return given(visit, outcome.answer, key, command)


def _refused(
    visit: Visit, found: list[AnswerForm], mark: AnswerForm, text: str, choice: str, status: int
) -> Reply:
    """The page with what was typed kept, and the reason where it was typed."""
    told = msgspec.structs.replace(mark, refused=text, typed=choice)
    return _shown(visit, [told if one is mark else one for one in found], status=status)


PLACES = (
    Place("/c/{name}/board", board, "member", about="what is decided together"),
    Place("/c/{name}/board", answer, "member", ("POST",), about="answer what is asked"),
)
