"""The verb that explains: a verb, a group of verbs, or a subject."""

import tomllib
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from campaign.cli import click_verb, help_pages
from campaign.cli.click_verb import StrParamType
from campaign.cli.help_pages import Family, filled, write_page
from campaign.cli.params import argument, verb
from campaign.cli.session import Session
from campaign.cli.stores import WrongUsage
from campaign.cli.verb_list import ALONE
from campaign.cli.verb_words import Words
from campaign.systems import SYSTEMS, title
from campaign.text.english import near
from campaign.text.json_values import JsonObject

SUBJECTS: dict[str, JsonObject] = tomllib.loads(
    Path(__file__).parents[1].joinpath("subjects.toml").read_text(encoding="utf-8")
)
"""Subjects that belong to no single verb, by the word that brings them: what there is to know in
paragraphs, and the calls that go with it."""

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
    elif not words.knows(wanted) and (verbs := words.about(topic)):
        click.echo(_matching(" ".join(topic), verbs, formatter))
    else:
        _verb(root, context, wanted)


def _matching(topic: str, verbs: list[tuple[str, str]], formatter: click.HelpFormatter) -> str:
    """The verbs that a word is about."""
    write_page({f"No verb is called {topic!r}; these are about it": verbs[:MOST_FOUND]}, formatter)
    formatter.write("\ncampaign help VERB explains one of them, with an example.")
    return formatter.getvalue()


def _write_subject(subject: JsonObject, formatter: click.HelpFormatter) -> None:
    for paragraph in subject["text"].split("\n\n"):
        formatter.write_text(filled(" ".join(paragraph.split())))
        formatter.write("\n")
    calls = [(filled(call), about) for call, about in subject["calls"].items()]
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
        if not isinstance(here, click.Group) or (inner := here.get_command(context, word)) is None:
            known = here.list_commands(context) if isinstance(here, click.Group) else []
            hint = Words().near(word, _known()) if here is root else near(word, known)
            hint = hint or "; see `campaign help`"
            raise WrongUsage(f"there is no verb, family or subject {' '.join(words)!r}{hint}")
        here, context = inner, click.Context(inner, context, word)
    click.echo(here.get_help(context))
    for system in Words().games.get(click_verb.receipt_path(context).partition(" ")[0], ())[1:]:
        click.echo(f"\n{title(system)} has it too: campaign {system} {' '.join(words)} --help")


help_.may_send = False
