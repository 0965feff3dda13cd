"""What became of a message, in words for whoever waits for it. Pure."""

from campaign.notices.mail.servers import in_words

_WORDS = {
    "sent": "sent",
    "later": "put off",
    "refused": "refused",
    "unknown": "may have arrived",
    "due": "due",
    "claimed": "on its way",
    "talking": "on its way",
    "sending": "on its way",
}


def in_a_word(state: str) -> str:
    """A delivery's state in words."""
    return _WORDS[state]


def said(state: str, server: str) -> str:
    """A delivery's state in words, with what the server said and what that means."""
    text = in_a_word(state)
    if state == "sent" or not server:
        return text
    words = in_words(server)
    return f"{text}; {words} (the server said: {server})" if words else f"{text}; {server}"
