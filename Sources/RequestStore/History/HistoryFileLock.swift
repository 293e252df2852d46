internal import Foundation

/// A lock on the folder of a history, held to open, close or rename its files. Other programs wait for its end.
///
/// Of two programs that close at the same time, SQLite would take neither for the last. One that opens a history while
/// its files are renamed would have its log renamed with them.
struct HistoryFileLock: Sendable {
  private let folder: Int32

  /// Waits up to two seconds for the lock. Continues without it if the program that holds it was stopped.
  ///
  /// - Parameter mayWait: Whether to wait on for another program, asked every 5 ms.
  init(at path: String, mayWait: () -> Bool = { true }) {
    folder = open(Disk.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    for _ in 0..<400 {
      guard flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, mayWait() else { return }
      usleep(5_000)
    }
  }

  func end() { if folder >= 0 { close(folder) } }
}
