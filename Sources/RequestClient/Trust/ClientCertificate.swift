public import Foundation

/// The certificate that a client shows to a server that asks for one.
public struct ClientCertificate: Hashable, Sendable {
  /// How the certificate's file is written.
  public enum Kind: String, Sendable {
    /// Text; may hold the key and the certificates between this one and its authority too.
    case pem
    /// PKCS #12, which holds key and certificates together.
    case p12
  }

  /// The file of the certificate.
  public var certificate: URL
  /// `nil` where the certificate's file holds the key.
  public var key: URL?
  /// What the key is encrypted with.
  public var password: String?
  /// How `certificate` is written; `key` is always PEM.
  public var kind: Kind

  /// - Parameter kind: `nil` to go by the file's name: `.p12` and `.pfx` are PKCS #12.
  public init(certificate: URL, key: URL? = nil, password: String? = nil, kind: Kind? = nil) {
    self.certificate = certificate
    self.key = key
    self.password = password
    let isP12 = ["p12", "pfx"].contains(certificate.pathExtension.lowercased())
    self.kind = kind ?? (isP12 ? .p12 : .pem)
  }
}

extension ClientCertificate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The certificate's file.
  public var description: String { "client certificate \(certificate.path)" }
  /// The same as `description`.
  public var debugDescription: String { description }
  /// The files without the password, so that `dump` does not print it.
  public var customMirror: Mirror {
    Mirror(self, children: ["certificate": certificate, "key": key as Any, "kind": kind])
  }
}
