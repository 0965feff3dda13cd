"""Disputes, corrections, the vault and what-ifs in words. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from campaign.disputes import eligibility
from campaign.kernel import shared_rules
from campaign.kernel.decisions import joined
from campaign.kernel.members import Campaign, Naming
from campaign.kernel.record import Dispute
from campaign.text.english import capital, counted, listed, signed
from events import disputes as facts
from events.base import Event, public_type
from events.club import DispatchFiled, DispatchRemoved

# --- Disputes in words: their stage, who has to act, what a correction did ----------------------

STAGES = {
    "open": "open",
    "consent": "waits for consent",
    "appealed": "appealed",
    "withdrawn": "withdrawn",
}
VERDICTS = {"upheld": "upheld", "partly": "upheld in part", "rejected": "rejected"}


def stage(dispute: Dispute) -> str:
    """Where a dispute stands: open, appealed, upheld …"""
    if dispute.is_closed:
        return f"{VERDICTS[dispute.verdict]}, closed without a correction"
    return VERDICTS[dispute.verdict] if dispute.stage == "ruled" else STAGES[dispute.stage]


def waits(campaign: Campaign, dispute: Dispute, names: Naming) -> str:
    """What a dispute waits for, and from whom; empty once it is settled."""
    if not campaign.record.awaits(dispute):
        return ""
    who = listed((names.member(name) for name in eligibility.waits_for(campaign, dispute)), "or")
    match dispute.stage:
        case "consent":
            text = f"the consent of {who}" if who else "a second member’s consent"
        case "appealed":
            text = f"another ruling, by {who}" if who else "another ruling"
        case "ruled":
            text = f"{who} to correct the record, or to close the dispute"
        case _:
            text = f"a ruling by {who}" if who else "a ruling"
    return text


def what_next(
    campaign: Campaign, dispute: Dispute, names: Naming, *, with_names: bool = True
) -> str:
    """Who can settle an open dispute, with the whole command; or that nobody can, and what to do.

    Once it is upheld, how to correct the record, and how to close it without. A sentence without
    its full stop, empty once nothing is to be done. Without names it is for where `waits` has
    given them.
    """
    if campaign.record.awaits_correction(dispute):
        return _correct_next(campaign, dispute, names, with_names=with_names)
    if not dispute.is_open:
        return ""
    if not eligibility.can_be_settled(campaign, dispute):
        return _way_out(campaign, dispute, names)
    who = listed((names.member(name) for name in eligibility.waits_for(campaign, dispute)), "or")
    consents = dispute.stage == "consent"
    can = "can consent" if consents else "can rule, upheld, partly or rejected"
    text = f"{f'{who} {can}' if with_names else 'Next'}: `{eligibility.call(campaign, dispute)}`"
    return text if consents else f"{text}{_then_consents(campaign, dispute, names)}"


def _then_consents(campaign: Campaign, dispute: Dispute, names: Naming) -> str:
    """Who must consent to the ruling of whoever may rule; empty where somebody needs no consent."""
    judges = eligibility.may_rule(campaign, dispute)
    if not all(eligibility.needs_consent(campaign, dispute, judge) for judge in judges):
        return ""
    others = [who for who in eligibility.may_consent(campaign, dispute) if who not in judges]
    must = f"; then {listed(map(names.member, others), 'or')} must consent"
    return must if judges and others else ""


def _correct_next(campaign: Campaign, dispute: Dispute, names: Naming, *, with_names: bool) -> str:
    who, by = names.member(dispute.ruled_by), eligibility.as_member(dispute.ruled_by)
    can = f"a correction is due; {who} can make it" if with_names else "Next"
    return (
        f"{can}: `{eligibility.call(campaign, dispute)}` (or strike-out, insert, adjust, rewind; "
        f"each shows first what it would change). If nothing is to be corrected, close it: "
        f"`campaign dispute withdraw {campaign.name} {dispute.id}{by}`"
    )


def _way_out(campaign: Campaign, dispute: Dispute, names: Naming) -> str:
    """What to do about a dispute that nobody can settle."""
    first = min(dispute.versions, default=1)
    by, who = eligibility.as_member(dispute.raised_by), names.member(dispute.raised_by)
    name = campaign.name
    what = "consent to the ruling" if dispute.stage == "consent" else "settle it"
    return (
        f"nobody can {what}: a host who plays needs the consent of a member who joined before "
        f"event {first} and is not {who}. Withdraw it: `campaign dispute withdraw {name} "
        f"{dispute.id}{by}`; `campaign branch {name} --at {max(1, first - 1)}` plays on from "
        f"before it. For later disputes: `campaign enrol {name} ref --role referee`"
    )


def terms(dispute: Dispute) -> str:
    """Until when a dispute may be answered, or its ruling appealed; empty if no term is set."""
    if dispute.is_open and dispute.stage != "consent" and "answer" in dispute.terms:
        return f"answers until {dispute.terms['answer']}"
    if dispute.stage in ("ruled", "consent") and "appeal" in dispute.terms:
        return f"appeals until {dispute.terms['appeal']}"
    return ""


def events(versions: Sequence[int]) -> str:
    """Events by number, runs of them in short: `event 7`, `events 7, 9 and 12–17`."""
    runs: list[list[int]] = []
    for version in versions:
        if runs and version == runs[-1][-1] + 1:
            runs[-1].append(version)
        else:
            runs.append([version])
    parts = []
    for run in runs:
        parts += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else [str(number) for number in run]
    return f"event{'s' if len(versions) > 1 else ''} {listed(parts)}"


STANDS = (
    "What has been worked out from these acts since stands too: where play was, and who has won. "
    "Strike or amend those events as well if they should not stand."
)
"""Said under later acts that a correction leaves as they are recorded."""
_FIGURE = "(?P<event>[^,:]+), (?P<where>[^:]+): (?P<now>.+) instead of (?P<then>.+)"
"""How a judgement says that one figure of an event would be another."""


def otherwise(differs: str, seats: Mapping[str, str]) -> str:
    """What the rules would have recorded instead of what was; `seats` are called by their names."""
    if (match := re.fullmatch(_FIGURE, differs)) is None:
        return f"would give {differs}"
    where = " ".join(seats.get(word, word) for word in match["where"].split())
    then = f"not {match['then']} as recorded ({match['event']})"
    return f"by the rules, {where} would be {match['now']}, {then}"


# --- Disputes, corrections, the vault and what-ifs in sentences ---------------------------------


def _who(event: Event, names: Naming) -> str:
    return capital(names.member(event.by) or "a member")


def _said(text: str) -> str:
    """A member's words, on one line."""
    return f"“{' '.join(text.split())}”"


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _says(text: str) -> Callable[[Any, Naming], str]:
    """A sentence that only names who did it, what the event holds, and a member's own words."""

    def sentence(event: Any, names: Naming) -> str:
        own = {name: getattr(event, name, "") for name in ("text", "note", "reason")}
        words = {name: _said(held) for name, held in own.items()}
        because = _because(own["reason"])
        return text.format(event=event, who=_who(event, names), because=because, **words)

    return sentence


