/// The effect of another tab's command while this tab is shown, so that a key keeps its meaning in all tabs.
package struct StandIn<Tab: ResponseTab>: Sendable {
  /// The word in the footer; `nil` uses that of the command.
  let footer: String?
  let whyUnavailable: @Sendable (Tab, PaneContext) -> String?
  let run: @Sendable (inout Tab, PaneContext) -> [PaneOutput]

  init(
    footer: String? = nil, whyUnavailable: @escaping @Sendable (Tab, PaneContext) -> String? = { _, _ in nil },
    run: @escaping @Sendable (inout Tab, PaneContext) -> [PaneOutput]
  ) {
    (self.footer, self.whyUnavailable, self.run) = (footer, whyUnavailable, run)
  }
}

/// A stand-in as one of the pane.
struct PaneStandIn: Sendable {
  let footer: String?
  let reason: @Sendable (ResponsePane, PaneContext) -> String?
  let run: @Sendable (inout ResponsePane, PaneContext) -> [PaneOutput]
}

extension ResponsePane {
  /// The shown tab's effect of another tab's command; `nil` if the command has its own effect.
  func standIn(for command: String) -> PaneStandIn? { type(of: tab).standIn(for: command) }
}

extension ResponseTab {
  fileprivate static func standIn(for command: String) -> PaneStandIn? {
    guard let own = standIns[command] else { return nil }
    return PaneStandIn(
      footer: own.footer,
      reason: { pane, context in pane.tab(Self.self).flatMap { own.whyUnavailable($0, context) } },
      run: { pane, context in pane.withTab(Self.self) { own.run(&$0, context) } ?? [] })
  }
}
