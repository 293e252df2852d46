import Foundation
import RequestModel
import Testing

@testable import Interchange

/// A source that no format recognizes is named with the place of its error, and the format that it was meant to be.
struct BrokenSourceTests {
  @Test(arguments: [
    (
      "bad.yaml", "openapi: 3.0.3\ninfo:\n  title: Kiosk\n  version: \"1\"\n   extra: bad indent\npaths: {}\n",
      "5:", " (OpenAPI or Swagger document)"
    ),
    (
      "insomnia.yaml", "_type: export\n__export_format: 4\nresources:\n  - {a: 1\n", "5:1: ", " (Insomnia collection)"
    ),
    ("empty.yaml", " \n", "1:1 — the text is empty, not YAML", ""),
    ("empty.json", "", "1:1 — the text is empty, not JSON", ""),
    ("empty.har", "", "1:1 — the text is empty, not HTTP Archive (HAR)", ""),
    ("empty.sh", "\n", "1:1 — the text is empty, not curl commands", ""),
    ("x.json", #"{"info": {"_postman_id": "1" "name""#, "1:30 — ", " (Postman collection)"),
    ("x.har", #"{"log": {"entries": ["#, "1:", " (HTTP Archive (HAR))"),
    ("notes.yaml", "a: [", "2:1: ", ""),
  ])
  func theErrorHasItsPlaceAndTheLikelyFormat(name: String, text: String, start: String, end: String) throws {
    let source = ImportSource(Data(text.utf8), fileName: name)
    #expect(ImportFormat.of(source)?.name == nil)
    let problem = try #require(source.problem)
    #expect(problem.hasPrefix(start) && problem.hasSuffix(end), "\(problem)")
  }

  @Test(arguments: ["hello", "a: b: c", "Dear all,\nthe kiosk: it is open"])
  func otherTextIsNotBroken(text: String) {
    #expect(ImportSource(Data(text.utf8)).problem == nil)
  }

  @Test func aBrokenFileOfAFolderIsNamedAndTheOthersAreRead() throws {
    let good = #"{"info": {"name": "good"}, "item": [{"name": "a", "request": "http://kiosk.test/a"}]}"#
    let files: [String: String] = [
      "bad.yaml": "openapi: 3.0.3\ninfo: {\n", "a/good.json": good, "other.yaml": "a: [", "b/good.json": good,
    ]
    var source = ImportSource(folder: SourceFiles(files.mapValues { Data($0.utf8) }), name: "all")
    source.place = "/sources/all"
    let result = try ImportFormat.folder.read(source)
    #expect(result.collections.map(\.name) == ["good", "good"])
    #expect(result.collections.map(\.sourceFile) == ["a/good.json", "b/good.json"])
    #expect(result.place == "/sources/all" && !result.isFailure && result.failureCount == 1)
    #expect(result.notes.map(\.kind) == [.failed, .dropped])
    #expect(result.notes.first?.path == ["bad.yaml"])
    #expect(result.notes.first?.text.hasSuffix(" (OpenAPI or Swagger document)") == true)
  }

  @Test(arguments: [
    (#"{"openapi": "3.0.0", "info": {"title": "a", "version": "1"}, "paths": {"/x": []}}"#, true),
    (#"{"openapi": "3.0.0", "info": {"title": "a", "version": "1"}, "paths": "none"}"#, true),
    (#"{"openapi": "3.0.0", "info": {"title": "a", "version": "1"}, "paths": {}}"#, false),
    (#"{"info": {"name": "x"}, "item": [7]}"#, true),
    (#"{"info": {"name": "x", "description": "none yet"}, "item": []}"#, true),
    (#"{"info": {"name": "x"}, "item": [], "variable": [{"key": "a", "value": "b"}]}"#, false),
    (#"{"log": {"version": "1.2", "entries": []}}"#, true),
    (#"{"info": {"name": "x"}, "item": [7, {"name": "q", "request": "http://kiosk.test"}]}"#, false),
  ])
  func aSourceOfWhichNothingIsLeftIsAFailure(text: String, isFailure: Bool) throws {
    let source = ImportSource(Data(text.utf8), fileName: "x.json")
    let result = try #require(ImportFormat.of(source)).read(source)
    #expect(result.isFailure == isFailure, "\(result.notes)")
  }

  @Test func aCollectionWithoutRequestsIsNamed() throws {
    let text = #"{"info": {"name": "Keys"}, "item": [], "variable": [{"key": "a", "value": "b"}]}"#
    let result = try ImportFormat.postman.read(ImportSource(Data(text.utf8)))
    #expect(result.collections.map(\.name) == ["Keys"])
    #expect(result.notes == [InterchangeNote(.dropped, [], "Keys has no requests")])
  }
}
