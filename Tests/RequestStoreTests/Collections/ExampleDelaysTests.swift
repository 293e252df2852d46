import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// The times of a stream whose example is replaced.
struct ExampleDelaysTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The delays of an example after a response with these delays has replaced it.
  private func delays(after delays: [Int]?) throws -> JSONValue? {
    let example = #"{"name": "ticks", "status": 200, "body": "old", "delays": [5], "x-mine": 1}"#
    try folder.write("a.json", #"{"url": "http://x", "examples": [\#(example)]}"#)
    let response = Response(status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [], body: Data("new".utf8))
    var draft = ExampleDraft(response)
    draft.delays = delays
    let file = try folder.store.open(Address("a.json"))
    let saved = try #require(try folder.store.save(draft, to: file, replacing: true).request.examples.first)
    #expect(saved.name == "ticks" && saved.body == "new" && saved.document["x-mine"] == 1)
    return saved.delays
  }

  @Test func knownTimesReplaceTheDelaysAndUnknownOnesLeaveThem() throws {
    #expect(try delays(after: [0, 40]) == [0, 40])
    #expect(try delays(after: []) == nil)
    #expect(try delays(after: nil) == [5])
  }
}
