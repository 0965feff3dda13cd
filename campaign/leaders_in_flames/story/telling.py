"""What a turn's page and that of the whole campaign say first. Pure."""

from collections.abc import Iterator, Sequence

from campaign.kernel.pages import CampaignStory, NewsLine, PageLink, Stories, TurnStory
from campaign.leaders_in_flames.board.history import Draw
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.scenarios.section import scenario_table
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.story.asked import asked
from campaign.leaders_in_flames.story.item import Item, ToldTurn, Weight
from campaign.leaders_in_flames.story.news import headline, lede, news
from campaign.leaders_in_flames.story.verdict import verdict
from campaign.leaders_in_flames.turn_notes import Context, Log, Notes
from campaign.text.english import listed
from events.base import Event
from events.lif.politics import PeaceMade, WarDeclared

QUIET = "A quiet turn."
NOTHING_YET = "Nothing has happened yet."
NOTHING_ELSE = "Otherwise it was a quiet turn."


def turn_story(context: Context) -> TurnStory:
    """A turn: its news, and while it is played whom it waits for."""
    log = context.log
    is_open = context.place + 1 == len(context.logs) and not log.end.campaign.closed
    draws = list(log.notes.draws.values())
    items = news(ToldTurn(log.end, log.notes.happened), draws)
    first, told = headline(items)
    by_itself = [item for item in items if item.headline][:told]
    rest = [*(item for item in items if item not in by_itself), *_no_board(log, is_open=is_open)]
    return TurnStory(
        headline=first or ("" if is_open else QUIET),
        lede=lede(rest) or _nothing(first, is_open=is_open),
        news=(
            *(
                NewsLine(item.text, item.weight, in_headline=not item.says_more)
                for item in by_itself
            ),
            *(NewsLine(item.text, item.weight) for item in rest),
        ),
        asked=asked(log.end) if is_open else (),
        foreseeing=foreseeing(draws),
    )


def _nothing(headline: str, *, is_open: bool) -> str:
    """The line below the headline where there is nothing more to tell."""
    if is_open:
        return "" if headline else NOTHING_YET
    return NOTHING_ELSE if headline else "No wars, no promotions."


def _no_board(log: Log, *, is_open: bool) -> Iterator[Item]:
    """Ruling 8: a turn that ended without the Promotions Board, or a board that drew nobody."""
    if "leaders" not in log.end.campaign.modules or not log.end.active:
        return
    if not log.notes.board_met and not is_open:
        yield Item(Weight.NO_BOARD, "The Promotions Board did not meet.")
    elif log.notes.board_end and not log.notes.draws:
        yield Item(Weight.NO_BOARD, "The Promotions Board met and drew nobody.")


def campaign_story(context: Context) -> CampaignStory:
    """The whole campaign: how it stands, and where to begin reading."""
    logs = context.logs
    first = logs[0]
    scenario = PageLink("The scenario’s table", first.turn, "scenario")
    return CampaignStory(
        verdict(context),
        foreseeing=foreseeing([draw for log in logs for draw in log.notes.draws.values()]),
        links=(scenario,) if scenario_table(first.end) else (),
    )


def foreseeing(draws: Sequence[Draw]) -> str:
    """For the record: which of these draws could have been foreseen, in a sentence or two."""
    groups = (
        ("table", False, "made at the table"),
        ("ledger", True, "made by the ledger, and nobody could have foreseen what came"),
        (
            "ledger",
            False,
            "made by the ledger, and the holder of the vault key could have foreseen what came",
        ),
    )
    sentences = []
    for source, fair, how in groups:
        numbers = [d.number for d in draws if d.source == source and d.unforeseeable == fair]
        if numbers:
            noun, verb = ("Draw", "was") if len(numbers) == 1 else ("Draws", "were")
            sentences.append(f"{noun} {listed(_ranges(numbers))} {verb} {how}.")
    return " ".join(sentences)


def _ranges(numbers: Sequence[int]) -> list[str]:
    """Numbers in order, with runs such as `3–7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]


def phrase(event: Event) -> str:
    """A declaration of war or a peace as a noun; nothing for what is quoted by its sentence."""
    match event:
        case WarDeclared():
            owner = the_country(event.attacker)
            ending = "’" if owner.endswith("s") else "’s"
            return f"{owner}{ending} declaration of war on {the_country(event.target)}"
        case PeaceMade():
            return f"the peace of {listed(map(the_country, event.powers))}"
    return ""


STORIES = Stories[State, Notes](turn=turn_story, index=campaign_story, phrase=phrase)
