"""The interview of an act in a campaign: what every front end runs. Pure.

outcome = interviewed(system, state, PlacePiece, answers, by="anna", trial=trial)
match outcome:
    case NextPage(page, errors):   …show the page
    case Complete(fields):      …send the command
    case Forbidden(refused):    …say why
"""

from collections.abc import Callable, Collection
from functools import cache
from typing import Any

import msgspec

from campaign.kernel.decisions import Command, Decision, Refused, Supplied, WithheldError
from campaign.kernel.decisions import trial as withheld
from campaign.kernel.interview.answers import Choice, Option
from campaign.kernel.interview.asking import Given, PastEvent, Trial, interview
from campaign.kernel.interview.by_type import Offers, canonical, field_of, plan
from campaign.kernel.interview.pages import (
    Answers,
    Confirm,
    Interview,
    NextPage,
    Outcome,
    Thorough,
    run,
)
from campaign.kernel.interview.shared_choices import seat_options, shared_choice
from campaign.kernel.members import HOST, GameState
from campaign.kernel.system import AnySystem
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.text.json_values import JsonObject


class Setting(msgspec.Struct, frozen=True):
    """Who is interviewed, and what the world says when it is asked."""

    by: str = "host"
    trial: Trial = lambda fields: None
    """Why the act would be refused, as far as no secret decides it."""
    private: Callable[[], JsonObject] = dict
    """What only that member may see; called only where a question shows it to them."""
    past: Callable[[int], PastEvent | None] = lambda version: None
    """An event by its version, for corrections."""
    lines: Callable[[], tuple[Option, ...]] = tuple
    """The last lines of the journal, where somebody can choose from them."""
    is_screen: bool = False
    """Whether the questions are shown as screens, to be tapped."""


Decides = Callable[[AnySystem, GameState, Any, Supplied], Decision]
"""What decides every command, those about the record too."""


def trial_of(
    system: AnySystem, state: GameState, kind: type[Command], by: str, decides: Decides
) -> Trial:
    """Why an act would be refused with some fields, as far as no secret decides it."""

    def trial(fields: JsonObject) -> Refused | None:
        sent = {**fields, "by": by, "command": kind.__name__}
        try:
            command = msgspec.convert(sent, kind, dec_hook=system.rules.commands.reads)
            decision = decides(system, state, command, withheld(Supplied()))
        except (msgspec.ValidationError, WithheldError):
            return None
        return decision if isinstance(decision, Refused) else None

    return trial


def interviewed(
    system: AnySystem,
    state: GameState,
    kind: type[Command],
    answers: Answers,
    setting: Setting,
    *,
    asks: Thorough = "all",
    sent: str = "",
    again: str = "",
    also: Collection[str] = (),
) -> Outcome:
    """What an act asks next in a campaign, given the answers so far.

    `also` are keys that count though no page asked for them. Raises `TooLongError`.
    """
    known = offers_of(system, state, kind, setting.lines)
    answers, errors = canonical(kind, known, answers)
    if errors:
        field = next(iter(errors)).partition("/")[0]
        wrong = next(page for page in plan(kind, known) if field_of(page) == field)
        return NextPage(wrong, errors)
    asking, may = system.asking.of(kind), setting.trial
    own, follows = asking.asked.get(kind), asking.consequences.get(kind)

    def what_follows(fields: JsonObject) -> Confirm | None:
        sent = {**fields, "by": setting.by}
        return follows(state, sent, setting.private) if follows else None

    whole = interview(
        kind,
        known,
        own(state, _form(system, kind, known, answers, setting, asks)) if own else None,
        (lambda fields: None) if asks == "script" else may,
        {key: answers[key] for key in also if key in answers} if asks == "all" else answers,
        what_follows,
        is_script=asks == "script",
    )
    return run(whole, answers, asks=asks, sent=sent, again=again)


def _form(
    system: AnySystem,
    kind: type[Command],
    known: Offers,
    answers: Answers,
    setting: Setting,
    asks: Thorough,
) -> Given:
    """What an act's own questions know; those of another command inside are tried as things stood
    then.
    """

    def inner(name: str, state: GameState, answers: Answers) -> Interview:
        inside = system.rules.commands[name]
        offers = offers_of(system, state, inside)
        answers, _ = canonical(inside, offers, answers)

        by = answers.get("by") or HOST
        trial = trial_of(system, state, inside, by, lambda system, *act: system.rules.decide(*act))
        is_script = asks == "script"
        its = Given(inside, offers, setting.by, answers, trial, is_script)
        own = system.asking.of(inside).asked.get(inside)
        may = (lambda fields: None) if is_script else trial
        some = None if asks == "all" else answers
        return interview(
            inside, offers, own(state, its) if own else None, may, some, is_script=is_script
        )

    is_script = asks == "script"
    trial, is_screen = setting.trial, setting.is_screen
    return Given(kind, known, setting.by, answers, trial, is_script, is_screen, setting.past, inner)


def offers_of(
    system: AnySystem,
    state: GameState,
    kind: type[Command],
    lines: Callable[[], tuple[Option, ...]] = tuple,
) -> Offers:
    """What is known of a campaign where the questions of a command are made."""
    seats = seat_options(system, state)
    reads = system.rules.commands.reads

    @cache
    def choosing(name: str) -> Choice | None:
        shared = shared_choice(system, state, name, lines)
        if shared is not None:
            return shared
        named = system.asking.choice(kind, name)
        return named(state) if named else None

    def keyed(field: str, word: str) -> str | Invalid | None:
        key_of = system.asking.of(kind).keyed.get(field)
        return key_of(state, word) if key_of else None

    return Offers(seats, choosing, reads, system.asking.rare, keyed, system.rules.commands)
