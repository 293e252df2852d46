internal import Foundation

extension RequestAssembly {
  /// The effective options of the request: its own, then those of the environment and of the folders, inner first.
  ///
  /// Variables are replaced, and paths are absolute. Passwords in the options are masked.
  mutating func effectiveOptions() -> RequestOptions {
    var levels = folders.map { ($0.options, $0.folder ?? baseFolder) }
    levels.append((inherited.options, inherited.optionsFolder ?? inherited.folder ?? baseFolder))
    levels.append((request.options, baseFolder))
    return levels.reduce(RequestOptions()) { $1.0.resolved(in: $1.1, by: &self).inheriting(from: $0) }
  }

  /// The certificates for each host. Their files need permission like any others.
  mutating func certificates(_ options: RequestOptions) throws(Failure) -> [CertificateFiles] {
    try options.certificates.map { (row) throws(Failure) in
      CertificateFiles(
        hosts: row, certificate: try file(row.clientCertificate), key: try file(row.clientKey),
        authorities: try file(row.caBundle))
    }
  }

  private mutating func file(_ path: String?) throws(Failure) -> URL? {
    try path.map { (path) throws(Failure) in URL(fileURLWithPath: try opened(URL(fileURLWithPath: path)).path) }
  }

  /// The path of the socket with links resolved. It needs the same permission as a file.
  mutating func socket(_ options: RequestOptions) -> String? {
    guard let path = options.unixSocket else { return nil }
    let real = path.realPath
    // If it does not exist, connecting reports that.
    if let real { sockets.append(real) }
    return real ?? path
  }

  fileprivate mutating func resolve(_ text: String, of field: Field, in folder: String) -> String {
    guard field.allowsVariables, !text.isEmpty else { return text }
    let resolved = resolver.resolve(text)
    if field.isSecret { credentials.note(secret: resolved) }
    if field.name == "proxy" { credentials.note(url: resolved) }
    // Variables without a value would let any key pass: the template is refused as a key.
    if field.name == "pinnedKeys", RequestOptions.pinnedKeys(in: resolved).isEmpty { return text }
    guard case .file = field.type else { return resolved }
    return file(resolved, in: folder).path
  }
}

extension RequestOptions {
  fileprivate func resolved(in folder: String, by assembly: inout RequestAssembly) -> RequestOptions {
    mapTexts { assembly.resolve($1, of: $0, in: folder) }
  }
}

/// The files of one row of certificates.
package struct CertificateFiles: Equatable, Sendable {
  let hosts: RequestOptions.Certificates
  /// URLs with links resolved.
  let certificate, key, authorities: URL?
}
