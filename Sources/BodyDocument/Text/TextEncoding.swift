internal import Foundation
internal import RequestModel

/// The encoding of a text.
enum TextEncoding {
  case utf8
  case latin1
  /// UTF-16 or UTF-32.
  case wide(String.Encoding)
  /// Another charset, by its name in iconv.
  case table(String)

  /// - Parameter label: A name of the WHATWG Encoding standard, in lower case.
  /// - Returns: `nil` for an unknown charset.
  init?(label: String) {
    guard let encoding = Self.labels[label] else { return nil }
    if case .table(let name) = encoding, !CharsetTable.isInstalled(name) { return nil }
    self = encoding
  }

  /// - Parameter isWhole: Whether the body is complete. Otherwise a character that is cut off at its end is left out.
  /// - Returns: The text as UTF-8; `nil` for bytes that are invalid in this encoding.
  func utf8(_ body: Data, isWhole: Bool = true) -> Data? {
    switch self {
    case .utf8:
      let text = isWhole ? body : body.withoutCutCharacter
      return text.withUnsafeBytes { firstInvalidUTF8(in: $0) == nil } ? text : nil
    case .latin1: return Self.fromLatin1(body)
    case .wide(let encoding):
      let text = isWhole ? body : Self.withoutCutCharacter(body, encoding)
      return String(data: text, encoding: encoding).map { Data($0.utf8) }
    case .table(let name): return CharsetTable.utf8(body, from: name, isWhole: isWhole)
    }
  }

  /// Drops an incomplete character of UTF-16 or UTF-32 at the end: bytes, or the first half of a surrogate pair.
  private static func withoutCutCharacter(_ body: Data, _ encoding: String.Encoding) -> Data {
    let isLong = encoding == .utf32LittleEndian || encoding == .utf32BigEndian
    let units = body.dropLast(body.count % (isLong ? 4 : 2))
    guard !isLong, units.count >= 2 else { return units }
    let high = units[units.endIndex - (encoding == .utf16LittleEndian ? 1 : 2)]
    return (0xD8...0xDB).contains(high) ? units.dropLast(2) : units
  }

  static func fromLatin1(_ body: Data) -> Data {
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

  // MARK: Labels

  private static let labels: [String: TextEncoding] = {
    var labels: [String: TextEncoding] = [
      "utf-8": .utf8, "utf8": .utf8, "iso-8859-1": .latin1, "latin1": .latin1, "iso8859-1": .latin1,
      "iso88591": .latin1, "l1": .latin1,
      // Little-endian without a byte order mark, as servers and other clients do; RFC 2781 says big-endian.
      "utf-16": .wide(.utf16LittleEndian), "utf-16le": .wide(.utf16LittleEndian), "utf-16be": .wide(.utf16BigEndian),
      "utf-32": .wide(.utf32BigEndian), "utf-32le": .wide(.utf32LittleEndian), "utf-32be": .wide(.utf32BigEndian),
    ]
    for (name, ownLabels) in tables {
      for label in ownLabels { labels[label] = .table(name) }
    }
    for number in 1250...1258 {
      for prefix in ["windows-", "cp", "x-cp"] { labels["\(prefix)\(number)"] = .table("CP\(number)") }
    }
    for number in [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16] {
      for prefix in ["iso-8859-", "iso8859-", "iso_8859-", "iso8859"] {
        labels["\(prefix)\(number)"] = .table("ISO-8859-\(number)")
      }
    }
    return labels
  }()

  /// Labels by the table to decode them with: the Windows one where it has more characters.
  private static let tables: KeyValuePairs<String, [String]> = [
    "ISO-8859-2": ["latin2", "l2"], "ISO-8859-5": ["cyrillic"], "ISO-8859-6": ["arabic"], "ISO-8859-7": ["greek"],
    "ISO-8859-8": ["hebrew", "iso-8859-8-i", "logical", "visual"], "ISO-8859-15": ["latin9", "l9"],
    "CP1254": ["iso-8859-9", "iso8859-9", "iso_8859-9", "iso88599", "latin5", "l5"],
    "WINDOWS-874": ["windows-874", "dos-874", "iso-8859-11", "iso8859-11", "iso885911", "tis-620"],
    "IBM866": ["ibm866", "cp866", "866"], "KOI8-R": ["koi8-r", "koi8_r", "koi8", "koi"],
    "KOI8-U": ["koi8-u", "koi8-ru"], "MACINTOSH": ["macintosh", "mac", "x-mac-roman"],
    "GB18030": ["gb18030", "gbk", "x-gbk", "gb2312", "gb_2312", "gb_2312-80", "chinese"],
    "BIG5-HKSCS": ["big5", "big5-hkscs", "cn-big5", "x-x-big5"],
    "CP932": ["shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "ms932", "windows-31j"],
    "EUC-JP-MS": ["euc-jp", "x-euc-jp"], "ISO-2022-JP": ["iso-2022-jp"],
    "UHC": ["euc-kr", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "ksc_5601", "korean", "windows-949"],
  ]
}
