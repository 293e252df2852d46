import Testing

@testable import Interchange

struct BrunoScriptTests {
  @Test(arguments: [
    ("bru.setVar('x', 1);", "bru.setVar('x', 1);\n// Tests of Bruno\nt();"),
    ("const t = 1;\nuse(t);", "await (async () => {\nconst t = 1;\nuse(t);\n})();\n// Tests of Bruno\nt();"),
    ("if (x) return;", "await (async () => {\nif (x) return;\n})();\n// Tests of Bruno\nt();"),
  ])
  func theScriptAfterTheResponseDoesNotDisturbTheTests(script: String, joined: String) {
    #expect(BrunoTests.joined("t();", after: script) == joined)
    let parts = BrunoTests.split(joined)
    #expect(parts.script == script)
    #expect(parts.tests == "t();")
  }

  @Test func oneOfBothIsKeptAlone() {
    #expect(BrunoTests.joined("t();", after: nil) == "// Tests of Bruno\nt();")
    let (tests, script) = (BrunoTests.split("// Tests of Bruno\nt();"), BrunoTests.split("const a = 1;"))
    #expect([tests.script, tests.tests] == [nil, "t();"])
    #expect([script.script, script.tests] == ["const a = 1;", nil])
  }
}
