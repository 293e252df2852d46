/// The format of a body, determined by its content type or else by its first bytes.
package enum BodyFormat: Hashable, Sendable {
  case empty
  case json
  /// JSON values, one per line.
  case jsonLines
  case xml, html, form, text
  /// Parts between boundaries, each with its own headers.
  case multipart
  /// Values separated by commas or another delimiter.
  case table
  /// Bytes that are not text; `image` for pictures.
  case image, binary
  /// Bytes that mean a JSON value.
  case messagePack, cbor

  /// Whether the bytes mean a JSON value.
  package var isBinaryDocument: Bool { self == .messagePack || self == .cbor }
}
