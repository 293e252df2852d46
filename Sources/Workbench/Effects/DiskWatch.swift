import Dispatch
import Glibc
import Synchronization

/// Watches folders with inotify and reports what other programs change in them, one burst at a time.
///
/// Never wakes up without changes. Watches folders rather than files, so that editors that replace files are noticed too.
final class DiskWatch: Sendable {
  struct Changes {
    /// The paths of files that were written, created, moved or removed.
    var files: Set<String> = []
    /// Files that changed during the program's own changes, so that either may have changed them.
    var uncertain: Set<String> = []
    /// Whether the kernel's queue overflowed, so that anything may have changed.
    var isIncomplete = false
  }

  private struct State {
    var descriptor: Int32 = -1
    var source: (any DispatchSourceRead)?
    var folders: [Int32: String] = [:]
    var watches: [String: Int32] = [:]
    var changes = Changes()
    /// Moves of the program's temporary files onto the files that they replace.
    var ownMoves: Set<UInt32> = []
    /// Files that the program itself writes in place.
    var ownWrites: Set<String> = []
    var isReportDue = false
    /// The delay from a change to its report in milliseconds, longer after a slow report to limit the load.
    var pause = DiskWatch.burst
    var isFull = false
    var report: @Sendable (Changes) -> Void = { _ in }
    var onFull: @Sendable () -> Void = {}
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "workbench.watch")
  private let isOfInterest: @Sendable (_ name: String, _ isFolder: Bool) -> Bool

