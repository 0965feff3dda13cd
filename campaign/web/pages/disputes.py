"""Disputes: what was claimed and answered, whose move it is, and the button of the next step."""

import hashlib
from typing import Any

from campaign.disputes.eligibility import waits_for
from campaign.disputes.sentences import events, stage, terms, waits
from campaign.history.diff import differences
from campaign.kernel.record import Dispute
from campaign.web import errors, forms, replies, screens
from campaign.web.context import Entered, RequestContext, get, post
from campaign.web.parts.visited import called_in_figures, names, sentences

_SAYS = {
    "claim": "claims",
    "evidence": "adds evidence",
    "answer": "answers",
    "ruling": "rules",
    "consent": "consents",
    "appeal": "appeals",
    "withdrawal": "withdraws it",
    "close": "closes it without a correction",
}
FEW_EVENTS = 12
"""How many of the disputed events a page has in full."""
WITH_FIGURES = 4
"""For how many of them it works out what they changed."""
STEPS = {
    "answer": ("AnswerDispute", "Say it"),
    "evidence": ("AddEvidence", "Add it"),
    "rule": ("GiveRuling", "Rule"),
    "consent": ("ConsentToRuling", "Consent to the ruling"),
    "appeal": ("AppealRuling", "Appeal the ruling"),
    "withdraw": ("WithdrawDispute", "Withdraw it"),
    "close": ("WithdrawDispute", "Close it without a correction"),
    "rest": ("FreezePlay", "Let play rest"),
    "go-on": ("ResumePlay", "Let play go on"),
}
"""What can be done on the page: the command of each, and what its button says."""
WITH_WORDS = frozenset({"answer", "evidence", "rule", "appeal"})
VERDICTS = (("upheld", "Upheld"), ("partly", "Upheld in part"), ("rejected", "Rejected"))


def disputes(visit: RequestContext) -> replies.Reply:
    """All disputes, the open ones first."""
    here = visit.here
    ordered = sorted(here.campaign.record.disputes.values(), key=lambda one: not one.is_open)
    frozen = here.campaign.record.frozen_for
    return screens.campaign_screen(
        visit, "disputes.html", "record", disputes=ordered, frozen=frozen, **_words(visit)
    )


def _words(visit: RequestContext) -> dict[str, Any]:
    """What templates ask about a dispute."""
    called, campaign = names(visit.here), visit.here.campaign
    return {
        "stamp": stamp,
        "who": called.member,
        "waits": lambda dispute: waits(campaign, dispute, called),
    }


def stamp(dispute: Dispute) -> str:
    """Where a dispute stands, in a word: open, answered, upheld …"""
    answered = any(entry.what == "answer" for entry in dispute.entries)
    return "answered" if dispute.stage == "open" and answered else stage(dispute)


def dispute(visit: RequestContext) -> replies.Reply:
    """One dispute from its claim on."""
    wanted = visit.here.campaign.record.disputes.get(visit.path["dispute"])
    return errors.missing(visit.house) if wanted is None else _page(visit, wanted)


def _page(
    visit: RequestContext, dispute: Dispute, wrong: str = "", why: str = "", status: int = 200
) -> replies.Reply:
    """The page; `wrong` is the step that was refused."""
    here = visit.here
    can = steps(visit, dispute)
    return screens.campaign_screen(
        visit,
        "dispute.html",
        "record",
        status,
        dispute=dispute,
        about=events(dispute.versions),
        terms=terms(dispute),
        says=_SAYS,
        disputed=_disputed(visit, dispute),
        more=max(0, len(dispute.versions) - FEW_EVENTS),
        can=can,
        texts={step: text for step, (_, text) in STEPS.items()},
        due=next((step for step in ("rule", "consent") if step in can), ""),
        corrects=dispute.grants and (here.is_host or here.member == dispute.ruled_by),
        verdicts=VERDICTS,
        typed=visit.form,
        wrong=wrong,
        why=why,
        **_words(visit),
    )


