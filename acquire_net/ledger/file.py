"""The lines of a ledger file: the header, then one line for every entry.

This is the format alone: opening, syncing and locking files is for those who keep one. Errors name
lines from 1, the header's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from acquire_net.errors import Unreadable
from acquire_net.language import _
from acquire_net.ledger import canonical, codec
from acquire_net.ledger.statement import Entry, Statement

MAX_LINE: Final = 256 * 1024
"""The most bytes in a line, its newline included."""

MAX_LINES: Final = 100_000
"""The most lines in a file."""

_KEYS: Final = frozenset(
    {
        *("author", "body", "host_sig", "kind", "nonce"),
        *("read", "seen_head", "seen_seq", "seq", "sig"),
    }
)


class DamagedLine(Unreadable):
    """A line of a file that does not parse: `line`, from 1, and `what` is the matter with it."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(_("{line}: {what}").format(line=line_name(line), what=what))
        self.line = line
        self.what = what


def line_name(number: int) -> str:
    """What a line is called, as `line 7`."""
    return _("line {number}").format(number=number)


@dataclass(frozen=True, slots=True)
class LedgerText:
    """A ledger cut into lines: put together again they are the file, byte for byte.

    `header` has no newline, because it is hashed without; `lines` keep theirs. `torn` is what
    follows the last newline: the rest of a write that was cut short, empty in a whole file.
    """

    header: bytes
    lines: tuple[bytes, ...]
    torn: bytes

    def entries(self) -> Iterator[Entry]:
        """Parses the entries one after the other; raises DamagedLine."""
        for number, line in enumerate(self.lines, start=2):
            try:
                yield parse_entry(line)
            except Unreadable as error:
                raise DamagedLine(number, str(error)) from None


def split(data: bytes) -> LedgerText:
    """Cuts the bytes of a ledger file into lines.

    Unreadable if there is no whole header line, or if the file has more or longer lines than any
    game could make.
    """
    if not data:
        raise Unreadable(_("the file is empty"))
    count = data.count(b"\n")
    if count > MAX_LINES:
        what = _("no ledger has more than {count} lines")
        raise DamagedLine(MAX_LINES + 1, what.format(count=MAX_LINES))
    *whole, torn = data.split(b"\n")
    lines = [line + b"\n" for line in whole]
    for number, line in enumerate((*lines, torn), start=1):
        if len(line) > MAX_LINE:
            what = _("no line of a ledger is longer than {count} bytes")
            raise DamagedLine(number, what.format(count=MAX_LINE))
    if not lines:
        raise DamagedLine(1, _("the header does not end in a newline"))
    return LedgerText(lines[0][:-1], tuple(lines[1:]), torn)


def entry_line(entry: Entry) -> bytes:
    """Writes an entry as one line with its newline; Unreadable if its body is.

    The column `read` repeats the body for people; nothing is ever read from it.
    """
    said = entry.statement
    fields: canonical.Json = {
        "author": said.author,
        "body": canonical.base64_of(said.body),
        "host_sig": canonical.base64_of(entry.host_signature),
        "kind": said.kind,
        "nonce": said.nonce,
        "read": codec.readable(codec.decode(said.kind, said.body)),
        "seen_head": canonical.base64_of(said.seen_head),
        "seen_seq": said.seen_seq,
        "seq": entry.seq,
        "sig": canonical.base64_of(said.signature),
    }
    return canonical.dumps(fields) + b"\n"


def parse_entry(line: bytes) -> Entry:
    """Reads one entry line; Unreadable unless `entry_line` writes the same bytes, newline included.

    Only the form is judged: signatures, place and truth are for the replica.
    """
    if not line.endswith(b"\n"):
        raise Unreadable(_("the line does not end in a newline"))
    fields = canonical.record(canonical.loads(line[:-1]), _KEYS)
    entry = Entry(
        seq=canonical.integer(fields, "seq"),
        statement=Statement(
            author=canonical.integer(fields, "author", 255),
            nonce=canonical.integer(fields, "nonce"),
            seen_seq=canonical.integer(fields, "seen_seq"),
            seen_head=canonical.octets(fields, "seen_head", 32),
            kind=canonical.text(fields, "kind"),
            body=canonical.octets(fields, "body"),
            signature=canonical.octets(fields, "sig", 64),
        ),
        host_signature=canonical.octets(fields, "host_sig", 64),
    )
    if entry_line(entry) != line:
        raise Unreadable(_("the line is not what its own fields give"))
    return entry
