package import RequestModel

/// A request being edited and the saved version of it.
package struct EditedRequest: Equatable, Sendable {
  package private(set) var saved: SavedRequest
  package private(set) var current: SavedRequest
  /// Whether the request has a file. Edits of an earlier run may have lost theirs.
  package private(set) var hasFile = true
  private var past: [SavedRequest] = []
  private var future: [SavedRequest] = []
  private var bodies = BodyMemory()

  private static let undoLimit = 200

  package init(_ saved: SavedRequest) {
    self.saved = saved
    current = saved
  }

  /// Creates a request from a draft whose file is missing or cannot be read.
  package init(recovered request: SavedRequest) {
    self.init(request)
    hasFile = false
  }

  package var isUnsaved: Bool { !hasFile || current != saved }
  package var canUndo: Bool { !past.isEmpty }
  package var canRedo: Bool { !future.isEmpty }

  /// Applies an edit as one undo step. Edits without a change are not recorded.
  package mutating func edit(_ change: (inout SavedRequest) -> Void) {
    var next = current
    change(&next)
    guard next != current else { return }
    past.append(current)
    if past.count > Self.undoLimit { past.removeFirst() }
    future = []
    current = next
  }

  /// Changes the kind of the body, restoring an earlier body of that kind.
  package mutating func setBodyKind(_ kind: BodyKind?) {
    var bodies = bodies
    edit { bodies.change(&$0, to: kind) }
    self.bodies = bodies
  }

  package mutating func apply(_ change: RequestChange) {
    switch change {
    case .replace(let request): edit { $0 = request }
    case .bodyKind(let kind): setBodyKind(kind)
    case .undo: undo()
    case .redo: redo()
    }
  }

  package mutating func undo() {
    guard let last = past.popLast() else { return }
    future.append(current)
    current = last
  }

  package mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(current)
    current = next
  }

  /// Marks `request` as saved. Edits made since the save began stay unsaved.
  package mutating func markSaved(_ request: SavedRequest) {
    if current.id == nil { current.id = request.id }
    saved = request
    hasFile = true
  }

  /// Updates to the file's current content. A new name keeps the edits; any other change is an edit that can be undone.
  package mutating func reload(_ request: SavedRequest) {
    // A draft without a file got its file back: its edits stay.
    guard hasFile else { return markSaved(request) }
    var renamed = saved
    renamed.name = request.name
    if renamed == request {
      current.name = request.name
    } else {
      edit { $0 = request }
    }
    saved = request
  }
}

/// A change to a request being edited.
package enum RequestChange: Equatable, Sendable {
  case replace(SavedRequest)
  case bodyKind(BodyKind?)
  case undo, redo
}
