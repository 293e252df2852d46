package import RequestModel

/// A request under edit, beside what its file holds.
package struct EditedRequest: Equatable, Sendable {
  package private(set) var saved: SavedRequest
  package private(set) var current: SavedRequest
  /// Whether it was read from a file; edits of an earlier run may have lost theirs.
  package private(set) var hasFile = true
  private var past: [SavedRequest] = []
  private var future: [SavedRequest] = []
  private var bodies = BodyMemory()

  private static let undoLimit = 200

  package init(_ saved: SavedRequest) {
    self.saved = saved
    current = saved
  }

  /// Edits of an earlier run whose file is gone or cannot be read.
  package init(recovered request: SavedRequest) {
    self.init(request)
    hasFile = false
  }

  package var isUnsaved: Bool { !hasFile || current != saved }
  package var canUndo: Bool { !past.isEmpty }
  package var canRedo: Bool { !future.isEmpty }

  /// Makes one edit that one undo takes back. An edit that changes nothing is not recorded.
  package mutating func edit(_ change: (inout SavedRequest) -> Void) {
    var next = current
    change(&next)
    guard next != current else { return }
    past.append(current)
    if past.count > Self.undoLimit { past.removeFirst() }
    future = []
    current = next
  }

  /// Changes the kind of the body; what the other kinds held comes back with them.
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

  /// The file now holds `request`; edits made since it was handed over for saving stay.
  package mutating func markSaved(_ request: SavedRequest) {
    if current.id == nil { current.id = request.id }
    saved = request
    hasFile = true
  }

  /// Takes over what the file holds now: a new name goes beside the edits, anything else is an edit that can be undone.
  package mutating func reload(_ request: SavedRequest) {
    // The edits have found their file again: they stay edits.
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

/// A change of a request under edit.
package enum RequestChange: Equatable, Sendable {
  case replace(SavedRequest)
  case bodyKind(BodyKind?)
  case undo, redo
}
