package import RequestModel
import TerminalUI

/// What a pane, an overlay or the workspace asks of the rest of the program.
package enum PaneOutput: Equatable, Sendable {
  case effect(Effect)
  case notice(Notice)
  case overlay(Overlay)
  /// Runs a command by its name, as the palette does.
  case run(String)
  /// Remembers what the next start begins with.
  case remember
  case quit(saving: Bool)

  // Panes
  case focus(Focus)
  /// Escape had nothing to close.
  case stepOut
  /// Brings a request, folder or exchange into sight.
  case select(Subject)
  /// Selects a row of the tree.
  case reveal(Address)
  /// A file or folder has a new address; `nil` if it was deleted.
  case moved(Address, to: Address?)
  /// What a dialog answers to the pane or tab that opened it.
  case request(RequestPane.Message)
  case body(BodyTab.Message)
  case editURL
  /// The open field shows its content anew.
  case renewField
  case closeField(Address)

  // The workspace
  case edit(Address, RequestChange)
  case save(Address, overwriting: Bool, evenReadOnly: Bool)
  case discardEdits(Address)
  case undoDelete
  case environment(String?)
  /// Other programs have changed files; `gone` are those they removed.
  case diskChanged(Set<Address>, gone: Set<Address>)

  // Exchanges
  case send
  /// Sends again, with what was refused allowed: once or for good.
  case allow([OutsideSource], SendJob, forGood: Bool)
  /// The response of an exchange was paused or resumed.
  case paused(ExchangeID, Bool)
  /// A clock must tick while an exchange runs.
  case wake
  /// History has changed.
  case listHistory
}

extension PaneOutput {
  static func information(_ text: String) -> PaneOutput { .notice(Notice(.information, text)) }
  static func failure(_ text: String) -> PaneOutput { .notice(Notice(.failure, text)) }

  /// Explains in a dialog why a field or list cannot be opened: letters that follow the key are not commands then.
  static func refusal(_ title: String, _ reason: String) -> PaneOutput {
    let close = Confirm.Choice(key: .escape, label: "close", action: nil)
    return .overlay(.confirm(Confirm(title: title, text: reason, choices: [close])))
  }
}
