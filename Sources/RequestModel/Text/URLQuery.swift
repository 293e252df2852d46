package enum URLQuery {
  /// Appends parameters to the URL's query, before its fragment. A parameter without a value is a bare name: `?debug`.
  ///
  /// - Parameter asIs: Whether no names and values are percent-encoded, instead of those of rows that are not `asIs`.
  package static func appending(_ parameters: [Parameter], to url: String, asIs: Bool = false) -> String {
    guard !parameters.isEmpty else { return url }
    var (address, fragment) = (url, "")
    if let hash = url.unicodeScalars.firstIndex(of: "#") {
      (address, fragment) = (String(url[..<hash]), String(url[hash...]))
    }
    let pairs = parameters.map { row in
      let encode = { asIs || row.isAsIs ? $0 : PercentEncoding.component($0) }
      let name = encode(row.name)
      return row.hasValue ? name + "=" + encode(row.value) : name
    }
    let query = address.unicodeScalars.firstIndex(of: "?").map { address[$0...].dropFirst() }
    return address + joint(after: query.map(String.init)) + pairs.joined(separator: "&") + fragment
  }

  /// The separator before further parameters. `query` has no question mark, and is `nil` for a URL without a query.
  static func joint(after query: String?) -> String {
    guard let query else { return "?" }
    return query.isEmpty || query.utf8.last == UInt8(ascii: "&") ? "" : "&"
  }

  /// The decoded names of the parameters.
  package static func names(in url: String) -> [String] { pairs(in: url).map { name(of: $0) } }

  /// The URL without the parameters that `isRemoved` accepts, decoded.
  package static func removing(from url: String, where isRemoved: (Parameter) -> Bool) -> String {
    let all = pairs(in: url)
    let kept = all.filter { pair in
      decoded(String(pair)).first.map { !isRemoved(Parameter($0.name, $0.value)) } ?? true
    }
    guard kept.count < all.count, let query = range(in: url) else { return url }
    let joined = kept.map(String.init).joined(separator: "&")
    return url[..<query.lowerBound] + (joined.isEmpty ? "" : "?" + joined) + url[query.upperBound...]
  }

  /// The parameters with their escapes decoded, a plus being a space; one without a value has an empty one.
  package static func decoded(_ query: String) -> [(name: String, value: String)] {
    query.unicodeScalars.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decode(Substring(parts[0])), parts.count > 1 ? decode(Substring(parts[1])) : "")
    }
  }

  private static func decode(_ text: Substring) -> String {
    String(decoding: PercentEncoding.decode(text, plusIsSpace: true), as: UTF8.self)
  }

  private static func name(of pair: Substring) -> String { decode(Substring(pair.unicodeScalars.prefix { $0 != "=" })) }

  private static func pairs(in url: String) -> [Substring] {
    guard let query = range(in: url) else { return [] }
    return url[query].unicodeScalars.dropFirst().split(separator: "&").map { Substring($0) }
  }

  /// Where the query is, with its question mark.
  private static func range(in url: String) -> Range<String.Index>? {
    let scalars = url.unicodeScalars
    let end = scalars.firstIndex(of: "#") ?? scalars.endIndex
    return scalars[..<end].firstIndex(of: "?").map { $0..<end }
  }
}
