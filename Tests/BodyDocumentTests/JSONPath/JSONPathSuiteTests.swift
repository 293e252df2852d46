@testable import BodyDocument
import Foundation
import Testing
import TestSupport

/// The compliance test suite of RFC 9535's authors, where it lies beside the work tree.
@Suite struct JSONPathSuiteTests {
  private static let place = ProjectFiles.cases.appending(path: "jsonpath-cts")

  @Test(.needsCases("jsonpath-cts"))
  func everyCaseHasItsResult() throws {
    let cases = try Case.all(Data(contentsOf: Self.place.appending(path: "cts.json")))
    #expect(cases.count > 700)
    for example in cases {
      guard !example.isInvalid else {
        #expect(throws: JSONPathProblem.self, "\(example.name)") { _ = try JSONPathQuery(example.selector) }
        continue
      }
      let query = try JSONPathQuery(example.selector)
      let document = BodyDocument(example.document, contentType: "application/json")
      let result = try document.select(query)
      #expect(result.notice == nil)
      let found = try JSONSerialization.jsonObject(with: result.body) as? NSArray
      #expect(example.results.contains { $0.isEqual(found) }, "\(example.name): \(example.selector)")
      guard !example.paths.isEmpty else { continue }
      let paths = try document.rows(matching: query).map { document.normalizedPath(ofRow: $0) }
      #expect(example.paths.contains(paths), "\(example.name): \(example.selector)")
    }
  }
}

extension BodyDocument {
  /// The normalized path of a row (RFC 9535, section 2.7), such as `$['items'][3]['name']`. Empty if the body is not JSON.
  fileprivate func normalizedPath(ofRow row: Int) -> String {
    guard case .tree(let view) = content.pretty, let view = view as? JSONView else { return "" }
    guard row >= 0 else { return "$" }
    return content.text.withUnsafeBytes { view.path(of: row, in: $0, isNormalized: true) }
  }
}

/// One case of the suite; its document keeps the bytes of the suite, so that `1.0` stays `1.0`.
private struct Case {
  var name: String
  var selector: String
  var isInvalid: Bool
  var document = Data()
  var results: [NSArray] = []
  var paths: [[String]] = []

  static func all(_ data: Data) throws -> [Case] {
    let suite = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let bytes = BodyDocument(data, contentType: "application/json")
    return try #require(suite["tests"] as? [[String: Any]]).enumerated().map { index, test in
      let found = try bytes.select(JSONPathQuery("$.tests[\(index)].document")).body
      return try Case(test, document: Data(found.dropFirst(2).dropLast(2)))
    }
  }

  init(_ test: [String: Any], document: Data) throws {
    name = try #require(test["name"] as? String)
    selector = try #require(test["selector"] as? String)
    isInvalid = test["invalid_selector"] as? Bool ?? false
    guard !isInvalid else { return }
    self.document = document
    results = try test["results"] as? [NSArray] ?? [#require(test["result"] as? NSArray)]
    paths = test["results_paths"] as? [[String]] ?? (test["result_paths"] as? [String]).map { [$0] } ?? []
  }
}