# --- disputes -----------------------------------------------------------------------------------


def _raised(event: facts.DisputeRaised, names: Naming) -> str:
    about = listed(names.the_seat(seat) for seat in event.concerned)
    verb = "concerns" if len(event.versions) == 1 else "concern"
    concerned = f", which {verb} {about}" if about else ""
    disputed = f"{_who(event, names)} disputed {events(event.versions)}{concerned}"
    return f"{disputed}, as {event.dispute}: {_said(event.claim)}"


def _evidence(event: facts.EvidenceAdded, names: Naming) -> str:
    file = " and the digest of a file" if event.file_digest else ""
    return f"{_who(event, names)} added evidence{file} to {event.dispute}: {_said(event.text)}"


def _withdrawn(event: facts.DisputeWithdrawn, names: Naming) -> str:
    if event.closes:
        return f"{_who(event, names)} closed {event.dispute} without a correction."
    return f"{_who(event, names)} withdrew {event.dispute}."


def _term(event: facts.TermSet, names: Naming) -> str:
    what = "Answers in" if event.what == "answer" else "Appeals in"
    return f"{what} {event.dispute} are taken until {event.until}."


def _ruled(event: facts.RulingGiven, names: Naming) -> str:
    waits = "; it holds once a second member consents" if event.needs_consent else ""
    switched = listed(f"{key} = {value}" for key, value in event.switches.items())
    rules = f" From here on: {switched}." if switched else ""
    ruled = f"{_who(event, names)} ruled on {event.dispute}: {VERDICTS[event.verdict]}{waits}"
    return f"{ruled}. {_said(event.text)}{rules}"


# --- corrections --------------------------------------------------------------------------------


def _struck(event: facts.EventsStruck, names: Naming) -> str:
    struck = capital(events(event.versions))
    verb = "was" if len(event.versions) == 1 else "were"
    return f"{struck} {verb} struck under {event.dispute}{_because(event.reason)}."


def _inserted(event: facts.EventsInserted, names: Naming) -> str:
    count = counted(len(event.events), "forgotten event")
    put = f"{count} came to {'its' if len(event.events) == 1 else 'their'} place"
    return f"{put} behind event {event.after}, under {event.dispute}{_because(event.reason)}."


def _adjusted(event: facts.FigureAdjusted, names: Naming) -> str:
    figure = event.figure.replace("-", " ")
    of = names.seat(event.of)
    changed = f"{of}: {figure} {signed(event.change)}, under {event.dispute}"
    return f"{changed}{_because(event.reason)}."


