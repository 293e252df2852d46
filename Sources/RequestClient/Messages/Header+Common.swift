import Foundation

extension Header {
  /// Basic credentials, sent with the first message already.
  public static func authorization(username: String, password: String) -> Header {
    Header("Authorization", "Basic " + Data("\(username):\(password)".utf8).base64EncodedString())
  }

  public static func authorization(bearerToken: String) -> Header { Header("Authorization", "Bearer " + bearerToken) }
  public static func authorization(_ value: String) -> Header { Header("Authorization", value) }
  public static func accept(_ value: String) -> Header { Header("Accept", value) }
  public static func contentType(_ value: String) -> Header { Header("Content-Type", value) }
  public static func userAgent(_ value: String) -> Header { Header("User-Agent", value) }

  /// Every encoding that the transport decodes.
  public static let defaultAcceptEncoding = Header("Accept-Encoding", "gzip, deflate, br, zstd")

  /// The language of the process's environment, English where it has none.
  public static let defaultAcceptLanguage = Header(
    "Accept-Language", acceptLanguage(environment: ProcessInfo.processInfo.environment))

  /// `program (Linux 6.1.0) RequestClient/0.1.0`
  public static let defaultUserAgent = Header("User-Agent", userAgent(program: CommandLine.arguments.first ?? ""))

  static func acceptLanguage(environment: [String: String]) -> String {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let language = locale.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")
    let isTag = !language.isEmpty && language.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0 | 0x20) }
    return isTag && language != "C" && language != "POSIX" ? "\(language), *;q=0.5" : "en, *;q=0.5"
  }

  private static func userAgent(program: String) -> String {
    let name = program.split(separator: "/").last.map {
      $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }
    let version = ProcessInfo.processInfo.operatingSystemVersion
    let system = "Linux \(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    return "\(name ?? "unknown") (\(system)) RequestClient/\(ClientVersion.current)"
  }
}

/// The version of this library.
public enum ClientVersion {
  public static let current = "0.1.0"
}
