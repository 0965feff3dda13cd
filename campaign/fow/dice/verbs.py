"""FoW: the verbs about audited dice. Pure."""

from functools import partial
from typing import Any

from campaign.fow import terminal
from campaign.fow.dice.aids import Aid, Input
from campaign.fow.dice.commands import AIDS, RollDice, explain, known, listing
from campaign.kernel import verbs
from campaign.kernel.decisions import Refused
from campaign.kernel.steps import Unfit
from campaign.text.english import listed, near

_ROLLS = ("dice", "again", "firepower_dice")
"""Facts that are dice."""
_OWN = ("side", "platoon", "witness")
"""What every roll may tell besides what its aid asks."""


def _facts(aid: Aid, words: terminal.Words) -> verbs.Course[dict[str, Any]]:
    """What was typed behind an aid: `rating=veteran`, `led`, `dice=4,5`."""
    asked = {one.name: one for one in aid.inputs}
    names = (*asked, *_ROLLS, *_OWN)
    found: dict[str, Any] = {}
    for word in words:
        typed, equals, text = word.partition("=")
        name = typed.replace("-", "_").lower()
        if name not in names:
            hint = near(typed, names) or f"; {aid.slug} asks for {listed((*asked, 'dice'))}"
            yield from verbs.fail(f"{typed!r} is nothing that {aid.slug} asks{hint}")
        value = _read(asked.get(name), name, text if equals else "yes")
        if isinstance(value, Unfit):
            yield from verbs.fail(f"{typed}: {value.text}")
        found[name] = value
    return found


def _read(asked: Input | None, name: str, text: str) -> object | Unfit:
    """A fact as it was typed."""
    if name in _ROLLS:
        return terminal.dice(text)
    if asked is None or asked.kind in ("word", "text"):
        return text.strip().lower()
    return terminal.number(text) if asked.kind == "number" else terminal.yes_no(text)


def _dice(call: verbs.Call, words: terminal.Words, *, witness: str | None) -> verbs.Course[None]:
    """Records a roll of the table: an aid, the facts that it asks for, and the dice. It says what
    was needed and why. `campaign aid` lists the aids; at a terminal what is missing is asked.
    """
    state, line, rest = yield from terminal.on_line(words)
    if not rest:
        yield from verbs.fail("say which aid, such as rally; `campaign aid` lists them")
    aid = known(rest[0].lower())
    if isinstance(aid, Refused):
        yield from verbs.fail(aid.reason)
        return
    told = yield from _facts(aid, rest[1:])
    if "side" in told:
        told["side"] = terminal.side_in(state, told["side"]) or told["side"]
    if "dice" not in told and (yield from verbs.interactive()):
        told |= yield from _asked(aid, told)
        if (yield from terminal.of_the_table(state)):
            told["dice"] = yield from terminal.ask_dice("The")
    yield from verbs.act(
        RollDice, line=line, aid=aid.slug, witness=witness or told.pop("witness", None), **told
    )


def _asked(aid: Aid, told: dict[str, Any]) -> verbs.Course[dict[str, Any]]:
    """The facts that an aid must have and nobody told."""
    found: dict[str, Any] = {}
    for one in aid.inputs:
        if not one.needed or one.known or one.name in told:
            continue
        label = f"{one.what[:1].upper()}{one.what[1:]}?"
        if one.words:
            found[one.name] = yield from verbs.ask_word(
                f"{label} ({listed(one.words, 'or')})", one.words
            )
        else:
            found[one.name] = yield from verbs.ask_until(label, partial(_filled, one))
    return found


def _filled(one: Input, text: str) -> object | Unfit:
    return _read(one, one.name, text) if text.strip() else Unfit("this is needed")


DICE = verbs.Verb(
    words="dice",
    example="campaign dice winter rally side=allies rating=confident dice=4",
    parameters=(terminal.the_words("[LINE] AID [FACT=VALUE]…"), terminal.WITNESS),
    course=_dice,
)


def _aid(call: verbs.Call, words: terminal.Words) -> verbs.Course[None]:
    """What a roll of the table needs and why, with no campaign at hand. Without AID it lists them;
    with facts, such as `rating=veteran`, it says the score for them.
    """
    if not words:
        if call.as_json:
            yield from verbs.json_page(dict(listing()))
            return
        yield from verbs.table(("aid", "what for"), listing())
        return
    slug = words[0].lower()
    aid = AIDS.get(slug)
    told = (yield from _facts(aid, words[1:])) if aid is not None else {}
    lines = explain(slug, told or None)
    if isinstance(lines, Refused):
        yield from verbs.fail(lines.reason)
        return
    if call.as_json:
        yield from verbs.json_page({"aid": slug, "lines": list(lines)})
        return
    for text in lines:
        yield from verbs.say(text)


AID = verbs.Verb(
    words="aid",
    example="campaign aid\ncampaign aid rally rating=confident",
    parameters=(terminal.the_words("[AID] [FACT=VALUE]…"),),
    on_campaign=False,
    course=_aid,
)

VERBS = {verb.words: verb for verb in (DICE, AID)}
