import ChildProcesses
import Dispatch
import Glibc
import Synchronization

/// Lets the user log in during a command: prints the page's URL and reads a pasted redirect.
final class TerminalLogin: Sendable {
  private struct State {
    var run: Run?
    /// Whether a login waits for a pasted redirect.
    var isWaiting = false
    var isReading = false
  }

  private let state = Mutex(State())

  /// Whether a user can read the question and type.
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
    Task {
      guard await Browser.open(login.url) == .notAPage else { return }
      StandardError.write("That page was not opened: only http and https pages are — check the login's settings")
    }
    guard login.acceptsRedirect else { return }
    StandardError.write("If the browser cannot return here, paste the address it was redirected to:")
    let mustRead = state.withLock { state in
      state.isWaiting = true
      defer { state.isReading = true }
      return !state.isReading
    }
    // Reading a line cannot be cancelled: the reader stays for the next login.
    if mustRead { DispatchQueue(label: "workbench.login.input").async { [self] in read() } }
  }

  private func read() {
    while let line = readLine() {
      let (run, isWaiting) = state.withLock { ($0.run, $0.isWaiting) }
      guard isWaiting, !line.isEmpty, run?.completeLogin(line) != true else { continue }
      StandardError.write("That is not the address of this login — paste all of it, from http on")
    }
  }
}
