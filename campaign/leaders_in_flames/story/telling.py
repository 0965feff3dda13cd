"""What a turn's page and that of the whole campaign say first. Pure."""

from collections.abc import Sequence

from campaign.kernel.pages import CampaignStory, PageLink, Stories, TurnStory
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.board.history import Draw
from campaign.leaders_in_flames.names import counted, country, listed
from campaign.leaders_in_flames.scenarios.section import scenario_table
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.turn_notes import Context, Log, Notes


def turn_story(context: Context) -> TurnStory:
    """A turn: what its board did."""
    log, notes = context.log, context.log.notes
    return TurnStory("", lede(log), foreseeing=foreseeing(list(notes.draws.values())))


def campaign_story(context: Context) -> CampaignStory:
    """The whole campaign: how often the board drew, and with what results."""
    log, logs = context.log, context.logs
    draws = [draw for turn in logs for draw in turn.notes.draws.values()]
    promoted = sum(draw.result == "promoted" for draw in draws)
    vetoed = sum(draw.result == "vetoed" for draw in draws)
    closed = log.end.campaign.closed
    status = "The campaign is over" if closed else f"{calendar.in_words(log.turn)} is in play"
    first = logs[0]
    scenario = PageLink("The scenario’s table", first.turn, "scenario")
    return CampaignStory(
        f"{status}. In {counted(len(logs), 'turn')} the board drew {counted(len(draws), 'time')}: "
        f"{counted(promoted, 'promotion')} and {counted(vetoed, 'leader')} sent back.",
        foreseeing=foreseeing(draws),
        links=(scenario,) if scenario_table(first.end) else (),
    )


def lede(log: Log) -> str:
    """The turn's board in a sentence or two."""
    sheet, notes = log.end.sheet, log.notes
    if not notes.board_met:
        if "leaders" not in log.end.campaign.modules:
            return "This campaign is played without leaders."
        return "The Promotions Board has not met this turn."
    parts = []
    promoted = [
        f"{sheet[draw.leader].name} ({country(sheet[draw.leader].power)})"
        for draw in notes.results("promoted")
    ]
    back = dict.fromkeys(sheet[draw.leader].name for draw in notes.results("vetoed"))
    arrived = {draw.leader for draw in notes.results("promoted")}
    if promoted:
        parts.append(f"{listed(promoted)} {'was' if len(promoted) == 1 else 'were'} promoted")
    if back:
        parts.append(f"{listed(back)} {'was' if len(back) == 1 else 'were'} vetoed")
    for draw in notes.results("open"):
        if draw.leader not in arrived:
            parts.append(f"{sheet[draw.leader].name} is before the board")
    if not parts:
        return "The Promotions Board met and drew nobody."
    return f"{'; '.join(parts)}."


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


STORIES = Stories[State, Notes](turn=turn_story, index=campaign_story)
