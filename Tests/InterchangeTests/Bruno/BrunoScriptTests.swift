import Foundation
import RequestModel
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

  @Test func bothRunOnTheirOwnInTheirLines() {
    let both = BrunoTests.separated("a();\n// Tests of Bruno\nt();")
    let tests = BrunoTests.separated("// Tests of Bruno\nt();")
    #expect([both.script, both.tests] == ["a();", "\n\nt();"])
    #expect([tests.script, tests.tests] == [nil, "\nt();"])
    let script = BrunoTests.separated("a();\nb();")
    #expect([script.script, script.tests] == ["a();\nb();", nil])
  }

  @Test(
    arguments: [
      ("{}", "folder", "sandwich"), (#"{"scripts": {"flow": "sequential"}}"#, "folder", "sequential"),
      (#"{"scripts": {"flow": "other"}}"#, "collection", "sandwich"), ("{}", "a", nil),
    ] as [(String, String, String?)])
  func theOrderOfScriptsIsMarkedIfSeveralLevelsMayHaveThem(config: String, level: String, flow: String?) throws {
    var files = [
      "bruno.json": config, "collection.bru": "docs {\n  All\n}", "f/folder.bru": "docs {\n  Some\n}",
      "f/a.bru": "meta {\n  name: a\n}\nget {\n  url: u\n}",
    ]
    let path = level == "collection" ? "collection.bru" : "f/\(level).bru"
    files[path]? += "\ntests {\n  t();\n}"
    let source = ImportSource(folder: SourceFiles(files.mapValues { Data($0.utf8) }), name: "c")
    let collection = try #require(try ImportFormat.bruno.read(source).collections.first)
    #expect(collection.settings["x-bruno"]?.object?["scriptFlow"]?.string == flow)
  }

  @Test func oneOfBothIsKeptAlone() {
    #expect(BrunoTests.joined("t();", after: nil) == "// Tests of Bruno\nt();")
    let (tests, script) = (BrunoTests.split("// Tests of Bruno\nt();"), BrunoTests.split("const a = 1;"))
    #expect([tests.script, tests.tests] == [nil, "t();"])
    #expect([script.script, script.tests] == ["const a = 1;", nil])
  }
}
