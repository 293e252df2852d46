package import TerminalUI

/// Something a person can do, declared once: keys, footer, help screen, palette and documents all come from here.
package struct Command: Sendable {
  /// Where its keys act. A pane's own commands come before those that act everywhere.
  package enum Scope: String, Sendable, CaseIterable {
    case everywhere, collections, history, request, response
  }

  /// What people type in the palette and in a configuration: `request.send`.
  package let name: String
  package let title: String
  /// One sentence for the help screen.
  package let help: String
  package let scope: Scope
  package let keys: [Key]
  /// The word for the footer; `nil` keeps it out of there.
  package let footer: String?
  /// Whether its keys act while text is being edited: only keys that no text field needs.
  package let worksWhileEditing: Bool
  /// Whether it opens a field or a list to type in, so that text may follow its key at once.
  package let opensField: Bool
  package let whyUnavailable: @Sendable (Workbench) -> String?
  package let run: @Sendable (inout Workbench) -> [Effect]

  package init(
    _ name: String, _ title: String, _ help: String, in scope: Scope, keys: [Key], footer: String? = nil,
    worksWhileEditing: Bool = false, opensField: Bool = false,
    whyUnavailable: @escaping @Sendable (Workbench) -> String? = { _ in nil },
    run: @escaping @Sendable (inout Workbench) -> [Effect]
  ) {
    self.name = name
    self.title = title
    self.help = help
    self.scope = scope
    self.keys = keys
    self.footer = footer
    self.worksWhileEditing = worksWhileEditing
    self.opensField = opensField
    self.whyUnavailable = whyUnavailable
    self.run = run
  }

  package static let all: [Command] =
    everywhere + collections + history + request + response

  /// The command that `key` means there, a pane's own before one that acts everywhere.
  package static func command(for key: Key, in scope: Scope) -> Command? {
    let own = byKey[scope]?[key] ?? byKey[.everywhere]?[key]
    return own.map { all[$0] }
  }

  package static func named(_ name: String) -> Command? { all.first { $0.name == name } }

  private static let byKey: [Scope: [Key: Int]] = {
    var table: [Scope: [Key: Int]] = [:]
    for (index, command) in all.enumerated() {
      for key in command.keys { table[command.scope, default: [:]][key] = index }
    }
    return table
  }()
}
