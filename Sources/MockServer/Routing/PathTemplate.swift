/// The path of a request with its parameters: `/users/:id`, `/users/{id}.json`, `/users/{{id}}`.
struct PathTemplate: Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case literal([UInt8])
    case parameter(String)
  }

  typealias Segment = [Part]

  /// The segments without empty ones at the end.
  let segments: [Segment]

  /// - Parameters:
  ///   - base: A path prefix without parameters.
  ///   - path: The path of a URL, in which `:name`, `{name}` and `{{name}}` are parameters.
  init(base: String = "", path: String) {
    segments = Self.segments(of: base).map { [.literal($0)] } + Self.split(path).map(Self.segment)
  }

  /// The decoded segments of a path. A trailing slash is ignored.
  static func segments(of path: String) -> [[UInt8]] {
    split(path).map { PercentEncoding.decode(Substring($0)) }
  }

  private static func split(_ path: String) -> [Substring.UnicodeScalarView] {
    var segments = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)[...]
    if segments.first?.isEmpty == true { segments = segments.dropFirst() }
    if segments.last?.isEmpty == true { segments = segments.dropLast() }
    return Array(segments)
  }

  private static func segment(_ text: Substring.UnicodeScalarView) -> Segment {
    if text.first == ":", text.count > 1 {
      let name = text.dropFirst().prefix { $0 != "." }
      let rest = text.dropFirst(1 + name.count)
      return [.parameter(String(name))] + (rest.isEmpty ? [] : [literal(rest)])
    }
    return parts(text)
  }

  /// Splits a segment into literals and parameters, which are in single or double braces.
  private static func parts(_ text: Substring.UnicodeScalarView) -> Segment {
    var parts: Segment = []
    var rest = text
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(literal(rest[..<open])) }
      let name = rest[open..<close].filter { $0 != "{" && $0 != " " }
      rest = rest[close...].drop { $0 == "}" }
      // The values of adjacent parameters cannot be separated, so only the first parameter counts.
      if case .parameter? = parts.last { continue }
      parts.append(.parameter(String(String.UnicodeScalarView(name))))
    }
    if !rest.isEmpty || parts.isEmpty { parts.append(literal(rest)) }
    return parts
  }

  private static func literal(_ text: Substring.UnicodeScalarView) -> Part {
    .literal(PercentEncoding.decode(Substring(text)))
  }
}

extension PathTemplate {
  /// The values of the parameters; `nil` for a path that does not match.
  func match(_ path: [[UInt8]]) -> [(name: String, value: String)]? {
    guard path.count == segments.count else { return nil }
    var values: [(name: String, value: String)] = []
    for (segment, bytes) in zip(segments, path) {
      guard Self.match(segment[...], bytes[...], &values) else { return nil }
    }
    return values
  }

  /// Matches parts from the left. A parameter takes as few bytes as possible, but at least one.
  private static func match(
    _ parts: ArraySlice<Part>, _ bytes: ArraySlice<UInt8>, _ values: inout [(name: String, value: String)]
  ) -> Bool {
    guard let part = parts.first else { return bytes.isEmpty }
    switch part {
    case .literal(let text):
      return bytes.starts(with: text) && match(parts.dropFirst(), bytes.dropFirst(text.count), &values)
    case .parameter(let name):
      guard let end = end(ofParameterBefore: parts.dropFirst(), bytes) else { return false }
      values.append((name, String(decoding: bytes[..<end], as: UTF8.self)))
      return match(parts.dropFirst(), bytes[end...], &values)
    }
  }

  private static func end(ofParameterBefore parts: ArraySlice<Part>, _ bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    guard case .literal(let next)? = parts.first else { return bytes.endIndex }
    // The last literal must be at the end: `{name}.json` takes all of `a.json.json` but its end.
    if parts.count == 1 {
      let end = bytes.endIndex - next.count
      return end > bytes.startIndex ? end : nil
    }
    return bytes.dropFirst().firstRange(of: next)?.lowerBound
  }

  /// Orders templates that match the same path from the left: literal segments before mixed ones before parameters.
  static func isMoreSpecific(_ a: PathTemplate, than b: PathTemplate) -> Bool {
    b.ranks.lexicographicallyPrecedes(a.ranks)
  }

  var ranks: [Int] {
    segments.map { segment in
      let literals = segment.count { if case .literal = $0 { true } else { false } }
      return literals == segment.count ? Int.max : literals
    }
  }
}

extension PathTemplate: CustomStringConvertible {
  var description: String {
    "/"
      + segments.map { segment in
        segment.map { part in
          switch part {
          case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
          case .parameter(let name): segment.count == 1 ? ":\(name)" : "{\(name)}"
          }
        }.joined()
      }.joined(separator: "/")
  }
}
