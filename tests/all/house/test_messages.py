"""Every refusal and error of the program: somebody has read it, and it is plain English.

What takes longer, waits or starts something, beside `house/test_messages.py`.
"""

import pytest

from messages.inventory import inventory
from messages.words import faults


@pytest.mark.rotating(3)
def test_every_message_is_plain_english() -> None:
    """No pattern, class, type, field path or shouting; what would be right, and no full stop."""
    wrong = {
        f"{file}: {text}": list(faults(text))
        for file, texts in inventory().items()
        for text in texts
    }
    assert {text: why for text, why in wrong.items() if why} == {}
