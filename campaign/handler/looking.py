"""What a game's verbs only show: found by the game, and answered from the record. IO: it reads."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from campaign.extend import MissingExtensionError
from campaign.handler.wording import NoVersionError, version_at
from campaign.history import effective
from campaign.kernel.decisions import Refused
from campaign.kernel.terminal import steps
from campaign.kernel.terminal.verbs import Call, FilePath, Look, Verb, VerbFamily
from campaign.kernel.terminal.views import View
from campaign.store.reader import Reader
from campaign.systems import verb_of, verbs_of
from campaign.text.json_values import JsonObject

# --- Steps that only read: the command line answers them alike ----------------------------------


def _state(reader: Reader, name: str, step: steps.GetState) -> object:
    return reader.live(name, version_at(reader, name, step.at, step.turn)).state


def _turn_ends(reader: Reader, name: str, step: steps.GetTurnEnds) -> dict[str, object]:
    system = reader.system(name)
    ends: dict[str, object] = {}
    state: Any = None
    for placed in reader.counted(name):
        state = effective.step(system, state, placed)
        ends[state.campaign.turn] = state
    return {turn: end for turn, end in ends.items() if turn}


def _history(reader: Reader, name: str, step: steps.ReadHistory) -> object:
    return step.read(effective.transitions(reader.system(name), reader.effective(name)))


READS: Mapping[type[steps.Step[Any]], Callable[[Reader, str, Any], object]] = {
    steps.GetState: _state,
    steps.GetTurnEnds: _turn_ends,
    steps.ReadHistory: _history,
    steps.ReadStore: lambda reader, name, step: step.read(reader, name),
    steps.GetShown: lambda reader, name, step: reader.show(name),
}
"""What answers each step that reads a campaign's record, by its reader and the campaign's name.
A point that the campaign never had raises `NoVersionError`."""


# --- A look, without a terminal -----------------------------------------------------------------


class Sources(NamedTuple):
    """What a look reads from."""

    now: Reader
    """Has the campaign as it is now at hand."""
    slow: Callable[[], Reader]
    """For what goes through the record from its beginning."""
    private: Callable[[], JsonObject]
    """What only the call's member may see, as the ledger answers it."""


def looked(look: Look, call: Call, sources: Sources) -> View | Refused:
    """What a course shows that looks at the call's campaign, and at no other; nobody is asked."""
    answer: object = None
    while True:
        try:
            step = look.send(answer)
        except StopIteration as end:
            shown: View | Refused = end.value
            return shown
        if isinstance(step, steps.Fail | steps.Refuse):
            return Refused(getattr(step, "rule", None), step.text)
        answer = _answer(step, call, sources)
        if isinstance(answer, Refused):
            return answer


def _answer(step: steps.Step[Any], call: Call, sources: Sources) -> object:
    if isinstance(step, steps.IsInteractive):
        return False
    if isinstance(step, steps.GetPrivate):
        own = sources.private()
        return own["private"] if own["accepted"] else Refused(own["rule"], own["reason"])
    if getattr(step, "campaign", "") not in ("", call.campaign):
        return Refused(None, f"this page is about {call.campaign} alone")
    now = (steps.GetShown(), steps.GetState(), steps.GetState(call.campaign))
    try:
        reader = sources.now if step in now else sources.slow()
        return READS[type(step)](reader, call.campaign, step)
    except NoVersionError as error:
        return Refused(None, str(error))


# --- Which verbs they are -----------------------------------------------------------------------


@cache
def views_of(system: str) -> Mapping[str, Verb]:
    """The verbs of a game that only show something and read no file, by their words with hyphens;
    without those of extensions that are not here.
    """
    found: dict[str, Verb] = {}
    for line in verbs_of(system):
        try:
            verb = verb_of(line)
        except MissingExtensionError:
            continue
        for one in verb.verbs.values() if isinstance(verb, VerbFamily) else (verb,):
            kinds = (getattr(parameter, "kind", None) for parameter in one.parameters)
            if one.shows is not None and not any(isinstance(kind, FilePath) for kind in kinds):
                found[one.words.replace(" ", "-")] = replace(one, line=one.line or line.line)
    return found
