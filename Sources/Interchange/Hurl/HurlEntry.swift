/// A request of a Hurl file with the expectations for its response.
struct HurlEntry {
  /// Comments above the request.
  var comments: [String] = []
  var method = ""
  var url = ""
  var headers: [JSONValue] = []
  var query: [JSONValue] = []
  var form: [JSONValue]?
  var multipart: [JSONValue]?
  var cookies: [(name: String, value: String)] = []
  private(set) var options: [(name: String, value: String)] = []
  /// The variables that its options set.
  private var ownValues: [String: String] = [:]
  var login: (name: String, password: String)?
  var body: HurlBody?
  var captures: [JSONValue] = []
  var checks: [JSONValue] = []
  /// Sentences about parts that we cannot represent.
  var problems: [String] = []

  mutating func addOption(_ name: String, _ value: String) {
    options.append((name, value))
    guard name == "variable" || name == "variable:", let equals = value.firstIndex(of: "=") else { return }
    let variable = String(value[..<equals]).trimmed
    ownValues[variable] = ownValues[variable] ?? String(value[value.index(after: equals)...]).trimmed
  }

  /// The last value of an option.
  func option(_ name: String) -> String? { options.last { $0.name == name }?.value }

  /// How often it is sent, by its options `skip` and `repeat`.
  var repetitions: Int {
    if option("skip") == "true" { return 0 }
    guard let count = option("repeat").flatMap({ Int($0) }) else { return 1 }
    // A negative count repeats it endlessly.
    return count < 0 ? Self.mostRepetitions : min(count, Self.mostRepetitions)
  }

  private static let mostRepetitions = 10_000

  var followsRedirects: Bool {
    options.contains { $0.name.hasPrefix("location") && withOwnValues($0.value) == "true" }
  }

  /// Replaces the variables that the entry's own options set. Variables in their values are kept.
  ///
  /// - Returns: The text itself if the result would be long.
  func withOwnValues(_ text: String) -> String {
    guard !ownValues.isEmpty, text.contains("{{") else { return text }
    var (result, rest) = ("", text[...])
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      let name = String(rest[open.upperBound..<close.lowerBound]).trimmed
      result += rest[..<open.lowerBound]
      result += ownValues[name] ?? String(rest[open.lowerBound..<close.upperBound])
      guard result.utf8.count <= Self.longest else { return text }
      rest = rest[close.upperBound...]
    }
    return result + rest
  }

  private static let longest = 10_000
}
