internal import RequestModel

/// The secrets that are numbers, as MessagePack and CBOR have them.
struct SecretNumbers: Sendable {
  private var positive: Set<UInt64> = []
  /// Negative numbers in the encoding of CBOR: -1 minus the number.
  private var negative: Set<UInt64> = []
  private var reals: Set<Double> = []

  /// The minimum number of digits. Shorter numbers are quantities, as in JSON.
  private static let fewestDigits = 4

  init(_ secrets: some Sequence<String>) {
    for secret in secrets where Self.isNumber(secret) {
      if let number = UInt64(secret) { positive.insert(number) }
      if let number = Int64(secret), number < 0 { negative.insert(UInt64(bitPattern: -1 - number)) }
      if let number = Double(secret) { reals.insert(number) }
    }
  }

  func contains(_ number: BinaryItem.Number) -> Bool {
    switch number {
    case .positive(let number): positive.contains(number)
    case .negative(let number): negative.contains(number)
    case .real(let number): reals.contains(number)
    }
  }

  /// Whether a secret may be sent as a number, which has no leading zeros.
  private static func isNumber(_ secret: String) -> Bool {
    let bytes = Array(secret.utf8.drop { $0 == UInt8(ascii: "-") })
    let digits = bytes.count { isDigit($0) }
    guard digits >= fewestDigits, bytes.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }) else { return false }
    return bytes[0] != UInt8(ascii: "0") || bytes[1] == UInt8(ascii: ".")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
