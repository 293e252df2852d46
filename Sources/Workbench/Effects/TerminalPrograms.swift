import ChildProcesses

/// The terminal and the user's programs, for the runners of one workspace.
@MainActor
final class TerminalPrograms {
  let screen: Screen
  private let queue: EventQueue
  /// The editor and the pager of the settings.
  var editor = ExternalEditor()

  init(screen: Screen, queue: EventQueue) { (self.screen, self.queue) = (screen, queue) }

  /// Hands the terminal to a program of the user, and shows the program's error.
  func runInTerminal(_ work: @escaping @Sendable (ExternalEditor) async throws(ChildProcessError) -> Void) {
    screen.releaseTerminal { [queue, editor] in
      await queue.report { () async throws(ChildProcessError) in try await work(editor) }
    }
  }
}
