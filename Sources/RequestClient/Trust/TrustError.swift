public import Foundation

/// Why a trust policy cannot be used. Cases carry facts; the sentences are in `TrustError+Description.swift`.
public enum TrustError: Error, Hashable, Sendable {
  /// The reason is the system's.
  case unreadableFile(URL, reason: String)
  /// The file is neither PEM nor DER, or has other things than certificates.
  case noCertificate(URL)
  /// The text is no SHA-256 digest in base64.
  case invalidPin(String)
  /// No key can fit: a list of pins is empty, or two lists have no pin in common.
  case noPossiblePin
  /// Certificates can be checked against one file of authorities only.
  case twoAuthorityFiles(URL, URL)
}
