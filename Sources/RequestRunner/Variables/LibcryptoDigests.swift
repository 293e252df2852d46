internal import Foundation
internal import RequestClient
internal import RequestModel

/// The digests of template filters, by libcrypto.
struct LibcryptoDigests: TemplateDigests {
  func hash(_ data: Data, _ algorithm: DigestAlgorithm) -> Data? {
    let algorithm = HashAlgorithm(algorithm)
    return algorithm.isAvailable ? algorithm.hash(data) : nil
  }

  func code(of data: Data, key: Data, _ algorithm: DigestAlgorithm) -> Data? {
    let algorithm = HashAlgorithm(algorithm)
    return algorithm.isAvailable ? MessageAuthentication.hmac(algorithm, key: key, message: data) : nil
  }
}
