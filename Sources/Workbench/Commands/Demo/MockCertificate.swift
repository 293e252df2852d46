import Foundation
import MockServer

/// The certificate of `demo --tls`: the user's own, or one issued at each start by an authority for the user's mock
/// servers.
struct MockCertificate {
  let context: TLSContext
  /// The file that clients have to trust; `nil` for the user's own certificate.
  let authority: String?

  /// - Parameter host: The address to listen on.
  init(_ options: TLSOptions, host: String, _ folders: UserFolders) throws {
    do {
      if let file = options.cert {
        let certificates = try Self.read(file, of: "--cert")
        let key = try options.key.map { try Self.read($0, of: "--key") } ?? certificates
        context = try TLSContext(PEMIdentity(certificates: certificates, key: key))
        authority = nil
      } else {
        let files = AuthorityFiles(folders)
        let issuer = try Self.authority(files)
        context = try TLSContext(try issuer.issue(for: ServerName.all(host: host)))
        authority = files.certificate
      }
    } catch let error where error is TLSError || error is StoreError {
      throw CommandExit.fail("\(error)", CommandExit.broken)
    }
  }

  private static func authority(_ files: AuthorityFiles) throws -> CertificateAuthority {
    let new = try CertificateAuthority()
    let (text, note) = try files.text(
      isGood: { CertificateAuthority(both: $0) != nil }, made: { new.identity.certificates + new.identity.key },
      certificate: { CertificateAuthority(both: $0)?.identity.certificates ?? [] })
    if let note { StandardError.write(note) }
    return CertificateAuthority(both: text) ?? new
  }

  private static func read(_ path: String, of option: String) throws -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw CommandExit.fail("\(option) \(path): \(FileProblem.reason(error))", CommandExit.reading(path))
    }
  }

  /// Instructions for trusting it in clients.
  func lines(url: String) -> [String] {
    guard let authority else { return [] }
    let path = ShellText.quoted(authority)
    return [
      "Clients that trust \(authority) accept the certificate:", "  curl --cacert \(path) \(url)",
      "  workbench send --cacert \(path) \(url)",
    ]
  }
}

extension CertificateAuthority {
  /// - Parameter text: The certificate and its key.
  fileprivate init?(both text: [UInt8]) { self.init(PEMIdentity(certificates: text, key: text)) }
}
