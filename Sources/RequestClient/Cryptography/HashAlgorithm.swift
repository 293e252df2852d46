internal import CCrypto
package import Foundation

/// A digest of libcrypto. Every call is whole in itself, so nothing of it crosses threads.
package enum HashAlgorithm: Hashable, Sendable {
  case md5, sha256
  /// SHA-512 with its own initial values, cut to 256 bits; no cut of an ordinary SHA-512.
  case sha512To256

  /// Whether this machine's libcrypto has it: a FIPS configuration refuses MD5.
  package var isAvailable: Bool { digest(Data()) != nil }

  /// The digest of `bytes`. Ask `isAvailable` before: what libcrypto refuses ends the program.
  package func hash(_ bytes: Data) -> Data {
    guard let digest = digest(bytes) else { fatalError("libcrypto refuses \(self)") }
    return digest
  }

  private var type: OpaquePointer? {
    switch self {
    case .md5: EVP_md5()
    case .sha256: EVP_sha256()
    case .sha512To256: EVP_sha512_256()
    }
  }

  private func digest(_ bytes: Data) -> Data? {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let isDone = bytes.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &digest, &count, type, nil) == 1 }
    if isDone { return Data(digest.prefix(Int(count))) }
    ERR_clear_error()
    return nil
  }
}
