/// A challenge of a server or proxy: a scheme and its parameters (RFC 9110, section 11.3).
package struct AuthenticationChallenge: Hashable, Sendable {
  /// The scheme as written, in any case: `Basic`, `Digest` or an unknown one.
  package var scheme: String
  /// Unquoted values by lower-case name. The first of repeated names wins.
  package var parameters: [String: String] = [:]
  /// A token instead of parameters, such as `YII…=` after `Negotiate`.
  package var token68: String?

  /// The realm that the credentials are for.
  package var realm: String? { parameters["realm"] }

  /// Whether the scheme is `name` in any case.
  package func isScheme(_ name: String) -> Bool { scheme.lowercased() == name.lowercased() }

  /// The challenges in the values of all `WWW-Authenticate` or all `Proxy-Authenticate` lines of a response, in order.
  ///
  /// A value may hold several challenges. Invalid syntax is skipped up to the next comma. Takes linear time.
  package static func challenges(in values: some Sequence<String>) -> [AuthenticationChallenge] {
    values.flatMap { value in
      var parser = ChallengeParser(value)
      return parser.challenges()
    }
  }
}

/// Reads the list of challenges in one header value (RFC 9110, section 11.6.1).
///
/// Commas separate both challenges and parameters: a name followed by `=` is a parameter of the current challenge, even
/// if its comma is missing; any other name after a comma begins a challenge.
struct ChallengeParser {
  private let bytes: [UInt8]
  private var position = 0
  private var found: [AuthenticationChallenge] = []

  init(_ value: String) { bytes = Array(value.utf8) }

  mutating func challenges() -> [AuthenticationChallenge] {
    var canBegin = true
    while position < bytes.count {
      canBegin = skipSeparators() || canBegin
      if let name = token() {
        if takeEqualsSign() {
          parameter(name)
        } else if canBegin {
          found.append(AuthenticationChallenge(scheme: name))
          found[found.count - 1].token68 = token68()
        } else {
          skipToComma()
        }
      } else {
        skipToComma()
      }
      canBegin = false
    }
    return found
  }

  /// Parses `name=value` parameters without a scheme, as in `Authentication-Info`.
  static func parameters(in value: String) -> [String: String] {
    var parser = ChallengeParser("_ " + value)
    return parser.challenges().first?.parameters ?? [:]
  }

  private mutating func parameter(_ name: String) {
    let value = peek == UInt8(ascii: "\"") ? quotedString() : token()
    guard let value else { return skipToComma() }
    let name = name.lowercased()
    // A parameter before any scheme is ignored.
    guard let last = found.indices.last, found[last].parameters[name] == nil else { return }
    found[last].parameters[name] = value
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// - Returns: Whether there was a comma.
  private mutating func skipSeparators() -> Bool {
    let start = position
    while let byte = peek, Self.isSpace(byte) || byte == UInt8(ascii: ",") { position += 1 }
    return bytes[start..<position].contains(UInt8(ascii: ","))
  }

  private mutating func skipToComma() {
    while let byte = peek, byte != UInt8(ascii: ",") {
      if byte == UInt8(ascii: "\"") { _ = quotedString() } else { position += 1 }
    }
  }

  private mutating func token() -> String? {
    let start = position
    while let byte = peek, byte.isTokenByte { position += 1 }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Consumes `=` and surrounding white space, if present.
  private mutating func takeEqualsSign() -> Bool {
    let start = position
    while let byte = peek, Self.isSpace(byte) { position += 1 }
    guard peek == UInt8(ascii: "=") else {
      position = start
      return false
    }
    position += 1
    while let byte = peek, Self.isSpace(byte) { position += 1 }
    return true
  }

  /// Reads a quoted string; an unterminated one extends to the end.
  private mutating func quotedString() -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    position = min(position + 1, bytes.count)
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads a token68 that is followed by a comma or the end.
  private mutating func token68() -> String? {
    let start = position
    while let byte = peek, Self.isSpace(byte) { position += 1 }
    let first = position
    while let byte = peek, Self.isToken68Byte(byte) { position += 1 }
    let letters = position
    while peek == UInt8(ascii: "=") { position += 1 }
    let end = position
    while let byte = peek, Self.isSpace(byte) { position += 1 }
    guard first > start, letters > first, peek == nil || peek == UInt8(ascii: ",") else {
      position = start
      return nil
    }
    return String(decoding: bytes[first..<end], as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static let token68Marks = Set("-._~+/".utf8)

  private static func isToken68Byte(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || token68Marks.contains(byte) }
}

/// A way to respond to a challenge.
enum AuthenticationMechanism: Hashable, Sendable {
  case basic(username: String, password: String)
  case digest(username: String, password: String)
  case ntlm(username: String, password: String, domain: String?)
  case negotiate

  /// Whether one of `challenges` allows it.
  func isOffered(by challenges: [AuthenticationChallenge]) -> Bool {
    switch self {
    case .basic: challenges.contains { $0.isScheme("Basic") }
    case .digest: DigestChallenge.strongest(of: challenges) != nil
    case .ntlm: challenges.contains { $0.isScheme("NTLM") }
    case .negotiate: challenges.contains { $0.isScheme("Negotiate") }
    }
  }

  var scheme: String {
    switch self {
    case .basic: "Basic"
    case .digest: "Digest"
    case .ntlm: "NTLM"
    case .negotiate: "Negotiate"
    }
  }
}

/// A server or proxy, and optionally one of its realms (RFC 9110, section 11.5).
public struct ProtectionSpace: Hashable, Sendable {
  /// `http` or `https`.
  public let scheme: String
  /// Lower-case host; IPv6 addresses are in brackets.
  public let host: String
  /// The port; the scheme's default if none was given.
  public let port: Int
  /// The realm; `nil` for the whole server.
  public let realm: String?
  /// Whether this is a proxy.
  public let isProxy: Bool

  /// Creates a protection space.
  ///
  /// - Parameter port: `nil` for the scheme's default.
  public init(scheme: String = "https", host: String, port: Int? = nil, realm: String? = nil, isProxy: Bool = false) {
    self.scheme = scheme.lowercased()
    self.host = host.lowercased()
    self.port = port ?? (self.scheme == "https" ? 443 : 80)
    self.realm = realm
    self.isProxy = isProxy
  }

  /// The server of `url`.
  public init(_ url: RequestURL, realm: String? = nil, isProxy: Bool = false) {
    self.init(scheme: url.scheme, host: url.host, port: url.effectivePort, realm: realm, isProxy: isProxy)
  }

  /// The same server without a realm.
  var wholeServer: ProtectionSpace { ProtectionSpace(scheme: scheme, host: host, port: port, isProxy: isProxy) }
}
