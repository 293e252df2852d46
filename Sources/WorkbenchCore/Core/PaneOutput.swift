/// A request from a pane, an overlay or the workspace to the rest of the program.
package enum PaneOutput: Equatable, Sendable {
  case effect(Effect)
  case notice(Notice)
  case clearNotice
  /// For the part of the program that understands it.
  case message(SentMessage)
  case overlay(Overlay)
  /// Runs a command by name.
  case run(String)
  /// Runs a command that was chosen from a list: its pane is shown and focused first.
  case choose(String)
  /// Runs a command with the text that was typed after its word.
  case runWith(String, argument: String)
  /// Saves the state that the next start restores.
  case remember
  case quit(UnsavedEdits)

  // Panes
  /// Commits the open text field to its request.
  case commit
  /// Shows a pane on the left.
  case show(Command.Scope)
  case focus(Focus)
  /// Focuses the request if the sidebar is hidden.
  case leaveHiddenSidebar
  /// The pane had nothing to close with Escape.
  case stepOut
  /// Shows a request, folder or exchange.
  case select(Subject)
  /// Selects a node in the collections.
  case reveal(Address)
  /// A file or folder was moved; `nil` if it was deleted.
  case moved(Address, to: Address?)

  /// Alerts the user to the end of work that took this long, if they look elsewhere.
  case alert(Duration, String)

  /// Other programs changed the collections.
  case treeChanged
  /// The login of an exchange has ended: its dialogs close.
  case closeLogin(ExchangeID)
  /// Drops the waiting dialogs of work that has ended or restarted.
  case dropWaiting(Cause)
  /// The user waits for work that no effect of theirs has begun: its dialog opens at once.
  case expect(Cause)
  /// Refreshes the clock of a running exchange.
  case wake
}

extension PaneOutput {
  static func information(_ text: String) -> PaneOutput { .notice(Notice(.information, text)) }
  static func success(_ text: String) -> PaneOutput { .notice(Notice(.success, text)) }
  static func failure(_ text: String) -> PaneOutput { .notice(Notice(.failure, text)) }

  /// Explains in a dialog why a field or list cannot be opened, so that the letters typed next run no commands.
  ///
  /// - Parameter remedy: The command that changes that, on Enter and on its own keys that type no text.
  static func refusal(_ title: String, _ reason: String, remedy: Command? = nil) -> PaneOutput {
    let offer = remedy.map { remedy in
      // Lower case, like other choices.
      let label = remedy.title.prefix(1).lowercased() + remedy.title.dropFirst()
      var choice = Confirm.Choice(key: .enter, label: label, action: .run(remedy.name))
      choice.otherKeys = remedy.keys.filter { $0.keys.count == 1 && !$0.keys[0].isTyped }.map { $0.keys[0] }
      return choice
    }
    let close = Confirm.Choice.leave("close")
    let choices = [offer, close].compactMap(\.self)
    return .open(Confirm(title: title, text: reason, choices: choices))
  }
}
