import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The number of requests, in the place of the collections.
struct CountPane: Pane {
  static let scope = Command.Scope(rawValue: "count")
  static let opener: String? = "count.toggle"

  static let commandsEverywhere = [
    PaneCommand<CountPane>(
      "count.toggle", "Number of requests", "Show the number of requests, or the collections again.",
      keywords: "how many total", keys: [], go: "#",
      run: { _, context in
        [.commit, .focus(.sidebar), .show(context.leftPane == CountPane.scope ? .collections : CountPane.scope)]
      })
  ]
  static let commands = [
    PaneCommand<CountPane>(
      "count.close", "Close the number", "Return to the collections.", keys: [.escape], footer: "back",
      whenHidden: .refuses, run: { _, _ in [.run("count.toggle")] })
  ]

  var isTyping: Bool { false }

  mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput] { [] }

  func draw(into canvas: inout Canvas, in context: PaneContext) {
    let style = Style(context.isFocused ? .focusedBorder : .border)
    canvas.box(Rect(canvas.size), title: [Span("Requests", .title)], style: style)
    canvas.write(Formatting.number(context.workspace.tree.nodes.count { !$0.isFolder }), column: 2, row: 1)
  }
}

struct AddingAPaneTests {
  @Test func aPaneHasItsCommandsEverywhereWithoutASecondLine() {
    let commands = Features.entries(for: Panes.all + [CountPane.self]).flatMap(\.commands)
    #expect(commands.map(\.name) == Command.everywhere.map(\.name) + ["count.toggle"])
    #expect(commands.last?.scope == .everywhere)
  }

  @Test func thePaneIsShownAndClosed() {
    let context = Harness.shop().bench.context(.collections)
    var pane = CountPane()
    let shown = CountPane.commandsEverywhere[0].run(&pane, context)
    #expect(shown == [.commit, .focus(.sidebar), .show(CountPane.scope)])
    let closed = CountPane.commands[0].run(&pane, context)
    #expect(closed == [.run("count.toggle")])
    var canvas = Canvas(Frame(size: Size(columns: 20, rows: 3)))
    pane.draw(into: &canvas, in: context)
    let requests = context.workspace.tree.nodes.count { !$0.isFolder }
    #expect(requests > 0 && canvas.frame.text.contains("│ \(requests)"))
  }
}
