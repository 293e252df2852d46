/// The canonical request of AWS Signature Version 4, which client and server compute alike.
package struct AWSCanonicalRequest {
  package var text: String
  /// Lower-case names, sorted and joined by semicolons.
  package var signedHeaders: String

  /// - Parameters:
  ///   - path: Path in canonical form.
  ///   - query: Query as sent.
  ///   - host: Signed if `headers` has no `Host`.
  package init(
    method: String, path: String, query: String?, headers: [(name: String, value: String)], host: String,
    payloadHash: String
  ) {
    var values: [String: [String]] = [:]
    for header in headers where !Self.unsignedHeaders.contains(header.name.lowercased()) {
      values[header.name.lowercased(), default: []].append(Self.trimmed(header.value))
    }
    if values["host"] == nil { values["host"] = [host] }
    let names = values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    signedHeaders = names.joined(separator: ";")
    let lines = names.map { "\($0):\(values[$0, default: []].joined(separator: ","))\n" }.joined()
    text = [method, path, Self.canonicalQuery(query ?? ""), lines, signedHeaders, payloadHash].joined(separator: "\n")
  }

  /// Proxies may add, change or drop these, and kept cookies are added after the signature.
  private static let unsignedHeaders: Set = [
    "authorization", "cache-control", "connection", "cookie", "expect", "from", "keep-alive", "max-forwards", "pragma",
    "referer", "te", "trailer", "transfer-encoding", "upgrade", "user-agent", "x-amzn-trace-id",
  ]

  /// Trims spaces and collapses runs of them.
  private static func trimmed(_ value: String) -> String {
    value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }

  /// The parameters, sorted by the code points of their escaped names and then values. AWS decodes `+` as a space.
  package static func canonicalQuery(_ query: String) -> String {
    let pairs = query.unicodeScalars.split(separator: "&").map { parameter in
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { Substring($0) }
      return (name: escaped(parts[0]), value: parts.count > 1 ? escaped(parts[1]) : "")
    }
    let sorted = pairs.sorted { a, b in
      a.name == b.name
        ? a.value.utf8.lexicographicallyPrecedes(b.value.utf8) : a.name.utf8.lexicographicallyPrecedes(b.name.utf8)
    }
    return sorted.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  private static func escaped(_ text: Substring) -> String {
    PercentEncoding.encode(PercentEncoding.decode(text, plusIsSpace: true))
  }

  /// Removes `.`, `..` and empty segments; a trailing slash is kept.
  package static func normalized(_ path: String) -> String {
    var parts: [String] = []
    for part in path.unicodeScalars.split(separator: "/").map(String.init) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/") + (path.utf8.last == UInt8(ascii: "/") && !parts.isEmpty ? "/" : "")
  }

  /// Returns the canonical form of a path.
  ///
  /// - Parameters:
  ///   - normalizes: Whether `.`, `..` and empty segments are removed.
  ///   - encodesTwice: Whether the escaped path is escaped again, as all services except S3 require.
  package static func path(_ path: String, normalizes: Bool, encodesTwice: Bool) -> String {
    let path = normalizes ? normalized(path) : path
    if encodesTwice { return PercentEncoding.encode(path.utf8, keepsSlash: true) }
    // An escaped slash does not separate segments and stays escaped.
    let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    return parts.map { PercentEncoding.encode(PercentEncoding.decode(Substring($0))) }.joined(separator: "/")
  }
}
