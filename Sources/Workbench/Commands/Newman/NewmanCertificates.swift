import Foundation
import Glibc

/// The certificates of `--ssl-client-cert`, `--ssl-client-cert-list` and `--ssl-extra-ca-certs`.
struct NewmanCertificates: Sendable {
  private struct Entry: Sendable {
    /// Patterns of URLs, such as `https://*.example.com/*`; empty for all URLs.
    var patterns: [String]
    var options: JSONObject
  }

  /// The entries. The first matching one applies.
  private var entries: [Entry] = []
  private var authorities: String?
  /// The paths of the files on the command line, which need no permission.
  private(set) var files: Set<OutsideSource> = []
  private let folder: TemporaryFolder?

  init(_ line: NewmanLine) throws {
    folder = line.extraAuthorities == nil ? nil : try TemporaryFolder()
    if let path = line.clientCertificates { try addList(path) }
    if let path = line.clientCertificate {
      try OptionFile.check(path, of: "--ssl-client-cert")
      try OptionFile.check(line.clientKey, of: "--ssl-client-key")
      try addCertificate([], certificate: path, key: line.clientKey, passphrase: line.clientPassphrase)
    } else if line.clientKey != nil || line.clientPassphrase != nil {
      throw CommandExit.usageError("--ssl-client-key needs --ssl-client-cert")
    }
    if let path = line.extraAuthorities { try addAuthorities(path) }
  }

  // MARK: Reading

  private mutating func addList(_ path: String) throws {
    func refuse(_ reason: String) -> ExitCode {
      CommandExit.usageError("--ssl-client-cert-list \(path): \(reason)")
    }
    try OptionFile.check(path, of: "--ssl-client-cert-list")
    guard let data = FileManager.default.contents(atPath: path) else { throw refuse("it cannot be read") }
    let json: JSONValue
    do { json = try JSONText(Array(data)).value } catch { throw refuse("\(error)") }
    guard let list = json.array else { throw refuse("not a list of certificates") }
    for (index, element) in list.enumerated() {
      guard let object = element.object, let patterns = object["matches"]?.array?.compactMap(\.string) else {
        throw refuse("number \(index + 1) has no list \"matches\"")
      }
      func source(_ name: String) -> String? { object[name]?.object?["src"]?.string }
      guard let certificate = source("cert") ?? source("pfx") else {
        throw refuse("number \(index + 1) has no \"cert\" with a \"src\"")
      }
      try addCertificate(
        patterns, certificate: certificate, key: source("key"), passphrase: object["passphrase"]?.string)
    }
  }

  private mutating func addCertificate(
    _ patterns: [String], certificate: String, key: String?, passphrase: String?
  ) throws {
    var options: JSONObject = ["clientCertificate": .string(try allowed(certificate))]
    if let key { options["clientKey"] = .string(try allowed(key)) }
    options["clientPassphrase"] = passphrase.map { .string(Template.escaping($0)) }
    entries.append(Entry(patterns: patterns, options: options))
  }

  /// The absolute path of a file that can be read, as a template.
  private mutating func allowed(_ path: String) throws -> String {
    guard access(path, R_OK) == 0, let source = OutsideSource.typed(path) else {
      throw CommandExit.usageError("Cannot read \(path) of --ssl-client-cert-list: \(String(cString: strerror(errno)))")
    }
    files.insert(source)
    return Template.escaping(URL(fileURLWithPath: path).path)
  }

  /// Writes a file for the run with the certificates of this file and the authorities of the system.
  private mutating func addAuthorities(_ path: String) throws {
    guard let folder else { return }
    try OptionFile.check(path, of: "--ssl-extra-ca-certs")
    guard let extra = FileManager.default.contents(atPath: path),
      String(decoding: extra, as: UTF8.self).containsExactly("-----BEGIN CERTIFICATE-----")
    else {
      throw CommandExit.usageError("--ssl-extra-ca-certs \(path): there is no PEM certificate in it")
    }
    let environment = ProcessInfo.processInfo.environment
    let named = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].compactMap { environment[$0] }
    let known = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
    let system = (named + known).lazy.compactMap { FileManager.default.contents(atPath: $0) }.first
    if system == nil { StandardError.write("--ssl-extra-ca-certs: the system's authorities are not found") }
    let joined = folder.path + "/authorities.pem"
    try ((system ?? Data()) + Data("\n".utf8) + extra).write(to: URL(fileURLWithPath: joined))
    authorities = try allowed(joined)
  }

  // MARK: Requests

  /// The options for a request to that URL.
  func options(for url: String) -> JSONObject {
    var options = JSONObject()
    let hasVariables = url.containsExactly("{{")
    let fitting = hasVariables ? nil : entries.first { Self.matches($0.patterns, url) }
    if let fitting, !fitting.patterns.isEmpty {
      options = fitting.options
    } else {
      // If the host may come from a variable, include the rows of all hosts.
      let rows = (hasVariables ? entries : fitting.map { [$0] } ?? []).flatMap(Self.rows)
      if !rows.isEmpty { options["certificates"] = .array(rows) }
    }
    options["caBundle"] = authorities.map { .string($0) }
    return options
  }

  /// A row for each host of an entry.
  private static func rows(_ entry: Entry) -> [JSONValue] {
    let hosts = entry.patterns.isEmpty ? ["*"] : entry.patterns.map(host)
    return Set(hosts).sorted().map { host in
      var row = entry.options
      row["name"] = .string(host)
      return .object(row)
    }
  }

  private static func host(_ pattern: String) -> String {
    let parts = pattern.parts(separatedByText: "://")
    let place = (parts.count > 1 ? parts[1] : parts[0]).parts(separatedBy: "/")[0]
    return place.parts(separatedBy: ":")[0]
  }

  /// Whether a URL matches one of the patterns, in which `*` matches any text.
  static func matches(_ patterns: [String], _ url: String) -> Bool {
    if patterns.isEmpty { return true }
    let url = (url.schemeMark != nil ? url : "http://" + url).lowercased()
    return patterns.contains { pattern in
      let parts = pattern.lowercased().parts(separatedBy: "*")
      guard parts.count > 1 else { return url == parts[0] || url == parts[0] + "/" }
      guard url.startsExactly(with: parts[0]) else { return false }
      var rest = url[...].dropFirst(parts[0].count)
      for part in parts.dropFirst().dropLast() {
        guard let range = part.isEmpty ? rest.startIndex..<rest.startIndex : rest.range(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
      return rest.hasSuffix(parts[parts.count - 1])
    }
  }
}
