# Shorter names for the Python commands of README.md and CONTRIBUTING.md. There is nothing else in
# it: where there is no make, those commands do the same.

PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: help play test check long languages dist clean

help:
	@echo 'make play    a practice game against three bots'
	@echo 'make test    the tests'
	@echo 'make check   everything that must hold before a commit, the tests included'
	@echo 'make long    the long simulations, and a game with the built wheel'
	@echo 'make languages  brings the catalogues of texts up to date, and says what is untranslated'
	@echo 'make dist    the wheel, in dist/'
	@echo 'make clean   removes what the others made'

play: $(VENV)/for-players
	$(BIN)/acquire play

test: $(VENV)/for-developers
	$(BIN)/python -m pytest -n 2

check: $(VENV)/for-developers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python protos/generate.py --check
	$(BIN)/python -m pytest -n 2

long: $(VENV)/for-developers
	$(BIN)/python -m pytest -n 2 -m long

languages: $(VENV)/for-developers
	$(BIN)/python client/languages/update.py

dist: $(VENV)/for-developers
	$(BIN)/python -m build

clean:
	rm -rf $(VENV) build dist *.egg-info

$(VENV)/for-players: pyproject.toml
	@test -n '$(PYTHON)' || { echo 'Python 3.11 or later is needed; name it with make PYTHON=...'; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -e .
	@touch $@

$(VENV)/for-developers: $(VENV)/for-players
	$(BIN)/python -m pip install -e '.[dev]'
	@touch $@
