"""The verbs that all games share: their files, and the groups of the help. Quick to read."""

from typing import NamedTuple

WHERE: dict[str, str] = {
    "start": "shared_verbs.campaigns",
    "list": "shared_verbs.campaigns",
    "select": "shared_verbs.campaigns",
    "status": "shared_verbs.status",
    "show": "shared_verbs.status",
    "enrol": "shared_verbs.members",
    "members": "shared_verbs.members",
    "assign": "shared_verbs.members",
    "release": "shared_verbs.members",
    "mail-choices": "mail_verbs.choices",
    "mail-stop": "mail_verbs.choices",
    "absent": "shared_verbs.turns",
    "deadline": "shared_verbs.turns",
    "entropy": "shared_verbs.turns",
    "turn": "shared_verbs.turns",
    "end": "shared_verbs.turns",
    "reopen": "shared_verbs.turns",
    "replay": "shared_verbs.replay",
    "bookmark": "shared_verbs.replay",
    "bookmarks": "shared_verbs.replay",
    "disputes": "shared_verbs.disputes",
    "dispute": "shared_verbs.disputes",
    "correct": "shared_verbs.corrections",
    "undo": "shared_verbs.corrections",
    "branch": "shared_verbs.campaigns",
    "diff": "shared_verbs.record",
    "explain": "shared_verbs.record",
    "receipt": "shared_verbs.receipts",
    "receipts": "shared_verbs.receipts",
    "keeper": "shared_verbs.keys",
    "unseal": "shared_verbs.keys",
    "vault-renew": "shared_verbs.keys",
    "identity": "shared_verbs.keys",
    "key": "shared_verbs.keys",
    "witness": "shared_verbs.keys",
    "countersign": "shared_verbs.keys",
    "submit": "shared_verbs.programs",
    "log": "shared_verbs.record",
    "report": "shared_verbs.record",
    "calendar": "shared_verbs.record",
    "post": "shared_verbs.record",
    "publish": "shared_verbs.record",
    "mail-preview": "mail_verbs.choices",
    "mail-test": "",
    "mail": "",
    "mail-status": "",
    "mail-again": "",
    "mail-receive": "",
    "serve": "shared_verbs.service",
    "invite": "shared_verbs.service",
    "operator": "shared_verbs.service",
    "club": "",
    "token": "shared_verbs.service",
    "tokens": "shared_verbs.service",
    "verify": "shared_verbs.audit",
    "export": "shared_verbs.stores",
    "import": "shared_verbs.stores",
    "rebuild": "shared_verbs.record",
    "datasette": "shared_verbs.record",
    "commands": "shared_verbs.programs",
    "events": "shared_verbs.programs",
    "completion": "shared_verbs.programs",
    "help": "shared_verbs.help",
    "backup": "shared_verbs.stores",
    "restore": "shared_verbs.stores",
    "store-move": "shared_verbs.stores",
    "doctor": "shared_verbs.stores",
}
"""The file of each verb, empty if an extension has it, in an order in which the examples of the
help make an evening."""

BEHIND_THE_GAMES = "replay"
"""The first verb whose examples need what the games' own have recorded."""

OTHER_WORDS = {
    "open": "start",
    "close": "end",
    "deadline": "turn deadline",
    "entropy": "turn entropy",
    "reopen": "turn reopen",
    "members": "member list",
    "release": "member release",
    "absent": "member absent",
    "mail-status": "mail status",
    "mail-again": "mail again",
    "mail-receive": "mail receive",
    "mail-test": "mail test",
    "mail-choices": "mail choices",
    "mail-stop": "mail stop",
    "mail-preview": "mail preview",
    "invite": "serve invite",
    "operator": "serve operator",
    "token": "serve token",
    "tokens": "serve tokens",
    "calendar": "report calendar",
    "publish": "report publish",
    "replay": "history replay",
    "bookmark": "history bookmark",
    "bookmarks": "history bookmarks",
    "explain": "history explain",
    "diff": "history diff",
    "branch": "history branch",
    "disputes": "dispute list",
    "correct": "dispute correct",
    "receipts": "trust receipts",
    "receipt": "trust receipt",
    "witness": "trust witness",
    "identity": "trust identity",
    "key": "trust key",
    "countersign": "trust countersign",
    "keeper": "trust keeper",
    "unseal": "trust unseal",
    "opening": "trust unseal",
    "vault-renew": "trust renew",
    "backup": "store backup",
    "restore": "store restore",
    "store-move": "store move",
    "doctor": "store doctor",
    "export": "store export",
    "import": "store import",
    "rebuild": "store rebuild",
    "datasette": "store datasette",
    "commands": "rules commands",
    "events": "rules events",
    "completion": "rules completion",
    "campaigns": "help campaigns",
    "service": "help serve",
    "reading": "help history",
    "evidence": "help trust",
    "keeping": "help store",
    "programs": "help rules",
}
"""Other words for verbs, each with those that help shows: they work, and help leaves them out. A
verb that gets a better word keeps the one that it was released with here, or in the list of its
game. The last lines are pages of the help."""


class GroupOfVerbs(NamedTuple):
    """Verbs that help shows together."""

    title: str
    verbs: dict[str, str]
    """Its verbs, each with what it does in a few words."""


ALONE = "campaigns"
"""The page of the help with the verbs that belong to no family."""

