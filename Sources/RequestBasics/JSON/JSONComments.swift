/// JSON with comments and trailing commas, as people write it.
package enum JSONComments {
  /// Returns the text as strict JSON: without comments, and with blanks instead of commas before a closing bracket.
  ///
  /// - Returns: `nil` if the text has neither, or is no JSON without them. Variables that have no value yet are JSON.
  package static func removed(from text: String) -> String? {
    let original = Array(text.utf8)
    guard original.contains(UInt8(ascii: "/")) || original.contains(UInt8(ascii: ",")) else { return nil }
    let bytes = blanked(original)
    guard bytes != original, (try? JSONText(bytes)) != nil || isTemplate(bytes) else { return nil }
    var strict: [UInt8] = []
    var start = 0
    for comment in comments(in: original) {
      strict += original[start..<comment.lowerBound]
      start = comment.upperBound
    }
    strict += original[start...]
    removeTrailingCommas(&strict)
    return String(decoding: strict, as: UTF8.self)
  }

  /// Removes comments as Postman does before it sends: nothing takes their place, line ends of `//` comments stay but for
  /// a carriage return, and the text need not be JSON.
  package static func removedAsInPostman(from text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "/")) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isInString = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\""), !isEscaped(bytes, index) { isInString.toggle() }
      if !isInString, byte == UInt8(ascii: "/"), let end = endInPostman(bytes, from: index) {
        index = end
      } else {
        result.append(byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether Postman takes a quote for a part of a string: one backslash is before it, and not two.
  private static func isEscaped(_ bytes: [UInt8], _ index: Int) -> Bool {
    let backslash = UInt8(ascii: "\\")
    guard index > 0, bytes[index - 1] == backslash else { return false }
    return index < 2 || bytes[index - 2] != backslash
  }

  /// Where a comment ends in Postman: one that is not closed ends with the text.
  private static func endInPostman(_ bytes: [UInt8], from start: Int) -> Int? {
    guard start + 1 < bytes.count, [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(bytes[start + 1]) else { return nil }
    return commentEnd(bytes, from: start) ?? bytes.count
  }

  private static func isTemplate(_ bytes: [UInt8]) -> Bool {
    var check = JSONCheck(bytes)
    return check.run() == nil && check.hasVariables
  }

  /// Replaces comments by blanks, and commas before closing brackets unless they are kept. Line ends stay.
  static func blanked(_ bytes: [UInt8], keepsCommas: Bool = false) -> [UInt8] {
    var bytes = bytes
    removeComments(&bytes)
    if !keepsCommas { removeTrailingCommas(&bytes) }
    return bytes
  }

  /// Where an object could end before a place in it: behind its opening brace, before its commas, and at the place.
  static func memberEnds(in bytes: [UInt8], before place: TextPosition) -> [Int] {
    let plain = blanked(bytes, keepsCommas: true)
    let limit = offset(of: place, in: plain)
    var (ends, depth, index): ([Int], Int, Int) = ([], 0, 0)
    while index < limit {
      switch plain[index] {
      case UInt8(ascii: "\""):
        index = stringEnd(plain, from: index)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 1 { ends.append(index + 1) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 1: ends.append(index)
      default: break
      }
      index += 1
    }
    return ends + [limit]
  }

  private static func offset(of place: TextPosition, in bytes: [UInt8]) -> Int {
    var start = 0
    for _ in 1..<max(1, place.line) {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return bytes.count }
      start = end + 1
    }
    let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
    return start + String(decoding: line, as: UTF8.self).prefix(place.column - 1).utf8.count
  }

  private static let blank = UInt8(ascii: " ")

  private static func removeComments(_ bytes: inout [UInt8]) {
    for comment in comments(in: bytes) {
      for place in comment where bytes[place] != UInt8(ascii: "\n") && bytes[place] != UInt8(ascii: "\r") {
        bytes[place] = blank
      }
    }
  }

  private static func comments(in bytes: [UInt8]) -> [Range<Int>] {
    var comments: [Range<Int>] = []
    // After an unclosed comment, no comment is closed.
    var isClosed = true
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") {
        index = stringEnd(bytes, from: index)
      } else if bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count,
        isClosed || bytes[index + 1] != UInt8(ascii: "*")
      {
        let end = commentEnd(bytes, from: index)
        if let end { comments.append(index..<end) }
        isClosed = isClosed && (end != nil || bytes[index + 1] != UInt8(ascii: "*"))
        index = end ?? index + 1
      } else {
        index += 1
      }
    }
    return comments
  }

  private static func commentEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    switch bytes[start + 1] {
    case UInt8(ascii: "/"): return bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    case UInt8(ascii: "*"):
      var index = start + 2
      while index + 1 < bytes.count {
        if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
        index += 1
      }
      return nil
    default: return nil
    }
  }

  private static func stringEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index + 1
  }

  private static func removeTrailingCommas(_ bytes: inout [UInt8]) {
    var comma: Int?
    // A comma after another one, or after an open bracket, is an error.
    var followsValue = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        (comma, followsValue) = (nil, true)
        index = stringEnd(bytes, from: index)
        continue
      case UInt8(ascii: ","): (comma, followsValue) = (followsValue ? index : nil, false)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let comma { bytes[comma] = blank }
        (comma, followsValue) = (nil, true)
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): (comma, followsValue) = (nil, false)
      default: (comma, followsValue) = (nil, true)
      }
      index += 1
    }
  }
}
