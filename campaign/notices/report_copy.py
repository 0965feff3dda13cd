"""The report of a turn as it goes with a mail: complete in itself, and no link leads nowhere. Pure
but for the rendering.
"""

import re

from campaign.kernel.page_links import INDEX, page_name
from campaign.notices.asking import Recipient, page
from campaign.notices.letter import Attachment
from campaign.reports.book import Book
from campaign.reports.pages import turn_html

_HREF = re.compile(r'(<a\b[^>]*?) href="(?P<to>(?!#|https?:|mailto:|data:)[^"]*)"')
_ALONE = '<p class="alone">Links to other pages need the whole folder.</p>'
"""What a page says about links to other pages."""
_COPY = '<p class="alone">This copy came by mail. {}</p>'
_WITHIN = "Links within the page work; the other pages are in the campaign’s folder of reports."
_ON_THE_WEB = "Links within the page work; links to other turns open on the web."


def report_copy(book: Book, place: int, url: str = "") -> Attachment:
    """The page of a turn, to be attached; with a service its links lead there."""
    log = book.logs[place]
    web = page(Recipient(url=url), book.logs[-1].end.campaign.name)
    turns = {page_name(turn.turn): turn.turn for turn in book.logs}

    def led(found: re.Match[str]) -> str:
        file, _, anchor = found["to"].partition("#")
        if not web or (file != INDEX and file not in turns):
            return found[1]
        where = f"{web}/turns/{turns[file]}" if file in turns else web
        return f'{found[1]} href="{where}{f"#{anchor}" if anchor else ""}"'

    html = _HREF.sub(led, turn_html(book, place))
    html = html.replace(_ALONE, _COPY.format(_ON_THE_WEB if web else _WITHIN))
    return Attachment(page_name(log.turn), "text/html; charset=utf-8", html.encode())
