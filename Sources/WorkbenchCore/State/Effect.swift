package import BodyDocument
package import Foundation
package import RequestModel
package import TerminalUI

/// Work to do outside the program's state. Effects are data; their results arrive as events.
package enum Effect: Equatable, Sendable {
  /// Reads or changes files of an open folder.
  case files(WorkspaceID, FileEffect)
  /// Reads a source in another format and writes it as files of the open folder.
  case imports(ImportEffect)
  case export(ExportJob)
  /// Reads or changes the repository of the open folder.
  case git(WorkspaceID, GitEffect)

  case send(SendJob)
  case cancel(ExchangeID)
  /// Makes the text of a request without sending it.
  case preview(SendJob)
  /// Reads the documentation of a request or folder.
  case readDocs(WorkspaceID, Address)
  /// Copies a request as a curl command that sends what would be sent.
  case copyCurl(SendJob, includesSecrets: Bool)
  /// Copies a request as it was sent, secrets masked, as a curl command.
  case copySentCurl(SentRequest, RequestOptions)
  /// Looks up the kept token of a request without sending anything.
  case findToken(SendJob)
  case listCookies(environment: String?)
  /// Keeps a cookie, written as its URL and its `Set-Cookie` line.
  case setCookie(String, replacing: StoredCookie?, environment: String?)
  case deleteCookie(StoredCookie, environment: String?)
  case clearSessionCookies(environment: String?)
  /// Pauses or resumes the response of a running exchange.
  case pause(ExchangeID, Bool)
  /// Completes a login with the address that the browser was redirected to.
  case completeLogin(ExchangeID, String)
  /// Opens a page in the user's browser.
  case openPage(String)
  case listHistory(query: String)
  /// Reads that many of the newest exchanges; `.newest` follows.
  case listNewest(Int)
  case history(HistoryEffect)
  case openExchange(ExchangeID)
  case run(RunEffect)
  /// Finds the last exchange of a request in history.
  case findLastExchange(Exchange.Origin, RequestID?)

  /// Starts a search and cancels the previous one.
  case search(SearchJob)
  case filter(TaskID, BodyFilter, BodyDocument)
  case stopFilter
  /// Starts a search in files and cancels the previous one.
  case searchFiles(WorkspaceID, FileSearchJob)
  case stopSearchingFiles
  /// Compares a body with that of another exchange; the older one comes first.
  case compare(TaskID, BodyDocument, startedAt: Date?, with: ExchangeID)
  /// Compares a body with that of an example of a request.
  case compareExample(TaskID, BodyDocument, with: SavedExample, of: Address)

  case edit(EditTicket, text: String, fileExtension: String)
  /// Opens a file of the collection in the user's editor.
  case editFile(WorkspaceID, Address)
  case copy(String, what: String)
  /// Inserts the text of the clipboard, or the other one if no clipboard can be read.
  case paste(instead: String)
  /// Writes bytes to a file; asks before overwriting one.
  ///
  /// - Parameters:
  ///   - restoring: Masked secrets to restore in the bytes.
  ///   - remark: Says in the notice how secrets were written.
  case saveBody(
    Data, path: String, overwriting: Bool, restoring: MaskedSecrets = MaskedSecrets(), remark: String? = nil)
  /// Restores the masked secrets of a body.
  case reveal(TaskID, BodyDocument, MaskedSecrets, contentType: String?)
  case openBody(BodyDocument, name: String, OutsideProgram)
  /// Sends one `.woke` after a delay.
  case wake(after: Duration)
  /// Sends one `.draftDue` after a delay.
  case wakeForDraft(after: Duration)
  /// Rings, or shows a notice of the desktop.
  case alert(Alert)
  /// Looks up what a field can be completed with; the result is `.suggested`.
  case complete(TaskID, CompletionSearch)
  case redraw
  /// Reports the bytes of keys, and what is known of the terminal, or ends that.
  case traceKeys(Bool)
  case suspend
  /// What concerns all open workspaces; the program takes it before effects are run.
  case program(ProgramRequest)
  /// The workspace ends; the program takes it.
  case quit
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
  case rename(Address, to: String)
  case move(Address, into: Address)
  case duplicate(Address)
  case delete(Address)
  case restore(TrashID)
  /// Stores unsaved edits as a draft; `nil` removes the draft.
  case keepDraft(Address, SavedFile?)
  /// Stores the text of an open field as a draft, with the other edits of its file.
  case keepField(Address, OpenField)
  /// Moves the draft of a file that another program has moved.
  case follow(Address, to: Address)
  /// Reads the file of unsaved edits, to compare them.
  case readDisk(Address)
  case example(Address, ExampleEffect)
  /// Lists a folder, wherever it is.
  case listFolder(FolderQuery)
  case navigation(NavigationEffect)
  case replace(ReplaceJob)
  /// Takes the replacement of that number back.
  case undoReplace(Int)
  /// Takes the file on disk for the one that was opened, if it is still this one.
  case adopt(Address, SavedFile)
  /// Reloads the context of a request and checks whether its file has changed since it was opened.
  case refresh(Address)
  /// Saves the state that the next start restores.
  ///
  /// - Parameter environments: The chosen environments, by the path of their collection.
  case remember(environments: [String: String], selection: Address?, filters: [String])
  /// Saves which sources outside the collection its requests may read.
  case allow([OutsideSource], Exchange.Origin)
  /// Allows and fetches the bases of a collection.
  case useBase(of: Address)
  /// Interrupts the fetch of a base.
  case cancelBase
  /// Reads or changes the value of a secret variable.
  case secret(SecretPlace, SecretAction)
  case setVariable(String, value: String, environment: String, collection: String, isSecret: Bool = false)
  /// Keeps credentials with the user's secrets, and saves their file with variables in their place.
  case moveCredentials(CredentialMove)
}

package enum NewItem: String, Equatable, Sendable {
  case request, folder, collection, environment
}

/// A request to send, with everything that determines its content.
package struct SendJob: Equatable, Sendable {
  package var id: ExchangeID
  package var request: SavedRequest
  /// The request file that the exchange is recorded for.
  package var origin: Exchange.Origin?
  package var environment: String?
  /// What the user has just allowed and typed.
  package var answers: SendAnswers
  package var basis: Basis
  /// Whether only a token is requested, even though a kept one is valid.
  package var fetchesToken = false

  /// The source of the request, which decides whether its file is read again before sending.
  package enum Basis: Equatable, Sendable {
    /// An unedited file. It is read again if it has changed.
    case file
    /// Unsaved edits, whatever the file contains.
    case edits
    /// A request without a file.
    case other
  }

  package init(
    id: ExchangeID, request: SavedRequest, origin: Exchange.Origin?, environment: String?, basis: Basis = .other,
    answers: SendAnswers = SendAnswers()
  ) {
    self.id = id
    self.request = request
    self.origin = origin
    self.environment = environment
    self.answers = answers
    self.basis = basis
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
    return draft.hasFile && file == draft.saved ? nil : file
  }
}
