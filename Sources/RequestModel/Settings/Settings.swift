/// The user's settings: `settings.json`, JSON with comments.
///
/// A setting that is wrong is left out and reported with its line; all others apply. Of a file with a syntax error, those
/// before the error apply.
package struct Settings: Equatable, Sendable {
  /// The valid settings.
  package private(set) var document = JSONObject()
  package private(set) var findings: [Finding] = []
  private var text: JSONText?
  /// The error that the file cannot be read beyond.
  package private(set) var syntaxError: Finding?
  /// Whether they are those of the file before it had a syntax error.
  package private(set) var isStaying = false

  /// Something wrong in the file.
  package struct Finding: Equatable, Sendable, CustomStringConvertible {
    package var position: TextPosition
    package var problem: String

    package init(_ problem: String, at position: TextPosition) {
      self.problem = problem
      self.position = position
    }

    /// Whether it is about the value of that member.
    package func names(_ member: String) -> Bool { problem.hasPrefix("\"\(member)\" ") }

    /// `4:3 — "theme" is a number, not a string`, to follow a file name and a colon.
    package var description: String { "\(position) — \(problem)" }
  }

  /// The defaults.
  package init() {}

  package init(_ bytes: [UInt8]) {
    do throws(JSONSyntaxError) {
      read(try JSONText(commented: bytes))
    } catch {
      if let beginning = JSONText(beginningOf: bytes, before: error) { read(beginning) }
      syntaxError = Finding(error.problem.description, at: error.position)
    }
    if let syntaxError { add(syntaxError) }
  }

  private mutating func read(_ text: JSONText) {
    guard let object = text.value.object else {
      syntaxError = Finding("settings are an object: { … }", at: TextPosition(line: 1, column: 1))
      return
    }
    self.text = text
    document = understood(object, Self.fields, at: [])
    check(["history", "size"], is: "a size: bytes, or text such as \"2G\"") { Retention.size($0) != nil }
    check(["secrets", "command"], is: "the words of a command: [\"pass\", \"show\", \"{name}\"]") { value in
      value.array.map { !$0.isEmpty && $0.allSatisfy { $0.string != nil } } ?? false
    }
  }

  /// Checks a setting of any JSON beyond its type.
  private mutating func check(_ path: [String], is expected: String, _ isRight: (JSONValue) -> Bool) {
    guard var group = document[path[0]]?.object, let value = group[path[1]], value != .null, !isRight(value)
    else { return }
    report("\"\(path[1])\" is not \(expected)", at: [.key(path[0]), .key(path[1])])
    group[path[1]] = nil
    document[path[0]] = .object(group)
  }

  /// These settings, while the file has a syntax error. Only that is reported: these were before.
  package func staying(despite error: Finding) -> Settings {
    var settings = self
    (settings.findings, settings.syntaxError, settings.text) = ([error], error, nil)
    settings.isStaying = true
    return settings
  }

  /// The settings with one replaced, as an option of the command line does it.
  package func setting(_ name: String, to value: JSONValue) -> Settings {
    var settings = self
    settings.document[name] = value
    return settings
  }

  /// Reports a problem with a value that the tables of fields do not describe, such as the name of a key.
  package mutating func report(_ problem: String, at path: JSONLocation) {
    guard !isStaying else { return }
    add(Finding(problem, at: text?.keyPosition(of: path) ?? TextPosition(line: 1, column: 1)))
  }

  private mutating func add(_ finding: Finding) {
    findings.append(finding)
    findings.sort { ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column) }
  }

  private mutating func understood(_ object: JSONObject, _ fields: [Field], at path: JSONLocation) -> JSONObject {
    var kept = JSONObject()
    for member in object.members {
      let (name, place) = (member.key.value, path.appending(member.key.value))
      if path.steps.isEmpty, name == "$schema" { continue }
      guard let field = fields.first(where: { $0.name == name }) else {
        report("unknown setting \"\(name)\"\(Self.advice(name, fields.map(\.name)))", at: place)
        continue
      }
      if case .object(let inner) = field.type, let value = member.value.object {
        kept[name] = .object(understood(value, inner, at: place))
        continue
      }
      do throws(DocumentError) {
        try field.check(in: ObjectReader([name: member.value], at: path))
        kept[name] = member.value
      } catch {
        report(error.problem, at: error.path)
      }
    }
    return kept
  }

  /// The known name that is meant, or all of them.
  private static func advice(_ name: String, _ known: [String]) -> String {
    let near = known.filter { $0.lowercased().hasPrefix(name.lowercased().prefix(3)) }
    if let only = near.first, near.count == 1 { return ": did you mean \"\(only)\"?" }
    return known.count <= 16 ? ": use one of \(known.joined(separator: ", "))" : ""
  }

  /// The value of a setting, by its names from the root; its default if it is missing.
  package subscript(path: String...) -> JSONValue? {
    var value: JSONValue? = .object(document)
    for name in path { value = value?.object?[name] }
    return value == .null || value == nil ? Self.field(at: path)?.defaultValue : value
  }
}