  /// The longest delay of a burst of changes, such as a git checkout. The rest follows in the next report.
  private static let burst = 100
  /// The maximum number of watched folders. Each takes about a kilobyte of kernel memory.
  private static let limit = 8_192
  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)

  /// - Parameter isOfInterest: Whether to report changes of a file or folder of that name; by default all but hidden,
  ///   backup and temporary files.
  init(
    of isOfInterest: @escaping @Sendable (_ name: String, _ isFolder: Bool) -> Bool = { name, isFolder in
      !name.startsExactly(with: ".") && (isFolder || name.endsExactly(with: ".json"))
    }
  ) {
    self.isOfInterest = isOfInterest
  }

  deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

  var isRunning: Bool { state.withLock { $0.descriptor >= 0 } }

  /// - Parameters:
  ///   - onChange: Called on a private queue. Changes made meanwhile are reported after it returns.
  ///   - onFull: Called once, when the system allows no more watches.
  func start(onChange: @escaping @Sendable (Changes) -> Void, onFull: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard state.descriptor < 0, !state.isFull else { return }
      (state.report, state.onFull) = (onChange, onFull)
      state.descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard state.descriptor >= 0 else { return Self.tellFull(&state) }
      let source = DispatchSource.makeReadSource(fileDescriptor: state.descriptor, queue: queue)
      source.setEventHandler { [weak self] in self?.read() }
      source.resume()
      state.source = source
    }
  }

  /// Ends all watches permanently.
  func stop() {
    state.withLock { state in
      // Drop the callbacks, so that they do not retain what they capture.
      (state.report, state.onFull, state.isFull) = ({ _ in }, {}, true)
      guard let source = state.source else { return }
      // The descriptor is closed once its events are no longer read.
      let descriptor = state.descriptor
      source.setCancelHandler { close(descriptor) }
      source.cancel()
      (state.source, state.descriptor, state.folders, state.watches) = (nil, -1, [:], [:])
    }
  }

  /// Sets the watched folders. Missing folders are left out.
  ///
  /// - Returns: Whether any folder is newly watched.
  func follow(_ folders: [String]) -> Bool {
    state.withLock { state in
      guard state.descriptor >= 0 else { return false }
      let wanted = Set(folders)
      for (path, watch) in state.watches where !wanted.contains(path) {
        inotify_rm_watch(state.descriptor, watch)
        Self.removeWatch(watch, &state)
      }
      let new = folders.filter { state.watches[$0] == nil }
      return new.reduce(false) { Self.watch($1, &state) || $0 }
    }
  }

  /// Schedules a report without a change.
  func lookAgain() { state.withLock { reportSoon(&$0) } }

  /// Reports the reappearance of a removed folder.
  func awaitReturn(of folder: String) {
    state.withLock { state in
      guard state.descriptor >= 0, let slash = folder.unicodeScalars.lastIndex(of: "/"), slash > folder.startIndex
      else { return }
      let parent = String(folder[..<slash])
      if state.watches[parent] == nil { _ = Self.watch(parent, &state) }
    }
  }

  /// Changes files. Changes of replaced files are not reported, and others are reported as uncertain, because another
  /// program may have changed them, too.
  ///
  /// - Parameter written: Files that the work writes in place.
  func ignoring(writing written: Set<String> = [], _ work: () throws -> Void) throws {
    try state.withLock { state in
      // Report earlier changes, which are another program's.
      drain(&state)
      state.ownWrites = written
      defer {
        drain(&state, isOwn: true)
        state.ownWrites = []
      }
      try work()
    }
  }

  // MARK: Reading

  private func read() { state.withLock { drain(&$0) } }

  /// - Parameter isOwn: Whether the program changes files meanwhile.
  private func drain(_ state: inout State, isOwn: Bool = false) {
    guard state.descriptor >= 0 else { return }
    var hasLostEvents = false
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while true {
        let count = Glibc.read(state.descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset < count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let name = buffer[start..<(start + Int(event.len))].prefix { $0 != 0 }
          let folder = state.folders[event.wd]
          keepUp(with: event, &state)
          note(event, String(decoding: name, as: UTF8.self), in: folder, isOwn: isOwn, &state)
          if event.isOne(of: IN_Q_OVERFLOW) { hasLostEvents = true }
          offset = start + Int(event.len)
        }
      }
    }
    if isOwn { state.ownMoves = [] }
    if hasLostEvents { Self.watchAnew(&state) }
  }

  /// Drops the watch of a removed folder, and rewatches a moved one at its new path.
  private func keepUp(with event: inotify_event, _ state: inout State) {
    if event.isOne(of: IN_MOVE_SELF) { inotify_rm_watch(state.descriptor, event.wd) }
    if event.isOne(of: IN_IGNORED, IN_MOVE_SELF) { Self.removeWatch(event.wd, &state) }
  }

  private func note(
    _ event: inotify_event, _ name: String, in folder: String?, isOwn: Bool, _ state: inout State
  ) {
    if event.isOne(of: IN_Q_OVERFLOW) {
      state.changes.isIncomplete = true
      return reportSoon(&state)
    }
    guard let folder, !event.isOne(of: IN_IGNORED), !(isOwn && replacesFile(event, name, &state)) else { return }
    let isFolder = event.isOne(of: IN_ISDIR, IN_DELETE_SELF, IN_MOVE_SELF)
    guard isOfInterest(name, isFolder) else { return }
    if !isFolder {
      let path = folder + "/" + name
      // Other files are never written in place by the program itself.
      if isOwn, !event.isOne(of: IN_MODIFY, IN_CLOSE_WRITE) || state.ownWrites.contains(path) {
        state.changes.uncertain.insert(path)
      } else {
        state.changes.files.insert(path)
      }
    }
    reportSoon(&state)
  }

  /// Whether the event is part of a save of this program: moving a temporary file onto another one.
  private func replacesFile(_ event: inotify_event, _ name: String, _ state: inout State) -> Bool {
    if Leftover.isOwn(name) {
      if event.isOne(of: IN_MOVED_FROM) { state.ownMoves.insert(event.cookie) }
      return true
    }
    return event.isOne(of: IN_MOVED_TO) && state.ownMoves.remove(event.cookie) != nil
  }

  private func reportSoon(_ state: inout State) {
    guard !state.isReportDue else { return }
    state.isReportDue = true
    queue.asyncAfter(deadline: .now() + .milliseconds(state.pause)) { [weak self] in self?.report() }
  }

  private func report() {
    let (report, changes) = state.withLock { state in
      drain(&state)
      defer {
        state.changes = Changes()
        state.isReportDue = false
      }
      return (state.report, state.changes)
    }
    let start = DispatchTime.now()
    report(changes)
    let taken = Int((DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1_000_000)
    state.withLock { $0.pause = max(Self.burst, 3 * taken) }
  }

  // MARK: Watches

  /// Whether the folder is newly watched.
  private static func watch(_ path: String, _ state: inout State) -> Bool {
    guard !state.isFull, state.folders.count < limit else {
      if !state.isFull { tellFull(&state) }
      return false
    }
    let watch = inotify_add_watch(state.descriptor, path, events | UInt32(IN_ONLYDIR))
    guard watch >= 0 else {
      if errno == ENOSPC { tellFull(&state) }
      return false
    }
    // Watch a folder with several paths only once.
    if let former = state.folders[watch] { state.watches[former] = nil }
    state.folders[watch] = path
    state.watches[path] = watch
    return true
  }

  /// Watches all folders again after events were lost, as a folder may have been replaced by another.
  private static func watchAnew(_ state: inout State) {
    let paths = Array(state.watches.keys)
    for watch in state.folders.keys { inotify_rm_watch(state.descriptor, watch) }
    (state.folders, state.watches) = ([:], [:])
    for path in paths { _ = watch(path, &state) }
  }

  private static func removeWatch(_ watch: Int32, _ state: inout State) {
    guard let path = state.folders.removeValue(forKey: watch) else { return }
    if state.watches[path] == watch { state.watches[path] = nil }
  }

  private static func tellFull(_ state: inout State) {
    state.isFull = true
    state.onFull()
  }
}

extension inotify_event {
  fileprivate func isOne(of kinds: Int32...) -> Bool { kinds.contains { mask & UInt32(bitPattern: $0) != 0 } }
}
