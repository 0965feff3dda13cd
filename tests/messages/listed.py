"""The reviewed list of messages, one file of it for each folder of the program.

After a message was added or changed, read it, and then write the lists again, from the checkout's
root: `PYTHONPATH=.:tests python -m support.lists`.
"""

from pathlib import Path

from messages.inventory import ROOT, files, inventory

LISTS = Path(__file__).parent
HEAD = "# Every refusal and error, as it reads; what only the run knows is in braces.\n"


def as_listed() -> dict[str, str]:
    """What the lists should hold, by their names."""
    lists: dict[str, str] = {}
    for file, texts in inventory().items():
        name = list_of(file)
        section = "\n".join((f"\n[{file}]", *texts))
        lists[name] = lists.get(name, HEAD) + section + "\n"
    return lists


def list_of(file: str) -> str:
    """The name of the list that a file's messages belong to."""
    head, _, rest = file.partition("/")
    name = f"{rest.partition('/')[0] if head.startswith('leaders') else head}.txt"
    return name.replace(".py.txt", ".txt")


def names() -> list[str]:
    """Every list that there is or could be: found by the names of files, and none is read."""
    program = (file.relative_to(ROOT / "campaign").as_posix() for file in files())
    return sorted({*map(list_of, program), *(file.name for file in LISTS.glob("*.txt"))})


def reviewed() -> dict[str, str]:
    """What the lists hold."""
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(LISTS.glob("*.txt"))}


def write() -> None:
    """Writes the lists again."""
    for name in set(reviewed()) - set(as_listed()):
        (LISTS / name).unlink()
    for name, text in as_listed().items():
        (LISTS / name).write_text(text, encoding="utf-8")
