extension SuggestedFileName {
  static func of(_ response: HTTPResponse) -> String? {
    response.headerFields[.contentDisposition].flatMap { of(disposition: $0) }
  }
}
