/// Comments in JSON, which some tools allow.
enum JSONComments {
  /// The text without `//` and `/* */` comments outside of strings.
  static func removed(from text: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    var index = 0
    var isInString = false
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if isInString {
        result.append(byte)
        if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
          result.append(next)
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        continue
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        index += 2
        while index + 1 < bytes.count, !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/")) {
          index += 1
        }
        index += 1
      } else {
        isInString = byte == UInt8(ascii: "\"")
        result.append(byte)
      }
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}
