extension HistoryPane {
  package static let commandsEverywhere = [
    PaneCommand<HistoryPane>(
      "history.toggle", "History", "Toggle history.",
      keywords: "log past recent exchanges sent previous show view", keys: [.character("H"), .function(4)],
      run: { _, context in
        [.commit, .focus(.sidebar), .show(context.leftPane == .history ? .collections : .history)]
      })
  ]
}

/// The last response of a request, read from history.
package struct LastExchange: Feature {
  package init() {}

  package static let commands = [
    PaneCommand<LastExchange>(
      "response.last", "Last response", "Show the last response of this request from history.",
      keywords: "previous latest result again history reopen",
      keys: [.character("L")], whyUnavailable: { _, context in context.workspace.whyNoLastExchange },
      run: { _, _ in [.workspace(.reopenLast)] })
  ]
}
