extension HTTPResponse {
  /// The status as a number: 200.
  public var statusCode: Int { status.code }
}
