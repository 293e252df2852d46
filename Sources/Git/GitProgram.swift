package import ChildProcesses
package import Foundation
internal import RequestBasics

/// A setting of git for one command, which counts before those of all files.
package struct GitSetting: Sendable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

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
    // It would replace the configuration that `git config` reads, and only there.
    environment["GIT_CONFIG"] = nil
    self.environment = environment
  }

  private init(folder: String, inheriting environment: [String: String]) {
    (self.folder, self.environment) = (folder, environment)
  }

  /// The user's home folder.
  var home: String? { environment["HOME"] }

  /// git in another folder.
  func moved(to folder: String) -> GitProgram { GitProgram(folder: folder, inheriting: environment) }

  /// How a command may touch the repository.
  package enum Manner: Sendable {
    /// It takes no locks, reaches no server, and runs nothing that the repository names: a stranger may have made it.
    case looking
    /// Hooks, filters and signing apply.
    case acting
  }

  /// A setting that shows whether git takes settings from variables, which it does since version 2.31.
  static let probe = GitSetting("workbench.looking", "true")

  private static let harmless = [
    GitSetting("core.fsmonitor", "false"), GitSetting("core.hooksPath", "/dev/null"),
    GitSetting("core.alternateRefsCommand", "true"), GitSetting("core.untrackedCache", "keep"),
    GitSetting("log.showSignature", "false"), GitSetting("diff.submodule", "short"),
    GitSetting("diff.ignoreSubmodules", "dirty"), GitSetting("status.submoduleSummary", "false"),
    GitSetting("submodule.recurse", "false"),
    // A folder of the work tree that looks like a bare repository is not one.
    GitSetting("safe.bareRepository", "explicit"), probe,
  ]

  /// In a partial clone, git fetches what is missing, with programs that the repository names. Older versions do not
  /// know the variable against that, so no protocol is allowed either. Its name is random: an alias of the repository
  /// could be the helper of a known one.
  private static let offline = [
    "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none-" + UUID().uuidString.lowercased(),
  ]

  /// Runs a git command and returns what it printed.
  ///
  /// - Parameters:
  ///   - what: What it does, for the error message: "Cannot push: …".
  ///   - limit: The number of bytes after which git is ended.
  ///   - progress: Receives the last line of progress.
  package func run(
    _ arguments: [String], to what: String, _ manner: Manner = .looking, settings: [GitSetting] = [],
    on input: Data = Data(),
    environment extra: [String: String] = [:], _ control: ProgramControl = ProgramControl(), limit: Int? = nil,
    progress: ((String) -> Void)? = nil
  ) throws(GitProblem) -> Data {
    let result = try output(
      arguments, to: what, manner, settings: settings, on: input, environment: extra, control, limit: limit,
      progress: progress)
    if result.isTooLong { throw GitProblem(.tooLong, "Cannot \(what): git prints more than \(limit ?? 0) bytes") }
    guard result.status == 0 else {
      if control.isCancelled { throw .cancelled }
      throw GitProblem(what, status: result.status, result.everything, isOffline: manner == .looking)
    }
    return result.output
  }

  /// Runs a git command whatever its status.
  package func output(
    _ arguments: [String], to what: String, _ manner: Manner = .looking, settings: [GitSetting] = [],
    on input: Data = Data(),
    environment extra: [String: String] = [:], _ control: ProgramControl = ProgramControl(), limit: Int? = nil,
    progress: ((String) -> Void)? = nil
  ) throws(GitProblem) -> BackgroundProgram.Output {
    var environment = environment.merging(extra) { $1 }
    if manner == .looking { environment.merge(Self.offline) { $1 } }
    Self.add((manner == .looking ? Self.harmless : []) + settings, to: &environment)
    guard let program = BackgroundProgram(["git", "-C", folder] + arguments, environment: environment) else {
      throw .missing
    }
    do {
      return try program.run(
        on: input, control, limit: limit, progress: progress.map { show in { show(URLLogin.masking($0)) } })
    } catch {
      throw control.isCancelled ? .cancelled : GitProblem(.other, error.description)
    }
  }

  /// Adds settings to those that the user has in variables. `-c` would end a name at its first "=", which the name of a
  /// filter may contain.
  private static func add(_ settings: [GitSetting], to environment: inout [String: String]) {
    let first = max(0, Int(environment["GIT_CONFIG_COUNT"] ?? "") ?? 0)
    for (index, setting) in settings.enumerated() {
      environment["GIT_CONFIG_KEY_\(first + index)"] = setting.name
      environment["GIT_CONFIG_VALUE_\(first + index)"] = setting.value
    }
    if !settings.isEmpty { environment["GIT_CONFIG_COUNT"] = String(first + settings.count) }
  }

  package func text(
    _ arguments: [String], to what: String, _ manner: Manner = .looking, settings: [GitSetting] = []
  ) throws(GitProblem) -> String {
    let text = String(decoding: try run(arguments, to: what, manner, settings: settings), as: UTF8.self)
    return text.last == "\n" ? String(text.dropLast()) : text
  }
}

extension BackgroundProgram.Output {
  /// Both outputs, without logins of URLs: hooks write to either.
  package var everything: String {
    URLLogin.masking([String(decoding: output, as: UTF8.self), errors].filter { !$0.isEmpty }.joined(separator: "\n"))
  }
}
