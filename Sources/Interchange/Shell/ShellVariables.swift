internal import RequestModel

/// The variables that a script sets or needs.
struct ShellVariables: Equatable {
  enum Value: Equatable {
    /// Text, perhaps with marks of other variables.
    case text(String)
    /// A process environment variable, and what is used without it.
    case environment(String, default: String?)
    /// What a line of `sh` prints.
    case command(String)
    /// Only running the script would tell.
    case unknown
  }

  /// By the names that requests use.
  private(set) var values: [String: Value] = [:]
  /// The names that requests use by those of the script: a variable that is set again has another value.
  private var names: [String: String] = [:]

  /// The value of a variable of the script, as far as it is known.
  func text(of name: String) -> String? {
    if case .text(let text)? = names[name].flatMap({ values[$0] }) { text } else { nil }
  }

  /// Replaces marks with values that are known.
  func replacing(_ text: String) -> String {
    var budget = 1000
    return replacing(text, &budget)
  }

  /// - Parameter budget: How many values may still be put in: they may hold each other many times.
  private func replacing(_ text: String, _ budget: inout Int) -> String {
    guard VariableMarks.contains(text) else { return text }
    return VariableMarks.pieces(text).map { piece in
      guard case .variable(let name) = piece, case .text(let value)? = values[name], budget > 0 else {
        return piece.marked
      }
      budget -= 1
      return replacing(value, &budget)
    }.joined()
  }

  mutating func set(_ name: String, _ value: Value) {
    // A variable that is set to the output of a command takes its place.
    var value = value
    if case .text(let text) = value, case .variable(let other)? = VariableMarks.pieces(text).first,
      VariableMarks.pieces(text).count == 1, other != name, let own = values[other]
    {
      switch own {
      case .command, .unknown:
        values[other] = nil
        value = own
      case .text, .environment: break
      }
    }
    names[name] = declare(name, value)
  }

  /// The mark of a variable of the script. One that it does not set comes from the environment.
  mutating func reference(_ name: String, default text: String? = nil) -> String {
    if let known = names[name] { return VariableMarks.mark(known) }
    let own = declare(name, .environment(name, default: text))
    names[name] = own
    return VariableMarks.mark(own)
  }

  /// The mark of a variable for what a command prints.
  mutating func output(_ value: Value, like name: String) -> String { VariableMarks.mark(declare(name, value)) }

  private mutating func declare(_ name: String, _ value: Value) -> String {
    var own = name
    var number = 2
    while let other = values[own], other != value {
      own = "\(name)-\(number)"
      number += 1
    }
    values[own] = value
    return own
  }

  func isKnown(_ name: String) -> Bool { names[name] != nil }

  mutating func add(_ other: ShellVariables) {
    for (name, value) in other.values where values[name] == nil { values[name] = value }
    for (name, own) in other.names where names[name] == nil { names[name] = own }
  }
}
