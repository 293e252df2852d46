import Foundation

/// Facts about a binary body.
struct BinaryFacts {
  let format: BodyFormat
  /// Its kind and size.
  let summary: String
  /// Its contents, line by line.
  let details: [String]

  var sentence: String { Messages.binary(summary) }

  /// Returns `nil` for text. A text type is trusted unless the bytes start like a picture or an archive, or contain a NUL.
  init?(of body: Data, _ contentType: ContentType) {
    let isWide =
      BodyText.byteOrderMark(body) != nil || contentType.charset?.hasPrefix("utf-16") ?? false
      || contentType.charset?.hasPrefix("utf-32") ?? false
    guard !isWide else { return nil }
    let known = Signature.of(body)
    let named = contentType.format
    let isNamedBinary = named == .image || named == .binary
    guard known != nil || isNamedBinary || body.prefix(4096).contains(0) else { return nil }
    format = known?.format ?? (named == .image ? .image : .binary)
    summary = Messages.binarySummary(
      known?.name(body), type: contentType.type, size: known?.size(body), byteCount: body.count)
    details = known?.kind == .zip ? ZIPDirectory(of: body)?.lines ?? [] : []
  }
}
