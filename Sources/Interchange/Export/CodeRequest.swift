package import Foundation

/// A request as code sends it, with variables replaced and with inherited headers, auth and options. The code sends
/// these bytes and no other headers, if its language allows that.
///
/// Secrets are placeholders such as `YOUR_TOKEN`, unless the export includes them.
package struct CodeRequest: Equatable, Sendable {
  package enum Body: Equatable, Sendable {
    case none
    case bytes(Data)
    /// A path, relative to the collection.
    case file(String)
    /// `multipart/form-data`: each row has a `value` or a `file`. Libraries choose the boundary and set `Content-Type`.
    case parts([Parameter])
  }

  /// The path in the collection without `.json`, such as `orders/create`.
  package var path: String
  package var name: String
  package var docs: String
  package var method: String
  /// Absolute and percent-encoded, as on the wire.
  package var url: String
  /// In order, with those that auth and body kinds add; without `Host`, `Content-Length`, and those that only the program
  /// adds, such as its `User-Agent`.
  package var headers: [Header]
  package var body: Body
  /// Credentials for the library's own digest, NTLM or Negotiate login. Basic and others are among the headers.
  package var login: OutgoingMessage.Login?
  /// Credentials that `withBasicLogin` took from the headers.
  var basicLogin: CodeBasicLogin?
  package var options: RequestOptions
  /// The rest of a WebSocket, whose URL begins with `ws`; `nil` for a request over HTTP.
  package var socket: CodeSocket?
  /// Sentences about variables without a value, and why it cannot be sent.
  package var notes: [String] = []
  /// The dynamic variables that it uses, such as `$guid`.
  package var dynamicNames: [String] = []

  package init(
    path: String = "", name: String = "", docs: String = "", method: String = "GET", url: String,
    headers: [Header] = [], body: Body = .none, login: OutgoingMessage.Login? = nil,
    options: RequestOptions = RequestOptions()
  ) {
    (self.path, self.name, self.docs, self.method, self.url) = (path, name, docs, method, url)
    (self.headers, self.body, self.login, self.options) = (headers, body, login, options)
  }
}

extension CodeRequest {
  /// The request with a note about dynamic variables, for code that is run many times.
  var notingFixedValues: CodeRequest {
    guard !dynamicNames.isEmpty else { return self }
    var request = self
    let names = dynamicNames.map { "{{\($0)}}" }.joined(separator: ", ")
    request.notes.append("One value for all iterations: \(names)")
    return request
  }

  /// The notes that the code has in comments.
  var interchangeNotes: [InterchangeNote] {
    let place = path.parts(separatedBy: "/").dropLast() + [name]
    return notes.map { InterchangeNote(.changed, place.filter { !$0.isEmpty }, $0) }
  }
}
