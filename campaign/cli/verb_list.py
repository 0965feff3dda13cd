"""The verbs that all games share: their files, and the groups of the help. Quick to read."""

from typing import NamedTuple

WHERE: dict[str, str] = {
    "start": "new_campaign",
    "list": "new_campaign",
    "select": "selecting",
    "status": "status",
    "show": "show",
    "enrol": "members",
    "members": "members",
    "assign": "members",
    "release": "members",
    "mail-choices": "mail_choices",
    "mail-stop": "mail_choices",
    "absent": "schedule",
    "deadline": "schedule",
    "entropy": "turn",
    "turn": "turn",
    "end": "turn",
    "reopen": "turn",
    "replay": "replay",
    "bookmark": "replay",
    "bookmarks": "replay",
    "disputes": "disputes",
    "dispute": "disputing",
    "correct": "correcting",
    "undo": "correcting",
    "branch": "branching",
    "diff": "explaining",
    "explain": "explaining",
    "receipt": "receipts",
    "receipts": "receipts",
    "keeper": "openings",
    "unseal": "openings",
    "vault-renew": "vault",
    "identity": "witnessing",
    "key": "keys",
    "witness": "witnessing",
    "countersign": "keys",
    "submit": "submit",
    "log": "record",
    "report": "record",
    "calendar": "calendar",
    "post": "posting",
    "publish": "publishing",
    "mail-preview": "mail_preview",
    "mail-test": "mail_trial",
    "mail": "mail",
    "mail-status": "mail_status",
    "mail-again": "mail_status",
    "mail-receive": "mail_receive",
    "serve": "serving",
    "invite": "serving",
    "operator": "serving",
    "club": "clubs",
    "token": "tokens",
    "tokens": "tokens",
    "verify": "auditing",
    "export": "exchanging",
    "import": "exchanging",
    "rebuild": "record",
    "datasette": "record",
    "commands": "reference",
    "events": "reference",
    "completion": "reference",
    "help": "helping",
    "backup": "backup",
    "restore": "backup",
    "store-move": "moving",
    "doctor": "backup",
}
"""The file of each verb, in an order in which the examples of the help make an evening."""

BEHIND_THE_GAMES = "replay"
"""The first verb whose examples need what the games' own have recorded."""

OTHER_WORDS = {"open": "start", "close": "end", "opening": "unseal"}
"""Other words for verbs: they work, and help leaves them out. A verb that gets a better word keeps
the one that it was released with here."""


class GroupOfVerbs(NamedTuple):
    """A group of verbs, with a page of the help."""

    title: str
    verbs: dict[str, str]
    """Its verbs, each with what it does in a few words."""


GROUPS: dict[str, GroupOfVerbs] = {
    "campaigns": GroupOfVerbs(
        "Campaigns and turns",
        {
            "start": "Start a campaign.",
            "list": "List the campaigns of the store.",
            "select": "Remember which campaign you mean.",
            "status": "What the campaign waits for, and what comes next.",
            "show": "The whole position, now or at an earlier time.",
            "turn": "End the turn and begin the next.",
            "deadline": "Say by when something is awaited.",
            "entropy": "Throw words of your own into the next draw.",
            "end": "End the campaign.",
            "reopen": "Go on after an end that was a slip.",
        },
    ),
    "members": GroupOfVerbs(
        "Members and what they play",
        {
            "enrol": "Enrol a member, or record what has changed about them.",
            "members": "List the members and the powers they play.",
            "assign": "Hand a power to a member.",
            "release": "Take a power from its player; the host plays it.",
            "absent": "Say from when to when you are away.",
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
    "service": GroupOfVerbs(
        "Playing from phones and laptops",
        {
            "serve": "Let members play from their own devices.",
            "invite": "Invite a member to come in.",
            "operator": "Let in a device of whoever runs the machine.",
            "club": "The clubs of an installation, and their quotas.",
            "token": "Let a program use the service for a member.",
            "tokens": "The tokens of programs; end one.",
        },
    ),
    "reading": GroupOfVerbs(
        "Reading the record",
        {
            "log": "The journal, one event a line.",
            "report": "Write the turn reports as HTML.",
            "calendar": "Write a member's deadlines for their calendar.",
            "post": "Print a turn as a short text for a chat.",
            "publish": "Put the reports on the web: pages, pictures, feed.",
            "replay": "Walk through the record, forwards and backwards.",
            "bookmark": "Mark an event for others to find.",
            "bookmarks": "The events that bear a bookmark.",
            "explain": "The events that made a figure what it is.",
            "diff": "What differs between two points, or two campaigns.",
            "branch": "Make a what-if of a campaign's past.",
            "datasette": "Look at its tables in a browser, with saved queries.",
        },
    ),
    "disputes": GroupOfVerbs(
        "Disputes and corrections",
        {
            "undo": "Take back your own last act.",
            "disputes": "The disputes of a campaign, or one of them.",
            "dispute": "Raise one, answer, rule, appeal.",
            "correct": "Correct the record under a ruling, with a preview.",
        },
    ),
    "evidence": GroupOfVerbs(
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
    "keeping": GroupOfVerbs(
        "Keeping the store safe",
        {
            "backup": "Copy the running store, and verify the copy.",
            "restore": "Put a backup in the store's place.",
            "store-move": "Move the store to a database, or back to a file.",
            "doctor": "Look at the health of store, key and tables.",
            "export": "Write a campaign to one file.",
            "import": "Take a campaign from an export.",
            "rebuild": "Make the read tables again.",
        },
    ),
    "programs": GroupOfVerbs(
        "For programs and shells",
        {
            "submit": "Carry out commands given as JSON Lines.",
            "commands": "Every command: its fields and its rule.",
            "events": "Every event: its fields and its rule.",
            "completion": "How to have names completed by the shell.",
            "help": "Explain a verb, a group or a subject.",
        },
    ),
}
"""Each group by the word that brings its page. Where a verb has the same word, it stays a verb, and
`campaign help WORD` brings the page.
"""

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

FOLDED = ("mail", "service", "evidence", "keeping", "programs")
"""The groups that the first page of the help names in one line."""

EVENING_BEGINS, EVENING_ENDS = ("status",), ("turn", "undo", "report")
"""The verbs of an evening, before and behind those of the games."""


def line_of(verb: str) -> str:
    """What a shared verb does, in a few words."""
    return next(page.verbs[verb] for page in GROUPS.values() if verb in page.verbs)
