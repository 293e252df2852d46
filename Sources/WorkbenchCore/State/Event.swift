package import Foundation

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
  /// The text of the clipboard, for the open field. It may be empty.
  case clipboard(String)
  /// A message to show.
  case notice(Notice)
  /// A result for the part of the program that understands it.
  case message(any Message)
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
  /// The file was not saved: another program removed it.
  case removedFromDisk(Address)
  /// A file or folder was created, renamed, moved, duplicated or restored.
  case placed(Address, from: Address?, tree: CollectionTree)
  /// A new request was saved in its first file.
  case savedNew(Address, from: Address, SavedFile, tree: CollectionTree)
  /// - Parameter step: Set if undoing an import has deleted it.
  case deleted(Address, trash: TrashID, tree: CollectionTree, step: FileStep? = nil)
  /// Files and folders were made: new, pasted or duplicated.
  case created([Address], copyOf: Address? = nil)
  /// Folders were made for a new file, the innermost first. Undoing its creation removes them.
  case madeFolders([Address], for: Address)
  /// Files were imported, renamed, moved or written; restoring this undoes it.
  ///
  /// - Parameter of: The one file or folder.
  case undoable(TrashID, of: Address? = nil)
  /// A change was undone or done again. Undoing this is the opposite.
  case undone(FileUndo, isRedo: Bool, of: Address? = nil)
  /// Files deleted and imported in earlier runs, the newest last. Sent once they are read, also without any.
  ///
  /// - Parameter places: Where the deleted ones were.
  case trash([TrashID], imports: [EarlierImport] = [], places: [TrashID: Address] = [:])
  /// Files change, in any workspace, for so long that input no longer waits for it; `false` once they have changed.
  case slowChange(Bool)
  /// The file was not saved: it is read-only.
  case readOnly(Address, overwriting: Bool)
  case secret(SecretPlace, SecretState)
  case failed(Problem)
  /// Unsaved edits of an earlier run, with and without a file to edit.
  case drafts([Address: SavedFile], withoutFile: [Address: SavedFile])
  /// The secrets whose values were stored for the pasted requests of an earlier run.
  case pastedSecrets([Address: [String]])
  /// Unsaved edits of requests restored from the trash.
  case restoredEdits([Address: SavedFile])
  /// Other programs changed the collections; `files` holds the files whose content may have changed, `removed` those of
  /// them that do not exist any more.
  case diskChanged(CollectionTree, files: Set<Address>, removed: Set<Address> = [])
  /// The saved version of a file with unsaved edits.
  case onDisk(Address, SavedFile)
  /// The progress of fetching a base; `nil` once it has ended.
  case base(String?)
  case listed(FolderListing)
  /// The commands and requests that the user used in this workspace.
  case uses(UseTable)
  /// The tabs of the last run.
  case tabs([Address])
  /// The values that responses and scripts have set in memory.
  case session(SessionValues)
  /// A response, or the user for one, has set a variable in this file; `nil` if it cannot be read.
  case captured(Address, SavedFile?)
  /// A file is gone that an import has removed, or an environment whose creation was undone.
  case ownRemoval(Address)
  /// A file has changed since its request was edited.
  case outdated(Address)
  /// An open file has the content that it was opened with, maybe again.
  case asOpened(Address)

  /// Whether it may change git's status.
  package var mayChangeStatus: Bool {
    switch self {
    case .loaded, .placed, .deleted, .diskChanged, .captured, .ownRemoval: true
    default: false
    }
  }
}

/// The progress of an exchange.
package enum ExchangeEvent: Sendable {
  case started(Date)
  /// Nothing was sent: the user must first allow sources outside the collection.
  case refused(PermissionRequest)
  /// The user has to log in; the exchange waits.
  case login(Login)
  /// The login has ended, successfully or not.
  case loginEnded
  /// The token of the request.
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
  /// Messages of both directions, of an exchange that takes messages while it runs. Those that wait are one event.
  case messages([LogEvent])
  /// The messages so far, with more secrets masked.
  case remasked([LogEvent])
  /// Results of checks and output of scripts, while the exchange runs. Waiting ones are joined into one event.
  case results([LogEvent])
  /// How far such an exchange is.
  case phase(ExchangePhase)
  /// - Parameter secrets: The secrets masked in the body.
  case body(BodyDocument, secrets: MaskedSecrets = MaskedSecrets())
  /// Always the last event.
  case ended(Exchange, sentBody: BodyDocument?)
}

/// An error message: what failed, on what, why, and what to do.
package struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
  package var sentence: String

  package var description: String { sentence }

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

/// Identifies a deleted file or another change of files, to take it back.
package struct TrashID: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }
}

/// The text opened in the external editor. It identifies the field for the result, even if the selection changes.
package struct EditedText: Equatable, Sendable {
  package var workspace: WorkspaceID
  package var file: Address
  package var target: EditTarget
}
