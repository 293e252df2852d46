package import BodyDocument
package import Foundation
package import RequestModel
package import TerminalUI

/// Everything that can happen. Each topic has its own enum; the time and every result arrive inside the event.
package enum Event: Sendable {
  case input(TerminalInput)
  case resized(Size)
  /// SIGTERM or SIGHUP: leave at once, nothing is asked.
  case terminated
  /// Answers one `.wake` effect.
  case woke(now: Date)
  /// Answers one `.wakeForDraft` effect.
  case draftDue
  case workspace(WorkspaceID, WorkspaceEvent)
  case exchange(ExchangeID, ExchangeEvent)
  case history(HistoryEvent)
  /// The result of work that was done elsewhere for a response tab; a stale one is ignored.
  case task(TaskID, BodyTaskEvent)
  case saveRefused(SaveRefusal)
  /// The external editor is closed; `nil` where it failed or nothing was changed.
  case edited(EditTicket, text: String?)
  /// Something happened that only needs to be told.
  case notice(Notice)
}

/// What the collections on disk have to say.
package enum WorkspaceEvent: Sendable {
  case loaded(CollectionTree)
  case opened(Address, Result<SavedRequest, Problem>)
  /// What the folders above a request and its collection's environments give to it.
  case scope(Address, RequestContext)
  case saved(Address, SavedRequest)
  /// The file is not the one that was opened; it was left alone.
  case changedOnDisk(Address)
  /// A file or folder was made, renamed, moved, duplicated or restored: select it there.
  case placed(Address, from: Address?, tree: CollectionTree)
  case deleted(Address, trash: TrashID, tree: CollectionTree)
  /// What earlier runs deleted, the newest last.
  case trash([TrashID])
  /// The file's mode lets nobody write it; it was left alone.
  case readOnly(Address, overwriting: Bool)
  case failed(Problem)
  /// Unsaved edits of an earlier run: of files that were read before, and of some that are not there.
  case drafts([Address: SavedRequest], withoutFile: [Address: SavedRequest])
  /// Unsaved edits of a request that was deleted and is back.
  case restoredEdits([Address: SavedRequest])
  /// Other programs changed the collections; `files` are those whose content may be another now.
  case diskChanged(CollectionTree, files: Set<Address>)
  /// A file is not the one that the edits of its request were made on.
  case outdated(Address)
}

/// How one exchange goes on. Each link of the client's chain sends its own as soon as it is ready.
package enum ExchangeEvent: Sendable {
  case started(Date)
  /// Nothing was sent: the user must first allow what the request reads outside of its collection.
  case refused([OutsideSource])
  /// How much of a large body has gone out.
  case sent(Int, of: Int?)
  /// The file has changed since it was shown: this is what is sent.
  case replaced(SavedRequest)
  case head(Response)
  /// At most every 50 ms.
  case progress(received: Int, expected: Int?)
  /// - Parameter secrets: What is masked in it.
  case body(BodyDocument, secrets: MaskedSecrets = MaskedSecrets())
  /// The last one, always.
  case ended(Exchange, sentBody: BodyDocument?)
}

package enum HistoryEvent: Sendable {
  case listed(query: String, [ExchangeSummary], total: Int)
  case opened(Exchange, body: BodyDocument?, sentBody: BodyDocument?)
  /// The last exchange of a request in this or an earlier run.
  case last(Exchange.Origin, ExchangeSummary)
  case failed(Problem)
}

/// A sentence for the user: what failed, on what, why, what to do.
package struct Problem: Error, Equatable, Sendable {
  package var sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// One line at the foot of the screen until the next key.
package struct Notice: Equatable, Sendable {
  package enum Kind: Equatable, Sendable { case information, success, failure }

  package var kind: Kind
  package var text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// Names a deleted file so that it can be restored.
package struct TrashID: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

/// Which text went to the external editor, so that it comes back to the right place though the user has moved on.
package struct EditTicket: Equatable, Sendable {
  package var workspace: WorkspaceID
  package var subject: Subject
  package var field: PlacedField

  package init(workspace: WorkspaceID, subject: Subject, field: PlacedField) {
    self.workspace = workspace
    self.subject = subject
    self.field = field
  }
}
