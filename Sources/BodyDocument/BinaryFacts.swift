import Foundation

/// What is known about a body that is no text.
struct BinaryFacts {
  let format: BodyFormat
  /// What it is and how large.
  let summary: String

  var sentence: String { Wording.binary(summary) }

  /// `nil` for text. A type that names text is believed unless the bytes begin like a picture or an archive or hold a NUL.
  init?(of body: Data, _ contentType: ContentType) {
    let isWide =
      BodyText.byteOrderMark(body) != nil || contentType.charset?.hasPrefix("utf-16") ?? false
      || contentType.charset?.hasPrefix("utf-32") ?? false
    guard !isWide else { return nil }
    let known = Signature.all.first { $0.matches(body) }
    let named = contentType.format
    let isNamedBinary = named == .image || named == .binary
    guard known != nil || isNamedBinary || body.prefix(4096).contains(0) else { return nil }
    format = known?.format ?? (named == .image ? .image : .binary)
    summary = Wording.binarySummary(
      known?.name, type: contentType.type, size: known?.size(body), byteCount: body.count)
  }
}

/// The first bytes that a kind of file begins with.
private struct Signature {
  let name: String
  let format: BodyFormat
  let matches: @Sendable (Data) -> Bool
  var size: @Sendable (Data) -> (Int, Int)? = { _ in nil }

  static let all = [
    Signature(
      name: "PNG image", format: .image,
      matches: { $0.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) },
      size: { size($0, width: 16, height: 20, 4) }),
    Signature(
      name: "GIF image", format: .image, matches: { $0.starts(with: Array("GIF8".utf8)) },
      size: { size($0, width: 6, height: 8, -2) }),
    Signature(
      name: "JPEG image", format: .image, matches: { $0.starts(with: [0xFF, 0xD8, 0xFF]) }, size: sizeOfJPEG),
    Signature(
      name: "WebP image", format: .image,
      matches: { $0.starts(with: Array("RIFF".utf8)) && $0.dropFirst(8).starts(with: Array("WEBP".utf8)) }),
    Signature(name: "PDF document", format: .binary, matches: { $0.starts(with: Array("%PDF-".utf8)) }),
    Signature(name: "ZIP archive", format: .binary, matches: { $0.starts(with: [0x50, 0x4B, 0x03, 0x04]) }),
    Signature(name: "gzip data", format: .binary, matches: { $0.starts(with: [0x1F, 0x8B, 0x08]) }),
  ]

  /// A number of `width` bytes; little-endian where `width` is negative.
  private static func number(_ body: Data, _ offset: Int, _ width: Int) -> Int? {
    let bytes = body.dropFirst(offset).prefix(abs(width))
    guard bytes.count == abs(width) else { return nil }
    return (width > 0 ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  private static func size(_ body: Data, width: Int, height: Int, _ bytes: Int) -> (Int, Int)? {
    guard let width = number(body, width, bytes), let height = number(body, height, bytes) else { return nil }
    return (width, height)
  }

  /// From segment to segment up to the frame header: ITU-T T.81, B.2.2.
  @Sendable private static func sizeOfJPEG(_ body: Data) -> (Int, Int)? {
    var offset = 2
    while let marker = number(body, offset, 2), marker >> 8 == 0xFF, let length = number(body, offset + 2, 2) {
      let isFrame = (0xFFC0...0xFFCF).contains(marker) && ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker)
      if isFrame { return size(body, width: offset + 7, height: offset + 5, 2) }
      guard length >= 2 else { return nil }
      offset += 2 + length
    }
    return nil
  }
}
