package import BodyDocument
package import Foundation
package import RequestModel
package import TerminalUI

/// Anything that can change the program's state. The current time and all results arrive inside events.
package enum Event: Sendable {
  case input(TerminalInput)
  case resized(Size)
  /// The terminal's window got the focus or lost it.
  case focused(Bool)
  /// SIGTERM or SIGHUP: quit without asking.
  case terminated
  /// The result of a `.wake` effect.
  case woke(now: Date)
  /// The result of a `.wakeForDraft` effect.
  case draftDue
  case workspace(WorkspaceID, WorkspaceEvent)
  case exchange(ExchangeID, ExchangeEvent)
  case previewed(ExchangeID, PreviewText)
  /// Documentation in Markdown.
  case docs(Address, String)
  case cookies([StoredCookie], environment: String?)
  /// What was typed for a cookie is no cookie.
  case cookieRefused(String, replacing: StoredCookie?, environment: String?, why: String)
  case history(HistoryEvent)
  /// What happens in the run of that number.
  case run(Int, RunUpdate)
  case found(RunFinding)
  /// The result of a background task of a response tab. Stale results are ignored.
  case task(TaskID, BodyTaskEvent)
  case saveRefused(SaveRefusal)
  /// A step of the import of that number.
  case imported(Int, ImportEvent)
  case exported(Result<InterchangeSummary, Problem>)
  case git(WorkspaceID, GitEvent)
  /// The path of a file that was typed, completed as far as it is unique, and what may follow.
  case completed(String, by: String, others: [String])
  /// What a field can be completed with. Stale results are ignored.
  case suggested(TaskID, [CompletionItem])
  /// The text of the clipboard, for the open field; empty if there is none.
  case clipboard(String)
  /// The result of the search of that number.
  case searched(Int, FileSearchEvent)
  /// The external editor was closed; `nil` if it failed or the text is unchanged.
  case edited(EditTicket, text: String?)
  /// A message to show.
  case notice(Notice)
  /// What is known of the terminal: the key tester can begin.
  case terminal(TerminalHabits)
}

/// Results of `FileEffect`s, and changes on disk.
package enum WorkspaceEvent: Sendable {
  case loaded(CollectionTree)
  case opened(Address, Result<SavedFile, Problem>)
  /// The context of a file: settings of its parent folders and its collection's environments.
  case scope(Address, RequestContext)
  case saved(Address, SavedFile)
  /// The file was not saved: it has changed since it was opened.
  case changedOnDisk(Address)
  /// A file or folder was created, renamed, moved, duplicated or restored.
  case placed(Address, from: Address?, tree: CollectionTree)
  case deleted(Address, trash: TrashID, tree: CollectionTree)
  /// Requests were pasted.
  case created([Address])
  /// Files were imported; restoring this undoes it.
  case imported(undo: TrashID)
  /// A request was made whose URL is to be typed.
  case new(Address)
  /// Files deleted and imported in earlier runs, the newest last.
  case trash([TrashID])
  /// The file was not saved: it is read-only.
  case readOnly(Address, overwriting: Bool)
  case secret(SecretPlace, SecretState)
  case failed(Problem)
  /// Unsaved edits of an earlier run, with and without a file to edit.
  case drafts([Address: SavedFile], withoutFile: [Address: SavedFile])
  /// Unsaved edits of requests restored from the trash.
  case restoredEdits([Address: SavedFile])
  /// Other programs changed the collections; `files` holds the files whose content may have changed.
  case diskChanged(CollectionTree, files: Set<Address>)
  /// The file of unsaved edits as it is on disk.
  case onDisk(Address, SavedFile)
  case example(ExampleEvent)
  /// What the fetch of a base is doing; `nil` once it has ended.
  case base(String?)
  case listed(FolderListing)
  /// What the user used in this workspace.
  case uses(UseTable)
  case replaced(ReplaceReport)
  /// The tabs of the last run.
  case tabs([Address])
  /// What responses and scripts have set in memory by now.
  case session(SessionValues)
  /// A response has set a variable in this file.
  case captured(Address)
  /// A file has changed since its request was edited.
  case outdated(Address)
}

/// The progress of an exchange.
package enum ExchangeEvent: Sendable {
  case started(Date)
  /// Nothing was sent: the user must first allow sources outside the collection.
  case refused(PermissionRequest)
  /// The user has to log in; the exchange waits.
  case login(Login)
  /// The login is over, however it ended.
  case loginEnded
  /// The token that the request carries.
  case token(TokenState, now: Date)
  /// Nothing was sent: the user must first type these values.
  case prompts([PromptQuestion])
  /// Upload progress of a large body.
  case sent(Int, of: Int?)
  /// The file has changed since it was shown; this request is sent instead.
  case replaced(SavedRequest)
  case head(Response)
  /// Download progress, at most every 50 ms.
  case progress(received: Int, expected: Int?)
  /// - Parameter secrets: The secrets masked in the body.
  case body(BodyDocument, secrets: MaskedSecrets = MaskedSecrets())
  /// Always the last event.
  case ended(Exchange, sentBody: BodyDocument?)
}

package enum HistoryEvent: Sendable {
  case listed(query: String, [ExchangeSummary], total: Int, facts: HistoryFacts = HistoryFacts())
  /// The newest exchanges, after one was recorded.
  case newest([ExchangeSummary], total: Int, size: Int?)
  /// What a request did so far.
  case statistics(title: String, RequestStatistics)
  case compared(ExchangeDiff)
  /// The answer to the question of that number.
  case found(Int, [ExchangeSummary])
  /// Exchanges were annotated, deleted or restored.
  case changed(Notice?)
  case opened(Exchange, body: BodyDocument?, sentBody: BodyDocument?)
  /// The last exchange of a request.
  case last(Exchange.Origin, ExchangeSummary)
  case failed(Problem)
}

/// What the history pane shows besides the list.
package struct HistoryFacts: Equatable, Sendable {
  /// Bytes on disk.
  package var size: Int?
  /// The values that filters are completed with.
  package var known: HistoryQuery.KnownValues
  package var limits: Retention

  package init(
    size: Int? = nil, limits: Retention = Retention(), known: HistoryQuery.KnownValues = HistoryQuery.KnownValues()
  ) {
    (self.size, self.limits) = (size, limits)
    self.known = known
  }
}

/// An error message: what failed, on what, why, and what to do.
package struct Problem: Error, Equatable, Sendable {
  package var sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// A message in the footer, shown until the next key.
package struct Notice: Equatable, Sendable {
  package enum Kind: Equatable, Sendable { case information, success, failure }

  package var kind: Kind
  package var text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// Identifies a deleted file, to restore it.
package struct TrashID: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

/// The text opened in the external editor, so that the result goes to the right field whatever is selected meanwhile.
package struct EditTicket: Equatable, Sendable {
  package var workspace: WorkspaceID
  package var file: Address
  package var target: EditTarget

  package init(workspace: WorkspaceID, file: Address, target: EditTarget) {
    self.workspace = workspace
    self.file = file
    self.target = target
  }
}
