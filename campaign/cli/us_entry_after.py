"""Verbs about what follows from US entry actions, and what the scenario leaves open."""

import click

from campaign.cli import output
from campaign.cli.params import Leader, Word, argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.cli.us_entry_asking import Missing, submit
from campaign.cli.us_entry_choosing import chit_option, slug
from campaign.cli.us_entry_words import COUNTRY, by_pool, interactive
from campaign.text.suggest import near

# --- what follows -------------------------------------------------------------------------------


def _cities() -> tuple[str, ...]:
    from campaign.leaders_in_flames.us_entry.actions_kit import CITIES

    return tuple(CITIES)


@verb("retake", "campaign us-entry retake club nanking", short_help="Retake a puppet's city.")
@the_campaign
@argument("city", "CITY", Word("city of a puppet government", _cities))
@as_json
def retake(session: Session, name: str, city: str, as_json: bool) -> None:
    """Records that the city of a puppet government is retaken: the government is dissolved, its
    militia leaves the game, and the city supplies its maker no more.
    """
    session.act(name, "RetakeCity", as_json=as_json, city=city)


@verb(
    "spain",
    "campaign us-entry act club 17\ncampaign us-entry spain club",
    short_help="Align Spain under action 17.",
)
@the_campaign
@as_json
def spain(session: Session, name: str, as_json: bool) -> None:
    """Records that Germany aligns Spain for two offensive chits, after action 17. Italy then
    co-operates with Germany no more.
    """
    session.act(name, "AlignSpain", as_json=as_json)


@verb(
    "enter-minor",
    """
    echo 'leaders = {pretelat="map"}' > west.toml
    campaign open west --scenario global-war --setup west.toml
    campaign us-entry stock west chits.csv
    campaign us-entry enter-minor west pretelat belgium
    """,
    short_help="Lead a stack into a neutral minor country.",
)
@the_campaign
@argument("leader", "LEADER", Leader())
@argument("minor", "MINOR", COUNTRY)
@click.option("--roll", type=click.IntRange(1, 10), help="Where you roll your own dice: the die.")
@chit_option
@as_json
def enter_minor(
    session: Session,
    name: str,
    leader: str,
    minor: str,
    roll: int | None,
    chit: tuple[tuple[str, ...], ...],
    as_json: bool,
) -> None:
    """Records that a leader with ability 25 leads his stack into a neutral minor country. It is
    rolled for, and may cost a chit of the Germany/Italy entry pool.
    """
    fields = {
        "leader": session.leader(name, leader),
        "minor": minor,
        "roll": roll,
        "chits": by_pool(session.live(name).state, chit),
    }
    submit(session, name, "EnterNeutralMinor", fields, Missing(), as_json=as_json)


# --- what the scenario leaves open --------------------------------------------------------------


@verb(
    "answer",
    """
    campaign us-entry answer cup-club
    campaign us-entry answer cup-club option-18 commonwealth
    """,
    short_help="Answer what the scenario leaves open.",
)
@the_campaign
@argument("question", "[QUESTION]", required=False)
@argument("answer", "[ANSWER]", required=False)
@as_json
def answer(
    session: Session, name: str, question: str | None, answer: str | None, as_json: bool
) -> None:
    """Answers a question that the scenario leaves open. Without QUESTION it lists them all."""
    entry = session.live(name).state.entry
    asks = dict(entry.asks)
    if question is None:
        _list(asks, entry.answers, as_json=as_json)
        return
    folded = slug(question)
    if folded not in asks:
        told = f"; there is {', '.join(asks)}" if asks else "; the scenario asks nothing"
        raise WrongUsage(f"there is no question {question!r}{near(folded, asks) or told}")
    session.must_play(name)
    if answer is None:
        if not interactive(as_json):
            raise WrongUsage(f"{asks[folded]} Give the answer behind {folded}")
        answer = click.prompt(output.plain(asks[folded]), err=True)
    session.act(name, "AnswerScenario", as_json=as_json, question=folded, answer=answer)


def _list(asks: dict[str, str], answers: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        output.json_page(
            [{"question": key, "text": text, "answer": answers.get(key)}
             for key, text in asks.items()]
        )  # fmt: skip
        return
    if not asks:
        output.echo("the scenario leaves no question open")
    for key, text in asks.items():
        output.entry(f"{key}: ", f"{text} {answers.get(key, 'Not answered.')}")


VERBS = (retake, spain, enter_minor, answer)
