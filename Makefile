# SPDX-License-Identifier: MIT
# The front door. `make help` prints this list.
#
#   make bench       check every kernel, then time it against the peers that are installed: a summary on
#                    the screen, all of it in bench-results/ (BENCH='--quick --full': further options)
#   make test        the quick tests: minutes
#   make test-all    every test. A part: make test-api, -asan, -bench, -check, -command, -dist, -examples,
#                    -fuzz, -generator, -install, -lab, -managed, -proofs, -thirtytwo, -tsan (CONTRIBUTING.md)
#   make             build the library and the command (build/oldguard)
#   make install     PREFIX=/usr/local, DESTDIR honoured; `make uninstall` takes it back
#   make check       the conformance harness alone
#   make managed     the C# classes on Mono: build, test, time
#   make lab         everything by every compiler and set of flags, beside the peers: lab-results/lab.html
#                    (QUICK=1: in some minutes; LAB='--only sha1.*': further options)
#   make compare     what is slower here than in another commit: AGAINST=HEAD^
#   make mutants     change every instruction of every kernel, one at a time, and name the changes that
#                    no check notices: hours; KERNELS='des_x64*' for some, EVERY=20 for a sample
#   make fuzz        random inputs for every parser and every shape of the API, under two sanitizers, a
#                    minute each (SECONDS=600: longer; FUZZ='des kdf': some)
#   make prove       every kernel equal to its standard, for all inputs (proofs/): ten minutes on two
#                    cores; KERNELS='sha1*' for some
#   make format      give all C, C++ and Python the tree's style; `make lint` only checks it
#   make git-check   git's own tests of hashing over libsha1detectcoll (slow; Debian)
#   make test-bare   both commands in a minimal Debian that this makes (root, network)
#   make dist        dist/oldguard-VERSION.tar.xz: the sources, and every kernel printed for every
#                    assembler, so that the library builds without Python
#   make clean       remove the build folder
#
# The targets that test or time install what they need and print it first: SETUP=needed leaves out what
# is optional, SETUP=none installs nothing, RUST=1 adds the compiler of the peers that are Rust crates.
PREFIX ?= /usr/local
BENCH ?=
KERNELS ?= *
AGAINST ?= HEAD^
EVERY ?= 1
SECONDS ?= 60
FUZZ ?=

build := build
python := '-DOLDGUARD_PYTHON=$(CURDIR)/.venv/bin/python'
configure = cmake -S . -B $(1) -G Ninja $(strict) $(2) --log-level=WARNING >/dev/null
# The limit ends what hangs, also on a machine that is busy with other work.
ctest := ctest --no-tests=error --output-on-failure --timeout 7200 -j$(shell nproc) --test-dir
# Warnings are errors where the project tests itself, not where somebody else builds it.
strict := -DOLDGUARD_WERROR=$(if $(CI),ON,OFF)
# A 32-bit command that was built before is kept up to date, because `oldguard check` calls it.
with32 = $(if $(wildcard $(build)/oldguard32),oldguard32)

# The labels of tests/CMakeLists.txt. The first four need no more than `make test`.
plain_parts := api check command install
full_parts := bench dist examples generator lab proofs thirtytwo

# The folders that are no targets must not be taken for files that are up to date.
folders := $(filter-out bench build check dist lab managed tests,$(patsubst %/,%,$(wildcard */)))

.PHONY: all help format lint lab bench check compare fuzz git-check mutants prove managed install uninstall dist clean \
	test test-all test-rest test-full test-asan test-tsan test-fuzz test-managed test-bare tests everything \
	fuzzers \
	$(addprefix test-,$(plain_parts) $(full_parts)) build $(folders)
.DEFAULT_GOAL := all
.NOTPARALLEL:
.DEFAULT $(folders):
	@echo "make: '$@' is no target: \`make help\` lists them" >&2; exit 2

all:
	@scripts/setup build
	@$(call configure,$(build))
	@scripts/build $(build) all $(with32)

build: all

help:
	@sed -n '/^#   make/,/^$$/s/^# \{0,2\}//p' Makefile | sed '/^PREFIX/,$$d'

# The command, and beside it what may fail: peers and 32-bit code.
define peers
$(call configure,$(build)) && scripts/build $(build) all && \
	for each in oldguard_peers oldguard32; do \
		scripts/build $(build) $$each || { rm -f $(build)/$$each; \
			echo "make: going on without what $$each could not build" >&2; }; \
	done
endef

bench:
	@scripts/setup bench
	@$(peers)
	@$(build)/oldguard bench --peers --output bench-results $(BENCH)

