"""Helpers that assert say what they saw, like tests."""

import os

import pytest

import acquire_net.wire.quiet  # noqa: F401  # before any test imports grpc, which looks once

pytest.register_assert_rewrite("tests.rules.laws")
os.environ["ACQUIRE_LANG"] = "en"  # whatever the computer's own language; programs inherit it
