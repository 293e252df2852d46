internal import Foundation

/// One header line of a message.
public struct HTTPHeader: Hashable, Sendable {
  /// The field name, spelled as sent or received; HTTP/2 names are lower case.
  public var name: String
  /// The field value without surrounding whitespace.
  public var value: String

  /// Creates a header. Characters that cannot be sent are reported when the request is sent.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The reason a header cannot be sent.
  public enum Problem: Hashable, Sendable {
    /// The name is empty.
    case emptyName
    /// The name has a character that RFC 9110 does not allow.
    case nameCharacter
    /// The value has a control character other than tab.
    case valueCharacter
    /// `Content-Length` differs from the length of the body, given here; `nil` for a stream without a length.
    case wrongLength(body: Int?)
    /// There is another `Content-Length` or `Transfer-Encoding`.
    case secondLength
    /// The `Transfer-Encoding` is not `chunked`, or there is no body.
    case transferEncoding
  }
}

extension [HTTPHeader] {
  /// Returns the first value with that name, ignoring case.
  public func first(_ name: String) -> String? {
    first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

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

  package static func acceptLanguage(environment: [String: String]) -> String {
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

/// The version of the library and of the program, which is written here alone.
package enum ClientVersion {
  /// A semantic version; it is in the default `User-Agent`, too.
  package static let current = "0.1.0"
}
