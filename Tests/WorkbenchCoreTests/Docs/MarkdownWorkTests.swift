import TestSupport
import Testing

@testable import WorkbenchCore

/// Markdown that is made to take long.
@Suite(.timeLimit(.minutes(3))) struct MarkdownWorkTests {
  @Test(arguments: [
    "*a ", "`a``", "> ", "- ", "<a", "(", "**_", "&", "| ", "a\n", "\\", "~~a~~", "[a](b)", "    a\n", "#\n",
  ])
  func fourTimesTheTextIsFourTimesTheWork(_ part: String) {
    let work = Work(part, { String(repeating: part, count: $0) }) { text in
      _ = MarkdownLayout.lines(of: MarkdownParser.blocks(of: text), columns: 40)
    }
    let factor = work.factor
    #expect(factor < Work.most, "\(part): \(factor) times")
  }
}
