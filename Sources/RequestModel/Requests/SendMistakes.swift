internal import Foundation

/// Mistakes that keep a request from being sent, whatever the values of its variables are.
package enum SendMistakes {
  /// Looks at the URL, the headers and the messages of a request, or at the headers of a folder.
  package static func all(in document: JSONObject) -> [(place: JSONLocation, problem: String)] {
    let hasParameters = document["path"]?.object?.members.isEmpty == false
    let kind = document["kind"]?.string.flatMap(RequestKind.named) ?? .implied(by: document["url"]?.string ?? "")
    let problem = document["url"]?.string.flatMap { url in
      kind == .program
        ? SavedRequest.commandLineMistake(in: url) : URLMistake.of(url, kind, hasParameters: hasParameters)
    }
    return (problem.map { [(place: JSONLocation([.key("url")]), problem: $0)] } ?? []) + headers(in: document)
      + messages(in: document)
  }

  private static func messages(in document: JSONObject) -> [(place: JSONLocation, problem: String)] {
    SavedMessage.written(in: document).compactMap { place, message in
      guard message.kind == .binary, message.file == nil, Template(message.text).isPlainText,
        Data(base64Encoded: message.text.filter { !$0.isWhitespace }) == nil
      else { return nil }
      return (place.appending("value"), "the message is not base64, in which a binary message is written")
    }
  }

  private static func headers(in document: JSONObject) -> [(place: JSONLocation, problem: String)] {
    document.enabledRows("headers").flatMap { place, row -> [(place: JSONLocation, problem: String)] in
      let row = Parameter(document: row)
      var problems: [(place: JSONLocation, problem: String)] = []
      if !text(row.name).allSatisfy(\.isTokenByte) {
        let problem = "\"\(row.name)\" cannot be a header name: use letters, digits and hyphens"
        problems.append((place.appending("name"), problem))
      }
      if text(row.value).contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
        problems.append((place.appending("value"), "the value of a header cannot have a control character"))
      }
      return problems
    }
  }

  /// The bytes between the variables of a template.
  private static func text(_ template: String) -> [UInt8] {
    Template(template).pieces.flatMap { piece -> [UInt8] in
      switch piece {
      case .text(let text): Array(text.utf8)
      case .escapedBraces: Array("{{".utf8)
      case .variable: []
      }
    }
  }
}

/// Mistakes in the scheme, the host or the port of a URL.
private enum URLMistake {
  /// Stands for a variable, whose value is not known.
  private static let variable: Unicode.Scalar = "\u{10FFFE}"

  /// - Parameter hasParameters: Whether `:name` may be the host.
  static func of(_ template: String, _ kind: RequestKind, hasParameters: Bool) -> String? {
    let url = Template(template).pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .escapedBraces: "{{"
      case .variable: String(variable)
      }
    }.joined().trimmingWhitespace
    if url.isEmpty { return "the URL is empty: type one" }
    guard !hasParameters || !url.startsExactly(with: ":") && !url.containsExactly("://:") else {
      return nil
    }
    return of(Substring(url), kind == .webSocket ? ["ws", "wss", "http", "https"] : ["http", "https"])
  }

  private static func of(_ url: Substring, _ schemes: [String]) -> String? {
    let end = url.unicodeScalars.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? url.endIndex
    // `end` is the slash of `://`, or the end of the authority.
    guard url[..<end].endsExactly(with: ":"), url[end...].startsExactly(with: "//") else { return host(url[..<end]) }
    let scheme = url[..<end].unicodeScalars.dropLast()
    if !scheme.contains(variable), !schemes.contains(String(scheme).lowercased()) {
      return UnsupportedScheme.sentence(String(scheme))
    }
    return host(Substring(url[end...].unicodeScalars.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }))
  }

  private static func host(_ authority: Substring) -> String? {
    let scalars = authority.unicodeScalars
    let start = scalars.lastIndex(of: "@").map { scalars.index(after: $0) } ?? scalars.startIndex
    let place = scalars[start...]
    let (host, port) = split(place)
    if host.isEmpty, !scalars.contains(variable) { return "the URL has no host" }
    let forbidden = (place.first == "[" ? "<>\"{}|\\^`" : "<>\"{}|\\^`%").unicodeScalars
    let isBlank = scalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
    if isBlank || place.contains(where: { forbidden.contains($0) }) {
      return "\"\(shown(host))\" cannot be a host"
    }
    guard let port, !port.contains(variable) else { return nil }
    let isPort = port.isEmpty || Int(String(port)).map { 1...65535 ~= $0 } == true
    return isPort ? nil : "\"\(String(port))\" is not a port: give a number from 1 to 65535"
  }

  /// Splits off the port; an IPv6 address is in brackets.
  private static func split(
    _ place: Substring.UnicodeScalarView
  ) -> (host: Substring.UnicodeScalarView, port: Substring.UnicodeScalarView?) {
    let end = place.first == "[" ? place.firstIndex(of: "]") ?? place.startIndex : place.startIndex
    guard let colon = place[end...].firstIndex(of: ":") else { return (place, nil) }
    return (place[..<colon], place[place.index(after: colon)...])
  }

  private static func shown(_ host: Substring.UnicodeScalarView) -> String {
    String(host).replacingExactly(String(variable), with: "{{…}}")
  }
}
