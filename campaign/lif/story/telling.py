"""What pages and poster say first: the news, what is asked next, how the war stands. Pure."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from campaign.kernel import pages
from campaign.kernel.members import HOST
from campaign.kernel.terminal.screens import Unfinished
from campaign.lif import calendar
from campaign.lif.board.views.sections import LeaderView, leader_view, points_change
from campaign.lif.board.waiting import Waiting, waiting
from campaign.lif.names import leader, names_of, the_countries, the_country
from campaign.lif.on_map import waiting as on_map
from campaign.lif.roster import POWER_CODES, POWERS
from campaign.lif.state import State, at_war, grouped, with_status
from campaign.lif.story.items import Weight, number_word, numbered, sentence, verb
from campaign.lif.story.turn_notes import Context, Log, Notes
from campaign.lif.story.turn_sums import (
    QUIET,
    first_words,
    foreseeing,
    of_turns,
    runs_of,
    together,
)
from campaign.lif.us_entry import waiting as us_entry_waiting
from campaign.text.english import capital, counted, largest, listed, wrapped
from events.base import Event
from events.lif.politics import PeaceMade, WarDeclared

# --- What is asked next and of whom, in sentences for a reader: the same as `status` finds ------
#
# It looks at no sealed choice, and says nothing that `status` does not say to anyone.


def asked(state: State) -> tuple[str, ...]:
    """LiF 3.1, 4.1, 5.3: whom the open turn waits for, and for what; nothing once it is over."""
    waits = waiting(state)
    if waits.what == "over":
        return ()
    parts = (*on_map.unfinished(state), *us_entry_waiting.unfinished(state))
    owed = (_owes(state, part) for part in parts if part.is_owed)
    others = (*owed, *_answers(state))
    if waits.what == "turn":
        return others or (_ends(state),)
    return (*_of_the_board(state, waits), *others)


def _of_the_board(state: State, waits: Waiting) -> Iterable[str]:
    """LiF 4.1: what the Promotions Board waits for."""
    match waits.what:
        case "war":
            yield "The host records the war that brings the leaders in."
        case "board":
            yield "The host opens the Promotions Board."
        case "draw" if state.rulings.draws == "table":
            yield "The host records the next leader drawn at the table."
        case "draw":
            yield "The host draws the next leader."
        case _:
            yield from _of_markers(state, waits)


def _of_markers(state: State, waits: Waiting) -> Iterable[str]:
    """LiF 4.1(1), 4.1(5): ballots on a leader, or votes on drawing another."""
    who = leader(state.board.leader or "", state.sheet)
    ballots = waits.what == "ballots"
    what = f"ballot on {who}" if ballots else "vote on another leader"
    all_of_them = f"ballots on {who}" if ballots else "votes on another leader"
    if waits.owed:
        people = _people(state, waits.owed)
        has = verb(len(people), "still has", "still have")
        yield f"{_first(listed(people))} {has} to seal a {what}."
    elif waits.fix:
        yield f"The {all_of_them} are in: the host fixes them."
    elif waits.devices:
        people = _people(state, waits.devices)
        has = verb(len(people), "still has", "still have")
        yield f"{_first(listed(people))} {has} to hand in what opens a {what}."
    else:
        yield f"The {all_of_them} are in: the host opens them."


def _people(state: State, powers: Iterable[str]) -> list[str]:
    """Who plays these powers, each with all of them: `Anna (Germany and the USSR)`."""
    names, holders = names_of(state), state.campaign.powers
    by = grouped((holders.get(power, ""), the_country(power)) for power in powers)
    return [
        f"{names.member(who) if who else f'the {HOST}'} ({listed(seats)})"
        for who, seats in by.items()
    ]


def _owes(state: State, part: Unfinished) -> str:
    who = _people(state, (part.seat,))[0] if part.seat else f"the {HOST}"
    return f"{_first(who)} still has to {part.does}."


def _first(who: str) -> str:
    """Who begins a sentence: a name stays as its owner writes it."""
    return capital(who) if who.startswith(f"the {HOST}") else who


def _answers(state: State) -> Iterable[str]:
    """LiF 6: what the scenario leaves open."""
    if count := len(us_entry_waiting.asks(state)):
        text = counted(count, "question")
        yield f"The {HOST} answers the {text} that the scenario leaves open."


def _ends(state: State) -> str:
    last = state.campaign.turn == state.campaign.last_turn
    return f"The host ends the {'campaign: this is its last turn' if last else 'turn'}."


# --- How a campaign stands, and who is ahead, in a sentence each --------------------------------


def verdict(context: Context) -> str:
    """Turns played, powers at war and fallen, what the Promotions Board did, and who is ahead."""
    state, shared = context.log.end, context.log.end.campaign
    count = calendar.count(shared.first_turn, context.log.turn)
    whole = calendar.count(shared.first_turn, shared.last_turn)
    if shared.closed:
        start = f"The campaign is over after {counted(count, 'turn')}"
        parts = [*_fallen(state), *_lost(state), *_board(context)]
    else:
        start = f"Turn {count} of {whole} is in play"
        parts = [*_war(state), *_fallen(state), *_lost(state), *_board(context)]
    if len(parts) > 1:
        parts[-1] = f"and {parts[-1]}"
    first = f"{start}: {', '.join(parts)}." if parts else f"{start}."
    return " ".join((first, *_ahead(state)))


def _ahead(state: State) -> Iterable[str]:
    """LiF 4.2: who has the most veto points, once the leaders are in play."""
    most = max(state.veto_points.values(), default=0)
    if "leaders" not in state.campaign.modules or not state.active or not most:
        return
    powers = [who for who in POWERS if state.veto_points.get(who) == most]
    each = " each" if len(powers) > 1 else ""
    has = verb(len(powers), "has", "have")
    yield sentence(f"{the_countries(powers)} {has} the most veto points: {most}{each}")


def _war(state: State) -> Iterable[str]:
    """LiF 4: how many powers are at war with another power."""
    fighting = [who for who in POWERS if any(at_war(state, who, other) for other in POWERS)]
    if len(fighting) == len(POWERS):
        yield "all eight powers are at war"
    elif fighting:
        yield f"{number_word(len(fighting))} of the eight powers are at war"


def _fallen(state: State) -> Iterable[str]:
    """LiF 4.1, 4.2: powers conquered now, and Vichy France."""
    fallen = [who for who in POWERS if state.conquest.get(who, "free") == "complete"]
    if fallen:
        yield f"{the_countries(fallen)} {verb(len(fallen), 'is', 'are')} conquered"
    if state.vichy == "installed":
        yield "France has fallen to Vichy"


def _lost(state: State) -> Iterable[str]:
    if dead := with_status(state, "dead"):
        yield f"{numbered(len(dead), 'leader')} {verb(len(dead), 'is', 'are')} dead"


def _board(context: Context) -> Iterable[str]:
    """LiF 4.1: promotions and vetoes of the whole campaign."""
    turns = of_turns(context.logs)
    promoted, vetoed = sum(one.promotions for one in turns), sum(one.vetoes for one in turns)
    if promoted or vetoed:
        text = f"the Board has promoted {counted(promoted, 'leader')}"
        yield f"{text} and vetoed {vetoed}" if vetoed else text


# --- What a turn's page and that of the whole campaign say first --------------------------------


def turn_story(context: Context) -> pages.TurnStory:
    """A turn: its news, and while it is played whom it waits for."""
    log = context.log
    is_open = context.place + 1 == len(context.logs) and not log.end.campaign.closed
    words = first_words(log, is_open=is_open)
    return pages.TurnStory(
        headline=words.headline,
        lede=words.lede,
        news=(
            *(
                pages.NewsLine(item.text, item.weight, in_headline=not item.says_more)
                for item in words.by_itself
            ),
            *(pages.NewsLine(item.text, item.weight) for item in words.rest),
        ),
        asked=asked(log.end) if is_open else (),
        foreseeing=foreseeing(runs_of(log.notes.draws.values())),
    )


def in_the_list(log: Log) -> tuple[str, str]:
    """The headline of a turn that is over, and the line below it."""
    (turn,) = of_turns((log,))
    return turn.headline, turn.lede


def campaign_story(context: Context) -> pages.CampaignStory:
    """The whole campaign: how it stands, and where to begin reading."""
    turns = of_turns(context.logs)
    scenario = pages.PageLink("The scenario’s table", context.logs[0].turn, "scenario")
    return pages.CampaignStory(
        verdict(context),
        foreseeing=foreseeing(together(turns)),
        links=(scenario,) if turns[0].has_table else (),
    )


def phrase(event: Event) -> str:
    """A declaration of war or a peace as a noun; nothing for what is quoted by its sentence."""
    match event:
        case WarDeclared():
            owner = the_country(event.attacker)
            ending = "’" if owner.endswith("s") else "’s"
            return f"{owner}{ending} declaration of war on {the_country(event.target)}"
        case PeaceMade():
            return f"the peace of {the_countries(event.powers)}"
    return ""


STORIES = pages.Stories[State, Notes](
    turn=turn_story, index=campaign_story, phrase=phrase, in_the_list=in_the_list
)


# --- The campaign so far as one story: a chapter a year, each turn's news as flowing text -------

STORY_PAGE = "story.html"
LEAST = Weight.RETURNED
"""What weighs less is bookkeeping, such as the year's points, and stands in the turns alone."""


