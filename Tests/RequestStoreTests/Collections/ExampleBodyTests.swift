import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// The files of bodies whose examples are replaced.
struct ExampleBodyTests {
  private let folder: TemporaryFolder
  private let request = Address("a.json")

  init() throws { folder = try TemporaryFolder() }

  /// Writes a request whose examples have bodies in these files.
  private func write(bodyFiles: [String]) throws {
    let examples = bodyFiles.enumerated().map { number, name in
      #"{"name": "ok", "status": \#(200 + number), "bodyFile": "\#(name)"}"#
    }
    try folder.write("a.json", #"{"url": "http://x", "examples": [\#(examples.joined(separator: ", "))]}"#)
  }

  /// Replaces the first example.
  ///
  /// - Returns: The file that its body is in.
  private func replace(with body: [UInt8]) throws -> String? {
    let response = Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: Data(body))
    let draft = ExampleDraft(response, name: "ok")
    let saved = try folder.store.save(draft, to: try folder.store.open(request), replacing: true)
    let example = try #require(saved.request.examples.first)
    #expect(try folder.store.body(of: example, of: request) == Data(body))
    return example.bodyFile
  }

  @Test(arguments: ["collection.json", "b.json", "notes.md", "b.ok.body", "a.notes.body", "c/a.ok.body"])
  func aFileThatWasNotMadeForTheExampleStays(name: String) throws {
    let text = #"{"name": "mine"}"#
    try folder.write(name, text)
    try write(bodyFiles: [name])
    #expect(try replace(with: [0xFF, 1]) == "a.ok.body")
    #expect(try folder.read(name) == text)
  }

  @Test func aBodyIsWrittenToANewFileAndTheFormerOneIsRemoved() throws {
    try folder.write("a.json", #"{"url": "http://x"}"#)
    for (body, name) in [(1, "a.ok.body"), (2, "a.ok 2.body"), (2, "a.ok 2.body"), (3, "a.ok.body")] {
      #expect(try replace(with: [0xFF, UInt8(body)]) == name)
      #expect(folder.names == ["a.json", name])
    }
    #expect(try replace(with: Array("text".utf8)) == nil)
    #expect(folder.names == ["a.json"])
  }

  @Test func aBodyThatAnotherExampleNamesStays() throws {
    try folder.write("a.ok.body", "old")
    try write(bodyFiles: ["a.ok.body", "./a.ok.body"])
    #expect(try replace(with: [0xFF]) == "a.ok 2.body")
    #expect(try folder.read("a.ok.body") == "old")
  }

  @Test(arguments: [
    (
      "a.json",
      #"""
      {"url": "http://x", "body": {"file": "a.ok.body"},
       "examples": [{"name": "ok", "status": 200, "bodyFile": "a.ok.body"}]}
      """#
    ), ("sub/b.json", #"{"url": "http://x", "body": {"file": "../a.ok.body"}}"#),
  ])
  func aBodyThatARequestSendsStays(file: String, text: String) throws {
    try folder.write("a.ok.body", "old")
    try write(bodyFiles: ["a.ok.body"])
    try folder.write(file, text)
    #expect(try replace(with: [0xFF]) == "a.ok 2.body")
    #expect(try folder.read("a.ok.body") == "old")
  }

  @Test func aBodyThatACopyOfTheRequestNamesStays() throws {
    try folder.write("a.ok.body", "old")
    try write(bodyFiles: ["a.ok.body"])
    let copy = try folder.store.duplicate(request)
    #expect(try replace(with: [0xFF]) == "a.ok 2.body")
    let example = try #require(try folder.store.open(copy).request.examples.first)
    #expect(try folder.store.body(of: example, of: copy) == Data("old".utf8))
  }

  @Test(arguments: [false, true])
  func aRequestThatAnotherProgramChangedKeepsItsBodies(replacing: Bool) throws {
    try folder.write("a.ok.body", "old")
    try write(bodyFiles: ["a.ok.body"])
    let store = folder.store
    let file = try store.open(request)
    let changed = #"{"url": "http://y"}"#
    try folder.write("a.json", changed)
    let response = Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: Data([0xFF]))
    let draft = ExampleDraft(response, name: "ok")
    #expect(throws: StoreError.changedOnDisk(path: store.root + "/a.json")) {
      try store.save(draft, to: file, replacing: replacing)
    }
    #expect(folder.names == ["a.json", "a.ok.body"])
    #expect(try folder.read("a.ok.body") == "old")
    #expect(try folder.read("a.json") == changed)
  }
}
