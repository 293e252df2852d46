/// The variables that a script sets or needs.
struct ShellVariables: Equatable {
  enum Value: Hashable {
    /// Text, perhaps with marks of other variables.
    case text(String)
    /// A process environment variable, and its default.
    case environment(String, default: String?)
    /// The output of a line of `sh`.
    case command(String)
    /// A value that is unknown without running the script.
    case unknown
  }

  /// By the names that requests use.
  private(set) var values: [String: Value] = [:]
  /// The names that requests use by those of the script: a variable that is set again has another value.
  private var names: [String: String] = [:]
  /// The names of values whose own name was taken, and how far each was numbered.
  private var numbered: [Declaration: String] = [:]
  private var numbers: [String: Int] = [:]

  /// The elements of arrays.
  private(set) var arrays: [String: [String]] = [:]
  /// The positions of elements by their keys, for arrays with keys.
  private(set) var keys: [String: [String: Int]] = [:]

  private struct Declaration: Hashable {
    let name: String
    let value: Value
  }

  /// The value of a variable of the script, if known.
  func text(of name: String) -> String? {
    if case .text(let text)? = names[name].flatMap({ values[$0] }) { text } else { nil }
  }

  /// Replaces marks with values that are known.
  func replacing(_ text: String) -> String {
    var budget = (values: 1000, bytes: 1 << 20)
    return replacing(text, &budget)
  }

  /// - Parameter budget: How many values may still be put in, and how large: they may hold each other many times.
  private func replacing(_ text: String, _ budget: inout (values: Int, bytes: Int)) -> String {
    guard VariableMarks.contains(text) else { return text }
    return VariableMarks.pieces(text).map { piece in
      guard case .variable(let name) = piece, case .text(let value)? = values[name], budget.values > 0,
        value.utf8.count <= budget.bytes
      else { return piece.marked }
      budget.values -= 1
      budget.bytes -= value.utf8.count
      return replacing(value, &budget)
    }.joined()
  }

  /// Whether `$name` or `${name}` in a text is a variable that does not come from the environment.
  func areUsed(in text: String) -> Bool {
    text.unicodeScalars.split(separator: "$", omittingEmptySubsequences: false).dropFirst().contains { rest in
      let name = rest.drop { $0 == "{" }.prefix {
        "_-0123456789".unicodeScalars.contains($0) || $0.properties.isAlphabetic
      }
      guard let value = values[String(name)] ?? values[String(name.prefix { $0 != "-" })] else { return false }
      if case .environment = value { return false }
      return true
    }
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
    (arrays[name], keys[name]) = (nil, nil)
  }

  mutating func set(_ name: String, _ elements: [String]) { (arrays[name], keys[name]) = (elements, nil) }

  /// Adds elements to an array. Other text of the variable is its first one.
  mutating func append(_ elements: [String], to name: String) {
    let count = beginArray(name)
    for offset in elements.indices where keys[name] != nil { keys[name]?["\(count + offset)"] = count + offset }
    arrays[name]? += elements
  }

  /// Sets the element with a key.
  mutating func set(_ name: String, key: String, _ element: String) {
    let count = beginArray(name)
    if let position = position(of: key, in: name) {
      arrays[name]?[position] = element
    } else {
      if keys[name] == nil { keys[name] = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", $0) }) }
      keys[name]?[key] = count
      arrays[name]?.append(element)
    }
  }

  /// The position of the element with a key.
  func position(of key: String, in name: String) -> Int? {
    if let positions = keys[name] { return positions[key] }
    return Int(key).flatMap { arrays[name]?.indices.contains($0) == true ? $0 : nil }
  }

  /// - Returns: How many elements the array has.
  private mutating func beginArray(_ name: String) -> Int {
    if arrays[name] == nil { arrays[name] = text(of: name).map { [$0] } ?? [] }
    return arrays[name]?.count ?? 0
  }

  /// The mark of a variable of the script. One that it does not set comes from the environment.
  mutating func reference(_ name: String, default text: String? = nil) -> String {
    if let known = names[name] { return VariableMarks.mark(known) }
    let own = declare(name, .environment(name, default: text))
    names[name] = own
    return VariableMarks.mark(own)
  }

  /// The mark of a variable for the output of a command.
  mutating func output(_ value: Value, like name: String) -> String { VariableMarks.mark(declare(name, value)) }

  private mutating func declare(_ name: String, _ value: Value) -> String {
    let declaration = Declaration(name: name, value: value)
    if let known = numbered[declaration], values[known] == value { return known }
    guard let other = values[name], other != value else {
      values[name] = value
      return name
    }
    var number = numbers[name] ?? 2
    while let other = values["\(name)-\(number)"], other != value { number += 1 }
    let own = "\(name)-\(number)"
    numbers[name] = number + 1
    numbered[declaration] = own
    values[own] = value
    return own
  }

  mutating func add(_ other: ShellVariables) {
    for (name, value) in other.values where values[name] == nil { values[name] = value }
    for (name, own) in other.names where names[name] == nil { names[name] = own }
  }
}
