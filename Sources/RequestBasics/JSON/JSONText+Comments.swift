extension JSONText {
  /// Parses JSON with `//` and `/* */` comments, and commas before closing brackets, as editors accept it for settings.
  ///
  /// Positions, and what `rewriting(to:)` keeps, are those of the text as it is.
  package init(commented bytes: [UInt8]) throws(JSONSyntaxError) {
    let plain = try JSONText(Self.blanking(bytes))
    self.init(bytes: bytes, nodes: plain.nodes)
  }

  /// Replaces comments by spaces, and commas before closing brackets unless they are kept. Line ends stay.
  package static func blanking(_ bytes: [UInt8], keepsCommas: Bool = false) -> [UInt8] {
    var blanked = bytes
    var index = 0
    /// A comma that nothing but space follows so far.
    var comma: Int?
    while index < bytes.count {
      switch (bytes[index], index + 1 < bytes.count ? bytes[index + 1] : 0) {
      case (UInt8(ascii: "\""), _):
        comma = nil
        index = endOfString(in: bytes, from: index)
        continue
      case (UInt8(ascii: "/"), UInt8(ascii: "/")):
        index = blank(&blanked, from: index) { $0 == UInt8(ascii: "\n") }
        continue
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        index = blankBlock(&blanked, from: index)
        continue
      case (UInt8(ascii: ","), _): comma = index
      case (UInt8(ascii: "]"), _), (UInt8(ascii: "}"), _):
        if let comma, !keepsCommas { blanked[comma] = UInt8(ascii: " ") }
        comma = nil
      case (UInt8(ascii: " "), _), (UInt8(ascii: "\n"), _), (UInt8(ascii: "\r"), _), (UInt8(ascii: "\t"), _): break
      default: comma = nil
      }
      index += 1
    }
    return blanked
  }

  private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\n") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  private static func blank(_ bytes: inout [UInt8], from start: Int, until isEnd: (UInt8) -> Bool) -> Int {
    var index = start
    while index < bytes.count, !isEnd(bytes[index]) {
      if bytes[index] != UInt8(ascii: "\r") { bytes[index] = UInt8(ascii: " ") }
      index += 1
    }
    return index
  }

  /// An unclosed comment stays, and is an error of the text.
  private static func blankBlock(_ bytes: inout [UInt8], from start: Int) -> Int {
    var end = start + 2
    while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/") { end += 1 }
    guard end + 1 < bytes.count else { return bytes.count }
    for index in start..<(end + 2) where bytes[index] != UInt8(ascii: "\n") && bytes[index] != UInt8(ascii: "\r") {
      bytes[index] = UInt8(ascii: " ")
    }
    return end + 2
  }
}
