/// Work to do outside the program's state. Effects are data; their results arrive as events.
package enum Effect: Equatable, Sendable {
  /// Reads or changes files of an open folder.
  case files(WorkspaceID, FileEffect)
  /// Work of a feature, which has its own runner.
  case feature(FeatureWork)

  case send(SendJob)
  case cancel(ExchangeID)
  case exchange(ExchangeEffect)
  /// Opens a page in the user's browser.
  case openPage(String)

  case edit(EditedText, text: String, fileExtension: String)
  /// Opens a file of the collection in the user's editor.
  case editFile(WorkspaceID, Address)
  case copy(String, what: String)
  /// Inserts the text of the clipboard, or `instead` if no clipboard can be read.
  case paste(instead: String)
  /// Sends one `.woke` after a delay.
  case wake(after: Duration)
  /// Sends one `.draftDue` after a delay.
  case wakeForDraft(after: Duration)
  case terminal(TerminalEffect)
  /// Requests that concern all open workspaces; the program handles them before effects are run.
  case program(ProgramRequest)
  /// Ends the workspace; the program handles it.
  case quit
}

/// Work on exchanges besides sending and cancelling them.
package enum ExchangeEffect: Equatable, Sendable {
  /// Looks up the kept token of a request without sending anything.
  case findToken(SendJob)
  /// Pauses or resumes the response of a running exchange.
  case pause(ExchangeID, Bool)
  /// Completes a login with the address that the browser was redirected to.
  case completeLogin(ExchangeID, String)
  /// Gives input to an exchange that takes messages while it runs.
  case give(ExchangeID, ExchangeInput)
}

/// Input for an exchange while it runs.
package enum ExchangeInput: Equatable, Sendable {
  case message(ChannelMessage)
  /// The content of a file that the user named: text if it is UTF-8.
  case file(String)
  /// No message follows; messages can still be received.
  case end
  /// Closes the connection in the way of its protocol.
  case close(CloseReason?)
}

package enum TerminalEffect: Equatable, Sendable {
  /// Rings, or shows a notice of the desktop.
  case alert(Alert)
  case redraw
  case suspend
}

/// Work on the files of an open folder. Addresses are relative to its root.
package enum FileEffect: Equatable, Sendable {
  case loadCollections
  case open(Address)
  /// - Parameters:
  ///   - overwriting: Whether to overwrite changes made by another program.
  ///   - evenReadOnly: Whether to write a read-only file.
  case save(Address, SavedFile, overwriting: Bool, evenReadOnly: Bool = false)
  case create(NewItem, in: Address, name: String)
  /// Writes the first file of a new request.
  case saveNew(Address, SavedFile, in: Address, name: String)
  case rename(Address, to: String)
  case move(Address, into: Address)
  /// - Parameter edits: The unsaved edits that the copy gets.
  case duplicate(Address, edits: SavedFile? = nil)
  /// - Parameter with: Folders created for the file, if its creation is undone; empty ones are deleted, too.
  case delete(Address, with: [Address] = [])
  /// Undoes a deletion or another change, or does it again.
  case restore(TrashID, isRedo: Bool = false)
  /// Stores unsaved edits as a draft; `nil` removes the draft.
  case keepDraft(Address, SavedFile?)
  /// Keeps with a draft the secrets whose values were stored for the pasted request.
  case notePasted([String], Address)
  /// Removes the values that were stored for a pasted request in a collection.
  case removePasted([String], Address)
  /// Stores the text of an open field as a draft, with the other edits of its file.
  case keepField(Address, OpenField)
  /// Moves the draft of a file after another program moved the file.
  case follow(Address, to: Address)
  /// Reads the saved file of unsaved edits, to compare them.
  case readDisk(Address)
  /// Lists any folder, inside or outside of the collections.
  case listFolder(FolderQuery)
  case navigation(NavigationEffect)
  /// Makes the file on disk the basis of its edits, if the file is still equal to this one.
  case adopt(Address, SavedFile)
  /// Reloads the context of a request and checks whether its file has changed since it was opened.
  case refresh(Address)
  /// Saves the state that the next start restores.
  ///
  /// - Parameter environments: The chosen environments, by the path of their collection.
  case remember(environments: [String: String], selection: Address?, filters: [String])
  /// Saves which sources outside the collection its requests may read.
  case allow([OutsideSource], Exchange.Origin)
  /// Saves that the collection may read a file that the user chose for a field of the file at an address.
  case allowChosen(String, for: Address)
  /// Allows and fetches the bases of a collection.
  case useBase(of: Address)
  /// Interrupts the fetch of a base.
  case cancelBase
  /// Reads or changes the value of a secret variable.
  case secret(SecretPlace, SecretAction)
  case setVariable(String, value: String, environment: String, collection: String, isSecret: Bool = false)
  /// Sets a variable of an environment that has no file yet.
  case setInNewEnvironment(String, value: String, environment: String, collection: String, isSecret: Bool)
  /// Moves credentials to the user's secrets, and saves their file with variables in their place.
  case moveCredentials(CredentialMove)
  /// Makes the declarations of secrets again that an undo has taken back.
  case declare([SecretPlace])
  /// Takes back the declarations of secrets that a move of a file's credentials has made, unless another file uses them.
  ///
  /// - Parameter edits: The other files of the collection that have unsaved edits.
  case takeBackDeclarations([SecretPlace], of: Address, edits: [Address: SavedFile])
}

package enum NewItem: String, Equatable, Sendable {
  case folder, collection, environment
}

/// A request to send, with everything that determines its content.
package struct SendJob: Equatable, Sendable {
  package var id: ExchangeID
  package var request: SavedRequest
  /// The request file that the exchange is recorded for.
  package var origin: Exchange.Origin?
  package var environment: String?
  /// The values and permissions that the user has just given.
  package var answers = SendAnswers()
  package var basis = Basis.other
  /// Whether to request only a token, even though a stored one is valid.
  package var fetchesToken = false
  /// Whether the steps of a conversation are carried out. Otherwise the user sends its messages.
  package var runsSteps = false
  /// The time limit in seconds if the request has no `timeout`.
  package var patience: Double?
  /// Whether it lists the tools of an MCP server, from all pages.
  package var listsAllTools = false
  /// The request that `request` was made from; `nil` if it is sent as the user wrote it.
  var source: SavedRequest?
  /// The message delivered when the exchange has ended, unless a question kept it from being sent.
  var whenEnded: SentMessage?

  /// The source of the request, which decides whether its file is read again before sending.
  package enum Basis: Equatable, Sendable {
    /// An unedited file. It is read again if it has changed.
    case file
    /// Unsaved edits, whatever the file contains.
    case edits
    /// A request without a file.
    case other
  }
}

/// An open text field of the form.
package struct OpenField: Equatable, Sendable {
  package var draft: EditedFile
  package var target: EditTarget
  package var text: TextBuffer

  /// The file with the typed text; `nil` if nothing is unsaved.
  package var file: SavedFile? {
    var file = draft.current
    // A rejected text is reported when the field is closed.
    _ = target.commit(text.text, to: &file)
    return draft.isUnsaved(file) ? file : nil
  }
}
