internal import BodyDocument
package import Foundation

/// A part of the response that checks and captures can name.
package struct ResponseQuery: Sendable {
  package let name: String
  package let help: String
  /// The meaning of the expression; empty if the query does not take one.
  package let expressionHelp: String
  package var needsExpression = false
  /// Throws if the expression is invalid for any response.
  let check: @Sendable (String) throws(CheckProblem) -> Void
  let read: @Sendable (ResponseFacts, String, CheckContext) throws(CheckProblem) -> CheckValue

  fileprivate init(
    _ name: String, _ help: String, _ expressionHelp: String = "", isNeeded: Bool = false,
    check: @escaping @Sendable (String) throws(CheckProblem) -> Void = { (_) throws(CheckProblem) in },
    read: @escaping @Sendable (ResponseFacts, String, CheckContext) throws(CheckProblem) -> CheckValue
  ) {
    (self.name, self.help, self.expressionHelp, needsExpression) = (name, help, expressionHelp, isNeeded)
    (self.check, self.read) = (check, read)
  }

  /// Finds a query, whose expression is there if it needs one.
  static func named(_ name: String, with expression: String) throws(CheckProblem) -> ResponseQuery {
    if name == CheckSubject.unsupported { throw CheckProblem("\(expression) cannot be checked here") }
    guard let known = all.first(where: { $0.name == name }) else {
      throw CheckProblem.unknown("query", name, among: all.map(\.name))
    }
    if known.needsExpression, expression.isEmpty {
      throw CheckProblem("the query \(name) needs an expression: \(known.expressionHelp)")
    }
    return known
  }

  package static let all: [ResponseQuery] = [
    ResponseQuery("status", "The status code.") { (facts, _, _) throws(CheckProblem) in
      if facts.head.status == Response.Head.noStatus { throw CheckProblem("the answer of a program has no status") }
      return .number(facts.head.status)
    },
    ResponseQuery("reason", "The reason phrase.") { facts, _, _ in .text(facts.head.reason) },
    ResponseQuery("version", "The version of HTTP: 1.1, 2.") { (facts, _, _) throws(CheckProblem) in
      .text(facts.head.httpVersion.removingExactly(prefix: "HTTP/") ?? facts.head.httpVersion)
    },
    ResponseQuery("header", "A header; several of one name are a list.", "its name", isNeeded: true) { facts, name, _ in
      .values(facts.values(of: name).map { JSONValue.string($0) })
    },
    ResponseQuery("trailer", "A field after the body; several of one name are a list.", "its name", isNeeded: true) {
      facts, name, _ in
      .values(facts.trailers(name).map { JSONValue.string($0) })
    },
    ResponseQuery(
      "cookie", "The value of a cookie that the response sets, or an attribute of it.",
      "its name, or as name[Attribute]", isNeeded: true
    ) { (facts, name, _) throws(CheckProblem) in try CookieQuery.read(name, facts) },
    ResponseQuery("body", "The body as text.") { (facts, _, _) throws(CheckProblem) in
      let document = BodyDocument(try facts.wholeBody(), contentType: facts.contentType)
      try document.refuseUnreadBytes()
      return .text(String(decoding: document.text, as: UTF8.self))
    },
    ResponseQuery(
      "jsonpath", "Values in a JSON body.", "a JSONPath, RFC 9535", isNeeded: true,
      check: { (path) throws(CheckProblem) in _ = try JSONPathValues.query(path) }
    ) {
      (facts, path, _) throws(CheckProblem) in
      try JSONPathValues.read(path, facts.wholeBody(), contentType: facts.contentType)
    },
    ResponseQuery(
      "xpath", "Texts of an XML or HTML body, or what a function gives.", "an XPath 1.0", isNeeded: true,
      check: XPathValues.check
    ) {
      (facts, path, _) throws(CheckProblem) in
      let body = try facts.wholeBody()
      let text = BodyDocument(body, contentType: facts.contentType).text
      return try XPathValues.read(path, Data(text), isHTML: XPathValues.isHTML(body, contentType: facts.contentType))
    },
    ResponseQuery(
      "regex", "The first group of a match in the body, or the match.", "a pattern of PCRE2", isNeeded: true,
      check: { (pattern) throws(CheckProblem) in _ = try PatternValues.matcher(pattern) }
    ) {
      (facts, pattern, _) throws(CheckProblem) in
      try PatternValues.read(pattern, String(decoding: facts.readableBody(), as: UTF8.self))
    },
    ResponseQuery("bytes", "The decompressed bytes of the body.") { (facts, _, _) throws(CheckProblem) in
      .bytes(try facts.wholeBody())
    },
    ResponseQuery(
      "size", "Bytes: of the decompressed body, or of what was received.", "body, received or head; default: body",
      check: SizeQuery.check
    ) { (facts, part, _) throws(CheckProblem) in try SizeQuery.read(part, facts) },
    ResponseQuery("sha256", "The SHA-256 of the body, in hexadecimal.") { (facts, _, outside) throws(CheckProblem) in
      try DigestQuery.read(.sha256, facts.wholeBody(), outside)
    },
    ResponseQuery("md5", "The MD5 of the body, in hexadecimal.") { (facts, _, outside) throws(CheckProblem) in
      try DigestQuery.read(.md5, facts.wholeBody(), outside)
    },
    ResponseQuery(
      "duration", "Milliseconds for everything, or for a phase.",
      "queue, dns, connect, tls, send, wait or receive; default: everything",
      check: DurationQuery.check
    ) { (facts, phase, _) throws(CheckProblem) in try DurationQuery.read(phase, facts) },
    ResponseQuery("url", "The URL that answered, after redirects.") { facts, _, _ in .text(facts.url) },
    ResponseQuery("redirects", "The redirects that were followed, as objects with status, url and location.") {
      (facts, _, _) throws(CheckProblem) in
      .json(
        .array(
          facts.redirects.map { hop, location in
            ["status": .number(hop.status ?? 0), "url": .string(hop.url), "location": .string(location)]
          }))
    },
    ResponseQuery("ip", "The address of the server.") { (facts, _, _) throws(CheckProblem) in
      guard let peer = facts.hops.last?.connection?.peer else { return .missing }
      let host = peer.lastIndex(of: ":").map { String(peer[..<$0]) } ?? peer
      return .text(host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host)
    },
    ResponseQuery(
      "certificate", "The server's certificate.",
      "subject, issuer, validFrom, validUntil, daysLeft, serialNumber or alternativeNames",
      isNeeded: true, check: CertificateQuery.check
    ) { (facts, part, outside) throws(CheckProblem) in try CertificateQuery.read(part, facts, outside.now) },
    ResponseQuery("variable", "A variable, such as one that was captured.", "its name", isNeeded: true) {
      _, name, outside in
      outside.variable(name).map(CheckValue.json) ?? .missing
    },
    ResponseQuery(
      "message", "A received message of a WebSocket, as text or bytes; an event or a line of a stream.",
      MessageSelection.help,
      check: MessageSelection.check
    ) { (facts, text, outside) throws(CheckProblem) in try MessageSelection(text).one(of: facts, outside) },
    ResponseQuery(
      "messages", "All received messages of a WebSocket, or of a stream, as a list.",
      "a check that they pass, such as $.type == done",
      check: MessageSelection.checkAll
    ) { (facts, text, outside) throws(CheckProblem) in try MessageSelection(text).all(of: facts, outside) },
    ResponseQuery(
      "event", "The name of an event of a stream; message if the stream gives it none.", MessageSelection.help,
      check: MessageSelection.check
    ) { (facts, text, outside) throws(CheckProblem) in try MessageSelection(text).part(\.event, of: facts, outside) },
    ResponseQuery(
      "eventId", "The ID of an event of a stream, which may be that of an event before it.", MessageSelection.help,
      check: MessageSelection.check
    ) { (facts, text, outside) throws(CheckProblem) in try MessageSelection(text).part(\.id, of: facts, outside) },
    ResponseQuery(
      "close", "How a WebSocket was closed.", "code, reason or by (client or server); default: code",
      check: CloseQuery.check
    ) { (facts, part, _) throws(CheckProblem) in try CloseQuery.read(part, facts) },
  ]
}

