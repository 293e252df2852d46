import TerminalUI

/// A command of one pane, declared beside it.
package struct PaneCommand<Owner>: Sendable {
  let name: String
  let title: String
  let help: String
  let keys: [Key]
  let footer: String?
  let footerRank: Int
  let opensField: Bool
  let whyUnavailable: @Sendable (Owner, PaneContext) -> String?
  let run: @Sendable (inout Owner, PaneContext) -> [PaneOutput]

  init(
    _ name: String, _ title: String, _ help: String, keys: [Key], footer: String? = nil, footerRank: Int = 0,
    opensField: Bool = false,
    whyUnavailable: @escaping @Sendable (Owner, PaneContext) -> String? = { _, _ in nil },
    run: @escaping @Sendable (inout Owner, PaneContext) -> [PaneOutput]
  ) {
    self.name = name
    self.title = title
    self.help = help
    self.keys = keys
    self.footer = footer
    self.footerRank = footerRank
    self.opensField = opensField
    self.whyUnavailable = whyUnavailable
    self.run = run
  }
}
