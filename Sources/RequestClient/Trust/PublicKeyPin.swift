public import Foundation

/// Public keys by their digests, in the form `sha256//base64` that RFC 7469's pins and libcurl share.
public enum PublicKeyPin {
  /// The pins of all certificates in a file, in its order: PEM with any number of certificates, or DER with one.
  ///
  /// - Throws: `TrustError.unreadableFile` or `TrustError.noCertificate`.
  public static func pins(ofCertificatesIn file: URL) throws(TrustError) -> [String] {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: file)
    } catch {
      throw .unreadableFile(file, reason: error.localizedDescription)
    }
    let keys = CertificateFile.publicKeys(in: bytes)
    if keys.isEmpty { throw .noCertificate(file) }
    return keys.map { "sha256//" + HashAlgorithm.sha256.hash($0).base64EncodedString() }
  }

  /// - Parameter pin: `sha256//…`, `sha256/…` as Android's tools write it, or the base64 text alone.
  static func canonical(_ pin: String) throws(TrustError) -> String {
    let digest = ["sha256//", "sha256/"].first(where: pin.hasPrefix).map { pin.dropFirst($0.count) } ?? pin[...]
    // Foundation reads more than the one way to write 32 bytes; libcurl compares texts.
    guard let bytes = Data(base64Encoded: String(digest)), bytes.count == 32, bytes.base64EncodedString() == digest
    else { throw .invalidPin(pin) }
    return "sha256//" + digest
  }
}
