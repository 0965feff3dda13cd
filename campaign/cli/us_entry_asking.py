"""Commands of US entry that lack something: it is asked for, or they say how to tell it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
import msgspec

from campaign.cli import output
from campaign.cli import us_entry_words as words
from campaign.cli.session import Session
from campaign.text.suggest import near

if TYPE_CHECKING:
    from campaign.leaders_in_flames.us_entry.questions import Question

GIVES = "commonwealth=6"
LICENCE = "p-36=commonwealth"
ASKS = 20
"""So many things may be asked for one command; more would be going round in circles."""
SIDES = 10


class Missing(msgspec.Struct, frozen=True):
    """What a command may be refused for lack of, and is then asked for."""

    questions: Callable[[str], "tuple[Question, ...]"] = lambda target: ()
    """What is asked of the map, by the target."""
    targets: tuple[str, ...] = ()
    """Whom it may be for; none named: a hex."""
    dice: Callable[[], tuple[str, ...]] = lambda: ()
    """The theatres that are rolled for."""
    one_pool: bool = False
    """Whether all chits named leave the one pool that the command is about."""


def submit(
    session: Session,
    name: str,
    command: str,
    fields: dict[str, Any],
    missing: Missing,
    *,
    as_json: bool,
) -> None:
    """Submits a command; at a terminal, what it was refused for lack of is asked for, and it is
    tried again. A refusal has changed nothing, and what is forbidden is told before it is asked.
    """
    session.must_exist(name)
    fields = {key: value for key, value in fields.items() if value not in (None, {}, [], ())}
    asks = ASKS if words.interactive(as_json) else 0
    while True:
        told = {"command": command, "by": session.member, **fields}
        answer = session.submit(name, told, ask=not as_json)
        if answer["accepted"] or not asks:
            break
        asks -= 1
        more = _asked_for(session, name, answer["reason"], fields, missing)
        if not more:
            break
        fields = {**fields, **more}
    if not answer["accepted"] and not as_json:
        hint = _how(answer["reason"], fields, missing)
        reason = answer["reason"].replace("ImportEntryChart", "`campaign us-entry import`")
        answer = {**answer, "reason": reason + hint}
    session.tell(name, answer, command, as_json=as_json)


def _asked_for(
    session: Session, name: str, reason: str, fields: dict[str, Any], missing: Missing
) -> dict[str, Any]:
    """What was missing, as somebody typed it; nothing where the reason is another."""
    stated: dict[str, str] = fields.get("stated", {})
    for one in missing.questions(fields.get("target", "")):
        if one.key not in stated and reason.startswith(one.text):
            return {"stated": {**stated, one.key: words.choice(one.text, one.answers)}}
    if reason.startswith("target: ") and "target" not in fields:
        asked = words.choice("For whom?" if missing.targets else "The hex", missing.targets)
        return {"target": asked.lower()}
    if reason.startswith("removed: ") and "removed" not in fields:
        removed = {"removed": _number("Convoy points taken off the map", 15)}
        if "gives" in fields:
            return removed
        return {**removed, "gives": pairs("Given to whom", words.Gift(GIVES, first=True))}
    if reason.startswith("rolls: dice are rolled") and "rolls" not in fields:
        from campaign.leaders_in_flames.us_entry.state import THEATRE_NAMES

        rolled_for = missing.dice()
        rolls = {
            theatre: _number(f"Die for {name}", SIDES)
            for theatre, name in THEATRE_NAMES.items()
            if theatre in rolled_for
        }
        return {"rolls": rolls}
    if reason.startswith("roll: dice are rolled") and "roll" not in fields:
        return {"roll": _number("Die", SIDES)}
    if reason.startswith("chits: name the"):
        label = reason.removeprefix("chits: ")
        typed = click.prompt(label[:1].upper() + label[1:], err=True)
        chits = words.CHITS.convert(typed, None, None)
        if missing.one_pool:
            return {"chits": chits}
        named = words.by_pool(session.live(name).state, [chits])
        return {"chits": {**fields.get("chits", {}), **named}}
    return {}


def pairs(label: str, kind: "words.Gift") -> dict[str, Any]:
    """Asks for pairs in a row; none where nothing is typed."""
    return words.paired(label, _several(f"{label}, such as {kind.example}", kind.convert))


def counters(session: Session, name: str, label: str) -> list[str]:
    """Asks for counters of the campaign; none where nothing is typed."""
    known = session.live(name).state.play.counters

    def read(word: str, *_: object) -> str:
        if word not in known:
            raise click.UsageError(f"there is no counter {word!r}{near(word, known)}")
        return word

    return _several(label, read)


def _several(label: str, read: Callable[[str, None, None], Any]) -> list[Any]:
    """Words read one by one; asked again where one of them will not do."""
    while True:
        typed: str = click.prompt(f"{label} (or nothing)", default="", show_default=False, err=True)
        try:
            return [read(word, None, None) for word in typed.replace(",", " ").split()]
        except click.UsageError as error:
            output.echo(f"{error.message[:1].upper()}{error.message[1:]}.", err=True)


def _number(label: str, highest: int) -> int:
    found: int = click.prompt(f"{label} [1-{highest}]", type=click.IntRange(1, highest), err=True)
    return found


def _how(reason: str, fields: dict[str, Any], missing: Missing) -> str:
    """How to say on the command line what was missing."""
    for one in missing.questions(fields.get("target", "")):
        asked = reason.startswith((one.text, f"stated: {one.key}:"))
        if asked and not reason.endswith("forbids it"):
            return f" (--say {one.key}={one.answers[0] if one.answers else 'ANSWER'})"
    return next((f" ({how})" for field, how in _OPTIONS.items() if reason.startswith(field)), "")


_OPTIONS = {
    "rolls: dice": "--roll japan=7",
    "roll: dice": "--roll 7",
    "chits: name the": "--chit c3,c7",
    "removed: name": "--removed 10",
    "gives: ": f"--gives {GIVES}",
    "counters: ": f"--counter {LICENCE}",
    "units: ": "--unit COUNTER",
    "stated: ": "--say KEY=ANSWER",
}
"""How the command line says what these reasons speak of."""
