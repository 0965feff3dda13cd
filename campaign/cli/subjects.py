"""What `campaign help` says about subjects that belong to no single verb."""

from typing import NamedTuple


class SubjectPage(NamedTuple):
    """A subject: what there is to know, and the calls that go with it."""

    text: str
    """Paragraphs, with an empty line between two."""
    calls: dict[str, str]


SUBJECTS: dict[str, SubjectPage] = {
    "stores": SubjectPage(
        "A store is one file with any number of campaigns. Beside it lie the key (.vault) and the "
        "read tables. A call uses the store that --store PATH names, before or after the "
        "verb; else the one in the variable CAMPAIGN_STORE; else the store of the campaign that "
        "you selected; else campaign.db in your data folder.\n\n"
        "A new terminal says which store it uses. Where nothing is in your data folder but you "
        "used another store before, the program asks before it begins a second one.\n\n"
        "postgresql://USER@HOST/DATABASE names a database in PostgreSQL, for clubs that share one "
        "server from several machines. Every verb works there, but backup and restore: whoever "
        "runs the server does those. Key, settings and read tables lie in a folder of the "
        "database's own in your data folder, or below CAMPAIGN_HOME; each machine needs the key. "
        "Put the password into ~/.pgpass: others on the machine can see what you type after "
        "--store, and `select` never remembers it.",
        {
            "campaign list": "The campaigns of the store.",
            "campaign select NAME": "At a terminal NAME may be left out from then on; a script "
            "writes NAME, or a dot.",
            "campaign backup FILE": "A verified copy. The key is copied by hand.",
        },
    ),
    "receipts": SubjectPage(
        "Whatever you send gets a receipt: a number, the time it was in, and a digest of what you "
        "said. It stays with the record, also if the rules refused, and proves later what you said "
        "and when.\n\n"
        "The digest gives nothing away, because it is made with a salt. The salt goes to a file or "
        "to a program, never to a screen.",
        {
            "VERB … --receipt FILE": "The answer with its salt, in a new file of yours.",
            "campaign receipts NAME": "Every submission with its receipt.",
            "… --mine --as MEMBER": "Your own, with the salts of what has been opened since.",
            "campaign receipt FILE": "Checks an answer that you kept against the record.",
        },
    ),
    "sealing": SubjectPage(
        "A secret choice is sealed when it is handed in. The record keeps a commitment, from which "
        "nobody can guess the choice; the vault beside the store keeps the choice, encrypted. When "
        "all choices are opened together, each is published with its nonce, and anybody can check "
        "it against its commitment.\n\n"
        "If you trust nobody's machine, seal on your own device and hand in the commitment alone. "
        "The opening follows when sealing has ended.",
        {
            "campaign verify NAME": "Checks every opening that was published.",
            "campaign keeper NAME MEMBER": "A member who plays nothing keeps the vault.",
            "campaign unseal ask": "Opens something early, with a second member's consent.",
        },
    ),
    "corrections": SubjectPage(
        "Nothing is edited or deleted: today's position is worked out from the list of events, and "
        "a correction is an event too. The journal shows what was struck or changed, and by which "
        "event.",
        {
            "campaign undo NAME": "Takes back your own last act, while nothing rests on it.",
            "campaign dispute raise": "Says what is wrong; others answer, a referee rules.",
            "campaign correct": "Strikes, changes, inserts or goes back, under a ruling. It shows "
            "first what would change.",
            "campaign branch NAME": "Tries it out in a what-if.",
        },
    ),
    "scripts": SubjectPage(
        "Exit status: 0 done, 1 refused or findings, 2 wrong usage. An error is one line on "
        "standard error. A script names the campaign, or writes a dot for the selected one. A "
        "number below zero is typed as it is: -2.",
        {
            "--json": "One line of JSON instead of sentences.",
            "--yes": "Answers what a verb would ask at a terminal.",
            "campaign submit NAME FILE": "Many commands, as JSON Lines.",
            "campaign commands": "Every command: its fields and its rule.",
        },
    ),
}
"""Each subject by the word that brings it."""
