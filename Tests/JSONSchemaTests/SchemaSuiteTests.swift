import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import JSONSchema

/// The test suite of json-schema.org, where it is at hand.
@Suite struct SchemaSuiteTests {
  static let folder = ProjectFiles.cases.appending(path: "json-schema").path

  /// Tests that are known to fail, with their reasons.
  static let known: [String: String] = [
    "optional/content.json": "Content keywords are annotations, as in later drafts.",
    "optional/format/ecmascript-regex.json: ECMA 262 lookbehind is valid":
      "PCRE2 has no look-behind of variable width.",
    "optional/format/hostname.json: validation of A-label (punycode) host names": "Punycode is not decoded.",
    "optional/format/idn-hostname.json": "The code points of IDNA are not checked.",
  ]

  @Test(
    "All required and optional tests of both drafts pass, except the known ones",
    .needsCases("json-schema/tests"),
    arguments: [JSONSchema.Draft.draft7, .draft202012])
  func suitePasses(draft: JSONSchema.Draft) throws {
    let name = draft == .draft7 ? "draft7" : "draft2020-12"
    let documents = try Self.remotes()
    var failures: [String] = []
    var count = 0
    for file in try Self.files(below: "tests/" + name) {
      let isFormat = file.contains("/optional/format/")
      for group in try Self.read(file).array ?? [] {
        let schema = JSONSchema(
          group.object!["schema"]!, documents: documents, draft: draft, formats: isFormat ? .assertion : .annotation)
        for test in group.object!["tests"]!.array! {
          count += 1
          let isExpected = test.object!["valid"]!.bool!
          let label =
            file.dropFirst(6 + name.count + 1) + ": " + group.object!["description"]!.string! + ": "
            + test.object!["description"]!.string!
          do {
            let findings = try schema.findings(in: test.object!["data"]!)
            if findings.isEmpty != isExpected {
              failures.append(label + (findings.first.map { " – " + $0.sentence } ?? ""))
            }
          } catch {
            failures.append("\(label) – \(error)")
          }
        }
      }
    }
    let unexpected = failures.filter { failure in !Self.known.keys.contains { failure.hasPrefix($0) } }
    #expect(unexpected == [], "\(unexpected.count) of \(count)")
    // A reason without a failure is out of date; draft 2020-12 has no content tests.
    let unused = Self.known.keys.filter { key in !failures.contains { $0.hasPrefix(key) } }
    #expect(unused.allSatisfy { draft == .draft202012 && $0 == "optional/content.json" })
  }

  private static func files(below path: String) throws -> [String] {
    let all = FileManager.default.enumerator(atPath: folder + "/" + path)?.allObjects as? [String] ?? []
    return all.filter { $0.hasSuffix(".json") }.sorted().map { path + "/" + $0 }
  }

  private static func read(_ path: String) throws -> JSONValue {
    try JSONText([UInt8](Data(contentsOf: URL(filePath: folder + "/" + path)))).value
  }

  private static func remotes() throws -> [String: JSONValue] {
    var documents: [String: JSONValue] = [:]
    for file in try files(below: "remotes") {
      documents["http://localhost:1234/" + file.dropFirst("remotes/".count)] = try read(file)
    }
    return documents
  }
}
