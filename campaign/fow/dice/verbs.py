"""FoW: the verbs about audited dice. Pure."""

from campaign.fow import terminal
from campaign.fow.dice.aids import Aid
from campaign.fow.dice.commands import AIDS, RollDice, explain, known, listing
from campaign.fow.dice.interviews import kind_of
from campaign.kernel.decisions import Refused
from campaign.kernel.interview.derived import Typed, interview
from campaign.kernel.terminal import screens, steps, verbs, views
from campaign.text.english import listed, near

_OWN = ("dice", "again", "firepower_dice", "side", "platoon", "witness")
"""What every roll may tell besides what its aid asks."""


def _facts(aid: Aid, words: terminal.Words) -> verbs.Course[Typed]:
    """What was typed behind an aid: `rating=veteran`, `led`, `dice=4,5`."""
    asked = [one.name for one in aid.inputs]
    facts: Typed = {}
    for word in words:
        typed, equals, text = word.partition("=")
        name = typed.replace("-", "_").lower()
        if name not in (*asked, *_OWN):
            hint = near(typed, (*asked, *_OWN))
            hint = hint or f"; {aid.slug} asks for {listed((*asked, 'dice'))}"
            yield from verbs.fail(f"{typed!r} is nothing that {aid.slug} asks{hint}")
        facts[name] = text if equals else "yes"
    return facts


def _dice(call: verbs.Call, words: terminal.Words, *, witness: str | None) -> verbs.Course[None]:
    """Records a roll of the table: an aid, the facts that it asks for, and the dice. It says what
    was needed and why. `campaign aid` lists the aids; at a terminal what is missing is asked.
    """
    _, line, rest = yield from terminal.on_line(words)
    if not rest:
        yield from verbs.fail("say which aid, such as rally; `campaign aid` lists them")
    aid = known(rest[0].lower())
    if isinstance(aid, Refused):
        yield from verbs.fail(aid.reason)
        return
    answers = {"aid": aid.slug, **(yield from _facts(aid, rest[1:]))}
    answers |= {name: text for name, text in (("line", line), ("witness", witness)) if text}
    yield from interview(RollDice, call, answers)


DICE = verbs.Verb(
    words="dice",
    example="campaign dice winter rally side=allies rating=confident dice=4",
    parameters=(terminal.the_words("[LINE] AID [FACT=VALUE]…"), terminal.WITNESS),
    course=_dice,
)


def _values(aid: Aid, words: terminal.Words) -> verbs.Course[dict[str, object]]:
    """The same as values, each of its kind; what an aid does not ask for stays as it was typed."""
    kinds = {one.name: kind_of(one) for one in aid.inputs}
    values: dict[str, object] = {}
    for name, text in (yield from _facts(aid, words)).items():
        value = kinds[name].read(text) if name in kinds else text
        if isinstance(value, steps.Unfit):
            yield from verbs.fail(f"{name}: {value.text}")
        values[name] = value
    return values


def _aid(call: verbs.Call, words: terminal.Words) -> verbs.Look:
    """What a roll of the table needs and why, with no campaign at hand. Without AID it lists them;
    with facts, such as `rating=veteran`, it says the score for them.
    """
    if not words:
        return views.View(dict(listing()), (screens.Grid(("aid", "what for"), tuple(listing())),))
    slug = words[0].lower()
    aid = AIDS.get(slug)
    values = (yield from _values(aid, words[1:])) if aid is not None else {}
    lines = explain(slug, values or None)
    if isinstance(lines, Refused):
        return Refused(None, lines.reason)
    return views.View({"aid": slug, "lines": list(lines)}, (views.Lines(lines),))


AID = verbs.Verb(
    words="aid",
    example="campaign aid\ncampaign aid rally rating=confident",
    parameters=(terminal.the_words("[AID] [FACT=VALUE]…", lambda state: dict(listing())),),
    on_campaign=False,
    title="What a roll needs",
    shows=_aid,
)

VERBS = {verb.words: verb for verb in (DICE, AID)}
