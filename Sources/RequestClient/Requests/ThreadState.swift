internal import Foundation

/// What the system says of a thread of this process.
enum ThreadState {
  /// The number of the calling thread.
  static var current: Int? {
    guard let path = realpath("/proc/thread-self", nil) else { return nil }
    defer { free(path) }
    return String(cString: path).split(separator: "/").last.flatMap { Int($0) }
  }

  /// Whether it waits for something rather than for a processor.
  static func sleeps(_ thread: Int) -> Bool {
    let file = open("/proc/self/task/\(thread)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = read(file, &buffer, buffer.count)
    // `17 (its name) S …`, and the name may have parentheses.
    guard count > 0, let name = buffer[..<count].lastIndex(of: UInt8(ascii: ")")), name + 2 < count else { return true }
    return buffer[name + 2] != UInt8(ascii: "R")
  }
}

extension Thread {
  /// Leaves signals to the main thread, but for those of a fault; SIGPIPE from a TLS write is ignored.
  static func blockSignals() {
    var others = sigset_t()
    sigfillset(&others)
    for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] { sigdelset(&others, fault) }
    pthread_sigmask(SIG_BLOCK, &others, nil)
  }
}
