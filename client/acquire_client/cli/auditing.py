"""`acquire audit`: whether a game's ledger tells the truth."""

import sys
from argparse import Namespace
from collections.abc import Iterator

from acquire_client.cli.finding import ledger_named
from acquire_client.storage import ledgerfile
from acquire_client.voices import PlainVoice
from acquire_client.words.numbers import sentence
from acquire_net.audit import Verdict, audit
from acquire_net.errors import Unreadable
from acquire_net.language import _, ngettext


def run(options: Namespace) -> int:
    """Tells the verdict; its exit code, 2 as well where there is nothing to audit."""
    try:
        found = audit(ledgerfile.read(ledger_named(options.file)))
    except Unreadable as error:
        print(error, file=sys.stderr)  # noqa: T201  # incomplete, and not false
        return 2
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    PlainVoice(sys.stdout).tell(list(_told(found)))
    return found.exit_code


def _told(found: Verdict) -> Iterator[str]:
    yield found.headline
    if found.where:
        yield _("Where: {place}.").format(place=found.where)
    yield from map(sentence, found.notes)
    if found.head:
        told = ngettext(
            "{count} entry, head {head}.", "{count} entries, head {head}.", found.entries
        )
        yield told.format(count=found.entries, head=found.head)
