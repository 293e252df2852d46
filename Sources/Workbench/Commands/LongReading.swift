import Dispatch
import Foundation
import Glibc

/// Reads folders for a command: Ctrl+C ends it, and a terminal shows its progress.
enum LongReading {
  /// - Throws: `CommandExit.interrupted`, and what `read` throws.
  static func run<Value>(_ interruption: Interruption, _ read: (TreeReading) throws(StoreError) -> Value) throws
    -> Value
  {
    let reading = TreeReading()
    interruption.begin { reading.cancel() }
    defer { interruption.end() }
    let line = isatty(STDERR_FILENO) == 1 ? ProgressLine { text(reading) } : nil
    defer { line?.clear() }
    do {
      return try read(reading)
    } catch StoreError.cancelled {
      throw CommandExit.interrupted
    }
  }

  private static func text(_ reading: TreeReading) -> String {
    "Reading: \(Formatting.count(reading.folders, "folder")), \(Formatting.count(reading.files, "file")) …"
  }
}
