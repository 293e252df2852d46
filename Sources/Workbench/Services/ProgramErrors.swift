import Foundation
import Glibc

/// Standard error of a program.
final class ProgramErrors: Sendable {
  /// Where the program writes.
  let descriptor: Int32
  private let ended: AsyncStream<Never>

  /// - Parameter take: Called with what the program has written, on a thread of its own.
  /// - Returns: `nil` if there are too many open files.
  init?(_ take: @escaping @Sendable (ArraySlice<UInt8>) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    descriptor = ends[1]
    let input = ends[0]
    let (ended, end) = AsyncStream.makeStream(of: Never.self)
    self.ended = ended
    Thread.detachNewThread {
      Self.read(input, take)
      end.finish()
    }
  }

  /// Passes it on to a terminal with visible control characters: it may have what a server sent to the program.
  ///
  /// - Returns: `nil` if the program may share standard error, which is no terminal.
  static func ofTerminal() -> ProgramErrors? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    return ProgramErrors { StandardError.write(sequence: String(decoding: $0, as: UTF8.self).safeLines) }
  }

  private static func read(_ input: Int32, _ take: (ArraySlice<UInt8>) -> Void) {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(input, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      take(piece[..<count])
    }
    close(input)
  }

  /// Waits until what the program has written is passed on, also in a cancelled task.
  func finish() async {
    close(descriptor)
    await Task { [ended] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await _ in ended {} }
        // A program that it has started and left may keep its end open.
        group.addTask { try? await Task.sleep(for: .seconds(1)) }
        await group.next()
        group.cancelAll()
      }
    }.value
  }
}
