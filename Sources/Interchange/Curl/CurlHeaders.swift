/// The headers of a curl command: those that curl makes itself, and those of `--header`, which replace or remove them.
struct CurlHeaders {
  private(set) var own: [(name: String, value: String)] = []
  private var removed: [String] = []
  private var made: [String: String] = [:]
  /// The names that are sent without the spaces around them.
  private(set) var trimmedNames: [String] = []

  /// A line of `--header`: `NAME: VALUE`, `NAME:` to remove it, or `NAME;` for an empty value.
  mutating func add(line: String) {
    guard let (before, text) = line.cut(at: ":") else {
      guard let (before, rest) = line.cut(at: ";"), rest.isEmpty else { return }
      let name = trimmed(before)
      return own.append((name, ""))
    }
    let value = text.drop { $0 == " " || $0 == "\t" }
    if before.allSatisfy(\.isWhitespace) { return }
    let name = trimmed(before)
    if value.allSatisfy(\.isWhitespace) { removed.append(name) } else { own.append((name, String(value))) }
  }

  private mutating func trimmed(_ name: String) -> String {
    let trimmed = name.trimmingWhitespace
    if !trimmed.isExactly(name) { trimmedNames.append(trimmed) }
    return trimmed
  }

  /// Sets a header that curl generates for an option; an empty value removes it.
  mutating func make(_ name: String, _ value: String) {
    made[name] = value
  }

  /// Removes a header that curl generates for an option.
  ///
  /// - Returns: Whether there was one.
  mutating func unmake(_ name: String) -> Bool { made.removeValue(forKey: name) != nil }

  mutating func removeOwn(_ name: String) { own.removeAll { Self.isSame($0.name, name) } }

  func hasOwn(_ name: String) -> Bool { own.contains { Self.isSame($0.name, name) } }

  func isRemoved(_ name: String) -> Bool {
    removed.contains { Self.isSame($0, name) } || made.contains { Self.isSame($0.key, name) && $0.value.isEmpty }
  }

  func value(of name: String) -> String? { own.first { Self.isSame($0.name, name) }?.value }

  private static func isSame(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }

  /// In the order that curl sends them.
  private static let order = [
    "Authorization", "Range", "Content-Range", "User-Agent", "Accept", "Connection", "TE", "Accept-Encoding", "Referer",
    "Cookie", "If-Modified-Since", "If-Unmodified-Since",
  ]

  /// The rows of a request.
  var rows: [JSONValue] {
    let first = Self.order.compactMap(row)
    let last = made.keys.filter { !Self.order.contains($0) }.sorted().compactMap(row)
    return first + own.map { Self.row($0.name, $0.value) } + last
  }

  /// The row of a header that curl generates, unless the command replaces or removes it.
  func row(_ name: String) -> JSONValue? {
    guard let value = made[name], !value.isEmpty, !hasOwn(name), !isRemoved(name) else { return nil }
    return Self.row(name, value)
  }

  private static func row(_ name: String, _ value: String) -> JSONValue {
    ["name": .string(name), "value": .string(value)]
  }

  /// The names of headers that the program must not add.
  func omitted(addsContentType: Bool, addsLength: Bool) -> [String] {
    var names = ["Accept-Encoding", "Accept-Language"]
    if !addsContentType { names.append("Content-Type") }
    if !addsLength { names.append("Content-Length") }
    var known = Set(names.map { $0.lowercased() })
    for name in removed where known.insert(name.lowercased()).inserted { names.append(name) }
    if isRemoved("User-Agent"), !known.contains("user-agent") { names.append("User-Agent") }
    let sent = Set(rows.compactMap { $0.object?.text("name")?.lowercased() })
    return names.filter { !sent.contains($0.lowercased()) }
  }
}
