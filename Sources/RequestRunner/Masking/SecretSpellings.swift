internal import Foundation

/// The spellings of a secret to search for.
enum SecretSpellings {
  static func patterns(of secret: String) -> [SecretPattern] {
    let bytes = Array(secret.utf8)
    guard !bytes.isEmpty else { return [] }
    let own = MaskingWeakness(of: secret) == nil ? everywhere(secret, bytes) : whole(bytes)
    return own + lines(of: secret).flatMap { everywhere($0, Array($0.utf8)) }
  }

  /// Returns the lines of a secret, such as a PEM key, which may be wrapped or indented differently elsewhere.
  private static func lines(of secret: String) -> [String] {
    let lines = secret.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map(String.init)
    guard lines.count > 1 else { return [] }
    return lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { line in
      line.utf8.count >= shortestLine && !line.startsExactly(with: "-----") && MaskingWeakness(of: line) == nil
    }
  }

  private static let shortestLine = 16

  /// Returns the patterns of a weak value. Its encodings are included if they are long enough.
  private static func whole(_ bytes: [UInt8]) -> [SecretPattern] {
    var patterns = [SecretPattern(bytes, .plain, isWhole: true)]
    guard bytes.count >= shortestEncoded else { return patterns }
    patterns.append(SecretPattern(Data(bytes).base64EncodedString().utf8, .base64, isWhole: true))
    patterns.append(SecretPattern(hexadecimal(bytes), .hexadecimal, isWhole: true))
    return patterns
  }

  private static let shortestEncoded = 3

  private static func everywhere(_ secret: String, _ bytes: [UInt8]) -> [SecretPattern] {
    var patterns: Set<SecretPattern> = [SecretPattern(bytes, .plain), SecretPattern(hexadecimal(bytes), .hexadecimal)]
    for units in [utf16(secret, isBigEndian: false), utf16(secret, isBigEndian: true)] {
      patterns.insert(SecretPattern(units, .plain))
      patterns.formUnion(base64(units))
    }
    patterns.insert(SecretPattern(String(String.UnicodeScalarView(secret.unicodeScalars.reversed())).utf8, .plain))
    // A form inside a form escapes the inner plus.
    if secret.utf8.contains(0x20) {
      patterns.insert(SecretPattern(secret.replacingExactly(" ", with: "+").utf8, .plain))
    }
    // The quotes of CSV and SQL.
    for quote in ["\"", "'"] where secret.containsExactly(quote) {
      patterns.insert(SecretPattern(secret.replacingExactly(quote, with: quote + quote).utf8, .plain))
    }
    if !bytes.allSatisfy({ $0 < 0x80 }) {
      // Patterns ignore the case of ASCII alone; and UTF-8 may have been read as Latin-1.
      let latin1 = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
      for spelling in [secret.uppercased(), secret.lowercased(), latin1] {
        patterns.insert(SecretPattern(spelling.utf8, .plain))
      }
    }
    for separator in ":- ".utf8 {
      let digits = bytes.map { hexadecimal([$0]) }.joined(separator: [separator])
      patterns.insert(SecretPattern(digits, .hexadecimal))
    }
    for offset in 0..<5 { patterns.insert(SecretPattern(base32(bytes, offset: offset), .hexadecimal)) }
    // The value may have been escaped or encoded before it was encoded.
    let own = Array(Data(bytes).base64EncodedString().utf8)
    let escaped = jsonSpellings(of: secret) + [PercentEncoding.component(secret), PercentEncoding.form(secret)]
    for form in Set([bytes, own] + escaped.map { Array($0.utf8) }) { patterns.formUnion(base64(form)) }
    return Array(patterns)
  }

  /// Returns the JSON spellings of JavaScript, PHP, Go and Python, some of which escape more than required.
  private static func jsonSpellings(of secret: String) -> [String] {
    let plain = JSONString(secret).escaped
    let slashes = plain.replacingExactly("/", with: "\\/")
    let markup = escaping(plain) { "&<>".unicodeScalars.contains($0) }
    return [plain, slashes, markup] + [plain, slashes, markup].map { escaping($0) { !$0.isASCII } }
  }

  private static func escaping(_ text: String, _ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      guard isEscaped(scalar) else { return result.unicodeScalars.append(scalar) }
      for unit in String(scalar).utf16 { result += "\\u" + unit.padded(to: 4, radix: 16) }
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  /// Returns the characters of base32 that encode nothing else, for bytes that begin at an offset in a block of five.
  private static func base32(_ bytes: [UInt8], offset: Int) -> [UInt8] {
    let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    let bits = (offset * 8)..<((offset + bytes.count) * 8)
    return ((bits.lowerBound + 4) / 5..<bits.upperBound / 5).map { place in
      let value = (place * 5..<place * 5 + 5).reduce(0) { value, bit in
        let byte = bytes[bit / 8 - offset]
        return value << 1 | Int(byte >> (7 - UInt8(bit % 8))) & 1
      }
      return digits[value]
    }
  }

  // MARK: Base64

  /// Returns the part of the base64 encoding that does not depend on the bytes around it, for each of three alignments.
  private static func base64(_ bytes: [UInt8]) -> [SecretPattern] {
    (0..<3).flatMap { (offset: Int) -> [SecretPattern] in
      let encoded = Array((Data(repeating: 0, count: offset) + Data(bytes)).base64EncodedString().utf8)
      let bits = (offset * 8)..<((offset + bytes.count) * 8)
      let stable = Array(encoded[(bits.lowerBound + 5) / 6..<bits.upperBound / 6])
      let spellings = Set([stable, stable.map(urlSafe)])
      return spellings.map { characters in
        var pattern = SecretPattern(characters, .base64)
        pattern.sharesFirst = bits.lowerBound % 6 != 0
        pattern.sharesLast = bits.upperBound % 6 != 0
        return pattern
      }
    }
  }

  /// The character in the URL-safe alphabet (RFC 4648, section 5).
  private static func urlSafe(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: byte
    }
  }
}
