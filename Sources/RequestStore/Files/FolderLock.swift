internal import Foundation

/// A lock that lets one thread of one process at a time import into a folder. It leaves no file behind.
package enum FolderLock {
  /// How long to wait for another import.
  package struct Patience {
    /// How long commands wait, which say so.
    package static let ofCommands = Duration.seconds(60)

    fileprivate let limit: Duration
    /// Gets a sentence that names the program with the lock, once, if there is a wait.
    fileprivate let tell: (String) -> Void

    package init(limit: Duration = .seconds(5), tell: @escaping (String) -> Void = { _ in }) {
      (self.limit, self.tell) = (limit, tell)
    }
  }

  /// Waits for the lock on the folder, or else on the one above it that exists. Where folders cannot be locked, nothing
  /// waits.
  ///
  /// - Parameter isWriting: Makes a missing folder first, so that imports into it wait for each other from its beginning.
  ///   It is removed again if it stays empty.
  /// - Throws: `StoreError.busy` after the limit, and the errors of `body`.
  package static func holding<Value>(
    _ folder: String, isWriting: Bool = false, patience: Patience = Patience(), _ body: () throws -> Value
  ) throws -> Value {
    var made: [String] = []
    var wait = Wait(end: ContinuousClock.now + patience.limit, tell: patience.tell)
    defer { for path in made.reversed() { rmdir(path) } }
    let descriptor = try lock(folder, isWriting, &made, &wait)
    defer { if let descriptor { close(descriptor) } }
    return try body()
  }

  /// The time that is left to wait.
  private struct Wait {
    let end: ContinuousClock.Instant
    let tell: (String) -> Void
    var isTold = false
  }

  private static func lock(
    _ folder: String, _ isWriting: Bool, _ made: inout [String], _ wait: inout Wait
  ) throws(StoreError) -> Int32? {
    while true {
      if isWriting { make(folder, &made) }
      let place = existing(folder)
      let descriptor = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      let code: Int32
      do throws(StoreError) {
        code = try lock(descriptor, place, &wait)
      } catch {
        close(descriptor)
        throw error
      }
      // Another import may have made or removed the folder meanwhile.
      if code != 0 || existing(folder) == place && Disk.isOpen(descriptor, at: place) { return descriptor }
      close(descriptor)
    }
  }

  /// - Returns: 0, or why the folder cannot be locked.
  private static func lock(_ descriptor: Int32, _ place: String, _ wait: inout Wait) throws(StoreError) -> Int32 {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK else { return code }
      if !wait.isTold {
        wait.isTold = true
        wait.tell("Waiting for \(holder(of: descriptor) ?? "another import"), which has locked \(place)")
      }
      guard ContinuousClock.now < wait.end else { throw .busy(path: place, holder: holder(of: descriptor)) }
      usleep(20_000)
    }
    return 0
  }

  /// The process with the lock, as the system lists it: `process 1234 (workbench)`.
  private static func holder(of descriptor: Int32) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0,
      let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)  // Other systems have no table.
    else { return nil }
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(":\(status.st_ino)"), let id = Int(words[4]),
        id > 0
      else { continue }
      let name = try? String(contentsOfFile: "/proc/\(id)/comm", encoding: .utf8)  // It may have ended.
      return "process \(id)" + (name.map { " (\($0.trimmingCharacters(in: .whitespacesAndNewlines)))" } ?? "")
    }
    return nil
  }

  /// Failures are those of the import, which reports them.
  private static func make(_ folder: String, _ made: inout [String]) {
    if Disk.exists(folder) { return }
    let parent = Disk.folder(of: folder)
    if parent != folder { make(parent, &made) }
    if mkdir(folder, 0o777) == 0 { made.append(folder) }
  }

  private static func existing(_ path: String) -> String {
    var path = path
    while Disk.kind(path) != .folder, Disk.folder(of: path) != path { path = Disk.folder(of: path) }
    return path
  }
}
