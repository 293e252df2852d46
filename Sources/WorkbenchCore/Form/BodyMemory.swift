import RequestModel

/// What a request's body was of each kind while it was edited: going once through the kinds changes nothing.
struct BodyMemory: Equatable, Sendable {
  /// The request as it was with each kind of body.
  private var versions: [BodyKind: SavedRequest] = [:]
  /// The body right after its kind was changed last.
  private var unedited: RequestBody?

  /// Changes the kind of the body. The new body is what the request had of that kind before, or else the content of the
  /// present one, if the new kind can hold it. Edits made since the last change go along where they can.
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
