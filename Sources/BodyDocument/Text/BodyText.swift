import Foundation

/// A body as UTF-8 without a byte order mark. Bytes that already are UTF-8 are not copied.
struct BodyText {
  var bytes: Data
  var notice: String?
  var decoding = Decoding.none

  /// The way in which the bytes of the body became text.
  enum Decoding {
    /// Unchanged, so that offsets in the text are offsets in the body.
    case none
    case decoded
    /// Invalid in their charset, and decoded as Latin-1.
    case misread
  }
}

extension BodyText {
  /// Decodes by the byte order mark, else by `charset`, else as UTF-8. Falls back to Latin-1.
  ///
  /// - Parameter isWhole: Whether the body is complete. An incomplete character at the end of a partial body is left
  ///   out.
  init(_ body: Data, charset: String?, isWhole: Bool) {
    if let (encoding, length) = Self.byteOrderMark(body) {
      self.init(body.dropFirst(length), encoding: encoding, name: "the byte order mark", isWhole)
      if decoding == .none { decoding = .decoded }
      return
    }
    guard let charset, !["us-ascii", "ascii"].contains(charset) else {
      self.init(body, encoding: .utf8, name: "UTF-8", isWhole)
      return
    }
    guard let encoding = TextEncoding(label: charset) else {
      self.init(body, encoding: .utf8, name: charset, isWhole)
      notice = notice ?? Messages.unknownCharset(charset)
      return
    }
    self.init(body, encoding: encoding, name: charset, isWhole)
  }

  private init(_ body: Data, encoding: TextEncoding, name: String, _ isWhole: Bool) {
    if let text = encoding.utf8(body, isWhole: isWhole) {
      self.init(bytes: text, notice: nil)
      if case .utf8 = encoding { return }
      if text != body { decoding = .decoded }
      return
    }
    let isUTF8 = if case .utf8 = encoding { true } else { false }
    self.init(bytes: TextEncoding.fromLatin1(body), notice: isUTF8 ? Messages.notUTF8 : Messages.notInCharset(name))
    decoding = .misread
  }

  static func byteOrderMark(_ body: Data) -> (encoding: TextEncoding, length: Int)? {
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if body.starts(with: [0xFF, 0xFE, 0, 0]) { return (.wide(.utf32LittleEndian), 4) }
    if body.starts(with: [0, 0, 0xFE, 0xFF]) { return (.wide(.utf32BigEndian), 4) }
    if body.starts(with: [0xFF, 0xFE]) { return (.wide(.utf16LittleEndian), 2) }
    if body.starts(with: [0xFE, 0xFF]) { return (.wide(.utf16BigEndian), 2) }
    return nil
  }
}