class StoryTurn(msgspec.Struct, frozen=True):
    """A turn in the story."""

    turn: str
    months: str
    first: str
    """The most important news."""
    rest: str
    """The others, as flowing text."""
    is_quiet: bool


Story = Mapping[int, Sequence[StoryTurn]]
"""A chapter a year."""


def story_page(context: Context) -> pages.MorePage:
    """The page of the story, which every page links to."""
    return pages.MorePage(
        STORY_PAGE,
        "The campaign so far",
        "story/templates/so_far.html",
        lambda: so_far(context),
        listed=True,
    )


def so_far(context: Context) -> Story:
    """The story up to the page's turn."""
    years: dict[int, list[StoryTurn]] = {}
    for place, log in enumerate(context.past):
        story = turn_story(pages.PageContext(context.logs, place))
        first, *rest = [line.text for line in story.news if line.weight >= LEAST] or [QUIET]
        months = calendar.NAMES[log.turn[5:]]
        turn = StoryTurn(log.turn, months, first, " ".join(rest), first == QUIET)
        years.setdefault(calendar.year(log.turn), []).append(turn)
    return years


# --- The picture to share of a turn: headline, veto points, the leaders it promoted -------------

ROOM = 1080
"""Pixels between the margins."""
SIZES = ((76, 2), (60, 3), (48, 4))
"""Sizes of the headline and how many lines of each there may be."""
LEADERS = 5
"""How many leaders have room."""


