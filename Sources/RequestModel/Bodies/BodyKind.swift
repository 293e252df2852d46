/// A kind of body.
///
/// To add a kind, add a file to this folder and a line to `all`.
package struct BodyKind: FieldKind {
  package static let section = "body"
  package static let all: [BodyKind] = [.json, .text, .form, .multipart, .file, .graphql, .jsonrpc]

  package let shape: KindShape
  /// The media type of the encoded body; `nil` if the fields determine it.
  package let mediaType: String?
  /// The kind that holds the text of this one while it does not parse.
  package let draftKind: String?
  package let encode: Encode
  /// The warning that the form shows beside invalid content.
  package let warning: @Sendable (RequestBody) -> String?

  package typealias Encode = @Sendable (FieldValues, any KindContext) async throws(Failure) -> OutgoingBody

  package init(
    _ name: String, _ title: String, _ summary: String, mediaType: String? = nil, draftKind: String? = nil,
    isNested: Bool = false, fields: [Field], warning: @escaping @Sendable (RequestBody) -> String? = { _ in nil },
    encode: @escaping Encode
  ) {
    shape = KindShape(name, title, summary, isNested: isNested, fields: fields)
    self.mediaType = mediaType
    self.draftKind = draftKind
    self.warning = warning
    self.encode = encode
  }

  /// Whether the protocol of the body is sent with POST.
  package var impliesPost: Bool { self == .graphql || self == .jsonrpc }
}

extension Field {
  static let mediaType = Field(
    "type", "Type", "The media type of \"text\" (default: text/plain) or \"file\".", note: "media type",
    allowsVariables: false)
}