GROUPS: dict[str, GroupOfVerbs] = {
    ALONE: GroupOfVerbs(
        "Campaigns",
        {
            "start": "Start a campaign.",
            "list": "List the campaigns of the store.",
            "select": "Remember which campaign you mean.",
            "status": "What the campaign waits for, and what comes next.",
            "show": "The whole position, now or at an earlier time.",
            "end": "End the campaign.",
            "undo": "Take back your own last act.",
            "submit": "Carry out commands given as JSON Lines.",
            "help": "Explain a verb or a subject.",
        },
    ),
    "turn": GroupOfVerbs(
        "Turns",
        {
            "turn": "End the turn and begin the next.",
            "deadline": "Say by when something is awaited.",
            "entropy": "Throw words of your own into the next draw.",
            "reopen": "Go on after an end that was a slip.",
        },
    ),
    "member": GroupOfVerbs(
        "Members and what they play",
        {
            "enrol": "Enrol a member, or record what has changed about them.",
            "members": "List the members and the powers they play.",
            "assign": "Hand a power to a member.",
            "release": "Take a power from its player; the host plays it.",
            "absent": "Say from when to when you are away.",
        },
    ),
    "report": GroupOfVerbs(
        "Showing turns to others",
        {
            "report": "Write the turn reports as HTML.",
            "post": "Print a turn as a short text for a chat.",
            "publish": "Put the reports on the web: pages, pictures, feed.",
            "calendar": "Write a member's deadlines for their calendar.",
        },
    ),
    "history": GroupOfVerbs(
        "Reading the record",
        {
            "log": "The journal, one event a line.",
            "replay": "Walk through the record, forwards and backwards.",
            "bookmark": "Mark an event for others to find.",
            "bookmarks": "The events that bear a bookmark.",
            "explain": "The events that made a figure what it is.",
            "diff": "What differs between two points, or two campaigns.",
            "branch": "Make a what-if of a campaign's past.",
        },
    ),
    "dispute": GroupOfVerbs(
        "Disputes and corrections",
        {
            "dispute": "Raise one, answer, rule, appeal.",
            "disputes": "The disputes of a campaign, or one of them.",
            "correct": "Correct the record under a ruling, with a preview.",
        },
    ),
    "mail": GroupOfVerbs(
        "Mail to members",
        {
            "mail": "Send what is due, each message once.",
            "mail-status": "What became of each message.",
            "mail-again": "Send messages once more.",
            "mail-receive": "Take in answers by mail.",
            "mail-test": "Try the mail server.",
            "mail-choices": "Where a member's mail goes, and what they want.",
            "mail-stop": "Hold back mail, or let it go on.",
            "mail-preview": "Show a member's mail, and send nothing.",
        },
    ),
    "serve": GroupOfVerbs(
        "Playing from phones and laptops",
        {
            "serve": "Let members play from their own devices.",
            "invite": "Invite a member to come in.",
            "operator": "Let in a device of whoever runs the machine.",
            "token": "Let a program use the service for a member.",
            "tokens": "The tokens of programs; end one.",
        },
    ),
    "club": GroupOfVerbs(
        "Clubs of an installation",
        {"club": "The clubs of an installation, and their quotas."},
    ),
    "trust": GroupOfVerbs(
        "Evidence and secrets",
        {
            "verify": "Audit a campaign or an export.",
            "receipts": "Every submission with its receipt.",
            "receipt": "What proves that a submission was in, and what it said.",
            "witness": "Check that nobody rewrote what you saw, and note the head.",
            "identity": "Make a key of your own on this machine, to sign with.",
            "key": "Make a member's key known, or retire it.",
            "countersign": "Record a member's signature under the history so far.",
            "keeper": "Name a member who plays nothing as keeper of the vault.",
            "unseal": "Open something sealed before its time, with consent.",
            "vault-renew": "Give the vault a new key and the draws new seeds.",
        },
    ),
    "store": GroupOfVerbs(
        "Keeping the store safe",
        {
            "backup": "Copy the running store, and verify the copy.",
            "restore": "Put a backup in the store's place.",
            "store-move": "Move the store to a database, or back to a file.",
            "doctor": "Look at the health of store, key and tables.",
            "export": "Write a campaign to one file.",
            "import": "Take a campaign from an export.",
            "rebuild": "Make the read tables again.",
            "datasette": "Look at its tables in a browser, with saved queries.",
        },
    ),
    "rules": GroupOfVerbs(
        "Rules, commands and shells",
        {
            "commands": "Every command: its fields and its rule.",
            "events": "Every event: its fields and its rule.",
            "completion": "How to have names completed by the shell.",
        },
    ),
}
"""The verbs that belong together, by the word of their family. One with another word is shown under
its family alone; the others are words of their own too.
"""

JOINED = ("turn", "member", "report", "rules")
"""The families to which games add verbs of their own."""

EVERYDAY: dict[str, str] = {
    "status": "next now",
    "undo": "typo wrong mistake",
    "correct": "typo wrong mistake",
    "report": "print paper",
    "post": "discord",
    "publish": "discord",
    "enrol": "host player join",
    "members": "host player",
    "assign": "host player",
    "absent": "holiday",
    "deadline": "late overdue",
    "explain": "why",
    "log": "history",
    "invite": "phone",
    "serve": "phone",
    "backup": "save",
}
"""Everyday words by which help finds a verb, beside its own and those of its line."""

FOLDED = ("verify", "post", "mail", "serve", "club", "trust", "store", "rules")
"""The words that the first page of the help names in one line."""

EVENING_BEGINS, EVENING_ENDS = ("status",), ("turn", "undo", "report")
"""The verbs of an evening, before and behind those of the games."""
