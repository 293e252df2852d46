/// A text body of a well-known media type, offered beside the kinds of bodies.
struct TextBodyKind: Sendable {
  let title: String
  let mediaType: String

  static let all = [
    TextBodyKind(title: "XML", mediaType: "application/xml"),
    TextBodyKind(title: "HTML", mediaType: "text/html"),
    TextBodyKind(title: "JavaScript", mediaType: "application/javascript"),
    TextBodyKind(title: "GraphQL text", mediaType: graphQL),
  ]

  static let graphQL = "application/graphql"

  var item: Picker.Item {
    Picker.Item(title: title, detail: "text, " + mediaType, action: .request(.textBody(mediaType)))
  }

  func isOf(_ request: SavedRequest?) -> Bool {
    request?.body?.kind.name == BodyKind.text.name && request?.body?["type"]?.string == mediaType
  }
}

extension SavedRequest {
  /// Makes the body a text of a media type, and keeps as much of its content as possible, of GraphQL the query. GraphQL is
  /// sent with POST.
  mutating func setTextBody(of mediaType: String) {
    if let body, body.kind == .graphql {
      self.body = .text(body.text("query"), type: nil)
    } else {
      setBodyKind(.text)
    }
    body?["type"] = .string(mediaType)
    if mediaType == TextBodyKind.graphQL, Self.usuallyHasNoBody(method) { method = "POST" }
  }
}
