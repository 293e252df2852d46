/// A kind of body.
///
/// A new kind is a file in this folder and a line in `all`.
package struct BodyKind: FieldKind {
  package static let section = "body"
  package static let all: [BodyKind] = [.json, .text, .form, .multipart, .file, .graphql]

  package let shape: KindShape
  /// The media type of what it sends; `nil` where its fields say it.
  package let mediaType: String?
  /// The name of the kind that holds the text of this one while it does not parse.
  package let draftKind: String?
  /// Makes the bytes.
  package let encode: Encode
  /// What the form says of a content that cannot be what it is meant to be.
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
}

extension Field {
  /// The media type beside a body's content.
  static let mediaType = Field(
    "type", "Type", "The media type of \"text\" (text/plain where it is missing) or \"file\".", note: "media type",
    allowsVariables: false)
}
