# Targets:
#
#   make run        build in release mode and open collections/ with the built-in demo server
#   make test       run all tests; TESTS=REGEX selects some, ONLY=MODULE,… builds these modules alone
#   make soak       run all tests ROUNDS=10 times beside other work, with more random input
#   make sanitize   run the client's tests under the thread sanitizer
#   make build      build .build/release/workbench in release mode, with the Swift runtime linked statically
#   make bench      benchmark this build
#   make bench-client   benchmark the HTTP client against others
#   make faults     test this build with kills at system calls, a full disk and concurrent programs
#   make fuzz       fuzz the views with random bodies for SECONDS=60; SEED repeats a round
#   make monkey     press random keys in this build for SECONDS=60, paste, click and resize; SEED repeats a session
#   make docs       build the documentation of the libraries into .build/docs and .build/docs-promises
#   make lint       check style, walls and warnings      make format   format the sources
#   make record     rewrite recorded expectations, for review with git diff
#   make install    install below PREFIX=/usr/local DESTDIR=
#   make deb        make a Debian package in .build/packages      make tarball   make an archive for other systems
#   make package-check   make both twice, compare them, and use them in an empty Debian
#   make release-check   check what docs/releasing.md lists, the quick parts first; SECONDS_OF_KEYS=3600 of make monkey
#   make bench-release   measure start, memory, size and installation of this build beside others
#   make deps       install missing Debian packages, and collect JavaScript libraries (run and test do so too)
#   make clean      remove build products

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
BINARY := .build/release/workbench
PACKAGES := .build/packages
SOURCES := Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Bodies/Package.swift Benchmarks/Bodies/Bench Benchmarks/Bodies/Fuzz Benchmarks/History/Package.swift Benchmarks/History/Bench
OPTIMIZED := $(if $(ONLY),,$(filter release,$(CONFIGURATION)))
UNDER_TEST := $(if $(OPTIMIZED),WORKBENCH_UNDER_TEST=$(CURDIR)/.build-optimized/release/static/workbench)
# Three builds, in folders of their own, as other options in the same folder would compile everything again. All of them check
# assertions and the bounds of unsafe buffers.
# - Of all tests: modules as a whole and not optimized, which compiles fastest. It is SwiftPM's release configuration, since
#   swift-argument-parser spends half of a command's time on checking its declarations in the other one.
# - ONLY=MODULE,…, for changes: file by file.
# - CONFIGURATION=release: optimized, linked statically as users get it.
ifdef ONLY
  BUILT := -c debug --scratch-path .build-only
else ifeq ($(OPTIMIZED),release)
  BUILT := -c release --scratch-path .build-optimized
  FLAGS := -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug
else
  BUILT := -c release --scratch-path .build-test
  FLAGS := -debug-info-format none -Xswiftc -enable-testing -Xswiftc -Onone -Xswiftc -num-threads -Xswiftc 2 \
    -Xswiftc -no-emit-module-separately-wmo
endif
TEST_OPTIONS = $(BUILT) $(if $(TESTS),--filter '$(TESTS)')
export ONLY

.DEFAULT_GOAL := help
.PHONY: run test tested soak sanitize build bench bench-client faults fuzz monkey docs lint format record install deb tarball package-check release-check bench-release deps deps-test toolchain clean help

help:
	@sed -n 's/^#   /  /p' $(firstword $(MAKEFILE_LIST))

run: build
	$(BINARY) --demo collections

# CONFIGURATION=release tests the optimized program, linked statically as users get it. ONLY=TerminalUI,Git builds and tests
# these modules alone, TESTS=REGEX selects tests by their names.
# IS_BUILT=1 takes what `make tested` has built.
test: $(if $(IS_BUILT),,tested)
	$(UNDER_TEST) scripts/run-tests $(TEST_OPTIONS)

# What the tests need. One build serves all of them: the program is linked once more, statically, from the same objects.
# The servers are set up meanwhile, as the compiler leaves a processor free while all other modules wait for one.
tested: toolchain deps-test
	scripts/setup-test-servers & servers=$$!; \
	  $(SWIFT) build $(BUILT) $(FLAGS) --build-tests; built=$$?; wait $$servers && exit $$built
	$(if $(OPTIMIZED),scripts/link-statically .build-optimized $(SWIFT))

