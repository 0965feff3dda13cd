"""LiF 4: wars, conquest, Vichy and minor countries: the chapter, and its sentences. Pure."""

from campaign.kernel.chapters import Chapter, of_rules
from campaign.kernel.interview.asking import Interviews
from campaign.lif.names import Sentences, the_country
from campaign.lif.politics import wars
from campaign.lif.state import State
from campaign.text.english import capital
from events.lif import politics


def in_words(what: str, who: str, other: str = "", status: str = "") -> str:
    """LiF 4: a change in the war around the board; without `other` a minor is nobody's."""
    whose = capital(the_country(who))
    match what:
        case "war":
            return f"{whose} declared war on {the_country(other)}."
        case "peace":
            return f"{whose} and {the_country(other)} made peace."
        case "conquest":
            return f"{whose} was {'liberated' if status == 'free' else f'{status}ly conquered'}."
    if not other:
        return f"{whose} became neutral."
    verb = "was conquered by" if status == "conquered" else "aligned with"
    return f"{whose} {verb} {the_country(other)}."


SENTENCES: Sentences = {
    politics.WarDeclared: lambda event, _: in_words("war", event.attacker, event.target),
    politics.PeaceMade: lambda event, _: in_words("peace", *event.powers),
    politics.ConquestChanged: (
        lambda event, _: in_words("conquest", event.power, status=event.status)
    ),
    politics.VichyInstalled: lambda *_: "Vichy France was installed, and Free France fights on.",
    politics.VichyCollapsed: lambda *_: "Vichy France collapsed.",
    politics.MinorChanged: (
        lambda event, _: in_words("minor", event.minor, event.power or "", event.status)
    ),
}
"""A sentence for every event of `politics`."""


def _interviews() -> Interviews[State]:
    from campaign.lif.politics.interviews import INTERVIEWS

    return INTERVIEWS


CHAPTER = of_rules(
    Chapter[State](
        name="politics",
        sentences=SENTENCES,
        trusted={
            politics.WarDeclared: "war and peace",
            politics.PeaceMade: "war and peace",
            politics.ConquestChanged: "conquests",
            politics.VichyInstalled: "conquests",
            politics.VichyCollapsed: "conquests",
            politics.MinorChanged: "minor countries",
        },
        interviews=_interviews,
    ),
    wars,
)
