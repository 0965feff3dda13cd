"""FoW Campaign Sequence: what is asked when a battle begins, and when it has ended. Pure."""

from msgspec.structs import replace

from campaign.fow.interviews import aside, for_sides, line_of, on_line
from campaign.fow.results.commands import BeginBattle, ReportResult
from campaign.fow.state import State, force_of
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Interview, Page


def asks_begin(state: State, form: Given) -> Interview:
    """FoW Campaign Sequence: the platoons of each side that has no roster."""
    answers = yield from on_line(state, form)
    line = line_of(state, answers)
    if refused := form.forbids(assembled(answers)):
        return refused
    asked = [
        replace(one, is_optional=False)
        for one in for_sides(state, form, "platoons", "platoons")
        if line and not force_of(state, line.id, one.key.partition("/")[2])
    ]
    answers |= yield Page((*asked, *aside(form, "time_limit", "battalion")))
    return assembled(answers)


def asks_result(state: State, form: Given) -> Interview:
    """FoW Victory Points: how it ended, then what each side lost; the rules ask the rest."""
    answers = yield from on_line(state, form, "ended_by", "side", "turn")
    if refused := form.forbids(assembled(answers)):
        return refused
    lost = for_sides(state, form, "lost", "platoons Destroyed, how many or which")
    rest = aside(form, "pre_game", "first_lost", "left_behind", "played_on", "note")
    answers |= yield Page((*lost, *rest), is_asked=True)
    return assembled(answers)


INTERVIEWS = Interviews[State](
    asked={BeginBattle: asks_begin, ReportResult: asks_result},
)
