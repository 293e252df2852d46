extension String {
  /// Whether it names the same header as `other`: equal but for the case of ASCII letters (RFC 9110, section 5.1).
  ///
  /// Compares bytes and allocates nothing; it runs for every header of every message.
  func isFieldName(_ other: String) -> Bool {
    if utf8.count != other.utf8.count { return false }
    if self == other { return true }
    return utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// The order of header names, in which case does not count.
  func precedesFieldName(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8) { $0.lowercasedASCII < $1.lowercasedASCII }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
