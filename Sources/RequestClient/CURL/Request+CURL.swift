public import Dispatch
internal import Foundation
internal import RequestBasics
internal import Synchronization

// The message under way, or the last one that was, as a command line for `sh`. It has what is sent: the session's
// headers, cookies, and credentials, passwords among them, so do not log it. It represents one message: curl
// follows no redirect and makes no further attempt with it.
extension Request {
  /// The message known so far as a `curl` command; before there is one, a text that says so. Waits for nothing.
  ///
  /// Run in `sh` it sends the same request line, headers and body. It begins with `curl`, or with the `printf` and `cat`
  /// that feed it a body that no argument can hold: one with NUL bytes, invalid UTF-8 or over 100,000 bytes. Files are
  /// named and not read. A form is written as `-F` and `--form-string` where curl can make the same parts of it, and then
  /// has another boundary. What a stream would give is unknown: `--data-binary @-` takes it from standard input.
  ///
  /// Its cost grows with a body in memory.
  public func cURLDescription() -> String { core.curlText() }

  /// Calls `handler` once: at once with the message under way if there is one, else with the first that is sent. A
  /// request that ends without a message gives the text that says so.
  @discardableResult
  public func cURLDescription(
    on queue: DispatchQueue? = nil, calling handler: @escaping @Sendable (String) -> Void
  ) -> Self {
    let flag = OnceFlag()
    let tell: @Sendable (RequestCore, OutgoingRequest?) -> Void = { core, message in
      if flag.set() { RequestCore.deliver(on: queue) { handler(core.curlText(of: message)) } }
    }
    eventMonitor(
      ClosureEventMonitor { request, event in
        if case .didCreateTask(let message) = event { tell(request.core, message) }
      })
    let isMade = core.state.withLock { $0.message != nil }
    // The monitor may be called for the first message after this request ended.
    let tellFirst: RequestCore.Job = { core in tell(core, core.state.withLock { $0.attempts.first }) }
    if isMade { core.enqueue { tell($0, nil) } } else { core.whenFinished(tellFirst) }
    return self
  }

  /// The commands of all messages that are sent: hop by hop, attempt by attempt. It ends with the request.
  public func cURLDescriptions() -> StreamOf<String> {
    StreamOf { continuation, _ in
      eventMonitor(
        ClosureEventMonitor { request, event in
          switch event {
          case .didCreateTask(let message): continuation.yield(request.core.curlText(of: message))
          case .didFinish: continuation.finish()
          default: break
          }
        })
    }
  }
}

extension RequestCore {
  /// - Parameter message: `nil` for the one under way.
  func curlText(of message: OutgoingRequest? = nil) -> String {
    let (current, credential) = state.withLock { ($0.message, $0.credential) }
    guard var message = message ?? current else { return CURLCommand.unmade }
    let options = message.options(inheriting: parts.options).value
    if let cookies = cookies(for: message) { message.headers.append(name: "Cookie", value: cookies) }
    if !message.headers.contains(name: "Authorization") { credential?.prove(&message) }
    let trust = options.serverTrust ?? configuration.serverTrust.trust(for: message.url.host)
    // A policy that cannot be used is the request's own error, and no message is sent with it.
    let requirements = (try? trust.requirements()) ?? TrustRequirements()
    return CURLCommand(message: message, options: options, trust: requirements, credential: credential).text
  }
}

extension Credential {
  /// Writes what is sent unasked.
  fileprivate func prove(_ message: inout OutgoingRequest) {
    switch self {
    case .bearer(let token): message.headers.append(.authorization(bearerToken: token))
    case .awsSignature(let signature): signature.sign(&message, at: Date())
    case .basic, .digest, .anyPassword, .ntlm, .negotiate: break
    }
  }
}
