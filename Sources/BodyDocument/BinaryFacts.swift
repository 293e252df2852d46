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
    let picture = PictureKind(of: body)
    let known: (String, BodyFormat)? =
      picture.map { ($0.name, .image) }
      ?? Signature.all.first { $0.matches(body) }.map { ($0.name, .binary) }
    let named = contentType.format
    let isNamedBinary = named == .image || named == .binary
    guard known != nil || isNamedBinary || body.prefix(4096).contains(0) else { return nil }
    format = known?.1 ?? (named == .image ? .image : .binary)
    summary = Wording.binarySummary(
      known?.0, type: contentType.type, size: picture?.size(of: body), byteCount: body.count)
  }
}

/// The first bytes that a kind of file begins with. Those of pictures are in `PictureKind`.
private struct Signature {
  let name: String
  let first: [UInt8]

  static let all = [
    Signature(name: "PDF document", first: Array("%PDF-".utf8)),
    Signature(name: "ZIP archive", first: [0x50, 0x4B, 0x03, 0x04]),
    Signature(name: "gzip data", first: [0x1F, 0x8B, 0x08]),
  ]

  func matches(_ body: Data) -> Bool { body.starts(with: first) }
}
