"""What of the extensions a run of tests has: all, or none with `--without-extensions`."""

from collections.abc import Iterable
from importlib.util import find_spec

from campaign import extend

ARE_HERE = find_spec(extend.EXTENSIONS) is not None
OF_EXTENSIONS = frozenset(word for one in extend.OURS for word in one.verbs)
"""Their verbs, and screens that a verb opens."""


def is_here(verb: str) -> bool:
    """Whether a verb can be loaded: where no extension is hidden, every verb can."""
    return ARE_HERE or verb not in OF_EXTENSIONS


def of_what_is_here(verbs: Iterable[str]) -> list[str]:
    """Verbs without those of extensions that are hidden."""
    return [verb for verb in verbs if is_here(verb)]
