import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

extension ResponsePane {
  static let copyStatus = PaneCommand<ResponsePane>(
    "response.copyStatus", "Copy status", "Copy the status code.", keywords: "code number yank clipboard",
    keys: [.alt("c")],
    whyUnavailable: { _, context in context.workspace.exchange?.response == nil ? "No response yet" : nil },
    run: { _, context in
      guard let status = context.workspace.exchange?.response?.status else { return [] }
      return [.effect(.copy(String(status), what: "the status code"))]
    })
}

struct AddingACommandTests {
  @Test func theCommandCopiesTheStatus() {
    var app = Harness.shop()
    let command = ResponsePane.copyStatus
    #expect(command.whyUnavailable(app.bench.responsePane, app.bench.context(.response)) == "No response yet")
    app.sendAndAnswer { .answered($0, status: 201) }
    var pane = app.bench.responsePane
    #expect(command.run(&pane, app.bench.context(.response)) == [.effect(.copy("201", what: "the status code"))])
  }
}
