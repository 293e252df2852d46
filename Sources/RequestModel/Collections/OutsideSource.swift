/// Something outside a collection that one of its requests reads. The user has to allow it.
package enum OutsideSource: Hashable, Sendable {
  /// A file, by its absolute path with links resolved.
  case file(String)
  /// A variable of the process environment.
  case environmentVariable(String)
  /// The scripts of the collection.
  case scripts
  /// The secrets of the collection and the environment, which scripts read and replace by `pm.vault`.
  case vault
  /// The cookies of a host, which scripts read and change by `pm.cookies.jar()`. In lower case.
  case cookies(String)
  /// A command that is run, as a shell takes it.
  case command(String)
  /// A program that a request speaks with, as a shell takes it.
  case program(String)
  /// A secret that the user's own command prints, by the command line that runs for it, as a shell takes it.
  case secret(String)
  /// Another collection as the base: the path of its folder with links resolved, or the URL of a repository.
  case base(String)
}

extension OutsideSource: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let path): path
    case .environmentVariable(let name): "the environment variable \(name)"
    case .scripts: "its scripts"
    case .vault: "secrets of the collection and the environment (pm.vault)"
    case .cookies(let host): "the cookies of \(host)"
    case .command(let line): "the output of \(line)"
    case .program(let line): "the program \(line)"
    case .secret(let line): "the secret that \(line) prints"
    case .base(let name): "the base \(SecretParameter.maskingURLs(in: name))"
    }
  }
}

extension OutsideSource {
  /// Whether it is code that runs or a secret that code prints, which takes more than the permission to read.
  package var isCommand: Bool {
    switch self {
    case .command, .program, .secret: true
    case .file, .environmentVariable, .scripts, .vault, .cookies, .base: false
    }
  }

  var isProgram: Bool { if case .program = self { true } else { false } }

  /// Whether the user's own command prints it.
  package var isSecret: Bool { if case .secret = self { true } else { false } }

  package var isFile: Bool { if case .file = self { true } else { false } }

  /// Whether scripts use it, rather than the request itself.
  package var isOfScripts: Bool {
    switch self {
    case .scripts, .vault, .cookies: true
    case .file, .environmentVariable, .command, .program, .secret, .base: false
    }
  }

  /// A sentence about missing permissions: `This collection has no permission to run its scripts`.
  package static func missingPermission(for sources: [OutsideSource]) -> String {
    "This collection has no permission to \(use(of: sources))"
  }

  /// The same for a line of a narrow screen: `No permission to run its scripts`.
  package static func shortMissingPermission(for sources: [OutsideSource]) -> String {
    "No permission to \(use(of: sources))"
  }

  private static func use(of sources: [OutsideSource]) -> String {
    let names = sources.map(\.description).joined(separator: ", ")
    if sources == [.scripts] || sources.allSatisfy(\.isProgram) { return "run \(names)" }
    let isOfScripts = sources.allSatisfy(\.isOfScripts)
    return "\(isOfScripts || sources.contains(where: \.isProgram) ? "use" : "read") \(names)"
  }

  /// The sentence for sources that the user has not allowed.
  package static func refusal(of sources: [OutsideSource]) -> String {
    let options = [
      sources.contains { !$0.isCommand && !$0.isOfScripts } ? "--allow-files" : nil,
      sources.contains(where: \.isCommand) ? "--allow-commands" : nil,
      sources.contains(.scripts) ? "--allow-scripts" : nil,
      sources.contains(.vault) ? "--allow-vault" : nil,
    ].compactMap(\.self)
    let hosts: [String] = sources.compactMap { if case .cookies(let host) = $0 { host } else { nil } }
    let all = (options + hosts.map { "--allow-cookies \($0)" }).joined(separator: " and ")
    return "\(missingPermission(for: sources)) — allow it in the workbench, or pass \(all)"
  }
}
