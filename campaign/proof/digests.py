"""Finds the digests in the text of a mail or a report. Pure."""

import re

_TAGS = re.compile(r"<wbr ?/?>|\u00ad|\u200b|=\r?\n", re.IGNORECASE)
"""What a page or a mail may put inside a long word."""
_SPACES = re.compile(r"</?[a-zA-Z!][^<>]*>|&nbsp;|&#160;|\n>+ ?")
"""What counts as a space there: tags, and quotation marks of a mail."""
_DIGEST = re.compile(
    r"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{8}(?:\s+[0-9a-f]{8}){7})(?![0-9a-f])", re.IGNORECASE
)


def digests_in(text: str) -> list[str]:
    """Every digest in a mail or a report, whole or in groups of eight, in order."""
    plain = _SPACES.sub(" ", _TAGS.sub("", text))
    found = ("".join(match.group().split()).lower() for match in _DIGEST.finditer(plain))
    return list(dict.fromkeys(found))
