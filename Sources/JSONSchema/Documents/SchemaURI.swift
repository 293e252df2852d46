/// A URI reference (RFC 3986), as far as schemas need it.
struct SchemaURI: Equatable {
  var scheme: String?
  var authority: String?
  var path = ""
  var query: String?
  var fragment: String?

  init(_ text: String) {
    var rest = Substring(text)
    if let index = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: index)...])
      rest = rest[..<index]
    }
    if let index = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: index)...])
      rest = rest[..<index]
    }
    let head = rest.prefix { $0 != "/" }
    if let colon = head.firstIndex(of: ":"), colon != head.startIndex {
      scheme = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let name = rest.prefix { $0 != "/" }
      authority = String(name)
      rest = rest[name.endIndex...]
    }
    path = String(rest)
  }

  /// Without its fragment.
  var base: String {
    var copy = self
    copy.fragment = nil
    return copy.text
  }

  var text: String {
    (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path + (query.map { "?" + $0 } ?? "")
      + (fragment.map { "#" + $0 } ?? "")
  }

  /// Resolves `reference` against this URI (section 5.2).
  func resolving(_ reference: String) -> SchemaURI {
    var result = SchemaURI(reference)
    if result.scheme != nil { return result }
    result.scheme = scheme
    if result.authority != nil { return result }
    result.authority = authority
    if result.path.isEmpty {
      result.path = path
      if result.query == nil { result.query = query }
    } else if !result.path.hasPrefix("/") {
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? (authority == nil ? "" : "/")
      result.path = (folder + result.path).removingDotSegments
    } else {
      result.path = result.path.removingDotSegments
    }
    return result
  }
}
