import Foundation
import Testing
import WorkbenchCore
import TestSupport

/// The table of keys in docs/keys.md comes from the list of commands; `RECORD=1` writes it.
@Test func theKeysInTheDocsAreTheCommandsOwn() throws {
  let page = ProjectFiles.root.appending(path: "docs/keys.md")
  let text = try String(contentsOf: page, encoding: .utf8)
  let marks = (start: "<!-- keys -->\n", end: "<!-- /keys -->")
  let start = try #require(text.range(of: marks.start)).upperBound
  let end = try #require(text.range(of: marks.end)).lowerBound
  if ProcessInfo.processInfo.environment["RECORD"] != nil {
    try text.replacingCharacters(in: start..<end, with: CommandTable.markdown).write(
      to: page, atomically: true, encoding: .utf8)
  } else {
    #expect(text[start..<end] == CommandTable.markdown, "Run RECORD=1 make test to write the table anew")
  }
}
