import Dispatch
import Foundation
import Glibc

/// Standard error of a program, which may write what a server sent to it: on a terminal, control characters are visible.
final class ProgramErrors: Sendable {
  /// Where the program writes; `nil` if it may share standard error, which is no terminal.
  let descriptor: Int32?
  private let end = DispatchSemaphore(value: 0)

  init() {
    var ends: [Int32] = [-1, -1]
    guard isatty(STDERR_FILENO) == 1, Glibc.pipe(&ends) == 0 else {
      descriptor = nil
      return
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    descriptor = ends[1]
    let (input, end) = (ends[0], end)
    Thread.detachNewThread {
      Self.copy(input)
      end.signal()
    }
  }

  private static func copy(_ input: Int32) {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      StandardError.write(sequence: String(decoding: piece[..<count], as: UTF8.self).safeLines)
    }
    close(input)
  }

  /// Waits until what the program has written is shown.
  func finish() {
    guard let descriptor else { return }
    close(descriptor)
    // A program that it has started and left may keep its end open.
    _ = end.wait(timeout: .now() + .seconds(1))
  }
}
