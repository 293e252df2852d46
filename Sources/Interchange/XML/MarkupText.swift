extension UInt8 {
  /// Whether it may be part of a name in markup: of a letter, a digit, a mark or another character than those of ASCII.
  var isNameByte: Bool {
    isASCIIAlphanumeric || self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".")
  }
}

extension String {
  /// The text inside of an element or attribute of XML or HTML.
  var escapedForMarkup: String {
    guard utf8.contains(where: { [0x26, 0x3C, 0x3E, 0x22].contains($0) }) else { return self }
    return replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
