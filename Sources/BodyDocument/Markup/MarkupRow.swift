/// The kind of a markup row, stored where a JSON row has its index.
///
/// | row | `extent` |
/// |---|---|
/// | a leaf | its kind |
/// | a container | its closing row |
/// | a closing row | children << 1, plus 1 if the end tag was omitted |
enum MarkupLeaf: UInt32 {
  /// A whole element on one line.
  case element
  /// A line of text, including scripts and style sheets.
  case text
  case comment, characterData, instruction, declaration
  /// An end tag without a start tag.
  case strayEnd
}

extension UInt8 {
  /// The white space of HTML. It includes form feed, which well-formed XML never contains.
  @inline(__always)
  var isMarkupSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 || self == 0x0C }

  @inline(__always)
  var isASCIILetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// A byte of an XML name. Accepts all non-ASCII characters.
  @inline(__always)
  var isXMLNameByte: Bool {
    isXMLNameStart || self &- UInt8(ascii: "0") < 10 || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }

  @inline(__always)
  var isXMLNameStart: Bool {
    isASCIILetter || self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: ":")
  }
}
