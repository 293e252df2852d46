extension MultipartEncodingFailure: CustomStringConvertible {
  /// What failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .bodyPartURLInvalid(let url): "\"\(url)\" is no file to send — give a URL that begins with file:"
    }
  }
}
