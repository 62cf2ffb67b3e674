# SPDX-License-Identifier: MIT
# The targets for users and developers. `make help` prints this list.
#
#   make bench           check every kernel, then time it beside other libraries (BENCH='--quick --full')
#   make test            the quick tests, in minutes
#   make test-all        all tests; test-PART runs a part (CONTRIBUTING.md lists them)
#   make                 build the library and the command, build/oldguard
#   make install         PREFIX=/usr/local, DESTDIR=, SHA1DETECTCOLL=1; make uninstall removes it
#   make check           run the conformance harness alone
#   make python          build and test the Python package; python-wheels writes wheels to dist/
#   make go-module       write the Go module to dist/go, ready for a tag (MODULE=PATH)
#   make rust-crate      write the Rust crate to dist/rust, ready for cargo publish
#   make managed         build, test, time and pack the C# classes on Mono
#   make site            make the site: build/site/index.html (SOURCE=URL of the repository, for its links)
#
#   make lab             time everything with every compiler (QUICK=1, LAB='--only sha1.*'; docs/lab.md)
#   make bench-programs  time the command and the package beside other programs (QUICK=1, ONLY=torrent)
#   make model           compute the speed of the AArch64 kernels by llvm-mca (MODEL='--rival ...')
#   make compare         find what is slower than in another commit (AGAINST=HEAD^)
#   make prove           prove that every kernel equals its standard (KERNELS='sha1*')
#   make mutants         change each instruction, report what no check detects (KERNELS=, EVERY=20)
#   make plant           plant faults one at a time, report what no test sees (PLANT='journal mac')
#   make fuzz            random inputs for every parser (SECONDS=600, FUZZ='des kdf')
#   make git-check       git's tests with our library; libgit2-check, openssl-check (SUITES='trixie i386')
#   make test-bare       README's commands in minimal Debians
#   make test-platforms  other processors and systems (PLATFORMS='aarch64 windows', DOCUMENT=1)
#   make format          format all code; lint only checks it
#   make dist            pack a release; static, release-check (dev/packaging/README.md)
#   make clean           remove the build folder
#
# The targets print and install the packages that they need. SETUP=needed omits the optional ones, SETUP=none
# installs nothing, RUST=1 adds the compiler of the peers that are crates, SLOW_PEERS=1 builds AWS-LC and OpenSSL 4.
PREFIX ?= /usr/local
BENCH ?=
ONLY ?=
KERNELS ?= *
AGAINST ?= HEAD^
EVERY ?= 1
MODEL ?=
SECONDS ?= 60
FUZZ ?=
PLANT ?=
ROWS ?=
PLATFORMS ?=
DOCUMENT ?=
STEPS ?=
SUITES ?=
SOURCE ?=
MODULE ?= oldguard

