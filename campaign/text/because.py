"""Why something in a record could not be worked out, in words for a person. Pure."""

from msgspec import MsgspecError

from campaign.text.plain import in_words


def because(error: Exception) -> str:
    """The end of a sentence: what an error says, where that is in words and not a program's."""
    match error:
        case KeyError(args=(str() as key,)):
            return f": there is no {key!r}"
        case MsgspecError():
            return f": {in_words(error)}"
        case ValueError(args=(str() as text,)):
            return f": {text}"
    return ""
