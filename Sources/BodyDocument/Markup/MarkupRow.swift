/// What a row of markup is, noted where a row of JSON has its index.
///
/// | row | `extent` |
/// |---|---|
/// | a leaf | its kind |
/// | a container | its closing row |
/// | a closing row | children << 1, and 1 where the end tag was left out |
enum MarkupLeaf: UInt32 {
  /// A whole element in one line.
  case element
  /// A line of text, of a script or a style sheet too.
  case text
  case comment, characterData, instruction, declaration
  /// An end tag without a start tag.
  case strayEnd
}

extension UInt8 {
  /// The white space of HTML; XML has no form feed, and none in a body that is well-formed.
  @inline(__always)
  var isMarkupSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 || self == 0x0C }

  @inline(__always)
  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// A byte of a name in XML; of the characters beyond ASCII all are taken.
  @inline(__always)
  var isXMLNameByte: Bool {
    isXMLNameStart || self &- UInt8(ascii: "0") < 10 || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }

  @inline(__always)
  var isXMLNameStart: Bool {
    isASCIILetter || self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: ":")
  }
}
