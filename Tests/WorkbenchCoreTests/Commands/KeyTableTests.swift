import Foundation
import Testing
import WorkbenchCore
import TestSupport

/// The tables in docs/keys.md come from the list of commands and the meanings of keys; `RECORD=1` writes them.
@Suite(.serialized) struct KeyTableTests {
  @Test(arguments: ["keys", "meanings"]) func theKeysInTheDocsAreTheCommandsOwn(table: String) throws {
    let page = ProjectFiles.root.appending(path: "docs/keys.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let current = table == "keys" ? CommandTable.markdown : KeyMeaning.markdown
    let start = try #require(text.range(of: "<!-- \(table) -->\n")).upperBound
    let end = try #require(text.range(of: "<!-- /\(table) -->")).lowerBound
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try text.replacingCharacters(in: start..<end, with: current).write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(text[start..<end] == current, "Run RECORD=1 make test to write the table anew")
    }
  }
}
