/// A file being edited and the saved version of it.
package struct EditedFile: Equatable, Sendable {
  package private(set) var saved: SavedFile
  package private(set) var current: SavedFile
  /// Whether there is a file on the disk. Edits of an earlier run may have lost theirs.
  package private(set) var hasFile = true
  /// Whether it began as an empty request, of which nothing is lost until it is edited.
  private var isBlank = false
  private var past: [SavedFile] = []
  private var future: [SavedFile] = []
  /// The unsaved edits that the last change gave up for the saved version.
  private var givenUp: SavedFile?
  private var bodies = BodyMemory()

  private static let undoLimit = 200

  package init(_ saved: SavedFile) {
    self.saved = saved
    current = saved
  }

  /// Creates it from a draft whose file is missing or cannot be read.
  package init(recovered file: SavedFile) {
    self.init(file)
    hasFile = false
  }

  /// Creates a request that has no file yet.
  package init(new request: SavedRequest, isBlank: Bool) {
    self.init(recovered: .request(request))
    self.isBlank = isBlank
  }

  package var isUnsaved: Bool { isUnsaved(current) }

  /// Whether anything would be lost with this content.
  func isUnsaved(_ file: SavedFile) -> Bool { file != saved || !hasFile && !isBlank }

  package var canUndo: Bool { !past.isEmpty }
  package var canRedo: Bool { !future.isEmpty }

  /// Whether undo restores unsaved edits that were given up: by a reload or a revert.
  var restoresEdits: Bool { !isUnsaved && givenUp != nil && past.last == givenUp }

  /// Whether there are unsaved edits to undo, or given up ones to restore.
  var hasUndoableEdits: Bool { isUnsaved && canUndo || restoresEdits }

  /// Applies an edit as one undo step. Edits without a change are not recorded.
  package mutating func edit(_ change: (inout SavedFile) -> Void) {
    var next = current
    change(&next)
    guard next != current else { return }
    if isUnsaved, !isUnsaved(next) { givenUp = current }
    past.append(current)
    if past.count > Self.undoLimit { past.removeFirst() }
    future = []
    current = next
  }

  /// Changes the kind of the body, restoring an earlier body of that kind.
  package mutating func setBodyKind(_ kind: BodyKind?) {
    var bodies = bodies
    edit { file in
      guard var request = file.request else { return }
      bodies.change(&request, to: kind)
      file.request = request
    }
    self.bodies = bodies
  }

  package mutating func apply(_ change: FileChange) {
    switch change {
    case .replace(let file): edit { $0 = file }
    case .bodyKind(let kind): setBodyKind(kind)
    case .undo: undo()
    case .redo: redo()
    }
  }

  /// The change to the content before or after an edit: a step, if that content is the next one, else a new edit.
  func change(to file: SavedFile, by step: FileStep) -> FileChange {
    guard (step == .undo ? past : future).last == file else { return .replace(file) }
    return step == .undo ? .undo : .redo
  }

  package mutating func undo() {
    guard let last = past.popLast() else { return }
    future.append(current)
    step(to: last)
  }

  package mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(current)
    step(to: next)
  }

  /// The first save gives a request an id, which history knows it by: a state from before takes it.
  private mutating func step(to file: SavedFile) {
    let id = current.request?.id
    current = file
    if let id, var request = file.request, request.id == nil {
      request.id = id
      current.request = request
    }
  }

  /// Marks `file` as saved. Edits made since the save began stay unsaved.
  package mutating func markSaved(_ file: SavedFile) {
    if current.request?.id == nil { current.request?.id = file.request?.id }
    saved = file
    hasFile = true
    givenUp = nil
  }

  /// Marks a new request as saved in its first file, from which it has its name.
  ///
  /// - Parameter declared: The secrets that its collection declares in its place.
  package mutating func markCreated(_ file: SavedFile, without declared: [String] = []) {
    past = past.map { $0.named(file.name).withoutSecrets(declared) }
    future = future.map { $0.named(file.name).withoutSecrets(declared) }
    current = current.named(file.name).withoutSecrets(declared)
    markSaved(file)
  }

  /// Follows a move of the file: the paths in it name the same files as before.
  package mutating func follow(_ move: FileMove, from address: Address) {
    func moved(_ file: SavedFile) -> SavedFile { file.moved(by: move, from: address) }
    (saved, current, givenUp) = (moved(saved), moved(current), givenUp.map(moved))
    past = past.map(moved)
    future = future.map(moved)
  }

  /// Puts merged edits on the version that is on disk now.
  package mutating func rebase(_ merged: SavedFile, over disk: SavedFile) {
    edit { $0 = merged }
    saved = disk
    hasFile = true
  }

  /// Updates to the file's current content. A new name keeps the edits; any other change is an edit that can be undone.
  package mutating func reload(_ file: SavedFile) {
    // A draft without a file got its file back: its edits stay.
    guard hasFile else { return markSaved(file) }
    var renamed = saved
    renamed.name = file.name
    if renamed == file {
      current.name = file.name
    } else {
      let former = isUnsaved ? current : nil
      edit { $0 = file }
      givenUp = former
    }
    saved = file
  }
}

/// A change to a file being edited.
package enum FileChange: Equatable, Sendable {
  case replace(SavedFile)
  case bodyKind(BodyKind?)
  case undo, redo
}
