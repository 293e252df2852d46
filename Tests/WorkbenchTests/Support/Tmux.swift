import Foundation
import Glibc
import Synchronization
import TestSupport

/// A tmux server with one session, driven by its control mode: one process takes all commands and reports all output.
///
/// The server ends with this object, and with it the programs in the session.
final class Tmux: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let command: String
    let message: String

    var description: String { "tmux \(command): \(message)" }
  }

  private typealias Reply = CheckedContinuation<String, any Error>

  private struct State {
    /// The commands without a reply, in order; tmux replies in this order.
    var pending: [(command: String, reply: Reply)] = []
    /// Commands that wait for the session, because tmux may read them before it has the command that creates it.
    var unsent: [String]? = []
    /// The number of times that the terminal had output.
    var changes = 0
    var waiting: [UUID: CheckedContinuation<Void, Never>] = [:]
    var hasEnded = false
  }

  private let process: ChildProcess
  private let commands: FileHandle
  private let state: Mutex<State>
  // Keeps the order of commands and their entries in `pending` the same.
  private let sending = Mutex(())

  /// - Parameter arguments: The options and the command of `new-session`.
  init(newSession arguments: [String], in folder: String) throws {
    let socket = "workbench-" + UUID().uuidString.prefix(8)
    let (input, output) = (Pipe(), Pipe())
    process = try ChildProcess(
      ["tmux", "-u", "-L", socket, "-f", "/dev/null", "-C", "new-session"] + arguments, in: folder,
      environment: [
        "LC_ALL": "C.UTF-8", "TERM": "tmux-256color",
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        // tmux leaves its socket there.
        "TMUX_TMPDIR": ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp",
      ],
      input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor, error: 2)
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    commands = input.fileHandleForWriting
    state = Mutex(State())
    let replies = output.fileHandleForReading
    Thread.detachNewThread { [weak self] in Self.read(replies) { self?.handle($0) } }
  }

  // The client leaves when its input ends. A server without a client ends itself.
  deinit { try? commands.close() }

  /// Runs a command and returns what it prints.
  @discardableResult
  func run(_ arguments: [String]) async throws -> String {
    let line = arguments.map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }.joined(separator: " ")
    precondition(!line.contains("\n"), "Control mode reads one command per line")
    return try await withCheckedThrowingContinuation { reply in
      sending.withLock { _ in
        let (hasEnded, isEarly) = state.withLock { state in
          if !state.hasEnded { state.pending.append((line, reply)) }
          state.unsent?.append(line)
          return (state.hasEnded, state.unsent != nil)
        }
        if hasEnded { return reply.resume(throwing: Failure(command: line, message: "the server has ended")) }
        if !isEarly { send(line) }
      }
    }
  }

  private func send(_ line: String) {
    // The thread that reads replies notices when the client has ended.
    try? commands.write(contentsOf: Data((line + "\n").utf8))
  }

  /// The number of times that the terminal has had output.
  var changes: Int { state.withLock(\.changes) }

  /// Waits until the terminal has output after `changes`, or for a quarter of a second: programs also change files.
  func nextChange(after changes: Int) async {
    let id = UUID()
    let limit = Task {
      try? await Task.sleep(for: .milliseconds(250))
      stopWaiting(id)
    }
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.changes != changes || state.hasEnded { return true }
        state.waiting[id] = continuation
        return false
      }
      if isOver { continuation.resume() }
    }
    limit.cancel()
  }

  private func stopWaiting(_ id: UUID) { state.withLock { $0.waiting.removeValue(forKey: id) }?.resume() }

  // MARK: Replies

  private enum Message {
    /// The reply to `new-session`.
    case started(String, isError: Bool)
    case output
    case reply(String, isError: Bool)
    case ended
  }

  private func handle(_ message: Message) {
    switch message {
    case .started(let text, let isError):
      if isError { return end(because: text) }
      sending.withLock { _ in
        let lines = state.withLock { state in
          defer { state.unsent = nil }
          return state.unsent ?? []
        }
        for line in lines { send(line) }
      }
    case .output:
      let waiting = state.withLock { state in
        state.changes += 1
        defer { state.waiting = [:] }
        return state.waiting.values
      }
      for continuation in waiting { continuation.resume() }
    case .reply(let text, let isError):
      guard let (command, reply) = state.withLock({ $0.pending.isEmpty ? nil : $0.pending.removeFirst() }) else {
        return
      }
      reply.resume(with: isError ? .failure(Failure(command: command, message: text)) : .success(text))
    case .ended: end(because: "the server has ended")
    }
  }

  private func end(because reason: String) {
    let (pending, waiting) = state.withLock { state in
      state.hasEnded = true
      defer { (state.pending, state.waiting) = ([], [:]) }
      return (state.pending, state.waiting.values)
    }
    for (command, reply) in pending { reply.resume(throwing: Failure(command: command, message: reason)) }
    for continuation in waiting { continuation.resume() }
  }

  /// Reads messages until the client ends. The first reply is to `new-session`; others to commands of others are left out.
  private static func read(_ replies: FileHandle, _ handle: (Message) -> Void) {
    var rest: [UInt8] = []
    var reply: (end: String, lines: [String], isOurs: Bool)?
    var hasStarted = false
    // FileHandle would wait until the buffer is full.
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = Glibc.read(replies.fileDescriptor, &buffer, buffer.count), count > 0 {
      rest += buffer[..<count]
      var lines = rest.split(separator: 0x0A, omittingEmptySubsequences: false)
      rest = Array(lines.removeLast())
      var hasOutput = false
      for line in lines.map({ String(decoding: $0, as: UTF8.self) }) {
        if let block = reply {
          let isError = line == "%error " + block.end
          if !isError && line != "%end " + block.end {
            reply?.lines.append(line)
            continue
          }
          let text = block.lines.map { $0 + "\n" }.joined()
          if block.isOurs { handle(.reply(text, isError: isError)) }
          if !block.isOurs, !hasStarted { handle(.started(text, isError: isError)) }
          hasStarted = true
          reply = nil
        } else if line.hasPrefix("%begin ") {
          reply = (String(line.dropFirst("%begin ".count)), [], line.hasSuffix(" 1"))
        } else if line.hasPrefix("%output ") {
          hasOutput = true
        }
      }
      if hasOutput { handle(.output) }
    }
    handle(.ended)
  }
}
