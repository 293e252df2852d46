internal import Foundation
internal import Synchronization

/// The mask of a run. It grows as stages learn secrets, and searches each byte of a growing body once.
package final class LiveMask: Sendable {
  private struct State {
    var secrets: Set<String> = []
    var headers: Set<String> = []
    var mask = SecretMask.empty
    /// Counts changes of the mask.
    var version = 0
  }

  private struct Body {
    var searched = SecretMask.GrowingBody()
    /// The version of the mask used for the search.
    var version = 0
  }

  private let state = Mutex(State())
  private let body = Mutex(Body())

  init() {}

  package var current: SecretMask { state.withLock(\.mask) }
  var version: Int { state.withLock(\.version) }
  /// The values that are masked.
  var secrets: Set<String> { state.withLock(\.secrets) }

  /// Adds values to mask, and lower-case names of headers whose values are masked.
  package func addSecrets(_ secrets: Set<String>, headers: Set<String> = []) {
    state.withLock { state in
      guard !secrets.isSubset(of: state.secrets) || !headers.isSubset(of: state.headers) else { return }
      state.secrets.formUnion(secrets)
      state.headers.formUnion(headers)
      state.mask = SecretMask(state.secrets, credentialHeaders: state.headers)
      state.version += 1
    }
  }

  /// Adds everything that another mask has.
  func addSecrets(of other: LiveMask) {
    let (secrets, headers) = other.state.withLock { ($0.secrets, $0.headers) }
    addSecrets(secrets, headers: headers)
  }

  func beginBody() { body.withLock { $0 = Body() } }

  func masked(_ head: ResponseHead, _ rawBody: Data, isWhole: Bool, isTruncated: Bool = false) -> Response {
    body.withLock { body in
      let (mask, version) = state.withLock { ($0.mask, $0.version) }
      if body.version != version { body = Body(version: version) }
      var response = mask.maskedHead(Response(head))
      let type = head.headers["Content-Type"]
      (response.body, response.maskedSecrets) = mask.masked(
        rawBody, contentType: type, isWhole: isWhole, isTruncated: isTruncated, &body.searched)
      return response
    }
  }
}
