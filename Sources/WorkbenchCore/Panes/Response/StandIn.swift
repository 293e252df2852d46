/// The effect of another tab's command while this tab is shown, so that a key keeps its meaning in all tabs.
package struct StandIn<Owner>: Sendable {
  /// The word in the footer; `nil` uses that of the command.
  var footer: String?
  let whyUnavailable: @Sendable (Owner, PaneContext) -> String?
  let run: @Sendable (inout Owner, PaneContext) -> [PaneOutput]
}

extension ResponsePane {
  /// The shown tab's effect of another tab's command; `nil` if the command has its own effect.
  func standIn(for command: String) -> StandIn<ResponsePane>? { type(of: tab).standIn(for: command) }
}

extension ResponseTab {
  fileprivate static func standIn(for command: String) -> StandIn<ResponsePane>? {
    guard let own = standIns[command] else { return nil }
    return StandIn(
      footer: own.footer,
      whyUnavailable: { pane, context in pane.tab(Self.self).flatMap { own.whyUnavailable($0, context) } },
      run: { pane, context in pane.withTab(Self.self) { own.run(&$0, context) } ?? [] })
  }
}