/// Values at a JSONPath, with all their digits.
enum JSONPathValues {
  static func query(_ path: String) throws(CheckProblem) -> JSONPathQuery {
    do { return try JSONPathQuery(path) } catch { throw CheckProblem("\(path) is not a JSONPath: \(error)") }
  }

  /// - Parameter type: The media type, which tells JSON from bytes that mean it; `nil` if only the bytes tell.
  static func read(_ path: String, _ body: Data, contentType type: String?) throws(CheckProblem) -> CheckValue {
    let query = try query(path)
    let document = BodyDocument(json: body, contentType: type)
    do {
      let found = try document.select(query).body
      let values = try JSONText([UInt8](found)).value.array ?? []
      return query.isSingular || values.isEmpty ? .values(values) : .nodes(values)
    } catch FilterProblem.notJSON {
      if body.isEmpty { throw CheckProblem("the body is empty, not JSON") }
      try document.refuseUnreadBytes()
      throw CheckProblem("the body is not JSON")
    } catch FilterProblem.tooCostly {
      throw CheckProblem("a pattern in \(path) takes too many steps")
    } catch {
      throw CheckProblem("\(path) cannot be read from the body: \(error)")
    }
  }
}

extension BodyDocument {
  /// Throws the reason why bytes of MessagePack or CBOR have no JSON.
  fileprivate func refuseUnreadBytes() throws(CheckProblem) {
    if format.isBinaryDocument, text.isEmpty, let notice { throw CheckProblem("\(notice)") }
  }
}

