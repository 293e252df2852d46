extension RequestAssembly {
  /// Builds the URL as Postman does: fills in path parameters, replaces variables in the whole text, then splits and
  /// escapes the result.
  ///
  /// Therefore `?`, `&` and `#` in values are significant, except in path parameters. Only a few characters are
  /// escaped, and never `%`.
  mutating func postmanURL(asIs: Bool) -> String {
    var template = PostmanURLParts(request.url)
    let unknown = template.fill { name in
      let value = request.pathParameters.first { $0.name.isExactly(name) }?.value ?? ""
      return value.isEmpty ? nil : asIs ? value : pathValue(value)
    }
    if sendsAsPostman {
      warn(of: unknown)
    } else {
      for segment in unknown { noteEmptyPath(String(segment.unicodeScalars.dropFirst().prefix { $0 != "." })) }
    }
    let rows = request.query.filter { !$0.isOff }
    let parts = PostmanURLParts(resolver.resolve(URLQuery.appending(rows, to: template.text, asIs: true)))
    writtenURL = parts.text
    credentials.note(url: parts.text)
    return asIs ? parts.text : parts.escaped
  }

  /// Warns about segments that look like path parameters without a value.
  private mutating func warn(of unknown: [String]) {
    let hasValues = request.pathParameters.contains { !$0.value.isEmpty }
    for name in unknown {
      let isDeclared = request.pathParameters.contains { (":" + $0.name).isExactly(name) }
      guard hasValues || isDeclared else { continue }
      let reason = isDeclared ? "its path variable has no value" : "no path variable has that name"
      warnings.append("The path has \"\(name)\", which is sent as it is: \(reason)")
    }
  }

  /// The value of a path parameter, escaped so that it ends neither the path nor the URL.
  private mutating func pathValue(_ text: String) -> String {
    resolver.resolve(text).replacing("#", with: "%23").replacing("?", with: "%3F")
  }
}

/// The parts of a URL as Postman splits it.
struct PostmanURLParts {
  /// The scheme, the host and the path.
  private var address: String
  /// The query with its question mark.
  private let query: String
  /// The fragment with its number sign.
  private let fragment: String

  init(_ text: String) {
    let scalars = text.unicodeScalars
    let hash = scalars.firstIndex(of: "#") ?? scalars.endIndex
    let mark = scalars[..<hash].firstIndex(of: "?") ?? hash
    address = String(text[..<mark]).replacing("\\", with: "/")
    (query, fragment) = (String(text[mark..<hash]), String(text[hash...]))
  }

  var text: String { address + query + fragment }

  /// Replaces `:name` segments. A name ends at the first dot.
  ///
  /// - Returns: The names without a value.
  mutating func fill(_ value: (String) -> String?) -> [String] {
    var unknown: [String] = []
    address = address.parts(separatedBy: "/").map { segment in
      let scalars = segment.unicodeScalars
      guard scalars.first == ":" else { return segment }
      let name = scalars.dropFirst().prefix { $0 != "." }
      if let value = value(String(name)) { return value + String(scalars[name.endIndex...]) }
      unknown.append(segment)
      return segment
    }.joined(separator: "/")
    return unknown
  }

  /// The text escaped by Postman's rules for paths and queries.
  var escaped: String {
    let path = pathStart
    return address[..<path] + Self.escape(address[path...], and: "\"#<>`?{}") + Self.escape(query[...], and: "\"'<>")
      + Self.escape(fragment[...], and: "\"<>`")
  }

  /// The index after the scheme and the host.
  private var pathStart: String.Index {
    let scalars = address.unicodeScalars
    let host = address.schemeMark?.upperBound ?? scalars.startIndex
    return scalars[host...].firstIndex(of: "/") ?? scalars.endIndex
  }

  /// Escapes blanks, control characters, all characters outside of ASCII, and `others`.
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
