/// JSON with comments and trailing commas, as people write it.
package enum JSONComments {
  /// Returns the text as strict JSON: blanks take the place of comments and of commas before a closing bracket.
  ///
  /// - Parameter keepsCommas: Whether these commas stay, so that the result may not be strict.
  /// - Returns: `nil` if the text has neither, or is no JSON without them. Variables that have no value yet are JSON.
  package static func removed(from text: String, keepsCommas: Bool = false) -> String? {
    let original = Array(text.utf8)
    guard original.contains(UInt8(ascii: "/")) || original.contains(UInt8(ascii: ",")) else { return nil }
    let bytes = blanked(original)
    guard bytes != original, (try? JSONText(bytes)) != nil || isTemplate(bytes) else { return nil }
    return String(decoding: keepsCommas ? blanked(original, keepsCommas: true) : bytes, as: UTF8.self)
  }

  private static func isTemplate(_ bytes: [UInt8]) -> Bool {
    var check = JSONCheck(bytes)
    return check.run() == nil && check.hasVariables
  }

  /// Puts blanks in the place of comments, and of commas before closing brackets unless they are kept. Line ends stay.
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
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") {
        index = stringEnd(bytes, from: index)
      } else if bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count, let end = commentEnd(bytes, from: index) {
        for place in index..<end where bytes[place] != UInt8(ascii: "\n") && bytes[place] != UInt8(ascii: "\r") {
          bytes[place] = blank
        }
        index = end
      } else {
        index += 1
      }
    }
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
