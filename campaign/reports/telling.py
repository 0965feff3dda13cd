"""What a turn's page, chat message and mail say first: the game's story and the record's. Pure."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from campaign.disputes.words import waits
from campaign.kernel.pages import NewsLine, PageContext, TurnStory
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.turn_log import GameLog
from campaign.reports.correction_news import corrected_here, corrected_later
from campaign.text.english import capital, listed


def is_open(logs: Sequence[GameLog[S]], place: int) -> bool:
    """Whether a turn is still being played."""
    return place + 1 == len(logs) and not logs[place].end.campaign.closed


def turn_story(system: System[S], context: PageContext[S, object]) -> TurnStory:
    """A turn's story, with what is news in any game and what disputes wait for."""
    story, log = system.pages.stories.turn(context), context.log
    asked = asked_next(system, log, story) if is_open(context.logs, context.place) else ()
    corrected = tuple(map(NewsLine, corrections(system, context.logs, context.place)))
    news = (*corrected, *story.news, *_news(system, log, is_first=not context.place))
    return replace(story, news=news, asked=asked)


def asked_next(system: System[S], log: GameLog[S], story: TurnStory) -> tuple[str, ...]:
    """What is asked next of whom: in the game, unless it rests or is over, and by the record."""
    game = () if log.end.campaign.closed else story.asked
    return tuple(_rests(system, log)) or (*game, *_of_the_record(system, log))


def corrections(system: System[S], logs: Sequence[GameLog[S]], place: int) -> tuple[str, ...]:
    """What rulings changed in a turn, and that later rulings changed the turn; in sentences."""
    return (*corrected_later(system, logs, place), *corrected_here(logs, place))


def _news(system: System[S], log: GameLog[S], *, is_first: bool) -> Iterable[NewsLine]:
    """What is news in any game; who took over what is one piece of it."""
    if is_first and log.lines:
        yield NewsLine(_opened(system, log), of_opening=True)
    yield from map(NewsLine, log.news)
    names = system.view.names(log.end)
    assigned: dict[str, list[str]] = {}
    for seat, member in log.assigned:
        assigned.setdefault(member, []).append(names.the_seat(seat))
    hands = [f"{member} took over {listed(seats)}" for member, seats in assigned.items()]
    if hands:
        yield NewsLine(f"{capital('; '.join(hands))}.", of_opening=is_first)


def _opened(system: System[S], log: GameLog[S]) -> str:
    """The opening, with the names of what is played."""
    shared, about = log.end.campaign, system.pages.about(log.end)
    name = shared.title or shared.name
    return f"The campaign “{name}” was opened: {about.scenario}, {about.rulebook}."


def _rests(system: System[S], log: GameLog[S]) -> Iterable[str]:
    """While play rests nothing is asked but to settle the dispute."""
    shared = log.end.campaign
    dispute = shared.record.disputes.get(shared.record.frozen_for)
    if dispute is not None:
        who = waits(shared, dispute, system.view.names(log.end))
        text = f"Play rests until dispute {dispute.id} is settled"
        yield f"{text}; it waits for {who}." if who else f"{text}."


def _of_the_record(system: System[S], log: GameLog[S]) -> Iterable[str]:
    """Disputes that wait for somebody, and secrets that somebody asked to open early."""
    shared, names = log.end.campaign, system.view.names(log.end)
    for dispute in shared.record.disputes.values():
        if shared.record.awaits(dispute):
            yield f"Dispute {dispute.id} waits for {waits(shared, dispute, names)}."
    for version, opening in shared.record.openings.items():
        keeper = shared.record.keeper
        who = names.member(keeper) if keeper else "a second member"
        asks = f"{names.member(opening.by)} asked to open what event {version} sealed"
        yield f"{capital(asks)}; {who} has to consent."
