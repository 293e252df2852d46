internal import Foundation
internal import Synchronization

/// Renews the credentials of a request for each redirect within its origin, and removes them from redirects to other
/// origins: a signature is valid for one message only, and credentials in a body or a query would otherwise be sent
/// along.
final class RedirectAuthentication: Sendable {
  /// The request without its credentials.
  private let bare: PreparedRequest
  private let origin: WireAddress
  private let kinds: RunKinds
  private let state: Mutex<State>

  private struct State {
    var assembly: RequestAssembly
    /// A server of another origin may redirect back, but then the request has no credentials.
    var hasLeftOrigin = false
  }

  init(_ bare: PreparedRequest, _ assembly: RequestAssembly, _ kinds: RunKinds) {
    self.bare = bare
    origin = OutgoingMessage(bare).address
    self.kinds = kinds
    state = Mutex(State(assembly: assembly))
  }

  var redirector: Redirector { .remake(next) }

  private func next(_ message: OutgoingRequest) async throws -> OutgoingRequest {
    let isTrusted = bare.options.keepsCredentialsAcrossOrigins || remainsAtOrigin(message)
    var assembly = state.withLock(\.assembly)
    var prepared = unsigned(message, assembly.added)
    if isTrusted {
      var kinds = kinds
      kinds.body = prepared.body
      try await assembly.authenticate(&prepared, kinds)
      kinds.run.mask.addSecrets(assembly.secrets, headers: assembly.credentialHeaders)
      state.withLock { [assembly] in $0.assembly = assembly }
    }
    var next = TransferRoute(bare).redirected(message)
    next.url = try RequestURL(prepared.url)
    next.headers = HTTPHeaders(prepared.headers)
    next.body = prepared.body
    return next
  }

  private func remainsAtOrigin(_ message: OutgoingRequest) -> Bool {
    let address = WireAddress(message.url.description)
    let isSame = (address.scheme, address.host, address.port) == (origin.scheme, origin.host, origin.port)
    return state.withLock { state in
      if !isSame { state.hasLeftOrigin = true }
      return !state.hasLeftOrigin
    }
  }

  /// The next message without the credentials of the last one.
  private func unsigned(_ message: OutgoingRequest, _ added: OutgoingMessage?) -> PreparedRequest {
    var prepared = bare
    prepared.method = message.method.rawValue
    prepared.url = message.url.description
    prepared.headers = Array(message.headers)
    prepared.body = message.body == nil ? nil : bare.body
    guard let added else { return prepared }
    for header in added.headers where !bare.headers.contains(header) {
      // A cookie was appended to the user's own.
      let own = bare.headers.first(header.name).map { [Header(header.name, $0)] } ?? []
      prepared.headers = prepared.headers.flatMap { $0 == header ? own : [$0] }
    }
    // A server may repeat the query in its redirect.
    let repeated = Set(added.queryCredentials)
    prepared.url = URLQuery.removing(from: prepared.url) { repeated.contains($0) }
    return prepared
  }
}
