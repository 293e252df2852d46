import RequestModel
import TerminalUI

extension HistoryPane {
  package static let commandsEverywhere = [
    PaneCommand<HistoryPane>(
      "history.toggle", "History", "Toggle history.", keys: [.character("H"), .function(4)],
      run: { _, context in
        [.commit, .focus(.sidebar), .show(context.leftPane == .history ? .collections : .history)]
      })
  ]
}

/// The last response of a request, read from history.
package struct LastExchange: Feature {
  /// Exchanges being loaded, to be shown as the last response of their request.
  var reopening: [ExchangeID: Address] = [:]

  package init() {}

  package static let commands = [
    PaneCommand<LastExchange>(
      "response.last", "Last response", "Show the last response of this request from history.",
      keys: [.character("L")], whyUnavailable: { _, context in context.workspace.whyNoLastExchange },
      run: { last, context in
        guard let exchange = context.workspace.lastExchange, case .request(let address) = context.workspace.subject
        else { return [] }
        last.reopening[exchange.id] = address
        return [.effect(.openExchange(exchange.id))]
      })
  ]

  package mutating func follow(_ change: Relocation, in workspace: Workspace) {
    reopening = reopening.compactMapValues { change($0) }
  }
}
