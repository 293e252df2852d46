import BodyDocument
import Foundation
import RequestModel
import Testing
import TestSupport

/// Nicolas Seriot's JSON Parsing Test Suite, where it lies beside the work tree.
@Suite struct JSONSuiteTests {
  private static let place = ProjectFiles.cases.appending(path: "json-test-suite/test_parsing")

  @Test(.needsCases("json-test-suite"))
  func goodFilesAreAcceptedAndBadOnesAreTextWithAPlace() throws {
    let files = try FileManager.default.contentsOfDirectory(at: Self.place, includingPropertiesForKeys: nil)
    #expect(files.count > 300)
    for file in files.sorted(by: { $0.path < $1.path }) {
      let name = file.lastPathComponent
      let body = try Data(contentsOf: file)
      let document = BodyDocument(body, contentType: "application/json")
      for line in 0..<min(document.lineCount, 200) { _ = document.line(at: line).text + document.path(at: line) }
      switch name.prefix(2) {
      case "y_": #expect(document.notice == nil, "\(name)")
      case "n_":
        #expect(document.notice?.contains(/Not valid JSON at \d+:\d+|Not UTF-8/) ?? body.isEmptyOrBinary, "\(name)")
      default: break
      }
    }
  }

  /// Cases that the standard leaves open, and those that a reader may change, with their results here.
  @Test(.needsCases("json-test-suite"))
  func whatTheStandardLeavesOpenIsAsTheListSays() throws {
    let list = ProjectFiles.root.appending(path: "docs/json-test-suite.md")
    let transforms = Self.place.deletingLastPathComponent().appending(path: "test_transform")
    var rows: [String] = []
    for folder in [Self.place, transforms] {
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      for file in files.sorted(by: { $0.path < $1.path }) {
        let name = file.lastPathComponent
        guard name.hasPrefix("i_") || folder == transforms else { continue }
        let document = BodyDocument(try Data(contentsOf: file), contentType: "application/json")
        let outcome = document.notice ?? "shown, nothing changed"
        rows.append("| `\(name)` | \(outcome.replacing("|", with: "\\|")) |")
      }
    }
    let text = """
      # JSON Parsing Test Suite: implementation-defined cases

      The names are those of Nicolas Seriot's suite: `i_` files, on which RFC 8259 leaves the choice to the reader, and the \
      transform cases. Keys, numbers and strings are shown by their bytes, so nothing is rounded, merged or put in order.

      | file | what happens |
      |---|---|
      \(rows.joined(separator: "\n"))

      """
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try text.write(to: list, atomically: true, encoding: .utf8)
    } else {
      #expect(try String(contentsOf: list, encoding: .utf8) == text, "Run RECORD=1 make test to rewrite the list")
    }
  }

  /// Random bytes and good JSON with broken places: nothing may trap, and the output of what is accepted is accepted again.
  @Test(arguments: Seeds.some(of: 10))
  func randomBytesNeverTrap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("{}[]\",:\\u0019eE+-.tfn \n\r\té\0".utf8) + [0xFF, 0xC3]
    for round in 0..<400 {
      var bytes = Array(RandomJSON.text(&random, depth: 3).utf8)
      if round % 2 == 0 { bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in 0x20 } }
      for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = alphabet.randomElement(using: &random)!
      }
      var document = BodyDocument(Data(bytes), contentType: "application/json")
      _ = document.screen
      _ = document.find("1", from: -1)
      document.foldAll()
      _ = document.screen
      guard document.format == .json, document.notice == nil else { continue }
      let again = BodyDocument(Data(document.prettyText.flatMap { $0 }), contentType: "application/json")
      #expect(again.notice == nil && again.prettyOutput == document.prettyOutput)
    }
  }
}

extension Data {
  fileprivate var isEmptyOrBinary: Bool { isEmpty || contains(0) }
}
