# What this project can do; each word is a script or a command that you can type yourself.
#
#   make run        set up, build in release mode, open the workbench on collections/ with the built-in demo server
#   make test       set up and pass all tests
#   make sanitize   pass the client's tests under the thread sanitizer
#   make build      release build of .build/release/workbench, with the Swift runtime inside
#   make bench      measure this build
#   make bench-client   measure the HTTP client beside others
#   make faults     kill this build at system calls, fill its disk, and look at what is left
#   make fuzz       feed random bodies to the views, SECONDS=60 of them; SEED repeats a round
#   make docs       the documentation of the libraries, into .build/docs and .build/docs-promises
#   make lint       style, walls and warnings      make format   rewrite the sources in that style
#   make record     rewrite what tests expect, for review with git diff
#   make install    PREFIX=/usr/local DESTDIR=
#   make deps       install what is missing from Debian's packages (run and test do so)
#   make clean      remove what was built

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
BINARY := .build/release/workbench
SOURCES := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Bodies/Package.swift Benchmarks/Bodies/Bench Benchmarks/Bodies/Fuzz
# With all tests at once, those that calculate keep those that wait for a server from being heard in time.
WIDTH_OPTION := --experimental-maximum-parallelization-width
AT_ONCE = $(shell $(SWIFT) test --help-hidden 2>/dev/null | grep -oe '$(WIDTH_OPTION)' && echo $$((2 * $$(nproc))))

.DEFAULT_GOAL := help
.PHONY: run test sanitize build bench bench-client faults fuzz docs lint format record install deps deps-test toolchain clean help

help:
	@sed -n 's/^#   /  /p' $(firstword $(MAKEFILE_LIST))

run: build
	$(BINARY) --demo collections

test: toolchain deps-test
	scripts/setup-test-servers
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build $(AT_ONCE)

# The standard library's lock is invisible to the sanitizer; THREAD_SANITIZER puts one in its place that it sees.
# One test after another: the sanitizer makes them slow, and limits of time would end those that wait for a thread.
sanitize: toolchain deps-test
	scripts/setup-test-servers
	SCHEDULES=$${SCHEDULES:-1000} $(SWIFT) test --sanitize=thread -Xswiftc -DTHREAD_SANITIZER \
	  --scratch-path .build-sanitize --no-parallel --filter RequestClientTests

# CLazyLibraries defines what the program calls of libcurl and others, so nothing needs them at start. --as-needed drops
# them; it must come before the libraries on the command line, where only the environment can put it.
build: toolchain deps
	CCC_OVERRIDE_OPTIONS='#^-Wl,--as-needed' $(SWIFT) build -c release --static-swift-stdlib --product workbench
	@! readelf --dynamic $(BINARY) | grep -E 'NEEDED.*lib(curl|crypto|psl|brotlidec|zstd)\.' || { \
	  echo "$(BINARY) needs these at start — add what it calls of them to Sources/CLazyLibraries/lazy.c" >&2; exit 1; }

bench: build
	$(SWIFT) build --package-path Benchmarks/Bodies -c release --static-swift-stdlib --product body-bench
	Benchmarks/bench --binary $(BINARY)

bench-client: toolchain deps-test
	Benchmarks/client

faults: build
	@scripts/install-packages faults
	Benchmarks/faults --binary $(BINARY)

# With the checks of a debug build, and without them: what overflows silently in one traps in the other.
fuzz: toolchain deps
	$(SWIFT) run --package-path Benchmarks/Bodies body-fuzz $${SECONDS:-60} $(SEED)
	$(SWIFT) run --package-path Benchmarks/Bodies -c release body-fuzz $${SECONDS:-60} $(SEED)

docs: toolchain deps
	SWIFT="$(SWIFT)" scripts/build-docs

# Warnings are errors where CI is set. Elsewhere a folder of its own keeps that from compiling everything anew.
lint: toolchain deps-test
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	scripts/check-walls
	scripts/check-docs
	CI=true $(SWIFT) build --build-tests $(if $(CI),,--scratch-path .build-lint)

format: toolchain
	$(SWIFT) format --in-place --recursive $(SOURCES)

record: build deps-test
	scripts/setup-test-servers
	RECORD=1 $(SWIFT) test
	scripts/record-screen

install: build
	scripts/install-workbench $(BINARY) "$(DESTDIR)$(PREFIX)"

deps:
	@scripts/install-packages client build

deps-test:
	@scripts/install-packages client build test

toolchain:
	@command -v $(firstword $(SWIFT)) >/dev/null || { \
	  echo "Cannot find a Swift toolchain — install Swift 6.2 or later from https://www.swift.org/install/linux/ and put it in PATH" >&2; \
	  exit 1; }

clean:
	rm -rf .build .build-* Benchmarks/.build Benchmarks/Bodies/.build
