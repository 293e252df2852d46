/// The secrets that are numbers, as MessagePack and CBOR have them.
struct SecretNumbers: Sendable {
  private var positive: Set<UInt64> = []
  /// Negative numbers in the encoding of CBOR: -1 minus the number.
  private var negative: Set<UInt64> = []
  private var reals: Set<Double> = []
  /// Whole numbers of any size as CBOR has them: the head of a tag, then the bytes without leading zeros.
  private var tagged: Set<[UInt8]> = []

  /// The minimum number of digits. Shorter numbers are quantities, as in JSON.
  private static let fewestDigits = 4
  /// The maximum number of digits of tagged numbers: the time to convert one grows with the square of it.
  private static let mostDigits = 1000
  /// The heads of the tags of positive and negative numbers in a string of bytes.
  private static let tags: (positive: UInt8, negative: UInt8) = (0xC2, 0xC3)

  init(_ secrets: some Sequence<String>) {
    for secret in secrets where Self.isNumber(secret) {
      if let number = UInt64(secret) { positive.insert(number) }
      if let number = Int64(secret), number < 0 { negative.insert(UInt64(bitPattern: -1 - number)) }
      if let number = Double(secret) { reals.insert(number) }
      if let number = Self.tagged(secret) { tagged.insert(number) }
    }
  }

  func contains(_ number: BinaryItem.Number) -> Bool {
    switch number {
    case .positive(let number): positive.contains(number)
    case .negative(let number): negative.contains(number)
    case .real(let number): reals.contains(number)
    }
  }

  /// Whether the string of bytes behind this head of a tag is a number.
  static func isTag(_ head: UInt8) -> Bool { head == tags.positive || head == tags.negative }

  func contains(_ bytes: some Sequence<UInt8>, tag: UInt8) -> Bool {
    !tagged.isEmpty && tagged.contains([tag] + bytes.drop { $0 == 0 })
  }

  private static func tagged(_ secret: String) -> [UInt8]? {
    let isNegative = secret.utf8.first == UInt8(ascii: "-")
    let digits = secret.utf8.dropFirst(isNegative ? 1 : 0)
    guard digits.count <= mostDigits, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    // The lowest one first.
    var bytes: [UInt8] = []
    for digit in digits {
      var carry = Int(digit - 0x30)
      for index in bytes.indices {
        carry += Int(bytes[index]) * 10
        bytes[index] = UInt8(carry & 0xFF)
        carry >>= 8
      }
      if carry > 0 { bytes.append(UInt8(carry)) }
    }
    // A negative number is -1 minus the bytes.
    if isNegative, let lowest = bytes.firstIndex(where: { $0 > 0 }) {
      for index in 0..<lowest { bytes[index] = 0xFF }
      bytes[lowest] -= 1
      if bytes.last == 0 { bytes.removeLast() }
    }
    return [isNegative ? tags.negative : tags.positive] + bytes.reversed()
  }

  /// Whether a secret may be sent as a number, which has no leading zeros.
  private static func isNumber(_ secret: String) -> Bool {
    let bytes = Array(secret.utf8.drop { $0 == UInt8(ascii: "-") })
    let digits = bytes.count(where: \.isASCIIDigit)
    guard digits >= fewestDigits, bytes.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }) else { return false }
    return bytes[0] != UInt8(ascii: "0") || bytes[1] == UInt8(ascii: ".")
  }
}
