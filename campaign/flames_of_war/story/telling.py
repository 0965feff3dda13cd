"""What a round's page and that of the whole campaign say first. Pure."""

from collections.abc import Sequence

from campaign.flames_of_war import calendar
from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.report.strip import sector_name
from campaign.flames_of_war.state import State
from campaign.flames_of_war.story.asked import asked
from campaign.flames_of_war.story.news import Item, Weight, decided, headline, news
from campaign.flames_of_war.turn_notes import Context, Notes
from campaign.kernel.pages import CampaignStory, NewsLine, Stories, TurnStory
from campaign.text.english import counted, listed
from events.fow.set_up import CampaignDecided

WORDS = 25
"""The line below a headline has at most so many words."""


def round_story(context: Context) -> TurnStory:
    """FoW Campaign Sequence: a round: its news, and while it is played whom it waits for."""
    log = context.log
    is_open = context.place + 1 == len(context.logs) and not log.end.campaign.closed
    items = news(log)
    first = headline(items, log.end)
    by_itself = next((item for item in items if item.headline == first), None)
    rest = [item for item in items if item is not by_itself]
    if not context.place:
        rest = [item for item in rest if item.weight != Weight.PLAYER]
    return TurnStory(
        headline=first or ("" if is_open else "A quiet round."),
        lede=_lede(log.end, rest, first, is_open=is_open),
        news=tuple(
            NewsLine(item.text, item.weight, in_headline=item.text == first)
            for item in items
            if item is by_itself or item in rest
        ),
        asked=asked(log.end) if is_open else (),
        foreseeing=foreseeing(log.end),
    )


def _lede(state: State, rest: Sequence[Item], first: str, *, is_open: bool) -> str:
    """As much of the other news as fits; before there is any, what the battles will be."""
    said, words = [], 0
    for item in rest:
        words += len(item.text.split())
        if words > WORDS:
            break
        said.append(item.text)
    if said:
        return " ".join(said)
    if first or not is_open:
        return "" if first else "No battle was booked."
    return _coming(state)


def _coming(state: State) -> str:
    """The missions of the lines' battles, as far as they are known."""
    known = [line for line in state.lines.values() if line.mission in missions()]
    if not known:
        return "The missions are still to be rolled for."
    if len(state.lines) == 1:
        line = known[0]
        at = f" at {sector_name(line, line.sector)}" if line.axis else ""
        text = f"{missions()[line.mission].name}{at}"
        if line.attacker:
            attacks = side_words.verb(line.attacker, "attacks", "attack")
            text += f": {side_words.the(state, line.attacker)} {attacks}"
        return f"{text}."
    if len(known) > 4:
        return f"{counted(len(known), 'mission')} of {len(state.lines)} are settled."
    named = [f"{missions()[line.mission].name} on {line.name}" for line in known]
    return f"{listed(named)}."


def campaign_story(context: Context) -> CampaignStory:
    """FoW Ending the Campaign: how the whole campaign stands."""
    return CampaignStory(verdict(context), foreseeing=foreseeing(context.log.end))


def verdict(context: Context) -> str:
    """FoW Ending the Campaign: rounds, how it stands or was decided, and who has more points."""
    state = context.log.end
    played = sum(battle.state == "settled" for battle in state.battles.values())
    if state.decided:
        return f"{_decision(context)} {_fought(played)}"
    if state.campaign.closed:
        return f"The campaign is over. {_fought(played)} {_ahead(state)}".strip()
    number = calendar.number(state.campaign.turn)
    most = calendar.number(state.campaign.last_turn)
    text = f"Round {number} of {most} is being played. {_fought(played)}"
    return f"{text} {_where(state)} {_ahead(state)}".replace("  ", " ").strip()


def _decision(context: Context) -> str:
    """FoW Ending the Campaign: how it was decided, in the words of the round that did it."""
    for log in reversed(context.logs):
        for told in reversed(log.notes.told):
            if isinstance(told.event, CampaignDecided):
                return decided(log.end, told.event)
    return "The campaign is decided."


def _fought(played: int) -> str:
    if not played:
        return "No battle has been booked yet."
    return f"{counted(played, 'battle')} {'has' if played == 1 else 'have'} been fought."


def _where(state: State) -> str:
    """FoW Axis of Attack: where the lines stand; in words where there are few."""
    lines = [line for line in state.lines.values() if line.axis]
    if len(lines) != 1:
        return ""
    return f"The battle is for {sector_name(lines[0], lines[0].sector)}."


def _ahead(state: State) -> str:
    """FoW Victory Points: the points of each side, over all lines."""
    won = {
        side: sum(line.points[side].won for line in state.lines.values()) for side in state.sides
    }
    if not any(won.values()):
        return ""
    first, second = sorted(won, key=lambda side: -won[side])
    if won[first] == won[second]:
        return f"Both sides have won {won[first]} points."
    has = side_words.verb(first, "has", "have")
    name = side_words.first(state, first)
    return f"{name} {has} won {won[first]} points, {side_words.the(state, second)} {won[second]}."


def foreseeing(state: State) -> str:
    """FoW ruling 63: whether anybody could have foreseen a roll of the ledger."""
    if state.rulings.dice == "table" or not state.draw:
        return ""
    return "The keeper of the vault could have foreseen dice of the ledger that nobody added to."


STORIES = Stories[State, Notes](turn=round_story, index=campaign_story)
