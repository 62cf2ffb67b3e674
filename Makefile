# SPDX-License-Identifier: MIT
# The front door. `make bench` and `make test` do all their set-up; a second run starts at once.
#
#   make bench      check every kernel, then time it against the rivals that are installed
#   make test       every test, plain and under the sanitizers
#   make            build the library and the command (build/oldguard)
#   make check      the conformance harness alone
#   make git-check  git's own tests of hashing over libsha1detectcoll (slow; Debian, not in `make test`)
#   make install    PREFIX=/usr/local, DESTDIR honoured; `make uninstall` takes it back
#   make dist       dist/oldguard-VERSION.tar.xz: the sources, and every kernel printed for every
#                   assembler, so that the library builds without Python
#   make clean      remove the build folder
PREFIX ?= /usr/local
BENCH ?=

build := build
configure = cmake -S . -B $(1) -G Ninja -DCMAKE_INSTALL_PREFIX=$(PREFIX) $(2)
# Warnings are errors where the project tests itself, not where somebody else builds it.
ifdef CI
strict := -DOLDGUARD_WERROR=ON
endif

.PHONY: all bench test check git-check install uninstall dist clean setup-bench setup-test

all: setup-bench
	@$(call configure,$(build),$(strict) -DOLDGUARD_TESTS=OFF) --log-level=WARNING >/dev/null
	@cmake --build $(build)

bench: all
	$(build)/oldguard bench --peers $(BENCH)

check: all
	$(build)/oldguard check

git-check: all
	tests/sha1dc/git_check.sh $(build)

test: setup-test
	@$(call configure,$(build),$(strict) -DOLDGUARD_TESTS=ON -DOLDGUARD_PYTHON=$(CURDIR)/.venv/bin/python) --log-level=WARNING >/dev/null
	@cmake --build $(build)
	@$(call configure,$(build)/asan,$(strict) -DOLDGUARD_TESTS=ON -DOLDGUARD_SANITIZE=ON -DOLDGUARD_PYTHON=$(CURDIR)/.venv/bin/python) --log-level=WARNING >/dev/null
	@cmake --build $(build)/asan
	ctest --test-dir $(build) -j2 --output-on-failure
	ctest --test-dir $(build)/asan -j2 --output-on-failure

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
