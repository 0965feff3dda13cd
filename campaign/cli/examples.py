"""What the help of shared verbs names as an example: words in brackets, filled in by a game.

    campaign assign club <seat> anna

Each game supplies words for them; help shows those of the first game.
"""

import re
from functools import cache

from campaign.cli.verb_words import Words

_GAP = re.compile("<([a-z ]+)>")


def filled(text: str) -> str:
    """A help's text with a game's own words in its gaps, and its calls in the words of the help."""
    if _GAP.search(text):
        text = _GAP.sub(lambda gap: example(gap[1]), text)
    return Words().in_a_text(text) if "campaign " in text else text


@cache
def _words() -> dict[str, str]:
    from campaign.systems import SYSTEMS

    system = next(iter(SYSTEMS.values()))
    figures = (f"{name} {kind.of}".strip() for name, kind in system.view.figures.items())
    first, *rest = system.rulebooks
    return {
        "system": system.name,
        "rulebooks": " or ".join((f"{first} (default)", *rest)),
        "figures": ", ".join(figures),
        "query": system.front.stops.example,
        **system.front.help.examples,
    }


def example(gap: str) -> str:
    """The word for a gap; the gap itself if the game has none."""
    return _words().get(gap, f"<{gap}>")
