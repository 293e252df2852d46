/// Mail addresses, host names and IP addresses.
enum AddressFormat {
  static func isIPv4(_ text: String) -> Bool {
    let parts = text.parts(separatedBy: ".")
    return parts.count == 4
      && parts.allSatisfy { part in
        1...3 ~= part.utf8.count && part.utf8.allSatisfy { 48...57 ~= $0 } && (part == "0" || !part.hasPrefix("0"))
          && Int(part)! < 256
      }
  }

  static func isIPv6(_ text: String) -> Bool {
    guard let gap = text.utf8.firstRange(of: "::".utf8) else { return groups(text) == 8 }
    let (head, tail) = (String(text[..<gap.lowerBound]), String(text[gap.upperBound...]))
    guard let before = head.isEmpty ? 0 : groups(head, mayEndInIPv4: false), let after = tail.isEmpty ? 0 : groups(tail)
    else { return false }
    return before + after <= 7
  }

  /// The number of 16-bit groups; `nil` if the text is something else.
  private static func groups(_ text: String, mayEndInIPv4: Bool = true) -> Int? {
    let parts = text.parts(separatedBy: ":")
    var count = 0
    for (index, part) in parts.enumerated() {
      if mayEndInIPv4, index == parts.count - 1, part.utf8.contains(UInt8(ascii: ".")) {
        guard isIPv4(part) else { return nil }
        count += 2
      } else {
        guard 1...4 ~= part.utf8.count, part.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
          return nil
        }
        count += 1
      }
    }
    return count
  }

  static func isHostname(_ text: String) -> Bool {
    guard 1...253 ~= text.utf8.count else { return false }
    return text.parts(separatedBy: ".").allSatisfy { label in
      let bytes = Array(label.utf8)
      guard 1...63 ~= bytes.count, bytes.first != UInt8(ascii: "-"), bytes.last != UInt8(ascii: "-"),
        bytes.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") })
      else { return false }
      let isReserved = bytes.count >= 4 && bytes[2] == UInt8(ascii: "-") && bytes[3] == UInt8(ascii: "-")
      return !isReserved || label.lowercased().hasPrefix("xn--")
    }
  }

  static func isInternationalHostname(_ text: String) -> Bool {
    let labels = text.unicodeScalars.split(omittingEmptySubsequences: false) {
      "\u{2E}\u{3002}\u{FF0E}\u{FF61}".unicodeScalars.contains($0)
    }
    guard !text.isEmpty, text.utf8.count <= 1024 else { return false }
    return labels.allSatisfy { label in
      guard 1...63 ~= label.count, label.first != "-", label.last != "-" else { return false }
      if label.allSatisfy(\.isASCII) { return isHostname(String(label)) }
      return label.allSatisfy {
        $0 == "-" || $0.properties.isXIDContinue || $0 == "\u{200C}" || $0 == "\u{200D}" || $0 == "\u{B7}"
          || $0 == "\u{30FB}" || $0 == "\u{375}" || $0 == "\u{5F3}" || $0 == "\u{5F4}"
      }
    }
  }

  static func isEmail(_ text: String, isInternational: Bool) -> Bool {
    guard let at = text.unicodeScalars.lastIndex(of: "@") else { return false }
    let local = String(text[..<at])
    let domain = String(text[text.unicodeScalars.index(after: at)...])
    return isLocalPart(local, isInternational) && isMailDomain(domain, isInternational)
  }

  private static func isMailDomain(_ domain: String, _ isInternational: Bool) -> Bool {
    guard domain.hasPrefix("["), domain.hasSuffix("]") else {
      return isInternational ? isInternationalHostname(domain) : isHostname(domain)
    }
    let literal = String(domain.dropFirst().dropLast())
    return literal.removingExactly(prefix: "IPv6:").map(isIPv6) ?? isIPv4(literal)
  }

  private static func isLocalPart(_ local: String, _ isInternational: Bool) -> Bool {
    let scalars = Array(local.unicodeScalars)
    if scalars.count >= 2, scalars.first == "\"", scalars.last == "\"" {
      var escaped = false
      for scalar in scalars.dropFirst().dropLast() {
        if escaped { escaped = false } else if scalar == "\\" { escaped = true } else if scalar == "\"" { return false }
        guard scalar.value >= 32, scalar.value != 127, isInternational || scalar.isASCII else { return false }
      }
      return !escaped
    }
    let marks = Set("!#$%&'*+-/=?^_`{|}~".unicodeScalars)
    return local.parts(separatedBy: ".").allSatisfy { atom in
      !atom.isEmpty
        && atom.unicodeScalars.allSatisfy {
          $0.isASCII ? UInt8($0.value).isASCIIAlphanumeric || marks.contains($0) : isInternational
        }
    }
  }
}
