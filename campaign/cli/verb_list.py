"""The verbs that all games share: a row each in `verbs.csv`, and the families of the help. Quick to
read.
"""

import csv
from pathlib import Path
from typing import NamedTuple


class SharedVerb(NamedTuple):
    """A verb of all games, as `verbs.csv` has it, in the order of the help."""

    word: str
    """Its word in its file. What it was released with goes on working where help shows another."""
    shown: str
    """The words that help shows for it."""
    file: str
    """The module that has it; empty if an extension has."""
    family: str
    does: str
    """What it does in a few words."""
    everyday: str
    """Everyday words by which help finds it, beside its own and those of its line."""


class GroupOfVerbs(NamedTuple):
    """Verbs that help shows together."""

    title: str
    verbs: dict[str, str]
    """Its verbs, each with what it does in a few words."""


def _read() -> tuple[SharedVerb, ...]:
    with Path(__file__).with_name("verbs.csv").open(encoding="utf-8", newline="") as file:
        return tuple(map(SharedVerb._make, csv.reader(file)))[1:]


SHARED = {verb.word: verb for verb in _read()}
"""Every verb by its word."""
STORY = """
start take-over list select status show enrol members assign release mail-choices mail-stop absent
deadline entropy talk diary turn end reopen replay bookmark bookmarks disputes dispute correct undo
undo-consent branch diff explain receipt receipts keeper unseal vault-renew identity key witness
countersign my-data leave submit log report calendar post publish book shelf mail-preview mail-test
mail mail-status mail-again mail-receive serve invite operator club token tokens setup verify export
import rebuild datasette commands events completion help backup restore store-move doctor
"""
"""The verbs in an order in which the examples of the help make an evening."""
OF_COMMANDS = "member_verbs.of_commands"
"""The file of verbs that their commands say whole."""
SAID_WHOLE = tuple(verb.word for verb in SHARED.values() if verb.file == OF_COMMANDS)
"""Those verbs."""
WHERE = {
    word: SHARED[word].file
    for at_end in STORY.split()
    for word in (*(SAID_WHOLE if at_end == "turn" else ()), at_end)
}
"""The file of each verb, in that order; what commands say whole comes before the turn ends."""

SENDING = frozenset(
    (
        *SAID_WHOLE,
        "absent", "assign", "bookmark", "correct adjust", "correct amend", "correct insert",
        "correct rewind", "correct strike-out", "countersign", "deadline", "diary remove",
        "diary write", "dispute answer",
        "dispute appeal", "dispute consent", "dispute evidence", "dispute freeze", "dispute raise",
        "dispute resume", "dispute rule", "dispute until", "dispute withdraw", "end", "enrol",
        "entropy", "invite", "keeper", "key consent", "key enrol", "key retire", "leave", "release",
        "reopen", "submit", "turn", "undo", "undo-consent", "unseal ask", "unseal consent",
        "vault-renew",
    )
)  # fmt: skip
"""The verbs that send a command of every campaign, with their groups before them: said here, so
that no verb loads the commands to see whether it sends one. A test compares them.
"""

BEHIND_THE_GAMES = "replay"
"""The first verb whose examples need what the games' own have recorded."""

OTHER_WORDS = {
    **{verb.word: verb.shown for verb in SHARED.values() if verb.shown != verb.word},
    "open": "start",
    "close": "end",
    "opening": "trust unseal",
    "campaigns": "help campaigns",
    "service": "help serve",
    "reading": "help history",
    "evidence": "help trust",
    "keeping": "help store",
    "programs": "help rules",
}
"""Other words for verbs, each with those that help shows: they work, and help leaves them out. The
last lines are pages of the help."""

ALONE = "campaigns"
"""The page of the help with the verbs that belong to no family."""

_TITLES = {
    ALONE: "Campaigns",
    "turn": "Turns",
    "member": "Members and what they play",
    "report": "Showing turns to others",
    "history": "Reading the record",
    "dispute": "Disputes and corrections",
    "mail": "Mail to members",
    "serve": "Playing from phones and laptops",
    "club": "Clubs of an installation",
    "trust": "Evidence and secrets",
    "store": "Keeping the store safe",
    "rules": "Rules, commands and shells",
}
GROUPS: dict[str, GroupOfVerbs] = {
    family: GroupOfVerbs(
        title, {verb.word: verb.does for verb in SHARED.values() if verb.family == family}
    )
    for family, title in _TITLES.items()
}
"""The verbs that belong together, by the word of their family. One with another word is shown under
its family alone; the others are words of their own too.
"""

JOINED = ("turn", "member", "report", "rules")
"""The families to which games add verbs of their own."""
FOLDED = ("verify", "post", "mail", "serve", "club", "trust", "store", "rules")
"""The words that the first page of the help names in one line."""
EVENING_BEGINS, EVENING_ENDS = ("status",), ("turn", "undo", "report")
"""The verbs of an evening, before and behind those of the games."""
