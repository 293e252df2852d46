import Foundation
import Testing

/// `scripts/run-tests`, with a program in the place of the tests.
struct TestRunnerTests {
  @Test func failuresCrashesAndStallsAreNamedAndAllOtherTestsRun() async throws {
    let sandbox = try Sandbox()
    let script = try #require(FileManager.default.contents(atPath: Repository.path("scripts/run-tests")))
    try sandbox.write("scripts/run-tests", script)
    try sandbox.write("swift", "#!/bin/sh\necho \(sandbox.folder)\n")
    try sandbox.write("workbenchPackageTests.xctest", Self.tests)
    for name in ["scripts/run-tests", "swift", "workbenchPackageTests.xctest"] { try sandbox.makeExecutable(name) }
    let run = try await Program(
      ["scripts/run-tests", "--jobs", "1", "--patience", "1"], in: sandbox.folder,
      environment: ["SWIFT": sandbox.path("swift"), "SEED": "7"]
    ).finished()
    #expect(run.status == 1 && run.error == "")
    #expect(
      run.text.replacing(/\d+ s in 1 process:/, with: "… s in 1 process:") == """
        ✘ B.Fails/always() — B/F.swift:3
            Expectation failed: 1 == 2
        ✘ B.Flaky/once() — B/F.swift:3
            Expectation failed: 1 == 2
        ✘ C.Stalls/once() stood still for 1 s
        ✘ D.Crashes/now() ended its process (status -6):
        Fatal error: boom
        Running again, alone: C.Stalls/once()
        Running again, alone: B.Fails/always()
        ✘ B.Fails/always() — B/F.swift:3
            Expectation failed: 1 == 2
        Running again, alone: B.Flaky/once()

        The slowest of 6 tests, which took 3 s in all, … s in 1 process:
            0.5 s  A.Passes/one()
            0.5 s  A.Passes/two()
            0.5 s  C.Stalls/after()
            0.5 s  D.Crashes/after()
            0.5 s  C.Stalls/once()
            0.5 s  B.Flaky/once()
        Skipped 1 test: needs ../shared/cases/x
          A.Skips/data()
        Ran again, as nothing happened in them: 1 test
          C.Stalls/once()
        Flaky: 1 test failed, and passed alone
          B.Flaky/once()
        Crashed: 1 test
          D.Crashes/now()
        Failed: 2 tests
          B.Fails/always()
          D.Crashes/now()
        SEED=7 gives the random tests the same input again
        6 passed, 2 failed, 1 skipped

        """)
  }

  /// Writes the events of tests as Swift Testing does.
  private static let tests = """
    #!/usr/bin/env python3
    import json, os, re, sys, time
    NAMES = ["A.Passes/one()", "A.Passes/two()", "A.Skips/data()", "B.Fails/always()", "B.Flaky/once()",
             "C.Stalls/once()", "C.Stalls/after()", "D.Crashes/now()", "D.Crashes/after()"]
    if "--list-tests" in sys.argv:
        print(*NAMES, sep="\\n")
        sys.exit()
    filters = [sys.argv[place + 1] for place, word in enumerate(sys.argv) if word == "--filter"]
    stream = open(sys.argv[sys.argv.index("--event-stream-output-path") + 1], "w", buffering=1)
    clock = 0
    def tell(kind, **more):
        global clock
        clock += 0.5
        event = {"kind": kind, "instant": {"absolute": clock}, "messages": [], **more}
        stream.write(json.dumps({"version": 0, "kind": "event", "payload": event}) + "\\n")
    def is_first(name):
        path = os.path.join(os.path.dirname(sys.argv[0]), "ran-" + name)
        if os.path.exists(path):
            return False
        open(path, "w").close()
        return True
    for name in NAMES:
        test = name + "/F.swift:1:2"
        if not any(re.search(part, test) for part in filters):
            continue
        if "Skips" in name:
            text = 'Test data() skipped: "needs ../shared/cases/x"'
            tell("testSkipped", testID=test, messages=[{"symbol": "skip", "text": text}])
            continue
        tell("testStarted", testID=test)
        if name == "C.Stalls/once()" and is_first("stalled"):
            time.sleep(600)
        if name == "D.Crashes/now()":
            print("Fatal error: boom", flush=True)
            os.abort()
        if "Fails" in name or "Flaky" in name and is_first("flaky"):
            issue = {"isKnown": False, "sourceLocation": {"fileID": "B/F.swift", "line": 3}}
            texts = [{"symbol": "fail", "text": "Expectation failed: 1 == 2"}]
            tell("issueRecorded", testID=test, issue=issue, messages=texts)
        tell("testEnded", testID=test)
    tell("runEnded")
    """
}
