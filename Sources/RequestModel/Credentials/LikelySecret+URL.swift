extension LikelySecret {
  /// How far from a secret the marks around it are looked for. A URL may have many secrets.
  private static let reach = 1000

  /// Returns the name of the part of a URL that is a secret: `user`, `password`, or the name of a parameter.
  static func part(at range: Range<String.Index>, ofURL url: String) -> String? {
    let scalars = url.unicodeScalars
    let before = scalars[..<range.lowerBound].suffix(reach)
    return login(before, scalars[range.upperBound...].prefix(reach)) ?? parameter(before)
  }

  /// - Parameters:
  ///   - before: The text in front of the secret.
  ///   - after: The text behind it.
  private static func login(_ before: Substring.UnicodeScalarView, _ after: Substring.UnicodeScalarView) -> String? {
    let ends = "/?#\\".unicodeScalars
    guard let slash = before.lastIndex(where: { ends.contains($0) }),
      Substring(before[...slash]).endsExactly(with: "://"),
      after.prefix(while: { !ends.contains($0) }).contains("@")
    else { return nil }
    return before[before.index(after: slash)...].contains(":") ? "password" : "user"
  }

  private static func parameter(_ before: Substring.UnicodeScalarView) -> String? {
    let marks = "?&#;".unicodeScalars
    guard let mark = before.lastIndex(where: { marks.contains($0) }) else { return nil }
    let pair = before[before.index(after: mark)...]
    guard let equals = pair.firstIndex(of: "="),
      let name = URLQuery.decoded(String(pair[..<equals])).first?.name, !name.isEmpty
    else { return nil }
    return name
  }
}