extension ResponseFacts {
  /// The body, or the JSON that its bytes mean.
  fileprivate func readableBody() throws(CheckProblem) -> Data {
    let body = try wholeBody()
    return BodyDocument.meaning(of: body, contentType: contentType) ?? body
  }
}

/// Matches of a regular expression.
enum PatternValues {
  static func matcher(_ pattern: String) throws(CheckProblem) -> TextMatcher {
    do { return try TextMatcher(pattern) } catch { throw problem(pattern, error) }
  }

  static func read(_ pattern: String, _ text: String) throws(CheckProblem) -> CheckValue {
    let matcher = try matcher(pattern)
    do {
      guard let groups = try matcher.groups(in: text) else { return .missing }
      return .text((groups.count > 1 ? groups[1] : groups[0]) ?? "")
    } catch {
      throw problem(pattern, error)
    }
  }

  static func matches(_ pattern: String, _ text: String) throws(CheckProblem) -> Bool {
    let matcher = try matcher(pattern)
    do { return try matcher.matches(text) } catch { throw problem(pattern, error) }
  }

  static func replacing(_ pattern: String, in text: String, with other: String) throws(CheckProblem) -> String {
    let matcher = try matcher(pattern)
    do { return try matcher.replacing(in: text, with: other) } catch { throw problem(pattern, error) }
  }

  private static func problem(_ pattern: String, _ problem: RegularExpressionProblem) -> CheckProblem {
    CheckProblem("\(problem.sentence.prefix(1).lowercased() + problem.sentence.dropFirst()) in the pattern \(pattern)")
  }
}

private enum CookieQuery {
  /// Those of RFC 6265bis, CHIPS and Chrome. A cookie may have others.
  private static let attributes = [
    "Value", "Expires", "Max-Age", "Domain", "Path", "Secure", "HttpOnly", "SameSite", "Partitioned", "Priority",
  ]

  static func read(_ expression: String, _ facts: ResponseFacts) throws(CheckProblem) -> CheckValue {
    var (name, attribute) = (expression, String?.none)
    if expression.hasSuffix("]"), let bracket = expression.lastIndex(of: "[") {
      name = String(expression[..<bracket])
      attribute = String(expression[expression.index(after: bracket)...].dropLast())
    }
    let lines = facts.values(of: "Set-Cookie").map { SetCookieLine($0) }
    let line = lines.last { $0.pair.name.isExactly(name) }
    guard let attribute, attribute.lowercased() != "value" else { return line.map { .text($0.pair.value) } ?? .missing }
    if let found = line?.attributes.last(where: { $0.name.lowercased() == attribute.lowercased() }) {
      return found.value.isEmpty ? .json(true) : .text(found.value)
    }
    guard attributes.contains(where: { $0.lowercased() == attribute.lowercased() }) else {
      throw CheckProblem("a cookie has no attribute \"\(attribute)\": \(attributes.joined(separator: ", "))")
    }
    return .missing
  }
}

private enum SizeQuery {
  static func check(_ part: String) throws(CheckProblem) {
    guard ["", "body", "received", "head"].contains(part) else {
      throw CheckProblem.unknown("size", part, among: ["body", "received", "head"])
    }
  }

