import Foundation

/// A body as UTF-8 without a byte order mark. Bytes that already are UTF-8 are not copied.
struct BodyText {
  var bytes: Data
  var notice: String?

  /// Decodes by the byte order mark, else by `charset`, else as UTF-8. Falls back to Latin-1.
  init(_ body: Data, charset: String?) {
    if let (encoding, length) = Self.byteOrderMark(body) {
      self.init(body.dropFirst(length), encoding: encoding, name: "the byte order mark")
      return
    }
    guard let charset, !["utf-8", "utf8", "us-ascii", "ascii"].contains(charset) else {
      self.init(body, encoding: .utf8, name: charset ?? "UTF-8")
      return
    }
    guard let encoding = Self.encodings[charset] else {
      self.init(body, encoding: .utf8, name: charset)
      notice = notice ?? Messages.unknownCharset(charset)
      return
    }
    self.init(body, encoding: encoding, name: charset)
  }

  private init(_ body: Data, encoding: String.Encoding, name: String) {
    switch encoding {
    case .utf8:
      let isValid = body.withUnsafeBytes { firstInvalidUTF8(in: $0) == nil }
      self.init(bytes: isValid ? body : Self.fromLatin1(body), notice: isValid ? nil : Messages.notUTF8)
    case .isoLatin1: self.init(bytes: Self.fromLatin1(body), notice: nil)
    default:
      guard let text = String(data: body, encoding: encoding) else {
        self.init(bytes: Self.fromLatin1(body), notice: Messages.notInCharset(name))
        return
      }
      self.init(bytes: Data(text.utf8), notice: nil)
    }
  }

  private init(bytes: Data, notice: String?) {
    self.bytes = bytes
    self.notice = notice
  }

  static func byteOrderMark(_ body: Data) -> (encoding: String.Encoding, length: Int)? {
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if body.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32LittleEndian, 4) }
    if body.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
    if body.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if body.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  /// The charsets of the WHATWG Encoding standard that Foundation can decode.
  static let encodings: [String: String.Encoding] = [
    "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "iso8859-1": .isoLatin1, "iso-8859-2": .isoLatin2,
    "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251, "windows-1252": .windowsCP1252,
    "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "cp1252": .windowsCP1252,
    // Little-endian without a byte order mark, as servers and other clients do; RFC 2781 says big-endian.
    "utf-16": .utf16LittleEndian, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
    "utf-32": .utf32BigEndian, "utf-32le": .utf32LittleEndian, "utf-32be": .utf32BigEndian,
    "shift_jis": .shiftJIS, "shift-jis": .shiftJIS, "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP,
  ]

  private static func fromLatin1(_ body: Data) -> Data {
    body.withUnsafeBytes { source in
      let wide = source.count { $0 >= 0x80 }
      var result = Data(count: source.count + wide)
      result.withUnsafeMutableBytes { (target: UnsafeMutableRawBufferPointer) in
        var end = 0
        for byte in source {
          if byte < 0x80 {
            target[end] = byte
            end += 1
          } else {
            target[end] = 0xC0 | byte >> 6
            target[end + 1] = 0x80 | byte & 0x3F
            end += 2
          }
        }
      }
      return result
    }
  }
}
