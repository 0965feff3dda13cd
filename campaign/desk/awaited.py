"""What a campaign waits for, and what can be done next: one answer for every door. Pure."""

from collections.abc import Iterator

from campaign.disputes.awaited import waits_for
from campaign.disputes.words import stage, terms, waits, what_next
from campaign.kernel.members import Campaign
from campaign.kernel.names import Naming
from campaign.kernel.screen import Labelled, NextStep, Status, Unfinished
from campaign.kernel.state import GameState
from campaign.kernel.system import AnySystem, foreign
from campaign.text.english import capital
from campaign.text.json_values import JsonObject


def first_lines(campaign: Campaign, found: Status) -> tuple[str, ...]:
    """What comes next and who has yet to act for it; nothing while play is frozen."""
    first, *more = found.waits_for
    if campaign.closed:
        again = f"campaign reopen {campaign.name} --reason TEXT"
        first = f"nothing: the campaign has ended (if by mistake: {again})"
    return tuple(more) if campaign.record.frozen_for else (first, *more)


def still_open(campaign: Campaign, found: Status) -> tuple[Unfinished, ...]:
    """What somebody owes before the turn ends, and then what they may do, beside what is waited
    for first. Nothing while play is frozen.
    """
    if campaign.closed or campaign.record.frozen_for:
        return ()
    first = "; ".join(found.waits_for)
    parts = (part for part in found.unfinished if part.step or part.does)
    rest = (part for part in parts if not (part.waits and part.waits in first))
    return tuple(sorted(rest, key=lambda part: not part.is_owed))


def open_lines(campaign: Campaign, found: Status) -> Iterator[Labelled]:
    """The same, a line each, but for what a line of the game's has the call for."""
    for part in still_open(campaign, found):
        if not any(part.step and part.step.call in text for _, text in found.owed):
            yield ("Owed" if part.is_owed else "Open"), part.text


def next_steps(system: AnySystem, campaign: Campaign, found: Status) -> tuple[NextStep, ...]:
    """What the host can do now."""
    if foreign(system, campaign):
        return _to_read(campaign)
    if campaign.record.frozen_for:
        return _while_frozen(campaign)
    if campaign.closed:
        return _to_read(campaign)
    calls = dict.fromkeys(part.step for part in found.unfinished if part.step)
    may_end = found.may_end and not found.owed_this_turn
    return (*found.steps, *calls, *((_ending(campaign),) if may_end else ()))


def owed_before_the_end(system: AnySystem, state: GameState) -> tuple[str, ...]:
    """What somebody owes before the campaign ends: in the game, and in open disputes."""
    names = system.view.names(state)
    disputes = (
        f"dispute {dispute.id} waits for {waits(state.campaign, dispute, names)}"
        for dispute in state.campaign.record.disputes.values()
        if state.campaign.record.awaits(dispute)
    )
    return (*system.front.screens.status(state).owed_this_turn, *disputes)


def in_json(campaign: Campaign) -> JsonObject:
    """Disputes and whom they wait for, whether play is frozen, and requested openings."""
    record = campaign.record
    return {
        "disputes": {
            dispute.id: {
                "stage": dispute.stage,
                "claim": dispute.claim,
                "waits_for": waits_for(campaign, dispute),
                "terms": dispute.terms,
            }
            for dispute in record.disputes.values()
            if record.awaits(dispute)
        },
        "frozen": record.frozen_for or None,
        "openings_asked": {
            version: {
                "by": opening.by,
                "reason": opening.reason,
                "waits_for": record.keeper or None,
            }
            for version, opening in record.openings.items()
        },
        "reopening_asked": (
            {"by": record.reopening.by, "reason": record.reopening.reason}
            if record.reopening
            else None
        ),
    }


def record_lines(campaign: Campaign, names: Naming) -> Iterator[Labelled]:
    """A line for each dispute that waits for somebody, and each opening that waits for consent."""
    record = campaign.record
    if record.frozen_for:
        yield "Waits for", f"play rests until {record.frozen_for} is settled"
    for dispute in record.disputes.values():
        if record.awaits(dispute):
            term = f"; {terms(dispute)}" if terms(dispute) else ""
            awaited = waits(campaign, dispute, names)
            text = f"{dispute.id}, {stage(dispute)}: “{dispute.claim}”; waits for {awaited}"
            yield "Dispute", f"{text}{term}"
            yield "", f"{capital(what_next(campaign, dispute, names, with_names=False))}."
    if campaign.closed and record.reopening:
        text = f"{names.member(record.reopening.by)} asked to reopen the campaign"
        call = f"campaign reopen {campaign.name} --consent --as MEMBER"
        yield (
            "Consent",
            f"{text}; it waits for a second member: “{record.reopening.reason}”. {call}",
        )
    for version, opening in record.openings.items():
        who = names.member(record.keeper) if record.keeper else "a second member"
        text = f"{names.member(opening.by)} asked to open what event {version} sealed"
        yield "Consent", f"{text}; it waits for {who}: “{opening.reason}”"


def _while_frozen(campaign: Campaign) -> tuple[NextStep, ...]:
    """What the host can do while play is frozen."""
    name, dispute = campaign.name, campaign.record.frozen_for
    return (
        NextStep(f"disputes {name} {dispute}", "what was said, and what it waits for"),
        NextStep(f"dispute resume {name}", "let play go on, whatever the dispute's stage"),
    )


def _to_read(campaign: Campaign) -> tuple[NextStep, ...]:
    """What can be done with a campaign in which nothing is recorded any more."""
    name = campaign.name
    return (
        NextStep(f"report {name} --out FOLDER", "the pages of all turns"),
        NextStep(f"verify {name}", "audit the record"),
        NextStep(f"export {name} {name}.jsonl", "the whole campaign as one file"),
    )


def _ending(campaign: Campaign) -> NextStep:
    """The end of the turn, or of the campaign in its last turn."""
    name = campaign.name
    if campaign.turn == campaign.last_turn:
        return NextStep(f"end {name}", "end the campaign; this is its last turn")
    return NextStep(f"turn {name}", "end the turn and begin the next")
