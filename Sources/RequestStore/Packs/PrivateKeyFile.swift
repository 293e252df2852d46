/// Recognizes files with private keys by their content.
enum PrivateKeyFile {
  /// Whether a file has a private key in PEM, or is one in DER or a PKCS#12 archive.
  static func isOne(_ bytes: [UInt8]) -> Bool { isDER(bytes) || isPEM(bytes) }

  private static func isPEM(_ bytes: [UInt8]) -> Bool {
    Array("PRIVATE KEY-----".utf8).withUnsafeBufferPointer { mark in
      bytes.withUnsafeBufferPointer { ByteSearch.offset(of: mark, in: $0) != nil }
    }
  }

  private static func isDER(_ bytes: [UInt8]) -> Bool {
    guard let file = DERElement.first(1, in: bytes[...]).first, file.tag == DERElement.sequence else { return false }
    let parts = DERElement.first(6, in: file.content)
    guard parts.count > 1 else { return false }
    if parts[0].tag == DERElement.sequence { return isEncryptedKey(parts) }
    guard parts[0].tag == DERElement.integer, parts[0].content.count == 1, let version = parts[0].content.first else {
      return false
    }
    switch parts[1].tag {
    case DERElement.integer:
      // PKCS#1, or DSA as OpenSSL writes it.
      return version <= 1 && parts.count == 6 && parts.allSatisfy { $0.tag == DERElement.integer }
    case DERElement.octets: return version == 1 && isCurveKey(parts)
    case DERElement.sequence:
      guard let identifier = parts[1].identifier else { return false }
      if version == 3 { return archives.contains(Array(identifier)) }
      // PKCS#8.
      return version <= 1 && parts.count > 2 && parts[2].tag == DERElement.octets
    default: return false
    }
  }

  /// SEC1: a number of the curve's size, then the curve and the public key, if any. A message of SNMP begins alike.
  private static func isCurveKey(_ parts: [DERElement]) -> Bool {
    guard (14...72).contains(parts[1].content.count) else { return false }
    return parts.dropFirst(2).allSatisfy { part in
      switch part.tag {
      case 0xA0: part.content.first == DERElement.objectIdentifier || part.content.first == DERElement.sequence
      case 0xA1: part.content.first == DERElement.bits
      default: false
      }
    }
  }

  /// PKCS#8 with a passphrase: the algorithm of the encryption, and the bytes.
  private static func isEncryptedKey(_ parts: [DERElement]) -> Bool {
    guard parts.count == 2, parts[1].tag == DERElement.octets, let identifier = parts[0].identifier else {
      return false
    }
    return encryptions.contains { identifier.starts(with: $0) }
  }

  /// The content of a PKCS#12 archive: `data` or `signedData`.
  private static let archives: [[UInt8]] = [
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01], [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02],
  ]
  /// The algorithms of PKCS#5 and PKCS#12.
  private static let encryptions: [[UInt8]] = [
    [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05], [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C, 0x01],
  ]
}

/// A tag and its content in DER.
private struct DERElement {
  static let integer: UInt8 = 0x02
  static let bits: UInt8 = 0x03
  static let octets: UInt8 = 0x04
  static let objectIdentifier: UInt8 = 0x06
  static let sequence: UInt8 = 0x30

  let tag: UInt8
  let content: ArraySlice<UInt8>

  /// The content of the identifier that a sequence begins with.
  var identifier: ArraySlice<UInt8>? {
    guard let first = Self.first(1, in: content).first, first.tag == Self.objectIdentifier else { return nil }
    return first.content
  }

  /// Returns at most `count` elements; those before the first invalid one.
  static func first(_ count: Int, in bytes: ArraySlice<UInt8>) -> [DERElement] {
    var elements: [DERElement] = []
    var rest = bytes
    while elements.count < count, let element = next(in: &rest) { elements.append(element) }
    return elements
  }

  private static func next(in bytes: inout ArraySlice<UInt8>) -> DERElement? {
    guard let tag = bytes.popFirst(), let first = bytes.popFirst() else { return nil }
    var length = Int(first)
    if first == 0x80 {
      // PKCS#12 archives may be BER, in which the end of the content is marked.
      length = bytes.count
    } else if first > 0x80 {
      let digits = bytes.prefix(Int(first & 0x7F))
      guard first <= 0x84, digits.count == Int(first & 0x7F) else { return nil }
      bytes = bytes.dropFirst(digits.count)
      length = 0
      for digit in digits { length = length << 8 | Int(digit) }
    }
    guard length <= bytes.count else { return nil }
    let content = bytes.prefix(length)
    bytes = bytes.dropFirst(length)
    return DERElement(tag: tag, content: content)
  }
}
