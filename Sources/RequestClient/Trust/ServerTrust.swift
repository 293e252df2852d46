public import Foundation

/// How a server proves that it is the one that was asked for.
public indirect enum ServerTrust: Hashable, Sendable {
  /// A certificate for the host's name, from an authority that the system trusts.
  case system
  /// A certificate for the host's name, from an authority in this PEM file instead of the system's.
  case authorities(file: URL)
  /// The public key of one of the certificates in these files, PEM or DER; and what `system` asks for. A renewed
  /// certificate with the old key still fits.
  case pinnedCertificates(files: [URL])
  /// One of these public keys, each the SHA-256 digest of its DER form (SubjectPublicKeyInfo) in base64, with or
  /// without `sha256//` before it; and what `system` asks for.
  case pinnedPublicKeys(sha256: [String])
  /// A fresh statement by the authority, sent along in the handshake (OCSP stapling, RFC 6066), that the certificate
  /// was not revoked; and what `system` asks for. Servers that send none are refused.
  case revocation
  /// All of these.
  case composite([ServerTrust])
  /// No authority and no name has to fit. In a composite, pins and revocation are asked for all the same.
  case disabled
}
