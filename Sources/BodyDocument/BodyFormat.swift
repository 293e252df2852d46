/// What a body was taken for, by its content type or, where that says nothing, by its first bytes.
package enum BodyFormat: Hashable, Sendable {
  case empty
  case json
  /// JSON values one after another, one a line.
  case jsonLines
  case xml, html, form, text
  /// Parts between boundaries, each with headers of its own.
  case multipart
  /// Values parted by commas or the like.
  case table
  /// Bytes that are no text; `image` where a picture can be made of them.
  case image, binary
}
