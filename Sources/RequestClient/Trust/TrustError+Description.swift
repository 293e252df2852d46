public import Foundation

extension TrustError: CustomStringConvertible, LocalizedError {
  /// What failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .unreadableFile(let file, let reason): "Cannot read the certificate \"\(file.path)\": \(reason)"
    case .noCertificate(let file): "There is no certificate in \"\(file.path)\" — give a PEM or DER file"
    case .invalidPin(let pin):
      "\"\(pin)\" is not a public key's pin — give its SHA-256 digest in base64, 44 characters"
    case .noPossiblePin: "No public key can fit the pins — give at least one, and the same in each list"
    case .twoAuthorityFiles(let first, let second):
      "\"\(first.path)\" and \"\(second.path)\" cannot both be the authorities — put them into one file"
    }
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
