# Two commands do all set-up on a fresh machine with Python 3.11 and make: `make bank` and `make test`.
PYTHON ?= python3
TARGET ?= 120
VENV := .venv
BIN := $(VENV)/bin

.PHONY: bank test slow check bench clean

bank: $(VENV)/.bank
	$(BIN)/python -m orqa.build --target $(TARGET)

test: $(VENV)/.test
	$(BIN)/python -m pytest -q -n 2

slow: $(VENV)/.test
	$(BIN)/python -m pytest -q -n 2 -m slow

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.test
	$(BIN)/python tests/bench.py

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.bank: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.test: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@ $(VENV)/.bank

$(VENV)/.dev: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[test,dev]'
	touch $@ $(VENV)/.test $(VENV)/.bank

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
