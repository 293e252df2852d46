import Foundation

/// The variables of `--var` and `--secret`.
struct CommandVariables {
  private(set) var values: [String: String]
  /// The names whose values are masked.
  private(set) var secretNames: Set<String> = []
  /// The masked names that only look like credentials.
  private let guessed: [String]

  /// - Parameter secrets: `NAME=VALUE`, or `NAME` for the value of a variable of the operating system.
  init(_ variables: [String], secrets: [String]) throws {
    values = try OptionText.variables(variables)
    for text in secrets {
      let (name, value) = try Self.secret(text)
      values[name] = value
      secretNames.insert(name)
    }
    guessed = values.filter { [secretNames] name, value in
      !secretNames.contains(name) && SuppliedCredential.isLikely([name], value)
    }.keys.sorted()
    secretNames.formUnion(guessed)
  }

  private static func secret(_ text: String) throws -> (name: String, value: String) {
    if let (name, value) = text.cut(at: "="), !name.isEmpty { return (name, value) }
    guard !text.isEmpty, !text.containsExactly("=") else {
      throw CommandExit.usageError("\"\(text)\" is not a secret — write it as NAME or NAME=VALUE")
    }
    guard let value = ProcessInfo.processInfo.environment[text] else {
      throw CommandExit.usageError(
        "There is no environment variable \(text) for --secret \(text) — set it, or write --secret \(text)=VALUE")
    }
    return (text, value)
  }

  /// Warns about values that are masked because they look like credentials, and about secrets that ordinary text may have.
  func warn() {
    let weak = secretNames.subtracting(guessed).sorted().compactMap { name in
      values[name].flatMap { $0.isEmpty ? nil : MaskingWeakness(of: $0) }.map { "--secret \(name): \($0)" }
    }
    StandardError.write(
      lines: guessed.map { "\($0) looks like a credential and is masked — say so with --secret \($0)" } + weak)
  }
}
