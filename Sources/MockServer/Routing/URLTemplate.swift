/// The parts of a request's URL that the mock server uses: paths and query, not the host.
struct URLTemplate: Equatable {
  /// The base path of the collection's requests, from variables such as `{{base}}`: `/api/v1`.
  let base: String
  /// The path with parameters.
  let path: String
  /// The parameters in the URL itself, decoded.
  let query: [Parameter]

  /// - Parameter resolve: Replaces the variables of a text. Variables without a value stay.
  init(_ url: String, resolve: (String) -> String) {
    let (address, queryText) = Self.splitQuery(url)
    let authority: String
    (authority, path) = Self.splitPath(address)
    base = Self.path(of: resolve(authority))
    query = URLQuery.decoded(queryText).map { Parameter($0.name, $0.value) }
  }

  /// Splits off the query. A question mark in braces does not begin it.
  private static func splitQuery(_ url: String) -> (address: String, query: String) {
    let scalars = Array(url.unicodeScalars)[...]
    let whole = scalars[..<(index(in: scalars) { $0 == "#" } ?? scalars.endIndex)]
    guard let mark = index(in: whole, { $0 == "?" }) else { return (text(whole), "") }
    return (text(whole[..<mark]), text(whole[(mark + 1)...]))
  }

  private static func splitPath(_ address: String) -> (authority: String, path: String) {
    let scalars = Array(address.unicodeScalars)
    let start = address.schemeMark.map { address.unicodeScalars[..<$0.upperBound].count } ?? 0
    if let slash = index(in: scalars[start...], { $0 == "/" }) {
      return (text(scalars[..<slash]), text(scalars[slash...]))
    }
    // `{{base}}users`: the text after the variable is a path.
    guard let close = scalars.lastIndex(of: "}"), close + 1 < scalars.count, scalars[close + 1] != ":" else {
      return (address, "")
    }
    return (text(scalars[...close]), "/" + text(scalars[(close + 1)...]))
  }

  /// The path after the host in a resolved address.
  private static func path(of address: String) -> String {
    let rest = address.schemeMark.map { address[$0.upperBound...] } ?? address[...]
    guard let slash = rest.unicodeScalars.firstIndex(of: "/") else { return "" }
    let path = String(Substring(rest[slash...].unicodeScalars.prefix { $0 != "?" && $0 != "#" && $0 != "{" }))
    return path == "/" ? "" : path
  }

  /// The first accepted scalar outside of braces.
  private static func index(
    in scalars: ArraySlice<Unicode.Scalar>, _ accepts: (Unicode.Scalar) -> Bool
  ) -> Int? {
    var depth = 0
    for index in scalars.indices {
      if scalars[index] == "{" { depth += 1 }
      if scalars[index] == "}" { depth = max(0, depth - 1) }
      if depth == 0, accepts(scalars[index]) { return index }
    }
    return nil
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
