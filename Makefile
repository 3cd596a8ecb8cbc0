# Two commands do everything: `make run` and `make test`. Both need Python 3.11 or newer, and nothing else.
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2

.PHONY: run test check fast format messages pictures clean help

help:
	@echo "make run     start Clarify with its sample project (PORT=8000)"
	@echo "make test    every check and every test, browser tests included"
	@echo "make fast    the tests without a browser and without the language model"
	@echo "make check   linters, types and other checks without tests"
	@echo "make format  put the code into its form"
	@echo "make pictures  take the pictures of the README again"
	@echo "make messages  collect the translatable texts and compile the catalogues (needs gettext)"

run: $(VENV)/.installed
	@$(BIN)/python manage.py serve --demo --host $(HOST) --port $(PORT)

# One stamp per set of requirements: a second `make run` finds it fresh and installs nothing.
$(VENV)/.installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo "Clarify needs Python 3.11 or newer; PYTHON=... names another one."; exit 1)
	@test -x $(BIN)/python || (echo "Making the virtual environment ..." && $(PYTHON) -m venv $(VENV))
	@echo "Installing what Clarify needs (a few minutes, once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@echo "Installing what the tests need ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev,server]"
	@touch $@

test: check
	@$(BIN)/python -m tests.browser.find_chromium
	@$(BIN)/python -m pytest -q -n $(WORKERS)

fast: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest -q -n $(WORKERS) -m "not browser and not embeddings"

check: $(VENV)/.installed-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/mypy annotation dialogues evaluation clarify_site
	@CLARIFY_DATA_DIR=$$(mktemp -d) $(BIN)/python manage.py makemigrations --check --dry-run
	@CLARIFY_DATA_DIR=$$(mktemp -d) CLARIFY_HTTPS=1 $(BIN)/python manage.py check --deploy --fail-level WARNING

format: $(VENV)/.installed-dev
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

messages: $(VENV)/.installed-dev
	@$(BIN)/python manage.py makemessages --locale zh_Hans --ignore .venv --ignore var --ignore tests --no-location
	@$(BIN)/python manage.py makemessages --locale zh_Hans --domain djangojs --ignore .venv --ignore var --ignore tests --no-location
	@$(BIN)/python manage.py compilemessages --ignore .venv

pictures: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.browser.take_pictures

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
