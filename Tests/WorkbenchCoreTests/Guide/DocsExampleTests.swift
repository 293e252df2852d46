import Foundation
import RequestModel
import TestSupport
import Testing

@testable import WorkbenchCore

/// The examples of docs/form.md do what the page says.
struct DocsExampleTests {
  @Test func theTableThatIsTypedAsTextCanBeSent() throws {
    let page = try String(contentsOf: ProjectFiles.root.appending(path: "docs/form.md"), encoding: .utf8)
    let text = try #require(page.split(separator: "\n```\n").dropFirst().first)
    var file = SavedFile.request(SavedRequest(url: "http://localhost"))
    let notice = EditTarget.table(.query).commit(String(text), to: &file)
    #expect(notice == nil)
    let rows = PlacedField.query.rows(in: file)
    #expect(rows.map(\.name) == ["colour", "debug", "note"])
    #expect(rows.map(\.isOff) == [false, true, false])
    #expect(rows.last?.value == "first line\nsecond line")
    #expect(file.request?.shownURL.contains("first%20line%0Asecond%20line") == true, "\(file.request?.shownURL ?? "")")
  }
}
