internal import Foundation

/// A stretch of an HTTP file with one request at most.
struct HTTPFileRegion: Equatable {
  /// The text after `###`.
  var title = ""
  /// The number of its first line, from 1.
  var line = 1
  var lines: [String] = []
}

/// Splits the text of an HTTP file at `###`, and at request lines without a separator, as httpyac does.
struct HTTPFileRegions {
  private(set) var regions: [HTTPFileRegion] = []
  private var region = HTTPFileRegion()
  private var hasRequest = false
  /// Requests within a multipart body are part of it.
  private var isMultipart = false
  /// The text that ends the current script.
  private var scriptEnd: String?

  init(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() { readLine(String(line), number: index + 1) }
    regions.append(region)
  }

  private mutating func readLine(_ line: String, number: Int) {
    let trimmed = line.trimmed
    if line.hasPrefix("###") {
      regions.append(region)
      region = HTTPFileRegion(title: String(line.drop { $0 == "#" }).trimmed, line: number)
      (hasRequest, isMultipart, scriptEnd) = (false, false, nil)
      return
    }
    if let end = scriptEnd {
      if end == "}}" ? trimmed == end : line.contains(end) { scriptEnd = nil }
      region.lines.append(line)
      return
    }
    scriptEnd = Self.scriptEnd(line)
    if hasRequest, !isMultipart, scriptEnd == nil, HTTPFileRequestLine.startsRequest(line) { split(before: number) }
    if !hasRequest { hasRequest = HTTPFileRequestLine(line) != nil }
    if hasRequest, line.lowercased().hasPrefix("content-type:"), line.lowercased().contains("multipart/") {
      isMultipart = true
    }
    region.lines.append(line)
  }

  private static func scriptEnd(_ line: String) -> String? {
    if HTTPFileScript.isBlockStart(line) { return "}}" }
    guard let body = HTTPFileScript.inline(line) else { return nil }
    return body.contains("%}") ? nil : "%}"
  }

  /// Ends the region. Comments above the line belong to the new one.
  private mutating func split(before number: Int) {
    var start = region.lines.count
    while start > 0, Self.mayPrecede(region.lines[start - 1]) { start -= 1 }
    let moved = region.lines[start...].firstIndex { $0.trimmed.isEmpty } ?? region.lines.count
    let above = Array(region.lines[moved...])
    region.lines.removeSubrange(moved...)
    regions.append(region)
    region = HTTPFileRegion(line: number - above.count, lines: above)
    (hasRequest, isMultipart) = (false, false)
  }

  private static func mayPrecede(_ line: String) -> Bool {
    let trimmed = line.trimmed
    return trimmed.isEmpty || HTTPFileComment(line) != nil || HTTPFileVariable(line) != nil
  }
}

/// `METHOD target HTTP/1.1`; only the target is needed.
struct HTTPFileRequestLine: Equatable {
  var method = "GET"
  var target: String
  var version: String?

  init?(_ line: String) {
    var text = line.trimmed
    if let mark = text.range(of: " HTTP/", options: .backwards), Self.isVersion(text[mark.upperBound...]) {
      version = String(text[mark.upperBound...])
      text = String(text[..<mark.lowerBound]).trimmed
    }
    let word = String(text.prefix { !$0.isWhitespace })
    let rest = String(text.dropFirst(word.count)).trimmed
    let isKnown = Self.methods.contains(word.uppercased())
    if !rest.isEmpty, isKnown || Self.isMethod(word) && Self.isTarget(rest) {
      (method, target) = (isKnown ? word.uppercased() : word, rest)
    } else if Self.isTarget(text) {
      target = text
    } else {
      return nil
    }
  }

  private static func isVersion(_ text: Substring) -> Bool {
    text.first?.isNumber == true && text.allSatisfy { $0.isNumber || $0.isLetter || ". ()".contains($0) }
  }

