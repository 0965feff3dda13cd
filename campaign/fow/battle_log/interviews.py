"""FoW Turn Order: what screens ask of what happens on the table. Pure."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from campaign.fow.battle_log import deployment, turns
from campaign.fow.battle_log.chapter import SECTIONS
from campaign.fow.battle_log.commands import BuyFortifications, LosePlatoon, RecordDeployment
from campaign.fow.battle_log.deployment import GROUPS, WORDS
from campaign.fow.interviews import as_typed, battle_of, line_of, of_side, on_line, question
from campaign.fow.members.permissions import sides_of
from campaign.fow.results.losses import MOST, called, roster
from campaign.fow.state import Battle, State
from campaign.kernel.interview.answers import Choice, Option, Several
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.pages import Confirm, Fields, Interview, Page, Question
from campaign.kernel.interview.tapped import Count
from campaign.text.english import capital, counted

FATES = {
    "destroyed": ("Destroyed", "since the first turn"),
    "pre-game": ("Lost before the first turn", "it brings no points"),
    "rear": ("Sent to the rear", "it counts for nothing"),
    "left": ("Left by its own edge", "it counts for nothing"),
}
"""What became of a platoon, with what that means."""


AsksSide = Generator[Page | Confirm, Any, tuple[Fields, Battle | None]]


def asks_deployment(state: State, form: Given) -> Interview:
    """FoW Reserves: the groups that the mission gives a side, as platoons or their number."""
    if not form.is_screen:
        return (yield from as_typed(form))
    answers, battle = yield from _side(state, form, "Whose platoons?")
    side = str(answers.get("side") or "")
    asked = tuple(_groups(state, form, battle, side)) if battle is not None and side else ()
    if asked:
        answers |= yield Page(asked, title="What is held back?")
    return assembled(answers)


def _side(state: State, form: Given, label: str) -> AsksSide:
    """The line and the side, where the member does not act for one alone; and its battle."""
    answers = yield from on_line(state, form)
    line = line_of(state, answers)
    battle = battle_of(state, answers)
    own = sides_of(state, form.by, line.id) if line else ()
    if len(own) == 1 and "side" not in form.answers:
        return answers | {"side": own[0]}, battle
    answers |= yield Page((of_side(state, form, label, is_optional=False),), title=label)
    return answers, battle


def _groups(state: State, form: Given, battle: Battle, side: str) -> Iterator[Question]:
    total = turns.deploying(state, battle, side)
    rule = turns.deployment_of(battle, side)
    free = dict.fromkeys(GROUPS, 0)
    held = deployment.limits(rule, total, free)
    for group in GROUPS:
        allowed = held[group]
        if not allowed.most:
            continue
        some = allowed.most > allowed.least
        tip = f"{allowed.least} to {allowed.most}" if some else f"exactly {allowed.most}"
        named = roster(state, battle, side)
        ticked = Several(_choice(state, battle, side, named))
        kind = ticked if named else Count(0, allowed.most)
        yield question(form, group, f"Platoons {WORDS[group]}", kind=kind, tip=tip)


def _choice(state: State, battle: Battle, side: str, platoons: Sequence[str]) -> Choice:
    return Choice(tuple(Option(one, called(state, battle, side, one)) for one in platoons))


def asks_lost(state: State, form: Given) -> Interview:
    """FoW Company Morale Checks: which platoon was lost, and how."""
    if not form.is_screen:
        return (yield from as_typed(form))
    answers, battle = yield from _side(state, form, "Whose platoon?")
    side = str(answers.get("side") or "")
    asked: list[Question] = []
    named = roster(state, battle, side) if battle is not None and side else ()
    if battle is not None and named:
        left = [one for one in named if one not in turns.gone(battle, side)]
        kind = _choice(state, battle, side, left)
        asked.append(question(form, "platoon", "Which platoon?", kind=kind, is_optional=False))
    fates = Choice(tuple(Option(one, *words) for one, words in FATES.items()))
    asked.append(question(form, "how", "What became of it?", kind=fates, stands="destroyed"))
    answers |= yield Page(tuple(asked), title="A platoon is lost", button="Record", is_last=True)
    return assembled(answers)


def asks_fortifications(state: State, form: Given) -> Interview:
    """FoW Fortifications: the table's edge, the teams that dig, and what the points buy."""
    if not form.is_screen:
        return (yield from as_typed(form))
    answers = yield from on_line(state, form)
    widths = sorted({feet for _, feet in deployment.table().points})
    feet = _Feet(tuple(Option(str(one), f"{one} feet") for one in widths))
    first = (
        question(form, "width_feet", "How long is the defender’s edge?", kind=feet),
        question(form, "infantry_teams", "Infantry teams of each platoon there", tip="10 8 6"),
    )
    bought = tuple(
        Question(f"sections/{slug}", capital(_several(slug)), Count(0, MOST), is_optional=True)
        for slug in deployment.table().costs
    )
    laid = tuple(
        Question(f"pioneers/{slug}", f"Pioneer vehicles: {_several(slug)}",
                 Count(0, MOST), is_optional=True, is_rare=True)
        for slug in deployment.table().pioneers
    )  # fmt: skip
    answers |= yield Page((*first, *bought, *laid), title="Fortifications")
    bought_all = {
        key: value
        for key, value in answers.items()
        if value or not key.startswith(("sections/", "pioneers/"))
    }
    return assembled(bought_all)


def _several(slug: str) -> str:
    """Fortifications of a kind: `sections of trench`."""
    return counted(2, *SECTIONS[slug]).removeprefix("2 ")


class _Feet(Choice, frozen=True):
    """A length in feet."""

    def read(self, text: str) -> object:  # type: ignore[override]
        """The number of feet."""
        value = super().read(text)
        return int(value) if isinstance(value, str) and value.isdecimal() else value


INTERVIEWS = Interviews[State](
    asked={
        RecordDeployment: asks_deployment,
        LosePlatoon: asks_lost,
        BuyFortifications: asks_fortifications,
    },
)
