"""Events as sentences, with the campaign's names: one answer for every door. IO: it reads."""

from collections.abc import Callable

from campaign.store.reader import Reader
from events.base import Event


def sentences(reader: Reader, name: str) -> Callable[..., str]:
    """A function that turns an event into a sentence, with the campaign's current names.

    Where the words depend on the position at the time, it looks that up by the event's version.
    """
    live = reader.live(name)
    view, now = live.system.view, live.system.view.names(live.state)

    def sentence(event: Event, version: int | None = None) -> str:
        if version is not None and isinstance(event, view.then):
            return view.sentence(event, view.names(reader.live(name, version).state))
        return view.sentence(event, now)

    return sentence
