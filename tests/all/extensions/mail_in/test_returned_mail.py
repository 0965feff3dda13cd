"""What a mail that comes in means: a hundred mails as files, and mails that are none.

What takes longer, waits or starts something, beside `extensions/mail_in/test_returned_mail.py`.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.extensions.mail_in.meaning import meaning
from campaign.extensions.mail_in.reading import read_mail
from tests.extensions.mail_in.test_returned_mail import ANSWERS, KNOWN, OUTCOMES


@given(st.sampled_from(sorted(OUTCOMES)), st.data())
@settings(max_examples=300)
def test_a_damaged_mail_breaks_nothing(name: str, data: st.DataObject) -> None:
    """A piece is lost, or other bytes stand in its place."""
    raw = (ANSWERS / f"{name}.eml").read_bytes()
    at = data.draw(st.integers(0, len(raw)))
    until = data.draw(st.integers(at, min(len(raw), at + 200)))
    mail = read_mail(raw[:at] + data.draw(st.binary(max_size=20)) + raw[until:])
    if mail is not None:
        meaning(mail, KNOWN)
