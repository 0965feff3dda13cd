"""Which dispatches may be filed and removed, by whom and how many. Pure.

The words are judged where they are taken in; here are their mark and their number of pictures.
"""

from collections.abc import Mapping

from campaign.diary.commands import FileDispatch, RemoveDispatch
from campaign.diary.reading import is_sealed
from campaign.kernel import members
from campaign.kernel.decisions import Command, Decision, Refused, Supplied, bad_field, missing_field
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.record import FiledDispatch
from campaign.kernel.system import AnySystem
from campaign.text.english import near
from campaign.text.turns import Calendar
from events.club import DispatchFiled, DispatchRemoved, Reason

DIARY = "Diary"
A_DAY = 20
"""How many dispatches a member may file in a day."""
A_CAMPAIGN = 2_000
"""How many a campaign may have."""


def decide(system: AnySystem, state: GameState, command: Command, supplied: Supplied) -> Decision:
    """The fact that follows from a command about the diary, or why it is refused."""
    campaign = state.campaign
    if refused := members.permitted(campaign, command):
        return refused
    if campaign.record.branch_of is not None:
        return Refused(DIARY, f"{campaign.name} is a what-if, and nobody writes a diary there")
    if isinstance(command, RemoveDispatch):
        return _remove(campaign, command)
    assert isinstance(command, FileDispatch)
    if command.mark is None:
        return missing_field("words", "write at least a word")
    if refused := may_write(campaign, command.by, supplied.now):
        return refused
    return _file(system, state, command)


def may_write(campaign: Campaign, by: str, now: str, waiting: int = 0) -> Refused | None:
    """Diary: a member files only so many in a day, and a campaign has only so many.

    `waiting` are those that the member wrote today and a host has still to read.
    """
    filed = campaign.record.dispatches.values()
    today = sum(one.by == by and one.at[:10] == now[:10] for one in filed) + waiting
    if today >= A_DAY:
        why = f"{campaign.called(by)} has written {today} dispatches today"
        return Refused(DIARY, f"{why}; write the next one tomorrow")
    if sum(one.is_there for one in filed) >= A_CAMPAIGN:
        return Refused(DIARY, f"the diary is full: a campaign has at most {A_CAMPAIGN:,}")
    return None


def _told(campaign: Campaign, command: FileDispatch, until: str) -> Refused | None:
    """Diary: what is sealed says nothing of what it is about, and nobody seals what is over."""
    if command.until and campaign.closed:
        return bad_field("until", "the campaign is over, and nothing is sealed any more")
    if until and (command.subject or command.turn):
        field = "subject" if command.subject else "turn"
        return bad_field(field, "what a sealed dispatch is about is sealed with its words")
    return None


def sealed_until(system: AnySystem, campaign: Campaign, command: FileDispatch) -> str:
    """Up to when a dispatch is sealed; one in another's place as long as that is."""
    first = campaign.record.dispatches.get(command.replaces or "")
    is_kept = first is not None and is_sealed(campaign, system.calendar, first)
    return command.until or (first.until if first and is_kept else "")


def _file(system: AnySystem, state: GameState, command: FileDispatch) -> Decision:
    campaign, known = state.campaign, state.campaign.record.dispatches
    if command.replaces and (refused := _not_theirs(campaign, command.replaces, command.by)):
        return refused
    until = sealed_until(system, campaign, command)
    if refused := _told(campaign, command, until):
        return refused
    turn, subject, seat = _about(campaign, command)
    if refused := _no_such(system, state, turn, subject, seat, command.by):
        return refused
    return (
        DispatchFiled(
            dispatch=f"w{len(known) + 1}",
            turn=turn,
            subject=subject,
            seat=seat,
            mark=command.mark or "",
            pictures=command.pictures,
            until=until,  # type: ignore[arg-type]
            replaces=command.replaces or "",
        ),
    )


