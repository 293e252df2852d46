public import Dispatch
internal import Foundation
internal import Synchronization

// The current or last message as a shell command, without redirects and retries. It contains the session's headers,
// cookies and credentials, so do not log it.
extension Request {
  /// The current message as a `curl` command, or a comment if there is no message yet.
  ///
  /// The command sends the same request line, headers and body when run in `sh`. Bodies with NUL bytes, invalid UTF-8
  /// or more than 100,000 bytes are piped in with `printf` and `cat`. Files are referenced, not read. Forms use `-F`
  /// and `--form-string` if curl can produce the same parts, with another boundary. Streams are read from standard
  /// input.
  public func cURLDescription() -> String { core.curlText() }

  /// Calls `handler` once, with the current message or else the first one sent.
  @discardableResult
  public func cURLDescription(
    on queue: DispatchQueue? = nil, calling handler: @escaping @Sendable (String) -> Void
  ) -> Self {
    let flag = OnceFlag()
    let call: @Sendable (RequestCore, OutgoingRequest?) -> Void = { core, message in
      if flag.set() { RequestCore.deliver(on: queue) { handler(core.curlText(of: message)) } }
    }
    eventMonitor(
      ClosureEventMonitor { request, event in
        if case .didCreateTask(let message) = event { call(request.core, message) }
      })
    let isMade = core.state.withLock { $0.message != nil }
    // The monitor may be called for the first message after this request ended.
    let callWithFirst: RequestCore.Job = { core in call(core, core.state.withLock { $0.attempts.first }) }
    if isMade { core.enqueue { call($0, nil) } } else { core.whenFinished(callWithFirst) }
    return self
  }

  /// The commands of all messages sent, across hops and attempts, from the current or last one on.
  public func cURLDescriptions() -> StreamOf<String> { messages { core, message in core.curlText(of: message) } }
}

extension RequestCore {
  /// - Parameter message: `nil` for the current one.
  func curlText(of message: OutgoingRequest? = nil) -> String {
    let (current, credential) = state.withLock { ($0.message, $0.credential) }
    guard var message = message ?? current else { return CURLCommand.placeholder }
    let options = message.options(inheriting: parts.options).value
    if let cookies = cookies(for: message) { message.headers.addStoredCookies(cookies) }
    if !message.headers.contains(name: "Authorization") { credential?.apply(to: &message) }
    let trust = options.serverTrust ?? configuration.serverTrust.trust(for: message.url.host)
    // The request itself reports an unusable policy.
    let requirements = (try? trust.requirements()) ?? TrustRequirements()
    return CURLCommand(message: message, options: options, trust: requirements, credential: credential).text
  }
}

extension Credential {
  /// Adds credentials that are sent without a challenge.
  fileprivate func apply(to message: inout OutgoingRequest) {
    switch self {
    case .bearer(let token): message.headers.append(.authorization(bearerToken: token))
    case .awsSignature(let signature): signature.sign(&message, at: Date())
    case .basic, .digest, .anyPassword, .ntlm, .negotiate: break
    }
  }
}
