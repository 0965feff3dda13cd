"""The verb that explains: a verb, a group of verbs, or a subject."""

import click
from click.shell_completion import CompletionItem

from campaign.cli import help_pages
from campaign.cli.click_verb import ClickVerb
from campaign.cli.game_verbs import WIDTH, game_words
from campaign.cli.params import argument, verb
from campaign.cli.session import Session, WrongUsage
from campaign.cli.subjects import SUBJECTS, SubjectPage
from campaign.cli.verb_list import OTHER_WORDS
from campaign.cli.which_campaign import ParamType
from campaign.systems import SYSTEMS, title
from campaign.text.suggest import near

MOST_FOUND = 12
"""How many verbs a search shows."""
CALLS = 29
"""The column of a subject's page in which the calls end."""


class Topic(ParamType):
    """What can be explained."""

    name = "topic"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The verbs, groups and subjects that begin like this."""
        return [CompletionItem(word) for word in _known() if word.startswith(incomplete)]


def _known() -> list[str]:
    from campaign.cli.verbs import root

    verbs = root.list_commands(click.Context(root))
    return list(dict.fromkeys((*verbs, *help_pages.words(), *SUBJECTS)))


@verb("help", "campaign help\ncampaign help disputes\ncampaign help turn\ncampaign help receipts")
@argument("topic", "[TOPIC]", Topic(), required=False, nargs=-1)
def help_(session: Session, topic: tuple[str, ...]) -> None:
    """Explains a verb, a group of verbs or a subject, and finds the verbs that any other word is
    about; without TOPIC it brings the first page. If a group or subject has the same word as a
    verb, it says how the verb is explained.
    """
    from campaign.cli.verbs import root

    context = root.make_context("campaign", [], resilient_parsing=True)
    if not topic:
        click.echo(root.get_help(context))
        return
    word, *rest = topic
    word = OTHER_WORDS.get(word.lower(), word.lower())
    if word not in _known() and (found := help_pages.about(topic)):
        click.echo(_found(" ".join(topic), found, context.make_formatter()))
        return
    if rest or word not in _known():
        _verb(root, context, [word, *rest])
        return
    is_verb = word in root.list_commands(context) and word not in SYSTEMS
    page, formatter = help_pages.page(word), context.make_formatter()
    if word in SUBJECTS:
        _write_subject(SUBJECTS[word], formatter)
    elif page and [verb for lines in page.values() for verb, _ in lines] != [word]:
        help_pages.write_page(word, formatter)
    else:
        _verb(root, context, [word])
        return
    if is_verb:
        formatter.write(f"campaign {word} is a verb too: campaign {word} --help explains it.\n")
    click.echo(formatter.getvalue().rstrip())


def _found(topic: str, found: list[tuple[str, str]], formatter: click.HelpFormatter) -> str:
    """The verbs that a word is about."""
    with formatter.section(f"No verb is called {topic!r}; these are about it"):
        formatter.write_dl(found[:MOST_FOUND], WIDTH)
    formatter.write("\ncampaign help VERB explains one of them, with an example.")
    return formatter.getvalue()


def _write_subject(subject: SubjectPage, formatter: click.HelpFormatter) -> None:
    for paragraph in subject.text.split("\n\n"):
        formatter.write_text(paragraph)
        formatter.write("\n")
    formatter.write_dl(list(subject.calls.items()), col_max=CALLS)
    formatter.write("\n")


def _verb(root: click.Group, context: click.Context, words: list[str]) -> None:
    """The help of a verb, or of one in a family of verbs."""
    here: click.Command = root
    context.meta[help_pages.WHOLE] = True
    for word in words:
        if not isinstance(here, click.Group) or (found := here.get_command(context, word)) is None:
            known = here.list_commands(context) if isinstance(here, click.Group) else []
            hint = near(word, _known() if here is root else known)
            raise WrongUsage(f"there is no verb, group or subject {' '.join(words)!r}{hint}")
        here, context = found, click.Context(found, context, word)
    click.echo(here.get_help(context))
    for system in game_words().get(words[0], ())[1:]:
        click.echo(f"\n{title(system)} has it too: campaign {system} {' '.join(words)} --help")


help_.may_send = False
VERBS: dict[str, ClickVerb] = {"help": help_}