  private static func isMethod(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }
  }

  /// Whether the text may be the target of a request: a URL, a path, a variable, or a host with a dot or a port.
  private static func isTarget(_ text: String) -> Bool {
    if text == "*" || text.hasPrefix("/") && !text.hasPrefix("//") && !text.hasPrefix("/*") { return true }
    if text.hasPrefix("{{") { return text.contains("}}") }
    let word = text.prefix { !$0.isWhitespace }
    if word.contains("://") || word.hasPrefix("unix:") { return word.first?.isLetter == true || word.contains("{{") }
    let host = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let first = host.first, first.isLetter || first.isNumber || first == "[" else { return false }
    let isHost = host.allSatisfy { $0.isLetter || $0.isNumber || "-._:[]{}".contains($0) }
    let port = host.lastIndex(of: ":").map { host[host.index(after: $0)...] } ?? ""
    return isHost && (host.contains(".") && !host.hasSuffix(".") || host.hasPrefix("localhost") || Int(port) != nil)
  }

  /// Whether the line begins a request wherever it stands.
  static func startsRequest(_ line: String) -> Bool {
    let word = String(line.prefix { $0 != " " })
    guard methods.contains(word), let parsed = HTTPFileRequestLine(line) else { return false }
    let target = parsed.target
    return parsed.version != nil || target.hasPrefix("/") || target.hasPrefix("{{") || target.contains("://")
  }

  /// Other protocols that these files have requests for.
  static let otherProtocols: Set = [
    "WEBSOCKET", "WS", "WSS", "GRPC", "MQTT", "AMQP", "SSE", "EVENTSOURCE", "KAFKA", "RSOCKET", "NATS",
  ]

  private static let methods = otherProtocols.union([
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "PROPPATCH", "MKCOL",
    "COPY", "MOVE", "LOCK", "UNLOCK", "CHECKOUT", "CHECKIN", "REPORT", "MERGE", "MKACTIVITY", "MKWORKSPACE",
    "VERSION-CONTROL", "BASELINE-CONTROL", "LIST", "SEARCH", "QUERY", "PURGE", "LINK", "UNLINK", "GRAPHQL",
  ])
}

/// A line that starts with `#` or `//`.
struct HTTPFileComment: Equatable {
  /// The text after `#` or `//`.
  let text: String

  init?(_ line: String) {
    let trimmed = line.trimmed
    if trimmed.hasPrefix("#") {
      text = String(trimmed.drop { $0 == "#" }).trimmed
    } else if trimmed.hasPrefix("//") {
      text = String(trimmed.dropFirst(2)).trimmed
    } else {
      return nil
    }
  }

  /// The name and the value of `@name value`.
  var metadata: (key: String, value: String)? {
    guard text.hasPrefix("@") else { return nil }
    let key = text.dropFirst().prefix { !$0.isWhitespace && $0 != "=" }
    guard !key.isEmpty else { return nil }
    let rest = text.dropFirst(key.count + 1)
    // Some write `# @name=login`.
    return (String(key), String(rest.drop { $0 == "=" || $0.isWhitespace }).trimmed)
  }
}

/// `@name = value`.
struct HTTPFileVariable: Equatable {
  let name: String
  private(set) var value: String

  init?(_ line: String) {
    guard line.hasPrefix("@"), let mark = line.firstIndex(of: "=") else { return nil }
    var name = String(line[line.index(after: line.startIndex)..<mark]).trimmed
    // httpyac's `:=` computes the value anew at each use, as this program always does.
    if name.hasSuffix(":") { name = String(name.dropLast()).trimmed }
    guard !name.isEmpty, !name.contains(where: \.isWhitespace) else { return nil }
    self.name = name
    value = String(line[line.index(after: mark)...]).trimmed
  }

  /// Whether REST Client reads the value otherwise than it is written. Escaped braces are text in all programs.
  var hasEscapes: Bool { !unescapedValue.isExactly(value) }

  /// Reads the value as REST Client does: `\n`, `\r` and `\t` are characters, and other backslashes are left out.
  mutating func unescape() { value = unescapedValue }

  private var unescapedValue: String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      switch (isEscaped, scalar) {
      case (false, "\\"):
        isEscaped = true
        continue
      case (true, "n"): result.append("\n")
      case (true, "r"): result.append("\r")
      case (true, "t"): result.append("\t")
      case (true, "{"), (true, "}"): result.append(contentsOf: ["\\", scalar])
      default: result.append(scalar)
      }
      isEscaped = false
    }
    return String(result)
  }
}

/// Scripts: `> {% … %}` of JetBrains, and `{{` … `}}` of httpyac on lines of their own.
enum HTTPFileScript {
  /// The text after `{%` in a line that starts such a script, before or after a request.
  static func inline(_ line: String) -> String? {
    guard line.hasPrefix(">") || line.hasPrefix("<") else { return nil }
    let rest = String(line.dropFirst()).trimmed
    return rest.hasPrefix("{%") ? String(rest.dropFirst(2)) : nil
  }

  /// Whether the line is `{{`, `{{@event` or `{{+event`.
  static func isBlockStart(_ line: String) -> Bool {
    let trimmed = line.trimmed
    guard trimmed.hasPrefix("{{"), !trimmed.hasPrefix("{{{") else { return false }
    let rest = trimmed.dropFirst(2)
    if rest.isEmpty { return true }
    return "@+".contains(rest.first ?? " ") && rest.dropFirst().allSatisfy { $0.isLetter || "@+".contains($0) }
  }
}
