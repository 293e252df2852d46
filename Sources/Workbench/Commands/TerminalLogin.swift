import ChildProcesses
import Dispatch
import Glibc
import RequestModel
import RequestRunner
import Synchronization

/// Lets the user log in while a command's run waits: says where, and passes on what is pasted.
final class TerminalLogin: Sendable {
  private struct State {
    var run: Run?
    /// Whether a login waits for what is typed.
    var isWaiting = false
    var isReading = false
  }

  private let state = Mutex(State())

  /// Whether somebody can read what is asked, and answer.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  func willStart(_ run: Run) { state.withLock { $0.run = run } }

  func observe(_ event: RunEvent) {
    switch event {
    case .login(let login): begin(login)
    case .loginEnded: state.withLock { $0.isWaiting = false }
    default: break
    }
  }

  private func begin(_ login: Login) {
    StandardError.write("Log in at \(login.host):")
    StandardError.write("  \(login.url)")
    if let code = login.userCode { StandardError.write("The code is \(code)") }
    Task { _ = await Browser.open(login.url) }
    guard login.takesAnswer else { return }
    StandardError.write("If the browser cannot come back by itself, paste the address that it was sent to:")
    let mustRead = state.withLock { state in
      state.isWaiting = true
      defer { state.isReading = true }
      return !state.isReading
    }
    // A line that is waited for cannot be taken back: the reader stays for the next login.
    if mustRead { DispatchQueue(label: "workbench.login.input").async { [self] in read() } }
  }

  private func read() {
    while let line = readLine() {
      let (run, isWaiting) = state.withLock { ($0.run, $0.isWaiting) }
      guard isWaiting, !line.isEmpty, run?.answerLogin(line) != true else { continue }
      StandardError.write("That is not the address of this login — paste all of it, from http on")
    }
  }
}
