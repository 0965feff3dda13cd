"""Messages as bytes: headers, parts, ids, threads; nothing that people typed becomes a header.

What takes longer, waits or starts something, beside `extensions/mail_out/test_mail_message.py`.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extensions.mail_out.test_mail_message import heads_as_sent, held


@settings(deadline=None)
@given(st.text(max_size=90), st.emails())
def test_a_readers_address_is_literal_in_the_bytes(name: str, address: str) -> None:
    """Whatever a member is called, the address is one piece between its brackets."""
    sent = heads_as_sent(name=name, to=address)
    assert sent["To"].removesuffix(">").rpartition("<")[2].strip() == address


@settings(max_examples=60)
@given(st.text(max_size=120))
def test_whatever_people_type_stays_in_its_header(text: str) -> None:
    """Any text at all."""
    held(text)


@settings(max_examples=60)
@given(st.text(alphabet=list('=?utf-8qb_ \r\n\t<>@",;:\\'), max_size=60))
def test_whatever_looks_like_a_header_stays_in_its_header(text: str) -> None:
    """Texts made of what headers are made of."""
    held(text)
