internal import RequestBasics

/// JSON Pointers (RFC 6901).
enum JSONPointer {
  static func text(_ tokens: [String]) -> String {
    tokens.map { "/" + $0.replacingExactly("~", with: "~0").replacingExactly("/", with: "~1") }.joined()
  }

  static func tokens(_ pointer: String) -> [String] {
    pointer.parts(separatedBy: "/").dropFirst().map {
      $0.replacingExactly("~1", with: "/").replacingExactly("~0", with: "~")
    }
  }

  static func value(at tokens: [String], in value: JSONValue) -> JSONValue? {
    var value = value
    for token in tokens {
      switch value {
      case .object(let object):
        guard let member = object[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }

  static func percentDecoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let bytes = Array(text.utf8)
    var (result, index) = ([UInt8](), 0)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
