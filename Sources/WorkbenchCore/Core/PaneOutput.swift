package import BodyDocument
package import RequestModel
import TerminalUI

/// A request from a pane, an overlay or the workspace to the rest of the program.
package enum PaneOutput: Equatable, Sendable {
  case effect(Effect)
  case notice(Notice)
  case overlay(Overlay)
  /// Runs a command by name, as the palette does.
  case run(String)
  /// Runs a command with the text that was typed after its word.
  case runWith(String, argument: String)
  /// Saves the state that the next start restores.
  case remember
  case quit(saving: Bool)

  // Panes
  case focus(Focus)
  /// Escape found nothing to close in the pane.
  case stepOut
  /// Shows a request, folder or exchange.
  case select(Subject)
  /// Selects a node in the collections.
  case reveal(Address)
  /// A file or folder was moved; `nil` if it was deleted.
  case moved(Address, to: Address?)
  /// A choice made in a dialog, for the pane or tab that opened it.
  case request(RequestPane.Message)
  case body(BodyTab.Message)
  /// Shows a tab of the response, as soon as it has one.
  case responseTab(String)
  case editURL
  /// Lists a folder for choosing a file.
  case listFolder(FolderQuery)
  case listed(FolderListing)
  /// Reloads the content of the open field.
  case renewField
  case closeField(Address)

  // Imports and exports
  /// Reads a pasted text and creates its requests.
  case paste(String, PastePlace)
  case importSource(ImportJob.Source)
  case chooseImportTarget(ofCollections: Bool)
  case importTarget(Address)
  /// Asks where an export goes.
  case chooseExport(ExportChoice)

  // Git
  case git(GitAction)
  /// Shows what has changed in a file, compared with a version of it.
  case compare(GitEntry?, GitBase)
  /// Compares the selected file with another version.
  case compareWith(GitBase)
  /// Shows both sides of a conflict.
  case resolve(GitEntry)

  case example(ExampleAction)
  case goTo(GoToTarget, GoToManner)
  /// Shows the form of a file in which something was found.
  case openFound(Address)
  case replaceFound(ChosenReplacement)
  /// Keeps what was searched for, for the next search.
  case rememberSearch(TextPattern)
  case replaced(ReplaceReport)
  /// Takes the tabs of the last run.
  case restoreTabs([Address])

  // Runs
  case startRun(RunJob)
  /// Opens the form with what a job has.
  case editRun(RunJob)
  /// Shows a run of history.
  case openRun(RecordedRun)

  // Settings
  /// Uses a theme without setting it; `nil` is the one that is set.
  case previewTheme(String?)
  /// Sets one, or removes it, by its names from the root.
  case set([String], JSONValue?)
  /// Asks for the value of one.
  case chooseSetting([String])

  // The workspace
  case edit(Address, FileChange)
  case save(Address, overwriting: Bool, evenReadOnly: Bool)
  case discardEdits(Address)
  /// Saves edits that were merged with the file on disk.
  case adopt(Address, merged: SavedFile, disk: SavedFile)
  case undoDelete
  case environment(String?)
  /// Other programs changed files; `gone` holds the removed ones.
  case diskChanged(Set<Address>, gone: Set<Address>)

  // Exchanges
  case send
  /// Fetches a new token for the shown request.
  case fetchToken
  /// Looks up the kept token of the shown request.
  case findToken
  /// Sends again with the refused sources allowed, once or permanently.
  case allow([OutsideSource], SendJob, forGood: Bool)
  /// Sends again with a value typed for the variable of that name.
  case answer(String, String, SendJob)
  /// A response was paused or resumed.
  case paused(ExchangeID, Bool)
  /// The login of an exchange is over: its dialogs close.
  case closeLogin(ExchangeID)
  /// Refreshes the clock of a running exchange.
  case wake
  /// History has changed.
  case listHistory
  /// Lists what was just recorded.
  case listNewest
}

extension PaneOutput {
  static func information(_ text: String) -> PaneOutput { .notice(Notice(.information, text)) }
  static func failure(_ text: String) -> PaneOutput { .notice(Notice(.failure, text)) }

  /// Explains in a dialog why a field or list cannot be opened, so that the letters typed next run no commands.
  static func refusal(_ title: String, _ reason: String) -> PaneOutput {
    let close = Confirm.Choice(key: .escape, label: "close", action: nil)
    return .overlay(.confirm(Confirm(title: title, text: reason, choices: [close])))
  }
}
