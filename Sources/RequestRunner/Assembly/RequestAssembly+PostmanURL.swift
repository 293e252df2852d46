internal import RequestModel

extension RequestAssembly {
  /// The URL as Postman makes it: variables are replaced in the whole text, which is then taken apart and escaped.
  ///
  /// What a variable's value has of `?`, `&` and `#` counts, therefore. Only a few characters are escaped, never `%`.
  mutating func postmanURL(asIs: Bool) -> String {
    let rows = request.query.filter { !$0.isOff }
    var parts = PostmanURLParts(resolver.resolve(URLQuery.appending(rows, to: request.url, asIs: true)))
    let values = request.pathParameters.map { ($0.name, resolver.resolve($0.value)) }
    parts.fill { name in values.first { $0.0.isExactly(name) }.flatMap { $0.1.isEmpty ? nil : $0.1 } }
    writtenURL = parts.text
    credentials.note(url: parts.text)
    return asIs ? parts.text : parts.escaped
  }
}

/// A URL as Postman takes it apart.
struct PostmanURLParts {
  /// The scheme, the host and the path.
  private var address: String
  /// With its question mark.
  private let query: String
  /// With its number sign.
  private let fragment: String

  init(_ text: String) {
    let scalars = text.unicodeScalars
    let hash = scalars.firstIndex(of: "#") ?? scalars.endIndex
    let mark = scalars[..<hash].firstIndex(of: "?") ?? hash
    address = String(text[..<mark]).replacing("\\", with: "/")
    (query, fragment) = (String(text[mark..<hash]), String(text[hash...]))
  }

  var text: String { address + query + fragment }

  /// Replaces `:name` segments; a name ends at the first dot.
  mutating func fill(_ value: (String) -> String?) {
    address = address.parts(separatedBy: "/").map { segment in
      let scalars = segment.unicodeScalars
      guard scalars.first == ":" else { return segment }
      let name = scalars.dropFirst().prefix { $0 != "." }
      return value(String(name)).map { $0 + String(scalars[name.endIndex...]) } ?? segment
    }.joined(separator: "/")
  }

  /// The text with what Postman escapes in a path and in a query.
  var escaped: String {
    let path = pathStart
    return address[..<path] + Self.escape(address[path...], and: "\"#<>`?{}") + Self.escape(query[...], and: "\"'<>")
      + Self.escape(fragment[...], and: "\"<>`")
  }

  /// Behind the scheme and the host.
  private var pathStart: String.Index {
    let scalars = address.unicodeScalars
    let host = address.firstRange(of: "://")?.upperBound ?? scalars.startIndex
    return scalars[host...].firstIndex(of: "/") ?? scalars.endIndex
  }

  /// Escapes blanks, control characters, all that is not ASCII, and `others`.
  private static func escape(_ text: Substring, and others: String) -> String {
    let escaped = Set(others.utf8)
    var result = ""
    for byte in text.utf8 {
      if byte <= 0x20 || byte >= 0x7F || escaped.contains(byte) {
        result += PercentEncoding.encode(CollectionOfOne(byte))
      } else {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return result
  }
}