build := build
version = $(shell sed -n 's/^project.oldguard VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
python := '-DOLDGUARD_PYTHON=$(CURDIR)/.venv/bin/python'
configure = cmake -S . -B $(1) -G Ninja $(strict) $(2) --log-level=WARNING >/dev/null
# The limit ends a test that hangs. It is long enough for a busy machine. Many tests wait for their programs,
# so that two of them keep a processor busy. pytest would write a whole difference where CI is set: of two results
# of 4 MiB it takes longer than any limit.
ctest := env -u CI -u BUILD_NUMBER ctest --no-tests=error --output-on-failure --timeout 7200 -j$(shell echo $$((2 * $$(nproc)))) --test-dir
# Repeats after ctest, in one line, which kernels or instructions this CPU could not execute, and keeps the status.
not_run = ; status=$$?; sed -n '/^not run on this CPU: /p' $(build)/Testing/Temporary/LastTest.log | sort -u; \
	exit $$status
# Warnings are errors only in the builds for the tests.
strict := -DOLDGUARD_WERROR=$(if $(CI),ON,OFF)
# The 32-bit program, if an earlier target built it.
with32 = $(wildcard $(build)/32/oldguard32)

# The labels of tests/CMakeLists.txt. The first five need the packages of `make test`, and `command` some more.
plain_parts := api check command install masks
full_parts := bench bigendian dist examples generator lab manual proofs thirtytwo

# Folders have the names of some targets and must not be mistaken for up-to-date files.
folders := $(filter-out bench build check dist docs tests,$(patsubst %/,%,$(wildcard */)))

.PHONY: all help format lint lab model bench bench-programs check compare fuzz fuzzers git-check \
	libgit2-check openssl-check mutants plant prove managed python python-wheels install uninstall dist clean \
	static release-check \
	test test-all test-full asan test-asan test-tsan test-fixity test-fuzz test-managed test-openssl \
	test-go go-module test-rust rust-crate test-plant test-python test-site \
	test-aarch64 site test-bare test-platforms tests everything \
	$(addprefix test-,$(plain_parts) $(full_parts)) build $(folders)
.DEFAULT_GOAL := all
.NOTPARALLEL:
.DEFAULT $(folders):
	@echo "make: '$@' is no target: \`make help\` lists them" >&2; exit 2

all:
	@dev/scripts/setup build
	@$(call configure,$(build))
	@dev/scripts/build $(build) all

build: all

help:
	@sed -n '/^#   make/,/^$$/s/^# \{0,2\}//p' Makefile | sed '/^PREFIX/,$$d'

# The command, and the peers and the 32-bit code, whose build may fail.
define peers
$(call configure,$(build),$(if $(SLOW_PEERS),-DOLDGUARD_SLOW_PEERS=ON)) && dev/scripts/build $(build) all && \
	for each in oldguard_peers oldguard32; do \
		dev/scripts/build $(build) $$each || { rm -f $(build)/32/$$each; \
			echo "make: $$each: some files could not be built; continuing without them" >&2; }; \
	done
endef

# Patterns of BENCH that match no row of 32-bit code (status 2) are no failure.
bench:
	@dev/scripts/setup bench
	@$(peers)
	@rm -f bench-results/32/bench.*
	@$(build)/oldguard bench --peers --output bench-results $(BENCH); status=$$?; \
	[ $$status -le 1 -a -x $(build)/32/oldguard32 ] || exit $$status; \
	$(build)/32/oldguard32 bench --peers --output bench-results/32 $(BENCH) || [ $$? = 2 ] || status=1; \
	exit $$status

bench-programs:
	@dev/scripts/setup bench-programs
	@$(call configure,$(build))
	@dev/scripts/build $(build) all
	@dev/scripts/python-build $(build) .venv/bin/python
	@PYTHONPATH=$(build)/python/site .venv/bin/python bench/programs.py $(if $(QUICK),--quick) --only '$(ONLY)' \
		$(build)/oldguard $(build)/bench-programs

lab:
	@dev/scripts/setup bench
	@dev/scripts/setup lab
	@$(peers)
	.venv/bin/python bench/lab/oldguard-lab run --build $(build) $(if $(QUICK),--quick) $(LAB)

model:
	@dev/scripts/setup model
	python3 bench/lab/oldguard-lab model --docs $(MODEL)

site:
	@dev/scripts/setup site
	@.venv/bin/python -B docs/site/oldguard-site build -o $(build)/site --source '$(SOURCE)'

compare: all
	dev/scripts/compare-with $(AGAINST)

check: all
	@$(if $(with32),dev/scripts/build $(build) oldguard32)
	$(build)/oldguard check
	$(if $(with32),$(with32) check)

mutants:
	asm/asmgen/oldguard-asm mutate '$(KERNELS)' --every $(EVERY) --jobs $$(nproc)

prove:
	@dev/scripts/setup test
	.venv/bin/python -B asm/proofs/oldguard-prove '$(KERNELS)'

format lint:
	@dev/scripts/setup test
	@dev/scripts/style $@

git-check: all
	tests/sha1dc/git_check.sh $(build)

libgit2-check: all
	tests/sha1dc/libgit2_check.sh $(build)

openssl-check: all
	tests/openssl/upstream/check $(build) $(SUITES)

# Everything that the tests with the label `quick` need: neither peers nor sanitizers.
tests:
	@dev/scripts/setup $(if $(filter test-command,$(MAKECMDGOALS)),test-command,test)
	@$(call configure,$(build),-DOLDGUARD_TESTS=ON $(python))
	@dev/scripts/build $(build) all tests/all

test: tests
	$(ctest) $(build) -L quick $(not_run)

# All parts, and the seconds of each. If one fails, the others still run. Without `tests` a part does not build again
# what `make test` built. The installation of packages and the planting of faults keep one processor busy, so that
# other parts run beside them: no test runs while packages change. `test-asan` builds again what new packages change.
test-all:
	@mkdir -p $(build) && rm -f $(build)/plant.log || exit 1; \
	failed=; \
	part() { \
		start=$$(date +%s); $(MAKE) --no-print-directory "$$@" || failed="$$failed $$1"; \
		echo "$$1: $$(($$(date +%s) - start)) s"; \
	}; \
	part test; \
	for each in test-all fuzz managed; do dev/scripts/setup $$each; done & part asan -o tests; wait; \
	part test-full -o tests; part test-asan -o tests; \
	{ failed=; part test-plant -o tests; [ -z "$$failed" ]; } >$(build)/plant.log 2>&1 & plant=$$!; \
	for each in test-fuzz test-tsan test-managed; do part $$each -o tests; done; \
	wait $$plant || failed="$$failed test-plant"; cat $(build)/plant.log; \
	[ -z "$$failed" ] || { echo "failed:$$failed" >&2; exit 1; }

everything: tests
	@dev/scripts/setup test-all
	@$(call configure,$(build))
	@dev/scripts/build $(build) all tests/all oldguard_peers oldguard32 tests_32 tests_bigendian tests_aarch64

test-full: everything
	$(ctest) $(build) -LE '^(quick|zig)$$' $(not_run)

# The tests with a label, including the quick ones.
$(addprefix test-,$(plain_parts)): tests
$(addprefix test-,$(full_parts)): everything
$(addprefix test-,$(plain_parts) $(full_parts)): test-%:
	$(ctest) $(build) -L '^$*$$' $(not_run)

asan: tests
	@$(call configure,$(build)/asan,-DOLDGUARD_TESTS=ON -DOLDGUARD_SANITIZE=ON $(python) \
		'-DOLDGUARD_CRATES=$(CURDIR)/$(build)/crates')
	@dev/scripts/build $(build)/asan all tests/all

test-asan: asan
	$(ctest) $(build)/asan

# The assembly is not instrumented: ThreadSanitizer only observes the C code around it.
test-tsan: tests
	@$(call configure,$(build)/tsan,-DOLDGUARD_TESTS=ON -DOLDGUARD_SANITIZE=thread $(python))
	@dev/scripts/build $(build)/tsan threads_probe oldguard_command test_hashing test_provider
	$(ctest) $(build)/tsan -R '^(api|command|openssl)\.threads'

fuzzers:
	@dev/scripts/setup fuzz
	@$(call configure,$(build)/fuzz,-DOLDGUARD_FUZZ=ON -DOLDGUARD_PEERS=OFF \
		-DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19)
	@dev/scripts/build $(build)/fuzz tests/fuzz/all

fuzz: fuzzers
	@tests/fuzz/run --coverage --seconds $(SECONDS) $(build)/fuzz $(FUZZ)

# Begins with the committed corpora and a fixed seed. The number of inputs is the same on every machine.
test-fuzz: fuzzers
	@tests/fuzz/planted $(build)/fuzz
	@tests/fuzz/run --seed 1 --quick $(build)/fuzz

# Needs the Python tools of the packages and of the site.
plant test-plant: tests
	@for each in python fixity site; do dev/scripts/setup $$each || exit; done
	@tests/plant/run $(build) $(PLANT)

# A separate build folder with only the library and the programs for Mono.
test-managed:
	@dev/scripts/setup managed
	@$(call configure,$(build)/mono,-DOLDGUARD_COMMAND=OFF -DOLDGUARD_MANAGED=ON $(python))
	@dev/scripts/build $(build)/mono oldguard managed
	$(ctest) $(build)/mono

managed: test-managed
	LD_LIBRARY_PATH=$(build)/mono mono $(build)/mono/managed/bench.exe --json $(build)/mono/bench.json
	@python3 -B dev/tools/nuget_package.py --out $(build)/mono

python:
	@dev/scripts/setup python
	@dev/scripts/python-build $(build) .venv/bin/python
	PYTHONPATH=$(build)/python/site .venv/bin/python -m pytest -q bindings/python/tests

# Needs neither a package nor a compiler.
go-module:
	@python3 dev/tools/go_module.py --out dist/go --module '$(MODULE)'

# Needs Go, which no package is installed for: no Debian has a version that is new enough.
test-go:
	@dev/scripts/setup test-go
	@$(call configure,$(build),-DOLDGUARD_TESTS=ON $(python))
	$(ctest) $(build) -L '^go$$'

# Needs neither a package nor a compiler.
rust-crate:
	@python3 dev/tools/rust_crate.py --out dist/rust

# Needs Rust (RUST=1 installs it).
test-rust:
	@dev/scripts/setup test
	@$(call configure,$(build),-DOLDGUARD_TESTS=ON $(python))
	$(ctest) $(build) -L '^rust$$'

test-python:
	@dev/scripts/setup python
	@$(call configure,$(build),-DOLDGUARD_TESTS=ON $(python))
	$(ctest) $(build) -L '^python$$'

# Needs PySpark and a JVM, and no other package of the full tests.
test-fixity:
	@dev/scripts/setup python
	@dev/scripts/setup fixity
	@$(call configure,$(build),-DOLDGUARD_TESTS=ON $(python))
	@dev/scripts/build $(build) all
	$(ctest) $(build) -L '^fixity$$'

# Needs PHP, Ruby and Node, and of the packages of the full tests nothing else.
test-openssl:
	@dev/scripts/setup test-openssl
	@$(call configure,$(build),-DOLDGUARD_TESTS=ON $(python))
	@dev/scripts/build $(build) all test_provider
	$(ctest) $(build) -R '^openssl'

# Needs a browser for some of its tests, and of the packages of the full tests nothing else.
test-site:
	@dev/scripts/setup test-site
	@$(call configure,$(build),-DOLDGUARD_TESTS=ON $(python))
	@dev/scripts/build $(build) all
	$(ctest) $(build) -L '^site$$'

test-bare:
	tests/bare/run

# The build for AArch64 with all of its tests, then the generator's and the prover's, and each kernel's proof.
test-aarch64: tests
	@dev/scripts/setup aarch64
	@$(call configure,$(build))
	@.venv/bin/python -B tests/platforms/run --require $(build) aarch64
	$(ctest) $(build) -L '^aarch64$$' -E '^(check_assembly|faults)_aarch64$$'
	.venv/bin/python -B asm/proofs/oldguard-prove '*a64*'

test-platforms:
	@dev/scripts/setup platforms
	@$(call configure,$(build),-DOLDGUARD_TESTS=ON $(python))
	@.venv/bin/python -B tests/platforms/run --require $(if $(DOCUMENT),--document) $(build) $(PLATFORMS)

# Builds first, except for root in a user's checkout, where no file in build/ may belong to root.
install:
	@[ "$$(id -u)" = 0 ] && [ "$$(stat -c %u .)" != 0 ] || $(MAKE) --no-print-directory all
	@dev/scripts/install '$(build)' '$(PREFIX)'

uninstall:
	@dev/scripts/uninstall '$(build)' '$(PREFIX)'

dist:
	@python3 dev/tools/dist.py --out dist --version $(version)

static: STEPS := static
python-wheels: STEPS := python

release-check static python-wheels: dist
	@$(if $(filter static,$(STEPS)),,dev/scripts/setup wheels)
	@dev/scripts/setup release
	@URL='$(URL)' HOMEPAGE='$(HOMEPAGE)' MAINTAINER='$(MAINTAINER)' MODULE='$(patsubst oldguard,example.org/oldguard,$(MODULE))' \
		dev/scripts/release-check dist/oldguard-$(version).tar.xz $(STEPS)

clean:
	rm -rf $(build)