class TurnPoster(msgspec.Struct, frozen=True):
    """The picture of a turn."""

    campaign: str
    turn: str
    """In words; it says so of a what-if."""
    size: int
    headline: tuple[str, ...]
    """In lines."""
    lede: tuple[str, ...]
    powers: tuple[tuple[str, str, int, str], ...]
    """LiF 4.2: each power with its code, its veto points, and what the turn changed."""
    leaders: tuple[LeaderView, ...]
    more: int
    """How many more leaders were promoted."""
    words: str
    """The picture in words."""


def poster(context: Context) -> pages.Poster:
    """The picture of a turn: nothing that the turn's page does not say."""
    log = context.log
    story, shared = turn_story(context), context.logs[-1].end.campaign
    turn = calendar.in_words(log.turn)
    text = story.headline or turn
    if shared.record.branch_of is not None:
        turn = f"{turn}, a what-if"
    size, lines = largest(text, SIZES, ROOM)
    promoted = dict.fromkeys(draw.leader for draw in log.notes.results("promoted"))
    leaders = [leader_view(log.end.sheet[who]) for who in promoted]
    leaders.sort(key=lambda leader: -leader.rank)
    shown = leaders if len(leaders) <= LEADERS else leaders[: LEADERS - 1]
    view = TurnPoster(
        shared.title or shared.name,
        turn,
        size,
        lines,
        wrapped(story.lede, 28, ROOM, 2),
        tuple(
            (power, code, log.end.veto_points.get(power, 0), points_change(log, power))
            for power, code in POWER_CODES.items()
        ),
        tuple(shown),
        len(leaders) - len(shown),
        f"{shared.title or shared.name}, {turn}: {text}",
    )
    return pages.Poster("story/templates/poster.svg", view)