def _disputed(
    visit: RequestContext, dispute: Dispute
) -> list[tuple[int, str, tuple[forms.FigureRow, ...]]]:
    """The events in words, the first of them with the figures before and after."""
    few = dispute.versions[:FEW_EVENTS]
    rows = [pair for version in few for pair in sentences(visit, [version]) if pair[0] == version]
    with_figures = few[:WITH_FIGURES]
    return [
        (version, text, _figures(visit, version) if version in with_figures else ())
        for version, text in rows
    ]


def _figures(visit: RequestContext, version: int) -> tuple[forms.FigureRow, ...]:
    """What an event changed, as everybody may see it."""
    here = visit.here
    if version == 1:
        return ()
    with visit.house.slow.reading() as slow:
        shown = [
            here.live.system.view.show(slow.reader.live(here.name, at).state)
            for at in (version - 1, version)
        ]
    return forms.figures(differences(*shown), called_in_figures(here))


def steps(visit: RequestContext, dispute: Dispute) -> list[str]:
    """What the visitor can do in a dispute."""
    here = visit.here
    if not dispute.is_open:
        return _steps_after(here, dispute)
    can = []
    if here.member in waits_for(here.campaign, dispute):
        can.append("consent" if dispute.stage == "consent" else "rule")
    if here.member == dispute.raised_by:
        can += ["evidence", "withdraw"]
    else:
        can += ["answer", "evidence"]
    if here.is_host:
        can.append("go-on" if here.campaign.record.frozen_for == dispute.id else "rest")
    known = here.live.system.rules.commands
    return [step for step in can if STEPS[step][0] in known]


def _steps_after(here: Entered, dispute: Dispute) -> list[str]:
    """What a member can do once a dispute is ruled on or closed."""
    can = ["appeal"] if dispute.stage == "ruled" else []
    is_theirs = here.member in (dispute.ruled_by, dispute.raised_by)
    closes = is_theirs and here.campaign.record.awaits_correction(dispute)
    return [*can, "close"] if closes else can


def act(visit: RequestContext) -> replies.Reply:
    """Takes a step in a dispute; what was typed stays when it is refused."""
    return _taken(visit, visit.form.get("step", ""))


def evidence(visit: RequestContext) -> replies.Reply:
    """Adds evidence. Of a file, its digest alone is recorded; the file itself is not kept."""
    return _taken(visit, "evidence")


def _taken(visit: RequestContext, step: str) -> replies.Reply:
    here = visit.here
    dispute = here.campaign.record.disputes.get(visit.path["dispute"])
    if dispute is None:
        return errors.missing(visit.house)
    back = f"/c/{here.name}/disputes/{dispute.id}"
    if visit.was_sent:
        return replies.see_other(back)
    if step not in steps(visit, dispute):
        text = "This is not yours to do now. Nothing was recorded."
        return _page(visit, dispute, "gone", text, 409)
    command = _command(visit, step, dispute)
    if not command.get("text", "-"):
        return _page(visit, dispute, step, "Write a few words. Nothing was recorded.", 422)
    if "verdict" in command and command["verdict"] not in dict(VERDICTS):
        return _page(visit, dispute, step, "Choose one first. Nothing was recorded.", 422)
    if (refused := visit.send(command).refused) is not None:
        return _page(visit, dispute, step, screens.not_recorded(refused.in_place), 409)
    return replies.see_other(back)


def _command(visit: RequestContext, step: str, dispute: Dispute) -> dict[str, object]:
    """A step as a command, with what the form says of it."""
    command: dict[str, object] = {"command": STEPS[step][0]}
    command |= {} if step == "go-on" else {"dispute": dispute.id}
    if step in WITH_WORDS:
        command["text"] = visit.words("text")
    if step == "rule":
        command["verdict"] = visit.form.get("verdict", "")
    if step == "evidence" and visit.file:
        command["file_digest"] = hashlib.sha256(visit.file).hexdigest()
    return command


PLACES = (
    get("/c/{name}/disputes", disputes, "member"),
    get("/c/{name}/disputes/{dispute}", dispute, "member"),
    post("/c/{name}/disputes/{dispute}", act, "member", sends=True),
    post("/c/{name}/disputes/{dispute}/evidence", evidence, "member", sends=True, takes_file=True),
)
