/// An error while reading, writing or moving files.
package enum StoreError: Error, Equatable, Sendable {
  package enum Action: String, Equatable, Sendable {
    case read, write, create, move, delete, list
  }

  /// A system call failed with an `errno`.
  case system(Action, path: String, code: Int32)
  /// The trash has all of it, and some of it could not be removed from its place.
  case partlyDeleted(path: String, trashed: String, code: Int32)
  case tooLarge(path: String, size: Int, limit: Int)
  /// The file is not valid JSON, or has unexpected contents. It is never overwritten.
  case notUnderstood(path: String, TextPosition, problem: String)
  /// The file has a later version of its format. It is never read or written.
  case newer(path: String, format: Int)
  /// Another program changed the file since it was read. The user decides which version to keep.
  case changedOnDisk(path: String)
  /// Another program removed the file since it was read.
  case gone(path: String)
  case exists(path: String)
  case unusableName(String)
  case intoItself(path: String)
  /// Other users can read a file of secrets.
  case open(path: String, mode: UInt32)
  /// The Secret Service of the desktop failed, with its own reason.
  case secretService(String)
  /// The user's command for secrets failed.
  case secretProgram(String, String)
  /// The user's command for secrets cannot be called with this name. `what` is the environment or folder, or `nil` for
  /// the name of the secret itself.
  case secretPlaceholder(secret: String, _ what: String?)
  /// A secret cannot be moved to another place.
  case secretStays(String, SecretMoveProblem)
  case linkLoop(path: String)
  /// A link to a folder that already has a row.
  case shownElsewhere(path: String, place: String)
  case tooDeep(path: String, limit: Int)
  case cancelled
  /// The file is read-only. The user decides whether to replace it anyway.
  case readOnly(path: String)
  /// The base of a collection cannot be used.
  case base(BaseProblem)
  /// Only the base has it, or its file is a change to one of the base.
  case inherited(path: String, isChange: Bool)
  /// Another import has locked the folder for too long. `holder` is its process, if known.
  case busy(path: String, holder: String?)
  /// There is no home folder for the user's files.
  case noHome
}

extension StoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .system(let action, let path, let code): "Cannot \(action.rawValue) \(path) — \(Self.reason(code))"
    case .partlyDeleted(let path, let trashed, let code):
      "Cannot delete all of \(path) — \(Self.reason(code)); the trash has a copy of it: \(trashed)"
    case .tooLarge(let path, let size, let limit):
      "\(Self.name(path)) has \(size) bytes — the limit is \(limit)"
    case .notUnderstood(let path, let position, let problem): "\(Self.name(path)):\(position) — \(problem)"
    case .newer(let path, let format):
      "\(Self.name(path)) was written by a newer workbench (format \(format)) — update this one to use it"
    case .changedOnDisk(let path):
      "\(Self.name(path)) was changed by another program — reload it, or save again to overwrite it"
    case .gone(let path): "\(Self.name(path)) was removed by another program — save again to restore it"
    case .exists(let path): "\(path) already exists — choose another name"
    case .unusableName(let name): "\"\(name)\" is not a valid file name — use letters or digits"
    case .intoItself(let path): "\(Self.name(path)) cannot be moved into itself"
    case .open(let path, let mode):
      "\(path) is readable by other users (mode \(String(mode, radix: 8))) — run: chmod 600 \(path)"
    case .secretService(let reason):
      "The Secret Service failed: \(reason) — unlock the keyring, or keep secrets in the file"
    case .secretProgram(let name, let reason): "Cannot run \(name) for a secret: \(reason) — check settings.json"
    case .secretPlaceholder(let secret, let what):
      "The secret \"\(secret)\" is not asked of your secret command: the \(what ?? "name") may reach something else — "
        + "rename it to letters, digits, spaces and _-.@+:, or run: workbench secret set"
    case .secretStays(let secret, let problem): "The secret \"\(secret)\" stays where it is: \(problem)"
    case .linkLoop(let path): "\(Self.name(path)) is a link to a folder above it"
    case .shownElsewhere(let path, let place): "\(Self.name(path)) is a link to \(place.isEmpty ? "the top" : place)"
    case .tooDeep(let path, let limit):
      "\(Self.name(path)) is more than \(limit) folders deep — open a folder closer to it to see its contents"
    case .readOnly(let path): "\(Self.name(path)) is read-only — run: chmod u+w \(path)"
    case .base(let problem): problem.description
    case .inherited(let path, let isChange):
      isChange
        ? "\(Self.name(path)) overrides a request of the base by its file name — rename or move it in the base"
        : "\(Self.name(path)) belongs to the base of the collection — change it there, or override it here"
    case .cancelled: "Interrupted"
    case .busy(let path, let holder):
      "\(path) is locked by \(holder ?? "another import") — try again once that has ended"
    case .noHome: "No home folder for history and drafts — set WORKBENCH_HOME to a folder you own"
    }
  }

  private static func name(_ path: String) -> String { Address(path).components.last.map(String.init) ?? path }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case 28: "the disk is full: free some space and try again"
    case 122: "your disk quota is exceeded: free some space and try again"
    case 13, 1: "permission denied: check its owner and mode"
    case 30: "the file system is read-only"
    case 2: "no such file or folder"
    case 21: "it is a folder, not a file: move it elsewhere"
    case 36: "the name is too long"
    default: Self.systemText(code)
    }
  }
}
