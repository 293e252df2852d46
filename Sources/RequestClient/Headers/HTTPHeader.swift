import Foundation

extension HTTPHeader {
  /// Basic credentials in UTF-8 (RFC 7617), sent with the first message.
  ///
  /// `username` must not contain a colon, which ends the user name.
  public static func authorization(username: String, password: String) -> HTTPHeader {
    HTTPHeader("Authorization", "Basic " + Data("\(username):\(password)".utf8).base64EncodedString())
  }

  /// An OAuth 2.0 bearer token (RFC 6750, section 2.1).
  public static func authorization(bearerToken: String) -> HTTPHeader {
    HTTPHeader("Authorization", "Bearer " + bearerToken)
  }

  /// Credentials of any scheme.
  public static func authorization(_ value: String) -> HTTPHeader { HTTPHeader("Authorization", value) }

  /// Accepted media types; see `qualityEncoded()` for lists.
  public static func accept(_ value: String) -> HTTPHeader { HTTPHeader("Accept", value) }

  /// Accepted character sets. Deprecated by RFC 9110.
  public static func acceptCharset(_ value: String) -> HTTPHeader { HTTPHeader("Accept-Charset", value) }

  /// Accepted content codings. The transport decodes those of `defaultAcceptEncoding`.
  public static func acceptEncoding(_ value: String) -> HTTPHeader { HTTPHeader("Accept-Encoding", value) }

  /// Accepted languages.
  public static func acceptLanguage(_ value: String) -> HTTPHeader { HTTPHeader("Accept-Language", value) }

  /// The disposition of a body or a part of a form, with its file name (RFC 6266).
  public static func contentDisposition(_ value: String) -> HTTPHeader { HTTPHeader("Content-Disposition", value) }

  /// The codings applied to the body. The client does not apply them itself.
  public static func contentEncoding(_ value: String) -> HTTPHeader { HTTPHeader("Content-Encoding", value) }

  /// The media type of the body.
  public static func contentType(_ value: String) -> HTTPHeader { HTTPHeader("Content-Type", value) }

  /// The client program.
  public static func userAgent(_ value: String) -> HTTPHeader { HTTPHeader("User-Agent", value) }

  /// All content codings that the transport decodes.
  public static let defaultAcceptEncoding = HTTPHeader("Accept-Encoding", "gzip, deflate, br, zstd")

  /// The language of the environment, or else English.
  public static let defaultAcceptLanguage = HTTPHeader(
    "Accept-Language", acceptLanguage(environment: ProcessInfo.processInfo.environment))

  /// `program (Linux 6.1.0) RequestClient/0.1.0`
  public static let defaultUserAgent = HTTPHeader("User-Agent", userAgent(program: CommandLine.arguments.first ?? ""))

  static func acceptLanguage(environment: [String: String]) -> String {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let language = String(locale.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
    let isTag = !language.isEmpty && language.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0 | 0x20) }
    return isTag && language != "C" && language != "POSIX" ? "\(language), *;q=0.5" : "en, *;q=0.5"
  }

  private static func userAgent(program: String) -> String {
    let bytes = program.utf8.reversed().drop { $0 == 0x2F }.prefix { $0 != 0x2F }.filter { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x2E
        || byte == 0x5F
    }
    let name = bytes.isEmpty ? nil : String(decoding: bytes.reversed(), as: UTF8.self)
    let version = ProcessInfo.processInfo.operatingSystemVersion
    let system = "Linux \(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    return "\(name ?? "unknown") (\(system)) RequestClient/\(ClientVersion.current)"
  }
}

extension HTTPHeaders {
  /// The default headers of a session: `Accept-Encoding`, `Accept-Language` and `User-Agent`.
  public static let `default`: HTTPHeaders = [
    .defaultAcceptEncoding, .defaultAcceptLanguage, .defaultUserAgent,
  ]
}

extension Collection<String> {
  /// Returns a preference list for `Accept` and similar headers: `a, b;q=0.9, c;q=0.8` (RFC 9110, section 12.4.2).
  ///
  /// The quality is never less than 0.1, because 0 means "not acceptable".
  public func qualityEncoded() -> String {
    enumerated()
      .map { index, choice in index == 0 ? choice : "\(choice);q=0.\(Swift.max(10 - index, 1))" }
      .joined(separator: ", ")
  }
}

/// The version of this library.
package enum ClientVersion {
  /// The version in the default `User-Agent`.
  package static let current = "0.1.0"
}
