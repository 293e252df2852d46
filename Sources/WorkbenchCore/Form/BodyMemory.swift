import RequestModel

/// Remembers a request's body of each kind, so that cycling through the kinds loses nothing.
struct BodyMemory: Equatable, Sendable {
  /// The last version of the request with each kind of body.
  private var versions: [BodyKind: SavedRequest] = [:]
  /// The body right after its kind last changed.
  private var unedited: RequestBody?
  /// The request before GraphQL changed its method.
  private var beforeGraphQL: SavedRequest?

  /// Changes the kind of the body. GraphQL is sent with POST.
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

  /// Turns a GET into a POST for GraphQL, and back if the kind changes again before anything was typed.
  private mutating func followMethod(of request: inout SavedRequest, _ kind: BodyKind?) {
    if let former = beforeGraphQL, request.method == "POST", request.body == unedited { request.takeMethod(of: former) }
    beforeGraphQL = nil
    guard kind == .graphql, SavedRequest.usuallyHasNoBody(request.method) else { return }
    // A query that had a GET before, in the file, keeps it.
    if let kept = versions[.graphql], SavedRequest.usuallyHasNoBody(kept.method) { return }
    beforeGraphQL = request
    request.method = "POST"
  }
}
