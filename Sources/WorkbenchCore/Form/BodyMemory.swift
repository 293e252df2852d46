/// Remembers a request's body of each kind, so that cycling through the kinds loses nothing.
struct BodyMemory: Equatable, Sendable {
  /// The last version of the request with each kind of body.
  private var versions: [BodyKind: SavedRequest] = [:]
  /// The body right after its kind last changed.
  private var unedited: RequestBody?
  /// The request before the kind of its body changed its method.
  private var beforePost: SavedRequest?

  /// Changes the kind of the body. GraphQL and JSON-RPC are sent with POST.
  ///
  /// Edits made since the last change are converted if the new kind can hold them. Otherwise restores the request's
  /// earlier body of that kind.
  mutating func change(_ request: inout SavedRequest, to kind: BodyKind?) {
    guard kind != request.body?.kind else { return }
    if let former = request.body?.kind { versions[former] = request }
    followMethod(of: &request, kind)
    if let kind, let kept = versions[kind], request.body == unedited || !request.canConvertBody(to: kind) {
      request.takeBody(of: kept)
    } else {
      request.setBodyKind(kind)
    }
    unedited = request.body
  }

  /// Turns a GET into a POST for GraphQL and JSON-RPC, and back if the kind changes again before anything was typed.
  private mutating func followMethod(of request: inout SavedRequest, _ kind: BodyKind?) {
    if let former = beforePost, request.method == "POST", request.body == unedited { request.takeMethod(of: former) }
    beforePost = nil
    guard let kind, kind.impliesPost, request.kind == .http, SavedRequest.usuallyHasNoBody(request.method) else {
      return
    }
    // A body that had a GET before, in the file, keeps it.
    if let kept = versions[kind], SavedRequest.usuallyHasNoBody(kept.method) { return }
    beforePost = request
    request.method = "POST"
  }
}
