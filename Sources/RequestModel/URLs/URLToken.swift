/// A part of an undecoded URL, for syntax highlighting.
package struct URLToken: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case plain
    /// `:name` in the path.
    case pathName(String)
    /// `?`, `&` or `=` of the query.
    case mark
    case name, value, fragment
  }

  package let kind: Kind
  package let text: String

  /// The parts of a URL in order; joined they are the URL.
  package static func all(in url: String) -> [URLToken] {
    let parts = URLParts(url)
    let tail = String(decoding: url.utf8.dropFirst(parts.address.utf8.count), as: UTF8.self)
    let query = String(decoding: tail.utf8.dropLast(parts.fragment.utf8.count), as: UTF8.self)
    let all = address(parts.address) + self.query(query) + [URLToken(kind: .fragment, text: parts.fragment)]
    return all.filter { !$0.text.isEmpty }
  }

  private static func address(_ address: String) -> [URLToken] {
    let first = PathSegment.first(in: address)
    return PathSegment.parts(of: address).enumerated().flatMap { index, part -> [URLToken] in
      let slash = URLToken(kind: .plain, text: index == 0 ? "" : "/")
      guard index >= first, let name = PathSegment(part).name else {
        return [slash, URLToken(kind: .plain, text: part)]
      }
      let rest = String(decoding: part.utf8.dropFirst(1 + name.utf8.count), as: UTF8.self)
      return [
        slash, URLToken(kind: .pathName(name), text: ":" + name), URLToken(kind: .plain, text: rest),
      ]
    }
  }

  private static func query(_ query: String) -> [URLToken] {
    guard !query.isEmpty else { return [] }
    let marks = URLMarks(query)
    return marks.split("&", in: 1..<marks.count).enumerated().flatMap { index, pair -> [URLToken] in
      let inner = URLMarks(pair)
      let equals = inner.first("=", in: 0..<inner.count)
      return [
        URLToken(kind: .mark, text: index == 0 ? "?" : "&"),
        URLToken(kind: .name, text: inner.text(0..<(equals ?? inner.count))),
        URLToken(kind: .mark, text: equals == nil ? "" : "="),
        URLToken(kind: .value, text: equals.map { inner.text(($0 + 1)..<inner.count) } ?? ""),
      ]
    }
  }
}
