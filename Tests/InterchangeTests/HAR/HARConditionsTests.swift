import Foundation
import RequestModel
import Testing

@testable import Interchange

struct HARConditionsTests {
  private static let entries: [JSONValue] = [
    entry("GET", "https://api.x.test:8443/orders", 200, "application/json; charset=utf-8"),
    entry("POST", "https://api.x.test/orders", 404, "application/problem+json"),
    entry("GET", "https://www.other.test/logo.png", 200, "image/png"),
    entry("GET", "https://x.test/page", 302, "text/html"),
  ]

  private static func entry(_ method: String, _ url: String, _ status: Int, _ type: String) -> JSONValue {
    [
      "request": ["method": .string(method), "url": .string(url)],
      "response": ["status": .number(status), "content": ["mimeType": .string(type), "text": "x"]],
    ]
  }

  @Test(arguments: [
    ("host:x.test", [0, 1, 3]), ("host:api.x.test:8443", [0]), ("host:API.x.test", [0, 1]), ("host:est", []),
    ("status:2xx", [0, 2]), ("status:404", [1]), ("status:300-499", [1, 3]), ("status:2xx status:404", [0, 1, 2]),
    ("method:post", [1]), ("type:json", [0, 1]), ("type:image", [2]), ("/orders", [0, 1]), ("https://x.test/", [3]),
    ("host:x.test status:2xx type:json", [0]), ("", [0, 1, 2, 3]),
  ])
  func anEntryHasToMatchOneWordOfEachKind(words: String, expected: [Int]) throws {
    let conditions = try HARConditions(words)
    let matching = Self.entries.indices.filter { index in
      guard let entry = Self.entries[index].object, let request = entry["request"]?.object else { return false }
      return conditions.matches(entry, request)
    }
    #expect(matching == expected)
  }

  @Test func aTypeThatIsAskedForIsImportedEvenIfItIsAFile() throws {
    var source = ImportSource(
      Data((["log": ["entries": .array(Self.entries)]] as JSONValue).compact.utf8), fileName: "x.har")
    source.filter.conditions = try HARConditions("type:image")
    let result = try ImportFormat.har.read(source)
    #expect(result.collections.first?.items.map(\.name) == ["GET /logo.png"])
    #expect(result.notes == [InterchangeNote(.dropped, [], "3 entries: left out by the filter")])
  }

  @Test(arguments: [
    (
      "status:ok",
      "The filter \"status:ok\" is not a status — write for example status:404, status:4xx or status:400-499"
    ),
    (
      "status:5-",
      "The filter \"status:5-\" is not a status — write for example status:404, status:4xx or status:400-499"
    ),
    ("host:", "The filter \"host:\" has no value — write for example host:api.example.com"),
    ("size:>1M", "The filter \"size:>1M\" is unknown — use host:, status:, method:, type:, or a part of the URL"),
  ])
  func wordsThatMeanNothingAreReported(words: String, expected: String) {
    #expect(throws: ImportError(expected)) { try HARConditions(words) }
  }
}
