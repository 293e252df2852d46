import RequestModel

/// Remembers a request's body of each kind, so that cycling through the kinds loses nothing.
struct BodyMemory: Equatable, Sendable {
  /// The last version of the request with each kind of body.
  private var versions: [BodyKind: SavedRequest] = [:]
  /// The body right after its kind last changed.
  private var unedited: RequestBody?

  /// Changes the kind of the body.
  ///
  /// Edits made since the last change are converted if the new kind can hold them. Otherwise restores the request's
  /// earlier body of that kind.
  mutating func change(_ request: inout SavedRequest, to kind: BodyKind?) {
    guard kind != request.body?.kind else { return }
    if let former = request.body?.kind { versions[former] = request }
    if let kind, let kept = versions[kind], request.body == unedited || !request.canConvertBody(to: kind) {
      request.takeBody(of: kept)
    } else {
      request.setBodyKind(kind)
    }
    unedited = request.body
  }
}
