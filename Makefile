# SPDX-License-Identifier: MIT
# The front door. `make bench` and `make test` do all their set-up; a second run starts at once.
#
#   make bench      check every kernel, then time it against the rivals that are installed
#   make test       every test, plain and under the sanitizers
#   make managed    the C# classes on Mono: build, test, time
#   make            build the library and the command (build/oldguard)
#   make lab        everything by every compiler and set of flags, beside the rivals: lab-results/lab.html
#                   (QUICK=1: in some minutes; LAB='--only sha1.*': further options)
#   make compare    what is slower here than in another commit: AGAINST=HEAD^
#   make check      the conformance harness alone
#   make mutants    change every instruction of every kernel, one at a time, and name the changes that
#                   no check notices: hours; KERNELS='des_x64*' for some, EVERY=20 for a sample
#   make prove      every kernel equal to its standard, for all inputs (proofs/): ten minutes on two
#                   cores; KERNELS='sha1*' for some
#   make git-check  git's own tests of hashing over libsha1detectcoll (slow; Debian, not in `make test`)
#   make install    PREFIX=/usr/local, DESTDIR honoured; `make uninstall` takes it back
#   make dist       dist/oldguard-VERSION.tar.xz: the sources, and every kernel printed for every
#                   assembler, so that the library builds without Python
#   make clean      remove the build folder
PREFIX ?= /usr/local
BENCH ?=
KERNELS ?= *
AGAINST ?= HEAD^
EVERY ?= 1

build := build
configure = cmake -S . -B $(1) -G Ninja -DCMAKE_INSTALL_PREFIX=$(PREFIX) $(2)
# Warnings are errors where the project tests itself, not where somebody else builds it.
ifdef CI
strict := -DOLDGUARD_WERROR=ON
endif

.PHONY: all lab bench test check compare git-check mutants prove managed install uninstall dist clean \
	setup-bench setup-test setup-managed

all: setup-bench
	@$(call configure,$(build),$(strict) -DOLDGUARD_TESTS=OFF -DOLDGUARD_MANAGED=OFF) --log-level=WARNING >/dev/null
	@cmake --build $(build)

bench: all
	$(build)/oldguard bench --peers $(BENCH)

lab: all
	@scripts/setup lab
	.venv/bin/python lab/oldguard-lab run --build $(build) $(if $(QUICK),--quick) $(LAB)

compare:
	scripts/compare-with $(AGAINST)

check: all
	$(build)/oldguard check

mutants:
	python3 -m asmgen mutate '$(KERNELS)' --every $(EVERY) --jobs $$(nproc)

prove: setup-test
	.venv/bin/python -B -m proofs '$(KERNELS)'

git-check: all
	tests/sha1dc/git_check.sh $(build)

test: setup-test
	@$(call configure,$(build),$(strict) -DOLDGUARD_TESTS=ON -DOLDGUARD_MANAGED=ON -DOLDGUARD_PYTHON=$(CURDIR)/.venv/bin/python) --log-level=WARNING >/dev/null
	@cmake --build $(build)
	@$(call configure,$(build)/asan,$(strict) -DOLDGUARD_TESTS=ON -DOLDGUARD_SANITIZE=ON -DOLDGUARD_PRINTED=$(CURDIR)/$(build)/generated -DOLDGUARD_CRATES=$(CURDIR)/$(build)/crates -DOLDGUARD_PYTHON=$(CURDIR)/.venv/bin/python) --log-level=WARNING >/dev/null
	@cmake --build $(build)/asan
	ctest --test-dir $(build) -j2 --output-on-failure
	ctest --test-dir $(build)/asan -j2 --output-on-failure

# A folder of its own, where only the library and Mono's programs are built.
managed: setup-managed
	@$(call configure,$(build)/mono,$(strict) -DOLDGUARD_TESTS=OFF -DOLDGUARD_COMMAND=OFF -DOLDGUARD_MANAGED=ON -DOLDGUARD_PYTHON=$(CURDIR)/.venv/bin/python) --log-level=WARNING >/dev/null
	@cmake --build $(build)/mono --target oldguard managed
	ctest --test-dir $(build)/mono --output-on-failure
	LD_LIBRARY_PATH=$(build)/mono mono $(build)/mono/managed/bench.exe --json $(build)/mono/bench.json
	@if command -v dotnet >/dev/null; then \
		dotnet pack -c Release -o $(build)/mono managed/OldGuard.Sha1; \
	else \
		echo "managed: no dotnet here: the NuGet package was not built (managed/README.md)"; \
	fi

install: all
	cmake --install $(build)

uninstall:
	cmake --build $(build) --target uninstall

dist:
	@python3 tools/dist.py --out dist \
		--version $$(sed -n 's/^project(oldguard VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

clean:
	rm -rf $(build)

setup-bench:
	@scripts/setup bench

setup-test:
	@scripts/setup test

setup-managed:
	@scripts/setup managed
