"""Who may do what next, by name, a sentence for each line: the same as `status` finds. Pure."""

from campaign.flames_of_war import awaited
from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.state import State
from campaign.text.english import capital

OVER = "The campaign is decided: the host closes it."


def asked(state: State) -> tuple[str, ...]:
    """FoW Campaign Sequence: who may do what next, each in a sentence."""
    if state.campaign.closed:
        return ()
    if state.decided:
        return (OVER,)
    tasks = awaited.tasks(state)
    if not tasks:
        is_last = state.campaign.turn == state.campaign.last_turn
        ends = "the host closes the campaign" if is_last else "the host begins the next round"
        return (f"Every battle of the round is over: {ends}.",)
    return tuple(_sentence(state, task) for task in tasks)


def _sentence(state: State, task: awaited.Task) -> str:
    """`Anzio: Anna for the Allies can begin the battle.`"""
    side = f" for {side_words.the(state, task.sides[0])}" if len(task.sides) == 1 else ""
    text = f"{awaited.who(state, task)}{side} can {task.does}."
    return f"{state.lines[task.line].name}: {text}" if len(state.lines) > 1 else capital(text)
