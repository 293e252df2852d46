/// A typed or pasted URL, optionally after a method, as in `POST https://example.com`.
struct TypedURL: Equatable {
  let method: String?
  let url: String

  /// The URL that new requests begin with where the variable is defined.
  static let start = "{{base}}/"

  /// - Parameter former: The URL before. A whole URL or a method that is typed behind the one that new requests begin with
  ///   replaces it.
  init(_ text: String, after former: String? = nil) {
    let text = former == Self.start ? Self.withoutStart(text) : text
    let word = String(text.prefix { !$0.isWhitespace })
    let rest = String(text.dropFirst(word.count)).trimmingBlanks
    method = rest.isEmpty ? nil : Self.method(word, before: rest)
    url = method == nil ? text : Self.withoutVersion(rest)
  }

  /// The command that was typed for a URL, as in `:tutorial`: no host begins with a colon.
  static func command(_ text: String) -> String? {
    text.trimmingBlanks.removingExactly(prefix: ":").flatMap { $0.first?.isLetter == true ? $0 : nil }
  }

  private static func withoutStart(_ text: String) -> String {
    // Its slash may have been deleted.
    let rests = [start, "{{base}}"].lazy.compactMap { text.removingExactly(prefix: $0) }
    guard let rest = rests.first else { return text }
    let scheme = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let isWhole = !scheme.isEmpty && String(rest.dropFirst(scheme.count)).startsExactly(with: "://")
    let isOther = isWhole || RequestKind.implied(by: rest) != .standard
    if isOther || rest.startsExactly(with: "{{base}}") || Self(rest).method != nil { return rest }
    // A pasted path brings the slash that is there already.
    return rest.startsExactly(with: "/") ? "{{base}}" + rest : text
  }

  /// A standard method in any case, or another word in capitals before the beginning of a URL.
  private static func method(_ word: String, before rest: String) -> String? {
    guard !word.isEmpty else { return nil }
    let name = word.uppercased()
    if SavedRequest.standardMethods.contains(name) { return name }
    let isInCapitals = word.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 == UInt8(ascii: "-") }
    let isURL = rest.startsExactly(with: "{{") || rest.startsExactly(with: "/") || rest.containsExactly("://")
    return isInCapitals && isURL ? word : nil
  }

  /// Leaves out the version at the end of a request line: `GET / HTTP/1.1`.
  private static func withoutVersion(_ url: String) -> String {
    guard let blank = url.lastIndex(where: \.isWhitespace),
      String(url[blank...]).trimmingBlanks.startsExactly(with: "HTTP/")
    else { return url }
    return String(url[..<blank]).trimmingBlanks
  }
}

extension SavedRequest {
  /// The methods to choose from.
  static let standardMethods = [
    "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "TRACE", "CONNECT",
  ]
}
