package import Foundation
internal import Glibc
internal import RequestBasics
internal import Synchronization

/// A program that runs without a terminal: it can neither ask on the screen nor draw on it.
///
/// It blocks the calling thread, which should be a dedicated queue's. Its output goes to files rather than pipes:
/// helpers that it leaves behind, such as a shared connection of ssh, would keep pipes open.
package struct BackgroundProgram: Sendable {
  private let executable: String
  private let arguments: [String]
  private let environment: [String: String]

  package struct Output: Sendable {
    package let output: Data
    package let errors: String
    /// The exit status as a shell shows it: 128 plus the number of a signal.
    package let status: Int32
    /// Whether it was killed because it wrote too much. There is no output then.
    package let isTooLong: Bool
    /// Whether it was killed because it took too long.
    package let isTimedOut: Bool
  }

  /// The interval of progress reports, in microseconds.
  private static let step: UInt32 = 50_000

  /// Returns `nil` if the program is not installed.
  ///
  /// - Parameters:
  ///   - arguments: The program, searched in the `PATH` of its environment, and its arguments.
  ///   - environment: All of its environment variables.
  package init?(_ arguments: [String], environment: [String: String]) {
    guard let name = arguments.first, let path = Self.path(of: name, environment["PATH"]) else { return nil }
    (executable, self.arguments, self.environment) = (path, arguments, environment)
  }

  private static func path(of name: String, _ folders: String?) -> String? {
    if name.contains("/") { return name }
    let folders = (folders ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
  }

  /// Runs the program until it ends.
  ///
  /// - Parameters:
  ///   - control: Ends the program from another thread.
  ///   - limit: The number of bytes of output after which the program is killed.
  ///   - timeout: The seconds after which the program is killed.
  ///   - progress: Receives the last line on standard error whenever it has changed.
  /// - Throws: A sentence, if the program cannot be started.
  package func run(
    on input: Data = Data(), _ control: ProgramControl = ProgramControl(), limit: Int? = nil,
    timeout: Double? = nil, progress: ((String) -> Void)? = nil
  ) throws(ChildProcessError) -> Output {
    guard let files = Files(input) else {
      throw ChildProcessError("Cannot run \(executable): no temporary file — free some space, or set TMPDIR")
    }
    guard control.start({ spawn(files) }) else { throw ChildProcessError("Cannot run \(executable): cancelled") }
    guard let process = control.process else {
      throw ChildProcessError("Cannot run \(executable): it cannot be started")
    }
    let timer = timeout.map { control.killing(after: $0) }
    defer { timer?.cancel() }
    if progress != nil || limit != nil { follow(process, files, limit ?? .max, progress) }
    let status = control.finish(process)
    let isTooLong = files.output.length > limit ?? .max
    let output = isTooLong ? Data() : files.output.written
    return Output(
      output: output, errors: files.errors.text, status: status, isTooLong: isTooLong, isTimedOut: control.isTimedOut)
  }

  /// Standard input, output and error.
  private struct Files {
    let input: AnonymousFile
    let output: AnonymousFile
    let errors: AnonymousFile

    init?(_ bytes: Data) {
      guard let input = AnonymousFile(), let output = AnonymousFile(), let errors = AnonymousFile(),
        bytes.withUnsafeBytes(input.append)
      else { return nil }
      (self.input, self.output, self.errors) = (input, output, errors)
    }
  }

  /// Reports the last line until the program has ended, and kills a program that writes too much.
  private func follow(_ process: pid_t, _ files: Files, _ limit: Int, _ report: ((String) -> Void)?) {
    var last = ""
    // Most programs with a limit end at once.
    var step = report == nil ? Self.step / 50 : Self.step
    while !ProgramControl.hasEnded(process, waiting: false) {
      usleep(step)
      step = min(step * 2, Self.step)
      // The process has not been reaped yet, so its number is not reused.
      if files.output.length > limit { kill(-process, SIGKILL) }
      guard let report else { continue }
      let line = files.errors.text.split(whereSeparator: { $0.isNewline || $0 == "\r" }).last.map(String.init) ?? ""
      if line != last { report(line) }
      last = line
    }
  }

  private func spawn(_ files: Files) -> pid_t? {
    var program = SpawnedProcess(
      arguments, environment: environment.map { "\($0.key)=\($0.value)" },
      streams: [
        .file(files.input.path, O_RDONLY), .file(files.output.path, O_WRONLY | O_APPEND),
        .file(files.errors.path, O_WRONLY | O_APPEND),
      ])
    (program.executable, program.hasOwnSession) = (executable, true)
    let (process, code) = program.start()
    return code == 0 ? process : nil
  }
}

/// Cancels a program that runs on another thread.
package final class ProgramControl: Sendable {
  private struct State {
    var process: pid_t?
    var isCancelled = false
    var isTimedOut = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "workbench.cancel")
  /// The time that an interrupted program has to clean up before it is killed, in milliseconds.
  private static let patience = 2_000

  package init() {}

  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Interrupts the program and its children, as Ctrl+C does, and kills them if they do not end.
  package func cancel() {
    interrupt()
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.patience)) { [self] in signal(SIGKILL) }
  }

  /// Interrupts the program without waiting for its end.
  package func interrupt() {
    state.withLock { $0.isCancelled = true }
    signal(SIGINT)
  }

  var isTimedOut: Bool { state.withLock { $0.isTimedOut } }

  /// Kills the program after some seconds, unless the timer is cancelled before.
  func killing(after seconds: Double) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [self] in
      state.withLock { state in
        guard let process = state.process else { return }
        state.isTimedOut = true
        kill(-process, SIGKILL)
      }
    }
    timer.schedule(deadline: .now() + seconds, leeway: .milliseconds(100))
    timer.resume()
    return timer
  }

  private func signal(_ signal: Int32) {
    // The process is forgotten before it is reaped, so its number is not reused.
    state.withLock { if let process = $0.process { kill(-process, signal) } }
  }

  var process: pid_t? { state.withLock { $0.process } }

  /// - Returns: Whether it was started, and not cancelled before.
  func start(_ spawn: () -> pid_t?) -> Bool {
    state.withLock { state in
      guard !state.isCancelled else { return false }
      state.process = spawn()
      return true
    }
  }

  /// Waits for the end of the program.
  func finish(_ process: pid_t) -> Int32 {
    while !Self.hasEnded(process, waiting: true) {}
    return state.withLock { state in
      // Its children may ignore interrupts. Until it is reaped, the group keeps this number.
      if state.isCancelled { kill(-process, SIGKILL) }
      var status: Int32 = 0
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
      state.process = nil
      return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
  }

  static func hasEnded(_ process: pid_t, waiting: Bool) -> Bool {
    var info = siginfo_t()
    let options = WEXITED | WNOWAIT | (waiting ? 0 : WNOHANG)
    guard waitid(P_PID, id_t(process), &info, Int32(options)) == 0 else { return errno != EINTR }
    return waiting || info.si_signo != 0
  }
}

/// Programs that are interrupted together.
package final class ProgramGroup: Sendable {
  private struct State {
    var running: [ObjectIdentifier: ProgramControl] = [:]
    var isEnded = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Interrupts all programs without waiting for their ends. Later ones do not start.
  package func end() {
    let running = state.withLock { state in
      state.isEnded = true
      return Array(state.running.values)
    }
    for control in running { control.interrupt() }
  }

  package func add(_ control: ProgramControl) {
    let isEnded = state.withLock { state in
      state.running[ObjectIdentifier(control)] = control
      return state.isEnded
    }
    if isEnded { control.interrupt() }
  }

  package func remove(_ control: ProgramControl) {
    state.withLock { _ = $0.running.removeValue(forKey: ObjectIdentifier(control)) }
  }
}

extension AnonymousFile {
  fileprivate var written: Data {
    // Without the file there is no output: the program could not open it either.
    (try? FileHandle(forReadingAtPath: path)?.readToEnd()) ?? Data()
  }

  fileprivate var text: String { String(decoding: written, as: UTF8.self) }

  /// The number of bytes that a program has written to it so far.
  fileprivate var length: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
