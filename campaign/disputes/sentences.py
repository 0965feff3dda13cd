"""Disputes, corrections, the vault and what-ifs in sentences. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign.disputes.words import VERDICTS, events
from campaign.history.diff import signed
from campaign.kernel import sentences as kernel
from campaign.kernel.chapter import joined
from campaign.kernel.names import Naming
from campaign.text.english import capital, counted, listed
from events import disputes as facts
from events.base import Event, public_type


def _who(event: Event, names: Naming) -> str:
    return capital(names.member(event.by) or "a member")


def _said(text: str) -> str:
    """A member's words, on one line."""
    return f"“{' '.join(text.split())}”"


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


# --- disputes -----------------------------------------------------------------------------------


def _raised(event: facts.DisputeRaised, names: Naming) -> str:
    about = listed(names.the_seat(seat) for seat in event.concerned)
    verb = "concerns" if len(event.versions) == 1 else "concern"
    concerned = f", which {verb} {about}" if about else ""
    disputed = f"{_who(event, names)} disputed {events(event.versions)}{concerned}"
    return f"{disputed}, as {event.dispute}: {_said(event.claim)}"


def _evidence(event: facts.EvidenceAdded, names: Naming) -> str:
    file = " and the digest of a file" if event.digest else ""
    return f"{_who(event, names)} added evidence{file} to {event.dispute}: {_said(event.text)}"


def _answered(event: facts.DisputeAnswered, names: Naming) -> str:
    return f"{_who(event, names)} answered {event.dispute}: {_said(event.text)}"


def _withdrawn(event: facts.DisputeWithdrawn, names: Naming) -> str:
    if event.closes:
        return f"{_who(event, names)} closed {event.dispute} without a correction."
    return f"{_who(event, names)} withdrew {event.dispute}."


def _term(event: facts.TermSet, names: Naming) -> str:
    what = "Answers in" if event.what == "answer" else "Appeals in"
    return f"{what} {event.dispute} are taken until {event.until}."


def _frozen(event: facts.PlayFrozen, names: Naming) -> str:
    return f"Play rests until {event.dispute} is settled."


def _resumed(event: facts.PlayResumed, names: Naming) -> str:
    return f"Play went on, with {event.dispute} as it stood."


def _ruled(event: facts.RulingGiven, names: Naming) -> str:
    waits = "; it holds once a second member consents" if event.needs_consent else ""
    switched = listed(f"{key} = {value}" for key, value in event.switches.items())
    rules = f" From here on: {switched}." if switched else ""
    ruled = f"{_who(event, names)} ruled on {event.dispute}: {VERDICTS[event.verdict]}{waits}"
    return f"{ruled}. {_said(event.text)}{rules}"


def _consented(event: facts.RulingConsented, names: Naming) -> str:
    return f"{_who(event, names)} consented to the ruling on {event.dispute}, which now holds."


def _appealed(event: facts.RulingAppealed, names: Naming) -> str:
    return (
        f"{_who(event, names)} appealed against the ruling on {event.dispute}: {_said(event.text)}"
    )


# --- corrections --------------------------------------------------------------------------------


def _struck(event: facts.EventsStruck, names: Naming) -> str:
    struck = capital(events(event.versions))
    verb = "was" if len(event.versions) == 1 else "were"
    return f"{struck} {verb} struck under {event.dispute}{_because(event.reason)}."


def _amended(event: facts.EventAmended, names: Naming) -> str:
    return f"Event {event.about} was amended under {event.dispute}{_because(event.reason)}."


def _inserted(event: facts.EventsInserted, names: Naming) -> str:
    count = counted(len(event.events), "forgotten event")
    put = f"{count} came to {'its' if len(event.events) == 1 else 'their'} place"
    return f"{put} behind event {event.after}, under {event.dispute}{_because(event.reason)}."


def _adjusted(event: facts.FigureAdjusted, names: Naming) -> str:
    figure = event.figure.replace("-", " ")
    of = names.seat(event.of)
    changed = f"{of}: {figure} {signed(event.change)}, under {event.dispute}"
    return f"{changed}{_because(event.reason)}."


def _rewound(event: facts.Rewound, names: Naming) -> str:
    back = f"Play went back to event {event.to}, under {event.dispute}"
    return f"{back}{_because(event.reason)}."


def _undone(event: facts.ActUndone, names: Naming) -> str:
    return f"{_who(event, names)} took back {events(event.versions)}."


# --- the vault, readers, branches ---------------------------------------------------------------


def _bookmark(event: facts.BookmarkSet, names: Naming) -> str:
    return f"{_who(event, names)} marked event {event.about}: {_said(event.note)}"


def _keeper(event: facts.KeeperNamed, names: Naming) -> str:
    if not event.member:
        return "Nobody keeps the vault any more."
    return f"{capital(names.member(event.member))} keeps the vault."


def _opening_request(event: facts.OpeningAsked, names: Naming) -> str:
    wanted = f"{_who(event, names)} asked to open what event {event.about} sealed"
    return f"{wanted}: {_said(event.reason)}"


def _opened(event: facts.SealedOpened, names: Naming) -> str:
    asker = names.member(event.asked_by) or event.asked_by
    opened = f"What event {event.about} sealed was opened before its time: {event.choice}"
    return f"{opened}. {capital(asker)} asked, {names.member(event.by) or event.by} consented."


def _reopening_asked(event: facts.ReopeningAsked, names: Naming) -> str:
    text = f"{_who(event, names)} asked to reopen the campaign ({event.reason})"
    return f"{text}; a second member must consent."


def _reopened(event: facts.CampaignReopened, names: Naming) -> str:
    agreed = f"; {names.member(event.by)} consented" if event.by else ""
    return f"The campaign was reopened ({event.reason}){agreed}. The next seed draws."


def _branched(event: facts.Branched, names: Naming) -> str:
    maker = names.member(event.maker) or event.maker
    begun = f"From here on this is a what-if, {event.name}, which {maker} made"
    return f"{begun} of {event.origin} behind its event {event.behind}."


SENTENCES: dict[type[Event], Callable[[Any, Naming], str]] = {
    facts.DisputeRaised: _raised,
    facts.EvidenceAdded: _evidence,
    facts.DisputeAnswered: _answered,
    facts.DisputeWithdrawn: _withdrawn,
    facts.TermSet: _term,
    facts.PlayFrozen: _frozen,
    facts.PlayResumed: _resumed,
    facts.RulingGiven: _ruled,
    facts.RulingConsented: _consented,
    facts.RulingAppealed: _appealed,
    facts.EventsStruck: _struck,
    facts.EventAmended: _amended,
    facts.EventsInserted: _inserted,
    facts.FigureAdjusted: _adjusted,
    facts.Rewound: _rewound,
    facts.ActUndone: _undone,
    facts.BookmarkSet: _bookmark,
    facts.KeeperNamed: _keeper,
    facts.OpeningAsked: _opening_request,
    facts.SealedOpened: _opened,
    facts.ReopeningAsked: _reopening_asked,
    facts.CampaignReopened: _reopened,
    facts.Branched: _branched,
}
"""A sentence for every event of `events/disputes.py`."""


def spoken(own: Mapping[type[Event], Callable[[Any, Any], str]]) -> Callable[[Event, Any], str]:
    """An event as a sentence, given the names: the frame's words, or the game's own."""
    words = joined((kernel.SENTENCES, SENTENCES, own))

    def sentence(event: Event, names: Naming) -> str:
        known = words.get(type(event))
        return known(event, names) if known else f"{public_type(event)} was recorded."

    return sentence