lab:
	@scripts/setup bench
	@scripts/setup lab
	@$(peers)
	.venv/bin/python lab/oldguard-lab run --build $(build) $(if $(QUICK),--quick) $(LAB)

compare: all
	scripts/compare-with $(AGAINST)

check: all
	$(build)/oldguard check

mutants:
	python3 -m asmgen mutate '$(KERNELS)' --every $(EVERY) --jobs $$(nproc)

prove:
	@scripts/setup test
	.venv/bin/python -B -m proofs '$(KERNELS)'

format lint:
	@scripts/setup test
	@scripts/style $@

git-check: all
	tests/sha1dc/git_check.sh $(build)

# Everything that the tests marked `quick` need; no peers, no sanitizers.
tests:
	@scripts/setup test
	@$(call configure,$(build),-DOLDGUARD_TESTS=ON $(python))
	@scripts/build $(build) all tests/all $(with32)

test: tests
	$(ctest) $(build) -L quick

# A part goes on when another one has failed, and make names those that did.
test-all:
	@$(MAKE) --no-print-directory -k test test-rest

# What `make test` leaves out, in the order of the time it takes.
test-rest:
	@$(MAKE) --no-print-directory -k test-full test-asan test-fuzz test-tsan test-managed

everything: tests
	@scripts/setup test-all
	@$(call configure,$(build))
	@scripts/build $(build) all tests/all oldguard_peers oldguard32 tests_32

test-full: everything
	$(ctest) $(build) -LE quick

# A part by its label, its quick tests included.
$(addprefix test-,$(plain_parts)): tests
$(addprefix test-,$(full_parts)): everything
$(addprefix test-,$(plain_parts) $(full_parts)): test-%:
	$(ctest) $(build) -L '^$*$$'

test-asan: tests
	@$(call configure,$(build)/asan,-DOLDGUARD_TESTS=ON -DOLDGUARD_SANITIZE=ON \
		'-DOLDGUARD_PRINTED=$(CURDIR)/$(build)/generated' $(python) \
		'-DOLDGUARD_CRATES=$(CURDIR)/$(build)/crates')
	@scripts/build $(build)/asan all tests/all
	$(ctest) $(build)/asan

# The assembly is not instrumented: ThreadSanitizer sees what the C around it does.
test-tsan: tests
	@$(call configure,$(build)/tsan,-DOLDGUARD_TESTS=ON -DOLDGUARD_SANITIZE=thread $(python))
	@scripts/build $(build)/tsan threads_probe
	$(ctest) $(build)/tsan -R '^api\.threads'

fuzzers:
	@scripts/setup fuzz
	@$(call configure,$(build)/fuzz,-DOLDGUARD_FUZZ=ON -DOLDGUARD_PEERS=OFF \
		-DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
		'-DOLDGUARD_PASSED=$(CURDIR)/$(build)/analysis-cache')
	@scripts/build $(build)/fuzz tests/fuzz/all

fuzz: fuzzers
	@tests/fuzz/run --seconds $(SECONDS) $(build)/fuzz $(FUZZ)

# From the committed corpora and a fixed seed. How far a minute goes depends on the machine.
test-fuzz: fuzzers
	@tests/fuzz/planted $(build)/fuzz
	@tests/fuzz/run --seed 1 $(build)/fuzz

# A folder of its own, where only the library and Mono's programs are built.
test-managed:
	@scripts/setup managed
	@$(call configure,$(build)/mono,-DOLDGUARD_COMMAND=OFF -DOLDGUARD_MANAGED=ON \
		'-DOLDGUARD_PASSED=$(CURDIR)/$(build)/analysis-cache' $(python))
	@scripts/build $(build)/mono oldguard managed
	$(ctest) $(build)/mono

managed: test-managed
	LD_LIBRARY_PATH=$(build)/mono mono $(build)/mono/managed/bench.exe --json $(build)/mono/bench.json
	@if command -v dotnet >/dev/null; then \
		dotnet pack -c Release -o $(build)/mono managed/OldGuard.Sha1; \
	else \
		echo "managed: no dotnet here: the NuGet package was not built (managed/README.md)"; \
	fi

test-bare:
	tests/bare/run

# Builds first, but for root in a user's checkout: no file of root may be left in build/.
install:
	@[ "$$(id -u)" = 0 ] && [ "$$(stat -c %u .)" != 0 ] || $(MAKE) --no-print-directory all
	@scripts/install '$(build)' '$(PREFIX)'

uninstall:
	@scripts/uninstall '$(build)' '$(PREFIX)'

dist:
	@python3 tools/dist.py --out dist \
		--version $$(sed -n 's/^project(oldguard VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

clean:
	rm -rf $(build)
