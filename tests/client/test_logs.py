"""What the log file may hold."""

import logging
from pathlib import Path

import pytest

from acquire_client.logs import keep_log, redacted


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("the code is 482 913 now", "the code is [code] now"),
        ("the code is 482913.", "the code is [code]."),
        ("seat key " + "ab" * 32, "seat key [key]"),
        ("sig " + "QUJD" * 20 + "==", "sig [key]"),
        ("listening on 192.168.1.20:77770", "listening on 192.168.1.20:77770"),
        ("entry 281 of turn 41", "entry 281 of turn 41"),
    ],
)
def test_codes_and_keys_are_hidden_and_the_rest_is_kept(text: str, kept: str) -> None:
    assert redacted(text) == kept


def test_a_traceback_is_redacted_too(tmp_path: Path) -> None:
    root = logging.getLogger()
    before = list(root.handlers)
    path = keep_log(tmp_path / "logs", verbose=False)
    try:
        try:
            raise ValueError("secret " + "0f" * 32)
        except ValueError:
            logging.getLogger("acquire_host.test").exception("code 123 456 failed")
        text = path.read_text("utf-8")
    finally:
        for handler in [one for one in root.handlers if one not in before]:
            root.removeHandler(handler)
            handler.close()

    assert "123 456" not in text
    assert "0f" * 16 not in text
    assert "ValueError" in text


def test_a_folder_that_cannot_be_made_costs_only_the_log(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    root = logging.getLogger()
    before = list(root.handlers)
    keep_log(tmp_path / "file" / "logs", verbose=False)
    for handler in [one for one in root.handlers if one not in before]:
        root.removeHandler(handler)
