package import Foundation

/// A setting of git for one command. It takes precedence over those of all files.
package struct GitSetting: Sendable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// The setting as git lists it.
  var listed: Data { Data("\(name)\n\(value)".utf8) }
}

/// The user's `git`, with the user's configuration and without a terminal.
package struct GitProgram: Sendable {
  /// The working directory.
  package private(set) var folder: String
  private let environment: [String: String]
  private let group: ProgramGroup
  private let patience: Double

  /// - Parameters:
  ///   - environment: The environment of the program, with `PATH`, `HOME` and git's own variables.
  ///   - group: Ends the commands that only read.
  ///   - patience: The seconds after which a command that only reads is stopped. The status of a large repository on a
  ///     slow disk takes a minute.
  package init(
    folder: String, environment: [String: String], group: ProgramGroup = ProgramGroup(), patience: Double = 120
  ) {
    (self.folder, self.group, self.patience) = (folder, group, patience)
    var environment = environment
    // There is no terminal for prompts. A graphical prompt of the user may still be used.
    environment["GIT_TERMINAL_PROMPT"] = "0"
    environment["GIT_PAGER"] = "cat"
    environment["GIT_MERGE_AUTOEDIT"] = "no"
    // Paths are literal, not patterns.
    environment["GIT_LITERAL_PATHSPECS"] = "1"
    // Some messages are parsed.
    environment["LANGUAGE"] = "en"
    // The variable would replace the configuration that `git config` reads, but not that of other commands.
    environment["GIT_CONFIG"] = nil
    self.environment = environment
  }

  /// The user's home folder.
  var home: String? { environment["HOME"] }

  /// git in another folder.
  func moved(to folder: String) -> GitProgram {
    var git = self
    git.folder = folder
    return git
  }

  /// The kind of access that a command has to the repository.
  package enum Manner: Sendable {
    /// It takes no locks, contacts no server, and runs no programs that the repository names, as the repository may be
    /// untrusted.
    case looking
    /// Hooks, filters and signing apply.
    case acting
  }

  /// A setting that shows whether git reads settings from environment variables, as it does since version 2.31.
  static let probe = GitSetting("workbench.looking", "true")

  private static let harmless = [
    GitSetting("core.fsmonitor", "false"), GitSetting("core.hooksPath", "/dev/null"),
    GitSetting("core.alternateRefsCommand", "true"), GitSetting("core.untrackedCache", "keep"),
    GitSetting("log.showSignature", "false"), GitSetting("log.mailmap", "false"), GitSetting("diff.submodule", "short"),
    GitSetting("diff.ignoreSubmodules", "dirty"), GitSetting("status.submoduleSummary", "false"),
    GitSetting("submodule.recurse", "false"),
    // Do not take a folder of the work tree for a bare repository, even if it looks like one.
    GitSetting("safe.bareRepository", "explicit"), probe,
  ]

  /// In a partial clone, git fetches missing objects with programs that the repository names. Older versions do not
  /// support the variable that prevents this, so no protocol is allowed either. The only allowed protocol has a random
  /// name: an alias of the repository could act as the helper of a known one.
  private static let offline = [
    "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none-" + UUID().uuidString.lowercased(),
  ]

  /// Runs a git command and returns its output.
  ///
  /// - Parameters:
  ///   - what: The action, for the error message: "Cannot push: …".
  ///   - limit: The number of bytes of output after which git is killed.
  ///   - progress: Receives the last line of progress.
  package func run(
    _ arguments: [String], to what: String, _ manner: Manner = .looking, settings: [GitSetting] = [],
    on input: Data = Data(), _ control: ProgramControl = ProgramControl(), limit: Int? = nil,
    progress: ((String) -> Void)? = nil
  ) throws(GitProblem) -> Data {
    let result = try output(
      arguments, manner, settings: settings, on: input, control, limit: limit, progress: progress)
    if result.isTooLong { throw GitProblem(.tooLong, "Cannot \(what): git prints more than \(limit ?? 0) bytes") }
    guard result.status == 0 else {
      if control.isCancelled { throw .cancelled }
      throw GitProblem(what, status: result.status, result.everything, isOffline: manner == .looking)
    }
    return result.output
  }

  /// Runs a git command and returns its result, even if it fails.
  package func output(
    _ arguments: [String], _ manner: Manner = .looking, settings: [GitSetting] = [],
    on input: Data = Data(),
    environment extra: [String: String] = [:], _ control: ProgramControl = ProgramControl(), limit: Int? = nil,
    progress: ((String) -> Void)? = nil
  ) throws(GitProblem) -> BackgroundProgram.Output {
    var environment = environment.merging(extra) { $1 }
    if manner == .looking { environment.merge(Self.offline) { $1 } }
    Self.addSettings((manner == .looking ? Self.harmless : []) + settings, to: &environment)
    guard let program = BackgroundProgram(["git", "-C", folder] + arguments, environment: environment) else {
      throw .missing
    }
    if manner == .looking { group.add(control) }
    defer { group.remove(control) }
    let result: BackgroundProgram.Output
    do {
      result = try program.run(
        on: input, control, limit: limit, timeout: manner == .looking ? patience : nil,
        progress: progress.map { show in { show(SecretParameter.maskingURLs(in: $0)) } })
    } catch {
      throw control.isCancelled ? .cancelled : GitProblem(.other, error.description)
    }
    guard !result.isTimedOut else {
      throw GitProblem(
        .tooSlow,
        "git was stopped after \(Int(patience)) s — run git status in a terminal to see whether it ends: "
          + "a pipe in the place of a file, such as .gitignore, keeps it waiting"
      )
    }
    return result
  }

  /// Adds settings to those that the user has set in variables. With `-c`, a name would end at its first "=", which the
  /// name of a filter may contain.
  private static func addSettings(_ settings: [GitSetting], to environment: inout [String: String]) {
    // git refuses a larger number.
    let first = max(0, Int(Int32(environment["GIT_CONFIG_COUNT"] ?? "") ?? 0))
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
  /// Both outputs, without credentials in URLs. Hooks write to either.
  package var everything: String {
    let texts = [String(decoding: output, as: UTF8.self), errors].filter { !$0.isEmpty }
    return SecretParameter.maskingURLs(in: texts.joined(separator: "\n"))
  }
}
