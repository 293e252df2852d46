package import Foundation

/// The digests of template filters, by libcrypto.
package struct LibcryptoDigests: TemplateDigests {
  package init() {}

  package func hash(_ data: Data, _ algorithm: DigestAlgorithm) -> Data? {
    let algorithm = HashAlgorithm(algorithm)
    return algorithm.isAvailable ? algorithm.hash(data) : nil
  }

  package func code(of data: Data, key: Data, _ algorithm: DigestAlgorithm) -> Data? {
    let algorithm = HashAlgorithm(algorithm)
    return algorithm.isAvailable ? MessageAuthentication.hmac(algorithm, key: key, message: data) : nil
  }
}
