package import RequestModel

/// Why something on disk could not be read, written or changed.
package enum StoreError: Error, Equatable, Sendable {
  package enum Action: String, Equatable, Sendable {
    case read, write, create, move, delete, list
  }

  /// The system refused; the number is its `errno`.
  case system(Action, path: String, code: Int32)
  case tooLarge(path: String, size: Int, limit: Int)
  /// Not JSON, or JSON of another shape: never overwritten.
  case notUnderstood(path: String, TextPosition, problem: String)
  /// Somebody else wrote the file since it was read; the user chooses which version stays.
  case changedOnDisk(path: String)
  /// Somebody else removed the file since it was read.
  case gone(path: String)
  case exists(path: String)
  case unusableName(String)
  case intoItself(path: String)
  /// Others may read a file of secrets.
  case open(path: String, mode: UInt32)
  case linkLoop(path: String)
  /// A link to a folder that has its row already.
  case shownElsewhere(path: String, place: String)
  case tooDeep(path: String, limit: Int)
  case cancelled
  /// The file's mode lets nobody write it; the user chooses whether it is replaced all the same.
  case readOnly(path: String)
  /// There is no place for the user's own files.
  case noHome
}

extension StoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let action, let path, let code): "Cannot \(action.rawValue) \(path) — \(Self.reason(code))"
    case .tooLarge(let path, let size, let limit):
      "\(Self.name(path)) has \(size) bytes — a file of a collection may have \(limit)"
    case .notUnderstood(let path, let position, let problem): "\(Self.name(path)):\(position) — \(problem)"
    case .changedOnDisk(let path):
      "\(Self.name(path)) was changed by another program — reload it, or save again to overwrite it"
    case .gone(let path): "\(Self.name(path)) was removed by another program — save again to write it anew"
    case .exists(let path): "\(path) is there already — choose another name"
    case .unusableName(let name): "\"\(name)\" cannot be a file's name — use letters or digits"
    case .intoItself(let path): "\(Self.name(path)) cannot be moved into itself"
    case .open(let path, let mode):
      "\(path) may be read by others (mode \(String(mode, radix: 8))) — run: chmod 600 \(path)"
    case .linkLoop(let path): "\(Self.name(path)) is a link that leads back to a folder above it"
    case .shownElsewhere(let path, let place): "\(Self.name(path)) is a link to \(place.isEmpty ? "the top" : place)"
    case .tooDeep(let path, let limit):
      "\(Self.name(path)) is more than \(limit) folders deep — open a folder above it to see what is in it"
    case .readOnly(let path): "\(Self.name(path)) is read-only — run: chmod u+w \(path)"
    case .cancelled: "Interrupted"
    case .noHome: "You have no home folder for history and drafts — set WORKBENCH_HOME to a folder of yours"
    }
  }

  private static func name(_ path: String) -> String { Address(path).components.last.map(String.init) ?? path }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case 28: "the disk is full: free some space and save again"
    case 122: "your disk quota is used up: free some space and save again"
    case 13, 1: "permission denied: check who owns it and its mode"
    case 30: "the file system is read-only"
    case 2: "there is no such file or folder"
    case 36: "the name is too long"
    default: Self.systemText(code)
    }
  }
}
