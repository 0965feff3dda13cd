"""Takes pictures of pages, or measures them: `./scripts/look`, which sets up first."""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from looks import browser, shelf, sizes
from looks.pictures import PRINT, take

WIDTHS = (360, browser.PHONE, browser.TABLET, browser.SCREEN)
FORMS = (*browser.SCHEMES, PRINT)
USUAL = "lif-1998-leaders-in-play"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./scripts/look",
        description="Pictures of the recorded campaigns' pages, as people see and print them.",
    )
    parser.add_argument(
        "pages", nargs="*", metavar="PAGE", default=["1941-ND", "index"],
        help="a page's name, or how it begins: 1941-ND, index, us-entry (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument(
        "--campaign", action="append", choices=[*shelf.CAMPAIGNS, "all"], metavar="NAME",
        help=f"{', '.join(shelf.CAMPAIGNS)} or all (default: {USUAL}; for --sizes all)",
    )  # fmt: skip
    parser.add_argument("--width", type=int, action="append", help=f"default: {WIDTHS}")
    parser.add_argument("--form", action="append", choices=FORMS, help=f"default: {FORMS}")
    parser.add_argument("--out", type=Path, default=shelf.ROOT / "build" / "look")
    parser.add_argument("--mail", action="store_true", help="mails about these turns instead")
    parser.add_argument("--demo", action="store_true", help="judge the demos' pages instead")
    parser.add_argument("--sizes", action="store_true", help="print the table of sizes instead")
    return parser.parse_args()


def _judge_demos() -> None:
    """Prints what is wrong with them. Exit status 1 if anything is."""
    from looks import demos  # needs the whole service

    with TemporaryDirectory() as made:
        faults = list(demos.wrong(Path(made)))
    print("\n".join(faults) or "every page of every member is there, and bars nobody")
    raise SystemExit(bool(faults))


def main() -> None:
    """Reads the options and looks."""
    options = _options()
    if options.demo:
        _judge_demos()
        return
    wanted = options.campaign or (["all"] if options.sizes else [USUAL])
    campaigns = list(shelf.CAMPAIGNS) if "all" in wanted else wanted
    with browser.browser() as there:
        if options.sizes:
            for line in sizes.table(there, campaigns):
                print(line, flush=True)
            return
        for campaign in campaigns:
            found = (
                shelf.letters_of(campaign, options.pages, options.out / "mail" / campaign)
                if options.mail
                else shelf.of(campaign)
            )
            for page in found:
                if options.mail or page.stem.startswith(tuple(options.pages)):
                    widths, forms = options.width or WIDTHS, options.form or FORMS
                    for file in take(there, page, options.out / campaign, widths, forms):
                        print(file, flush=True)


if __name__ == "__main__":
    main()