def _about(campaign: Campaign, command: FileDispatch) -> tuple[str, str, str]:
    """Turn, subject and seat: as the command says, else as those in whose place it comes."""
    first = campaign.record.dispatches.get(command.replaces or "")
    turn = first.turn if first else campaign.turn
    subject = first.subject if first and command.subject is None else command.subject or ""
    seat = first.seat if first else _only_seat(campaign, command.by)
    return command.turn or turn, subject, command.seat or seat


def _not_theirs(campaign: Campaign, dispatch: str, by: str) -> Refused | None:
    """Diary: authors alone edit, and only what is still there."""
    first = campaign.record.dispatches.get(dispatch)
    if first is None:
        return no_dispatch(campaign, dispatch, "replaces")
    if refused := _gone(first):
        return refused
    if first.by != by:
        author = campaign.called(first.by)
        return Refused(DIARY, f"{author} wrote {dispatch}; only {author} can edit it")
    return None


def _only_seat(campaign: Campaign, by: str) -> str:
    """The seat that a member plays, if it is one."""
    seats = campaign.seats_of(by)
    return seats[0] if len(seats) == 1 else ""


def _no_such(
    system: AnySystem, state: GameState, turn: str, subject: str, seat: str, by: str
) -> Refused | None:
    """Diary: a dispatch is about a turn that has begun, and about something that there is."""
    campaign = state.campaign
    if not is_past(system.calendar, campaign, turn):
        calendar = system.calendar_of(state)
        running, noun = calendar.in_words(campaign.turn) if campaign.turn else "none", calendar.noun
        return bad_field("turn", f"{turn!r} is no {noun} so far; the running one is {running}")
    if refused := unknown_subject(system.view.subjects(state), subject):
        return refused
    if seat and seat not in campaign.seats:
        return bad_field("seat", f"there is no {seat!r}{near(seat, campaign.seats)}")
    if seat and seat not in campaign.seats_of(by) and not campaign.is_host(by):
        return Refused(DIARY, f"{campaign.called(by)} does not play {seat}")
    return None


def unknown_subject(subjects: Mapping[str, str], subject: str) -> Refused | None:
    """Why nothing can be written about a subject; None where it is one, or none is named."""
    if not subject or subject in subjects:
        return None
    return bad_field("subject", f"there is no {subject!r} to write about{near(subject, subjects)}")


def is_past(calendar: Calendar, campaign: Campaign, turn: str) -> bool:
    """Whether a turn of the campaign has begun."""
    if not campaign.turn or calendar.parse(turn) != turn:
        return False
    number = calendar.ordinal(turn)
    return calendar.ordinal(campaign.first_turn) <= number <= calendar.ordinal(campaign.turn)


def no_dispatch(campaign: Campaign, dispatch: str, field: str = "dispatch") -> Refused:
    """The refusal of a dispatch that was never filed."""
    known = near(dispatch, campaign.record.dispatches)
    return bad_field(field, f"there is no dispatch {dispatch!r}{known}")


def _gone(one: FiledDispatch) -> Refused | None:
    if one.removed:
        return Refused(DIARY, f"{one.id} was removed already")
    if one.replaced_by:
        return Refused(DIARY, f"{one.id} was edited; it is {one.replaced_by} now")
    return None


def _remove(campaign: Campaign, command: RemoveDispatch) -> Decision:
    """Diary: an author removes their own, and a host any."""
    one = campaign.record.dispatches.get(command.dispatch)
    if one is None:
        return no_dispatch(campaign, command.dispatch)
    if refused := _gone(one):
        return refused
    return _taken_away(campaign, one, command)


def _taken_away(campaign: Campaign, one: FiledDispatch, command: RemoveDispatch) -> Decision:
    is_own, is_host = one.by == command.by, campaign.is_host(command.by)
    if not (is_own or is_host):
        author = campaign.called(one.by)
        return Refused(DIARY, f"{author} wrote {one.id}; only {author} or a host can remove it")
    reason: Reason = command.reason or ("author" if is_own else "host")
    if (reason == "author" and not is_own) or (reason == "host" and not is_host):
        return bad_field("reason", f"it is not {reason} who removes {one.id} here")
    return (DispatchRemoved(dispatch=one.id, reason=reason),)