  static func read(_ part: String, _ facts: ResponseFacts) throws(CheckProblem) -> CheckValue {
    try check(part)
    switch part {
    case "received": return .number(facts.hops.last?.received.body ?? 0)
    case "head": return .number(facts.hops.last?.received.head ?? 0)
    default:
      try facts.refuseBodyOfConversation()
      return .number(facts.body.count + (facts.omission?.byteCount ?? 0))
    }
  }
}

private enum DigestQuery {
  static func read(
    _ algorithm: DigestAlgorithm, _ body: Data, _ outside: CheckContext
  ) throws(CheckProblem) -> CheckValue {
    guard let digest = outside.digests.hash(body, algorithm) else {
      throw CheckProblem("this machine does not allow \(algorithm.rawValue)")
    }
    return .text(digest.hex)
  }
}

private enum DurationQuery {
  static func check(_ phase: String) throws(CheckProblem) {
    if !isWhole(phase) { _ = try duration(of: phase, in: Timeline.Phases()) }
  }

  static func read(_ phase: String, _ facts: ResponseFacts) throws(CheckProblem) -> CheckValue {
    if isWhole(phase) { return milliseconds(facts.duration) }
    guard let phases = facts.hops.last?.phases else { return .missing }
    // A connection that is used again has no handshakes: they took no time.
    return milliseconds(try duration(of: phase, in: phases) ?? .zero)
  }

  private static func isWhole(_ phase: String) -> Bool { phase.isEmpty || phase == "total" }

  private static func duration(of phase: String, in phases: Timeline.Phases) throws(CheckProblem) -> Duration? {
    guard let found = phases.all.first(where: { $0.name.lowercased() == phase.lowercased() }) else {
      throw CheckProblem.unknown("phase", phase, among: phases.all.map { $0.name.lowercased() })
    }
    return found.duration
  }

  /// With three digits after the point.
  private static func milliseconds(_ duration: Duration) -> CheckValue {
    let microseconds = Int64(duration / .microseconds(1))
    let text = "\(microseconds / 1000)." + (microseconds % 1000).padded(to: 3)
    return .json(.number(JSONNumber(text: text)))
  }
}

/// The time that a certificate is still valid.
package enum CertificateAge {
  /// The whole days until the end of a certificate, negative after it; `nil` if the date is not one of OpenSSL.
  package static func daysLeft(until end: String, now: Date) -> Int? {
    date(end).map { Int(($0.timeIntervalSince(now) / 86400).rounded(.down)) }
  }

  /// A date as OpenSSL writes it: `Nov 23 12:00:00 2026 GMT`.
  static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "MMM d HH:mm:ss yyyy zzz"
    let words = text.split(separator: " ").joined(separator: " ")
    return formatter.date(from: words)
  }
}

private enum CertificateQuery {
  /// Ours, and those of Hurl with a hyphen.
  private static let parts = [
    "subject", "issuer", "validfrom", "start-date", "validuntil", "expire-date", "daysleft", "serialnumber",
    "serial-number", "alternativenames", "subject-alt-name",
  ]

  static func check(_ part: String) throws(CheckProblem) {
    guard parts.contains(part.lowercased()) else {
      throw CheckProblem(
        """
        a certificate has no "\(part)": subject, issuer, validFrom, validUntil, daysLeft, serialNumber or \
        alternativeNames
        """)
    }
  }

  static func read(_ part: String, _ facts: ResponseFacts, _ now: Date) throws(CheckProblem) -> CheckValue {
    try check(part)
    guard let certificate = facts.certificate else { return .missing }
    switch part.lowercased() {
    case "subject": return .text(certificate.subject)
    case "issuer": return .text(certificate.issuer)
    case "validfrom": return .text(certificate.validFrom)
    case "validuntil": return .text(certificate.validUntil)
    // Filters of dates follow them.
    case "start-date": return .text(date(certificate.validFrom))
    case "expire-date": return .text(date(certificate.validUntil))
    case "serialnumber", "serial-number": return known(certificate.serialNumber)
    case "alternativenames", "subject-alt-name": return known(certificate.alternativeNames)
    default:
      guard let days = CertificateAge.daysLeft(until: certificate.validUntil, now: now) else {
        throw CheckProblem("the certificate's end \(certificate.validUntil) is not understood")
      }
      return .number(days)
    }
  }

  private static func known(_ text: String) -> CheckValue { text.isEmpty ? .missing : .text(text) }

  private static func date(_ text: String) -> String { CertificateAge.date(text)?.formatted(.iso8601) ?? text }
}
