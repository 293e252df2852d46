internal import RequestModel

extension RunContext {
  /// The request as written. A method and a URL that scripts wrote may have secrets in them, which reports of a request
  /// without a connection would show.
  var shownRequest: SavedRequest {
    guard hasScriptedURL else { return request }
    var shown = request
    shown.method = maskedValue(shown.method)
    shown.url = maskedValue(shown.url)
    return shown
  }
}