def _undone(event: facts.ActUndone, names: Naming) -> str:
    return f"{_who(event, names)} took back {events(event.versions)}."


def _undo_consented(event: facts.UndoConsented, names: Naming) -> str:
    whose = names.member(event.member) or "a member"
    return f"{_who(event, names)} consented that {whose} takes back {events(event.versions)}."


# --- the vault, readers, branches ---------------------------------------------------------------


def _keeper(event: facts.KeeperNamed, names: Naming) -> str:
    if not event.member:
        return "Nobody keeps the vault any more."
    return f"{capital(names.member(event.member))} keeps the vault."


def _opened(event: facts.SealedOpened, names: Naming) -> str:
    asker = names.member(event.asked_by) or event.asked_by
    opened = f"What event {event.about} sealed was opened before its time: {event.choice}"
    return f"{opened}. {capital(asker)} asked, {names.member(event.by) or event.by} consented."


def _reopened(event: facts.CampaignReopened, names: Naming) -> str:
    agreed = f"; {names.member(event.by)} consented" if event.by else ""
    return f"The campaign was reopened ({event.reason}){agreed}. The next seed draws."


def _branched(event: facts.Branched, names: Naming) -> str:
    maker = names.member(event.maker) or event.maker
    begun = f"From here on this is a what-if, {event.name}, which {maker} made"
    return f"{begun} of {event.origin} behind its event {event.behind}."


# --- the diary ----------------------------------------------------------------------------------


def _filed(event: DispatchFiled, names: Naming) -> str:
    """The same for what is sealed: who reads along learns nothing of it."""
    if event.replaces:
        text = f"edited dispatch {event.replaces} of the war diary, which is {event.dispatch} now"
        return f"{_who(event, names)} {text}."
    about = names.turn(event.turn)
    return f"{_who(event, names)} wrote dispatch {event.dispatch} of the war diary, on {about}."


def _removed(event: DispatchRemoved, names: Naming) -> str:
    all_of_it = ", with all that its author wrote" if event.reason == "forgotten" else ""
    return f"{_who(event, names)} removed dispatch {event.dispatch} of the war diary{all_of_it}."


_AMENDED = _says("Event {event.about} was amended under {event.dispute}{because}.")
_RESTATED = _says("{who} stated the position that was taken over again{because}.")


def _amended(event: facts.EventAmended, names: Naming) -> str:
    return (_AMENDED if event.dispute else _RESTATED)(event, names)


SENTENCES: dict[type[Event], Callable[[Any, Naming], str]] = {
    facts.DisputeRaised: _raised,
    facts.EvidenceAdded: _evidence,
    facts.DisputeAnswered: _says("{who} answered {event.dispute}: {text}"),
    facts.DisputeWithdrawn: _withdrawn,
    facts.TermSet: _term,
    facts.PlayFrozen: _says("Play rests until {event.dispute} is settled."),
    facts.PlayResumed: _says("Play went on, with {event.dispute} as it stood."),
    facts.RulingGiven: _ruled,
    facts.RulingConsented: _says(
        "{who} consented to the ruling on {event.dispute}, which now holds."
    ),
    facts.RulingAppealed: _says("{who} appealed against the ruling on {event.dispute}: {text}"),
    facts.EventsStruck: _struck,
    facts.EventAmended: _amended,
    facts.EventsInserted: _inserted,
    facts.FigureAdjusted: _adjusted,
    facts.Rewound: _says("Play went back to event {event.to}, under {event.dispute}{because}."),
    facts.ActUndone: _undone,
    facts.UndoConsented: _undo_consented,
    facts.BookmarkSet: _says("{who} marked event {event.about}: {note}"),
    facts.KeeperNamed: _keeper,
    facts.OpeningAsked: _says("{who} asked to open what event {event.about} sealed: {reason}"),
    facts.SealedOpened: _opened,
    facts.ReopeningAsked: _says(
        "{who} asked to reopen the campaign{because}; a second member must consent."
    ),
    facts.CampaignReopened: _reopened,
    facts.Branched: _branched,
    DispatchFiled: _filed,
    DispatchRemoved: _removed,
}
"""A sentence for every event of `disputes.py` and `diary.py` in `events/`."""


class Spoken:
    """An event as a sentence, given the names: the frame's words, or the game's own."""

    def __init__(self, own: Mapping[type[Event], Callable[[Any, Any], str]]) -> None:
        self.words = joined((shared_rules.SENTENCES, SENTENCES, own))

    def __call__(self, event: Event, names: Naming) -> str:
        """The sentence; of an event without words, that it was recorded."""
        known = self.words.get(type(event))
        return known(event, names) if known else f"{public_type(event)} was recorded."


def spoken(own: Mapping[type[Event], Callable[[Any, Any], str]]) -> Spoken:
    """How the events of a game are put into words."""
    return Spoken(own)
