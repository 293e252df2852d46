/// Where the value of a variable comes from.
package enum VariableSource: Equatable, Hashable, Sendable {
  /// The value is in the file.
  case literal(JSONValue)
  /// Declared in the file, kept in the user's own secrets.
  case secret
  /// Asked for before each send.
  case prompt(String)
  /// Printed by a command.
  case command(ValueCommand)
  /// A variable of a `.env` file. The path is relative to the collection's folder.
  case dotenv(path: String, key: String)
  /// A variable of the operating system's environment.
  case environmentVariable(String)

  /// The variable of the operating system's environment that has the value.
  package var environmentVariable: String? { if case .environmentVariable(let name) = self { name } else { nil } }

  /// Where a send has to fetch the value from, in a word; `nil` for one that is there already.
  package var fetchedFrom: String? {
    switch self {
    case .prompt: "prompt"
    case .command: "command"
    case .dotenv(let path, _): path
    case .literal, .secret, .environmentVariable: nil
    }
  }

  package static func value(_ text: String) -> VariableSource { .literal(.string(text)) }
}

/// A command that prints a value.
package struct ValueCommand: Equatable, Hashable, Sendable {
  /// One word for the shell, or the program and its arguments.
  package var words: [String]
  package var isForShell: Bool
  /// Seconds.
  package var timeout: Double

  package init(shell line: String, timeout: Double = standardTimeout) {
    (words, isForShell, self.timeout) = ([line], true, timeout)
  }

  package init(words: [String], timeout: Double = standardTimeout) {
    (self.words, isForShell, self.timeout) = (words, false, timeout)
  }

  package static let standardTimeout = 60.0

  fileprivate var timeoutText: String {
    timeout == timeout.rounded() ? String(Int(timeout)) : String(timeout)
  }

  /// The command as a shell takes it.
  package var text: String { isForShell ? words[0] : words.map(ShellText.quoted).joined(separator: " ") }
}

extension Variable {
  package var source: VariableSource {
    get {
      if let question = document["prompt"]?.string { return .prompt(question) }
      if let command { return .command(command) }
      if let path = document["fromDotenv"]?.string {
        return .dotenv(path: path, key: document["key"]?.string ?? name)
      }
      if let name = document["fromEnvironment"]?.string { return .environmentVariable(name) }
      return isSecret ? .secret : .literal(value ?? "")
    }
    set {
      guard newValue != source || document.members.count == 1 else { return }
      for member in VariableSource.members + ["key", "timeout"] { document[member] = nil }
      write(newValue)
    }
  }

  private mutating func write(_ source: VariableSource) {
    switch source {
    case .literal(let value):
      isSecret = false
      document["value"] = value
    case .secret:
      document["value"] = nil
      isSecret = true
    case .prompt(let question): document["prompt"] = .string(question)
    case .command(let command):
      document["fromCommand"] =
        command.isForShell ? .string(command.words[0]) : .array(command.words.map(JSONValue.string))
      if command.timeout != ValueCommand.standardTimeout {
        document["timeout"] = .number(JSONNumber(text: command.timeoutText))
      }
    case .dotenv(let path, let key):
      document["fromDotenv"] = .string(path)
      if !key.isExactly(name) { document["key"] = .string(key) }
    case .environmentVariable(let name): document["fromEnvironment"] = .string(name)
    }
  }

  private var command: ValueCommand? {
    let timeout = document["timeout"]?.number?.double ?? ValueCommand.standardTimeout
    if let line = document["fromCommand"]?.string { return ValueCommand(shell: line, timeout: timeout) }
    return document["fromCommand"]?.array.map {
      ValueCommand(words: $0.compactMap(\.string), timeout: timeout)
    }
  }

  func checkSource(at path: JSONLocation) throws(DocumentError) {
    let named = VariableSource.members.filter { document[$0] != nil && document[$0] != .null }
    if named.count > 1 {
      let members = named.prefix(2).map { "\"\($0)\"" }.joined(separator: " and ")
      throw DocumentError("\"\(name)\" has \(members): keep one of them", at: path.appending(named[1]))
    }
    guard let value = document["fromCommand"], value != .null, value.string == nil else { return }
    guard let words = value.array, !words.isEmpty, words.allSatisfy({ $0.string != nil }) else {
      throw DocumentError(
        "\"fromCommand\" is neither a line for the shell nor an array of words", at: path.appending("fromCommand"))
    }
  }
}

extension VariableSource {
  /// The members that name a source; a variable has one of them at most.
  static let members = ["prompt", "fromCommand", "fromDotenv", "fromEnvironment"]

  static let fields = [
    Field.literal("prompt", "Prompt", "Asks for the value before each send; this is the question."),
    Field.literal(
      "fromCommand", "From command",
      "Runs a command and uses its output, without the final newline: a line for sh, or an array with the program and its arguments.",
      .json()),
    Field.literal(
      "timeout", "Timeout", "With \"fromCommand\": seconds until the command is stopped. 60 if missing.",
      .number(timeout)),
    Field.literal(
      "fromDotenv", "From .env file", "The .env file that has the value, relative to the collection's folder."),
    Field.literal("key", "Key", "With \"fromDotenv\": the name in that file. The variable's name if missing."),
    Field.literal("fromEnvironment", "From environment", "The process environment variable that has the value."),
  ]

  private static let timeout = NumberRule(
    1...3600, noun: "time", advice: "use seconds, such as 30", not: "a number of seconds from 1 to 3600")
}
