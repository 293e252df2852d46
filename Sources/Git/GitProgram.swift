package import ChildProcesses
package import Foundation

/// The user's `git`, with the user's configuration and without a terminal.
package struct GitProgram: Sendable {
  /// Where it runs.
  package let folder: String
  private let environment: [String: String]

  /// - Parameter environment: That of the program, with `PATH`, `HOME` and what git itself reads.
  package init(folder: String, environment: [String: String]) {
    self.folder = folder
    var environment = environment
    // A question has no terminal here. Whoever has a window for it may use that.
    environment["GIT_TERMINAL_PROMPT"] = "0"
    environment["GIT_PAGER"] = "cat"
    environment["GIT_MERGE_AUTOEDIT"] = "no"
    // Names are names, not patterns.
    environment["GIT_LITERAL_PATHSPECS"] = "1"
    // Some messages are recognized.
    environment["LANGUAGE"] = "en"
    self.environment = environment
  }

  private init(folder: String, inheriting environment: [String: String]) {
    (self.folder, self.environment) = (folder, environment)
  }

  /// git in another folder.
  func moved(to folder: String) -> GitProgram { GitProgram(folder: folder, inheriting: environment) }

  /// How a command may touch the repository.
  package enum Manner: Sendable {
    /// It takes no locks, and runs nothing that the repository names: a stranger may have made it.
    case looking
    /// Hooks, filters and signing apply.
    case acting
  }

  private static let harmless = [
    "-c", "core.fsmonitor=false", "-c", "core.untrackedCache=keep", "-c", "log.showSignature=false",
  ]

  /// Runs a git command and returns what it printed.
  ///
  /// - Parameters:
  ///   - what: What it does, for the error message: "Cannot push: …".
  ///   - progress: Receives the last line of progress.
  package func run(
    _ arguments: [String], to what: String, _ manner: Manner = .looking, settings: [String] = [],
    on input: Data = Data(),
    environment extra: [String: String] = [:], _ control: ProgramControl = ProgramControl(),
    progress: ((String) -> Void)? = nil
  ) throws(GitProblem) -> Data {
    let result = try output(
      arguments, to: what, manner, settings: settings, on: input, environment: extra, control, progress: progress)
    guard result.status == 0 else {
      if control.isCancelled { throw .cancelled }
      throw GitProblem(what, status: result.status, result.everything)
    }
    return result.output
  }

  /// Runs a git command whatever its status.
  package func output(
    _ arguments: [String], to what: String, _ manner: Manner = .looking, settings: [String] = [],
    on input: Data = Data(),
    environment extra: [String: String] = [:], _ control: ProgramControl = ProgramControl(),
    progress: ((String) -> Void)? = nil
  ) throws(GitProblem) -> BackgroundProgram.Output {
    var environment = environment.merging(extra) { $1 }
    if manner == .looking { environment["GIT_OPTIONAL_LOCKS"] = "0" }
    let command = ["git", "-C", folder] + (manner == .looking ? Self.harmless : []) + settings + arguments
    guard let program = BackgroundProgram(command, environment: environment) else { throw .missing }
    do {
      return try program.run(on: input, control, progress: progress)
    } catch {
      throw control.isCancelled ? .cancelled : GitProblem(.other, error.description)
    }
  }

  package func text(_ arguments: [String], to what: String, settings: [String] = []) throws(GitProblem) -> String {
    let text = String(decoding: try run(arguments, to: what, settings: settings), as: UTF8.self)
    return text.last == "\n" ? String(text.dropLast()) : text
  }
}

extension BackgroundProgram.Output {
  /// Both outputs: hooks write to either.
  package var everything: String {
    [String(decoding: output, as: UTF8.self), errors].filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
