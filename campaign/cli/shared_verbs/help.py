"""The verb that explains: a verb, a group of verbs, or a subject."""

from typing import NamedTuple

import click
from click.shell_completion import CompletionItem

from campaign.cli import click_verb, help_pages
from campaign.cli.click_verb import ClickVerb, StrParamType
from campaign.cli.help_pages import Family, filled, write_page
from campaign.cli.params import argument, verb
from campaign.cli.session import Session
from campaign.cli.stores import WrongUsage
from campaign.cli.verb_list import ALONE
from campaign.cli.verb_words import Words
from campaign.systems import SYSTEMS, title
from campaign.text.english import near

# --- What `campaign help` says about subjects that belong to no single verb ---------------------


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


# --- The verb that explains: a verb, a family of verbs, or a subject ----------------------------

MOST_FOUND = 12
"""How many verbs a search shows."""
CALLS = 29
"""The column of a subject's page in which the calls end."""


class Topic(StrParamType):
    """What can be explained."""

    name = "topic"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The verbs, families and subjects that begin like this."""
        return [CompletionItem(word) for word in _known() if word.startswith(incomplete)]


def _known() -> list[str]:
    return list(dict.fromkeys((*Words().shown, *SYSTEMS, ALONE, *SUBJECTS)))


@verb("help", "campaign help\ncampaign help disputes\ncampaign help turn\ncampaign help receipts")
@argument("topic", "[TOPIC]", Topic(), required=False, nargs=-1)
def help_(session: Session, topic: tuple[str, ...]) -> None:
    """Explains a verb, a family of verbs or a subject, and finds the verbs that any other word is
    about; without TOPIC it brings the first page. If a subject has the same word as a verb, it says
    how the verb is explained.
    """
    from campaign.cli.root import root

    context = root.make_context("campaign", [], resilient_parsing=True)
    words, formatter = Words(), context.make_formatter()
    typed = [word.lower() for word in topic]
    wanted = words.newer(typed)
    if len(wanted) > 1 and wanted[0] == "help":
        wanted = wanted[1:]
    if not wanted:
        click.echo(root.get_help(context))
    elif typed[0] in SUBJECTS and not typed[1:]:
        _write_subject(SUBJECTS[typed[0]], formatter)
        if words.knows(wanted):
            called = f"campaign {' '.join(wanted)}"
            formatter.write(f"{called} is a verb too: {called} --help explains it.\n")
        click.echo(formatter.getvalue().rstrip())
    elif wanted == [ALONE]:
        write_page(words.page(ALONE), formatter)
        click.echo(formatter.getvalue().rstrip())
    elif not words.knows(wanted) and (found := words.about(topic)):
        click.echo(_found(" ".join(topic), found, formatter))
    else:
        _verb(root, context, wanted)


def _found(topic: str, found: list[tuple[str, str]], formatter: click.HelpFormatter) -> str:
    """The verbs that a word is about."""
    write_page({f"No verb is called {topic!r}; these are about it": found[:MOST_FOUND]}, formatter)
    formatter.write("\ncampaign help VERB explains one of them, with an example.")
    return formatter.getvalue()


def _write_subject(subject: SubjectPage, formatter: click.HelpFormatter) -> None:
    for paragraph in filled(subject.text).split("\n\n"):
        formatter.write_text(paragraph)
        formatter.write("\n")
    calls = [(filled(call), about) for call, about in subject.calls.items()]
    formatter.write_dl(calls, col_max=CALLS)
    formatter.write("\n")


def _verb(root: click.Group, context: click.Context, words: list[str]) -> None:
    """The help of a verb, or of one in a family of verbs."""
    here: click.Command = root
    context.meta[help_pages.WHOLE] = True
    for word in words:
        if isinstance(here, Family) and word not in here.behind:
            here = here.own(context)
            context = click.Context(here, context.parent, context.info_name)
        if not isinstance(here, click.Group) or (found := here.get_command(context, word)) is None:
            known = here.list_commands(context) if isinstance(here, click.Group) else []
            hint = Words().near(word, _known()) if here is root else near(word, known)
            raise WrongUsage(f"there is no verb, family or subject {' '.join(words)!r}{hint}")
        here, context = found, click.Context(found, context, word)
    click.echo(here.get_help(context))
    for system in Words().games.get(click_verb.receipt_path(context).partition(" ")[0], ())[1:]:
        click.echo(f"\n{title(system)} has it too: campaign {system} {' '.join(words)} --help")


help_.may_send = False
VERBS: dict[str, ClickVerb] = {"help": help_}
