/// Splits attached values from their options: `-dx`, `-XPUT` and `--var=a=b` become two arguments each, and `-kq` two
/// flags. The value of `--url` becomes the first argument, where the parser expects the URL.
///
/// The argument parser supports no attached values, and misses an `=` before a combining mark.
enum AttachedValues {
  /// The short flags and the options with a value of a command.
  struct Options {
    var flags: [Character] = []
    var short: [Character] = []
    var long: Set<String> = []
  }

  /// Keyed by the name of the command.
  static let options: [String: Options] = [
    "send": Options(
      flags: CurlOptionTable.letters(withValue: false), short: CurlOptionTable.letters(withValue: true),
      long: CurlOptionTable.names.filter { CurlOptionTable.takesValue($0) == true }.union([
        "method", "env", "var", "secret", "timeout", "max-body", "print", "allow-cookies", "message", "count",
        "until", "idle", "join",
      ])),
    "run": Options(
      flags: ["h", "k", "f"], short: ["e", "d", "n", "j", "m", "r", "b", "c", "H", "x"],
      long: [
        "env", "var", "env-var", "global-var", "folder", "globals", "history", "export-globals", "secret", "data",
        "tags", "exclude-tags", "from", "timeout", "iterations", "jobs", "delay", "retry", "retry-delay",
        "max-requests", "reporter", "export-environment", "cookie", "cookie-jar", "working-dir",
        "rate", "users", "for", "warm-up", "threshold", "max-in-flight", "every", "on-failure", "allow-cookies",
        "connections", "match", "header", "proxy",
      ]),
    "history": Options(flags: ["h"], short: ["l"], long: ["env", "var", "print"]),
    "mcp": Options(
      flags: CurlOptionTable.letters(withValue: false), short: CurlOptionTable.letters(withValue: true),
      long: CurlOptionTable.names.filter { CurlOptionTable.takesValue($0) == true }.union([
        "argument", "env", "var", "secret", "timeout", "allow-cookies",
      ])),
  ]

  static func detached(_ arguments: [String]) -> [String] {
    guard let command = arguments.first, let options = options[command] else { return arguments }
    var result = [command]
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      if argument == "--" { return result + [argument] + rest }
      let (parts, lacksValue) = options.parts(of: argument)
      if command == "send", parts.first == "--url" {
        if let url = lacksValue ? rest.popFirst() : parts.last { result.insert(url, at: 1) }
        continue
      }
      result += parts
      // The next argument is the value, even if it looks like an option.
      if lacksValue, let value = rest.popFirst() { result.append(value) }
    }
    return result
  }
}

extension AttachedValues.Options {
  /// Whether the next argument is the value of this detached one.
  func takesValue(_ argument: String) -> Bool {
    if argument.startsExactly(with: "--") { return long.contains(String(argument.dropFirst(2))) }
    let letters = argument.unicodeScalars
    return letters.count == 2 && letters.first == "-" && letters.last.map { short.contains(Character($0)) } == true
  }

  /// The split argument, and whether its last option still needs a value.
  fileprivate func parts(of argument: String) -> (parts: [String], lacksValue: Bool) {
    if argument.startsExactly(with: "--") { return longParts(of: argument) }
    let letters = argument.unicodeScalars
    guard letters.count > 1, letters.first == "-" else { return ([argument], false) }
    var parts: [String] = []
    for index in letters.indices.dropFirst() {
      parts.append("-" + String(letters[index]))
      let letter = Character(letters[index])
      if short.contains(letter) {
        let value = letters[letters.index(after: index)...]
        return value.isEmpty ? (parts, true) : (parts + [String(value)], false)
      }
      // The parser reports unknown options.
      guard flags.contains(letter) else { return ([argument], false) }
    }
    return (parts, false)
  }

  private func longParts(of argument: String) -> (parts: [String], lacksValue: Bool) {
    if let (name, value) = argument.cut(at: "="), long.contains(String(name.dropFirst(2))) {
      return ([name, value], false)
    }
    return ([argument], long.contains(String(argument.dropFirst(2))))
  }
}
