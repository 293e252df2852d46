internal import GRDB

/// An error while opening, reading or writing history. The program continues without it.
package enum HistoryError: Error, Equatable, Sendable {
  /// The file is not a database, or is damaged.
  case damaged(path: String)
  case readOnly(path: String)
  /// The file is on a disk that is mounted read-only.
  case readOnlyDisk(path: String)
  /// Another program kept it locked until the timeout.
  case busy(path: String)
  case full(path: String)
  /// Written by a newer version, which may have other tables.
  case newer(path: String)
  case cannotOpen(path: String, reason: String)
  /// A record exists but cannot be read.
  case unreadable(ExchangeID, reason: String)
  /// The exchange is recorded except for some bytes of its bodies.
  case bodyLeftOut(byteCount: Int, reason: String)
  /// Exchanges of a run are not recorded, or without their bodies, or the end of the run is not.
  case runLeftOut(RunLoss)
  /// The file of a backup may not be replaced.
  case backupRefused(path: String, reason: String)
  case notBackedUp(reason: String)
  /// The body limit in the environment is not a size.
  case limitNotUnderstood(String)
  case other(path: String, reason: String)
}

extension HistoryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .damaged(let path): "History is damaged: \(path) — workbench history check --repair saves what can be read"
    case .readOnly(let path): "Cannot write history: \(path) is read-only — check its owner and mode"
    case .readOnlyDisk(let path): "Cannot write history: the disk of \(path) is mounted read-only"
    case .busy(let path): "History is locked by another program: \(path) — try again later"
    case .full(let path): "Cannot write history: the disk of \(path) is full — free some space"
    case .newer(let path): "History was written by a newer workbench: \(path) — update this one to use it"
    case .cannotOpen(let path, let reason): "Cannot open history: \(path) — \(reason)"
    case .unreadable(let exchange, let reason): "Cannot read exchange \(exchange) from history — \(reason)"
    case .bodyLeftOut(let byteCount, let reason): "\(byteCount) bytes of the body — \(reason)"
    case .runLeftOut(let loss): loss.description
    case .backupRefused(let path, let reason): "Cannot back up history to \(path): \(reason)"
    case .notBackedUp(let reason): "History is not backed up: \(reason)"
    case .limitNotUnderstood(let text):
      "\(BodyLimit.variable) is \"\(text)\", not a size — use bytes, or 64k, 256M, 2G"
    case .other(let path, let reason): "History failed: \(path) — \(reason)"
    }
  }
}

extension HistoryError {
  /// Whether the history cannot be written, so that it may only be read.
  package var forbidsWriting: Bool {
    switch self {
    case .readOnly, .readOnlyDisk, .full: true
    default: false
    }
  }

  /// - Parameter isFull: Whether the disk of a file has no space left.
  init(_ error: any Error, path: String, isFull: (String) -> Bool = Disk.isFull) {
    switch error {
    case let error as HistoryError: self = error
    case let error as DatabaseError: self = Self.of(error, path, isFull)
    case let error as StoreError: self = .cannotOpen(path: path, reason: "\(error)")
    default: self = .other(path: path, reason: "\(error)")
    }
  }

  /// The errors of SQLite for what it could not write, such as the index of its log, which do not say why.
  private static let writeErrors: [ResultCode] = [
    .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE,
    .SQLITE_IOERR_SHMMAP,
  ]

  private static func of(_ error: DatabaseError, _ path: String, _ isFull: (String) -> Bool) -> HistoryError {
    let reason = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
    let folder = Disk.folder(of: path)
    return switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM: .readOnly(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path)
    case .SQLITE_FULL: .full(path: path)
    case .SQLITE_IOERR where writeErrors.contains(error.extendedResultCode) && isFull(path): .full(path: path)
    // The log and its index are files of their own.
    case .SQLITE_CANTOPEN where isFull(path): .full(path: path)
    case .SQLITE_CANTOPEN where Disk.refusesFiles(in: folder): .readOnly(path: folder)
    case .SQLITE_CANTOPEN: .cannotOpen(path: path, reason: reason)
    default: .other(path: path, reason: reason)
    }
  }
}
