"""LiF 5.3: the verb `us-entry` with its own verbs: the USA's way into the war. Pure.

Most are made from their commands; here stand those that send several commands or only list.
"""

from collections.abc import Mapping
from functools import partial

from campaign.kernel.answers import words_of
from campaign.kernel.courses import Call, Course, act, entry, fail, json_page, refuse, say, state_of
from campaign.kernel.decisions import Command
from campaign.kernel.derived import PIPED, answered, asked, derived, interview
from campaign.kernel.verbs import VerbFamily
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import commands, verbs_looking, verbs_sheets
from campaign.leaders_in_flames.us_entry.interviews import may_enter, none_due
from campaign.leaders_in_flames.us_entry.state import POOLS

UNSEEN = (
    "Values on the command line are seen in the list of processes and in the shell's history; "
    "leave them out to type them unseen, or give - to have them read from standard input."
)

# --- chits --------------------------------------------------------------------------------------


def draw(call: Call, pool: tuple[str, ...], **typed: object) -> Course[None]:
    """Draws chits from the common pool into an entry pool, face-down: the US entry step. With both
    pools as many come into each, and each is recorded by itself.
    """
    kind = commands.DrawEntryChits
    if len(pool) > 1 and typed.get("values") not in (None, PIPED):
        yield from fail("--values is for one pool; leave it out, or give - and a line for each")
    given = yield from answered(kind, typed)
    if given is None:
        return
    found = []
    for where in pool or ("",):
        answers = {**given, **({"pool": where} if where else {})}
        found.append((yield from asked(kind, call, answers)))
    if len({fields["pool"] for fields in found}) < len(found):
        yield from fail("give each pool once")
    for fields in found:
        yield from act(kind, **fields)


def enter(call: Call, pool: str | None, **typed: object) -> Course[None]:
    """Enters the values of chits that are due from the cup at the table; they are sealed at once.
    Without POOL, all that are due, pool by pool: entry before tension, Germany/Italy before Japan,
    those put aside last; standard input has a line for each. Fewer than are due will do; the rest
    stay due.
    """
    kind = commands.EnterEntryChits
    given = yield from answered(kind, {"pool": pool, **typed})
    if given is None:
        return
    state = yield from state_of(State)
    is_aside = bool(typed.get("aside"))
    refused = may_enter(state, call.member) or none_due(state, aside=is_aside)
    refused = None if pool else refused
    if refused is not None:
        yield from refuse(refused.reason, refused.rule or "")
    every = yield from _all_due(state, given)
    found = []
    for answers in every:
        found.append((yield from asked(kind, call, answers)))
    for fields in found:
        yield from act(kind, **fields)


def _all_due(state: State, given: Mapping[str, str]) -> Course[list[dict[str, str]]]:
    """What is entered: the pool that was given, or else each with chits due."""
    if "pool" in given:
        return [dict(given)]
    due = sorted(state.entry.due, key=lambda one: (one.aside, POOLS.index(one.pool)))
    pools = {(one.pool, one.aside): None for one in due if one.aside or not given.get("aside")}
    if len(pools) > 1 and given.get("values", PIPED) != PIPED:
        names = ", ".join(pool + (" --aside" if aside else "") for pool, aside in pools)
        return (yield from fail(f"give the pool; chits are due for {names}"))
    return [{**given, "pool": pool, "aside": "yes" if aside else "no"} for pool, aside in pools]


def going(kind: type[Command], call: Call, /, **typed: object) -> Course[None]:
    """Chits that leave a pool: those that are named count themselves."""
    given = yield from answered(kind, typed)
    if given is not None:
        named = len(words_of(given.get("chits", "")))
        count = given.get("count", "1")
        if count.isdecimal() and int(count) < named:
            given["count"] = str(named)
        yield from interview(kind, call, given)


# --- what the scenario leaves open --------------------------------------------------------------


def answer(call: Call, question: str | None, **typed: object) -> Course[None]:
    """Answers a question that the scenario leaves open. Without QUESTION it lists them all."""
    kind = commands.AnswerScenario
    given = yield from answered(kind, {"question": question, **typed})
    if given is None:
        return
    if "question" in given:
        yield from interview(kind, call, given)
        return
    now = yield from state_of(State)
    asks, answers = dict(now.entry.asks), now.entry.answers
    if call.as_json:
        yield from json_page(
            [
                {"question": key, "text": text, "answer": answers.get(key)}
                for key, text in asks.items()
            ]
        )
        return
    if not asks:
        yield from say("the scenario leaves no question open")
    for key, text in asks.items():
        yield from entry(f"{key}: ", f"{text} {answers.get(key, 'Not answered.')}")


# --- the family ---------------------------------------------------------------------------------

CHITS = (
    derived(commands.DrawEntryChits, draw, help=f"{draw.__doc__} {UNSEEN}"),
    derived(commands.PlaceEntryChits),
    derived(commands.EnterEntryChits, enter, help=f"{enter.__doc__} {UNSEEN}"),
    derived(commands.TakeBackEntry),
    derived(commands.ReturnEntryChits, partial(going, commands.ReturnEntryChits)),
    derived(commands.MoveEntryChits, partial(going, commands.MoveEntryChits)),
    derived(commands.ShowEntryChits),
    derived(commands.ReturnAsideChits),
)
CHOOSING = (
    derived(commands.PickEntryOption),
    derived(commands.TakeEntryAction),
    derived(commands.RetakeCity),
    derived(commands.AlignSpain),
    derived(commands.EnterNeutralMinor),
    derived(commands.AnswerScenario, answer),
)
US_ENTRY = VerbFamily(
    words="us-entry",
    help="Keeps US entry: the chart, the hidden chits, options and actions. No verb but mine and "
    "page tells a chit's value before it is shown.",
    sections={
        "Setting up": verbs_sheets.VERBS,
        "Chits": CHITS,
        "Options and actions": CHOOSING,
        "Looking": verbs_looking.VERBS,
    },
    story=(
        "template",
        "import",
        "stock",
        "draw",
        "state",
        "show-chits",
        "pick",
        "act",
        "give-back",
        "ready",
        "shift",
        "enter",
        "take-back",
        "place",
        "answer",
        "chart",
        "next",
        "mine",
        "page",
        "retake",
        "spain",
        "enter-minor",
    ),
    first_example="""
    campaign us-entry template chart.csv
    campaign us-entry import club chart.csv
    campaign us-entry stock club chits.csv
    campaign us-entry draw club entry-japan
    campaign us-entry pick club 70
    """,
)

VERBS = {US_ENTRY.words: US_ENTRY}