# A night of tests: ten rounds with ten times as much random input, beside a load that takes half of the processors.
soak: tested
	$(UNDER_TEST) scripts/soak $${ROUNDS:-10} $(TEST_OPTIONS)

# THREAD_SANITIZER replaces the standard library's lock, which the sanitizer does not recognize.
# Runs tests serially: the sanitizer is slow, and tests that wait for a thread would time out.
sanitize: toolchain deps-test
	scripts/setup-test-servers
	ONLY=RequestClient $(SWIFT) test --sanitize=thread -Xswiftc -DTHREAD_SANITIZER \
	  --scratch-path .build-sanitize --no-parallel --filter RequestClientTests

# An object file names the commit for `--version`, so that a commit is a reason to link and not to compile.
# CLazyLibraries defines the functions that the program calls in libcurl and others, so that it does not link them.
# Each function has a section of its own: the linker leaves out those that nothing calls, and puts those of a start side by side.
build: toolchain deps
	options=$$(scripts/link-options $(SWIFT)) && commit=$$(scripts/commit-object .build/commit $(SWIFT)) && \
	  CCC_OVERRIDE_OPTIONS="$$options" $(SWIFT) build -c release --static-swift-stdlib --product workbench \
	  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections $${commit:+-Xlinker "$$commit"}
	@scripts/check-libraries $(BINARY)

bench: build
	$(SWIFT) build --package-path Benchmarks/Bodies -c release --static-swift-stdlib --product body-bench
	$(SWIFT) build --package-path Benchmarks/History -c release --product history-bench
	for product in request-client-chain request-client-socket curl-socket; do \
	  $(SWIFT) build --package-path Benchmarks -c release --product $$product || exit; done
	Benchmarks/bench --binary $(BINARY)

bench-client: toolchain deps-test
	Benchmarks/client

faults: build
	@scripts/install-packages faults
	Benchmarks/faults --binary $(BINARY)

# Runs a debug build, which traps on overflow, and a release build, which is faster.
fuzz: toolchain deps
	$(SWIFT) run --package-path Benchmarks/Bodies body-fuzz $${SECONDS:-60} $(SEED)
	$(SWIFT) run --package-path Benchmarks/Bodies -c release body-fuzz $${SECONDS:-60} $(SEED)

monkey: build
	Benchmarks/monkey --binary $(BINARY) --seconds $${SECONDS:-60} $(if $(SEED),--seed $(SEED))

docs: toolchain deps
	SWIFT="$(SWIFT)" scripts/build-docs $(BUILT) $(FLAGS)

# In CI the build of the tests makes warnings errors. Uses a separate build folder elsewhere, to avoid full rebuilds.
lint: toolchain deps-test
	$(SWIFT) format lint --parallel --strict --recursive $(SOURCES)
	scripts/check-walls
	scripts/check-docs
	$(if $(CI),,CI=true $(SWIFT) build --build-tests --scratch-path .build-lint)

format: toolchain
	$(SWIFT) format --in-place --recursive $(SOURCES)

record: tested
	RECORD=1 scripts/run-tests $(TEST_OPTIONS)

install: build
	@scripts/install-packages package
	scripts/install-workbench $(BINARY) "$(DESTDIR)$(PREFIX)"

deb: build
	@scripts/install-packages package
	scripts/make-deb $(BINARY) $(PACKAGES)

tarball: build
	@scripts/install-packages package
	scripts/make-tarball $(BINARY) $(PACKAGES)

# Installs in a Debian made by debootstrap, so it needs root.
package-check: build
	@scripts/install-packages package package-check
	scripts/check-packages --binary $(BINARY)

release-check: build
	@scripts/install-packages package package-check faults
	scripts/check-release --binary $(BINARY)

bench-release: build
	@scripts/install-packages package
	Benchmarks/released --binary $(BINARY)

deps:
	@scripts/install-packages client build
	@scripts/javascript-libraries .build/javascript

deps-test:
	@scripts/install-packages client build test
	@scripts/javascript-libraries .build/javascript

toolchain:
	@command -v $(firstword $(SWIFT)) >/dev/null || { \
	  echo "Cannot find a Swift toolchain — install Swift 6.2 or later from https://www.swift.org/install/linux/ and put it in PATH" >&2; \
	  exit 1; }

clean:
	rm -rf .build .build-* Benchmarks/.build Benchmarks/Bodies/.build Benchmarks/History/.build
