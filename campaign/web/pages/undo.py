"""Taking back one's own last act: one tap shows it and what would change, the next does it."""

import msgspec

from campaign.desk.actor import Actor
from campaign.desk.correcting import undo_of
from campaign.disputes.words import events as events_in_words
from campaign.kernel.decisions import Refused
from campaign.text.english import capital
from campaign.web.corrections import figures
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import called_in_figures, campaign_screen
from campaign.web.sentences import sentences
from campaign.web.visits import ID_LETTERS, Visit
from events.disputes import ActUndone

_UNDO = {"command": "UndoAct"}


def undo(visit: Visit, notice: str = "", status: int = 200) -> Reply:
    """The visitor's last act, and what taking it back would change; or why it has to stay."""
    here, found = visit.here, _last(visit)
    if isinstance(found, Refused):
        why = f"{capital(found.in_place)}."
        return campaign_screen(
            visit, "undo.html", "acts", status, why=why, notice=notice, versions=(), lines=()
        )
    change = undo_of(visit.house.ledger, here.name, found, here.member)
    changes = () if isinstance(change, Refused) else change.changes
    return campaign_screen(
        visit,
        "undo.html",
        "acts",
        status,
        why="",
        notice=notice,
        versions=found.versions,
        about=events_in_words(found.versions),
        lines=[
            pair for pair in sentences(visit, list(found.versions)) if pair[0] in found.versions
        ],
        figures=figures(changes, called_in_figures(here)),
    )


def _last(visit: Visit) -> ActUndone | Refused:
    """What an undo would record now."""
    here = visit.here
    decision = visit.house.desk.preview(here.name, msgspec.json.encode(_UNDO), Actor(here.member))
    if isinstance(decision, Refused):
        return decision
    (event,) = decision
    assert isinstance(event, ActUndone)
    return event


def take_back(visit: Visit) -> Reply:
    """Takes back the act that was shown, and no other."""
    here, key = visit.here, visit.form.get("id", "")[:ID_LETTERS]
    if key and visit.house.ledger.store.versions_of(here.name, key) is not None:
        return see_other(f"/c/{here.name}/journal")
    found = _last(visit)
    if isinstance(found, Refused):
        return undo(visit, "It cannot be taken back. Nothing was recorded.", 409)
    if visit.form.get("versions", "") != " ".join(map(str, found.versions)):
        text = "Your last act is another one by now: look again. Nothing was recorded."
        return undo(visit, text, 409)
    outcome = visit.send({**_UNDO, **({"id": key} if key else {})})
    if outcome.refused is not None:
        return undo(visit, f"{capital(outcome.refused.reason)}. Nothing was recorded.", 409)
    return see_other(f"/c/{here.name}/{'host' if here.is_host else 'journal'}")


PLACES = (
    Place("/c/{name}/undo", undo, "member", about="my last act, to be taken back"),
    Place(
        "/c/{name}/undo", take_back, "member", ("POST",), about="take back my last act", sends=True
    ),
)
