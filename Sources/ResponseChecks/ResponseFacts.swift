package import Foundation

/// The input of checks and captures: the response, its timing and its hops. Nothing is masked.
package struct ResponseFacts: Sendable {
  package var head: Response.Head
  /// Decompressed.
  package var body: Data
  /// The URL that answered, after redirects.
  package var url: String
  package var duration: Duration
  package var hops: [Timeline.Hop]
  /// The missing end of `body`; `nil` if it is complete.
  package var omission: BodyOmission?
  /// The messages of a connection, in both directions, or the events or lines of a stream; `nil` for another response.
  package var messages: [LogEvent.Message]?
  /// The kind of the connection if it was opened: it has no body.
  package var openedKind: RequestKind?
  /// Whether it is about one message, whose content is the body.
  package var isOneMessage = false
  /// Whether the messages are parts of the body.
  package var isStream = false
  /// Whether a stream had more events than were kept.
  package var lacksEvents = false
  /// The number of messages that are missing in `messages`.
  package var omittedMessages = 0

  package init(head: Response.Head, body: Data, url: String, duration: Duration, hops: [Timeline.Hop]) {
    self.head = head
    self.body = body
    self.url = url
    self.duration = duration
    self.hops = hops
  }

  var contentType: String? { head.headers.first("Content-Type") }

  func wholeBody() throws(CheckProblem) -> Data {
    try refuseBodyOfConversation()
    guard let omission else { return body }
    throw CheckProblem("the end of the body was not kept: \(omission.reason)")
  }

  /// A response in place of a connection has a body.
  func refuseBodyOfConversation() throws(CheckProblem) {
    if let openedKind, !isOneMessage { throw MessageQueries.noBody(of: openedKind) }
  }

  func values(of header: String) -> [String] { Self.values(of: header, in: head.headers) }

  /// The values of a field after the body.
  func trailers(_ name: String) -> [String] { Self.values(of: name, in: hops.last?.trailers ?? []) }

  private static func values(of name: String, in fields: [Header]) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// The hops that were answered with a redirect that was followed: another hop came after it. As in Hurl, the location
  /// is the URL that the redirect led to, also if its header has only a part of it.
  var redirects: [(hop: Timeline.Hop, location: String)] {
    zip(hops, hops.dropFirst()).compactMap { hop, next in
      guard !hop.isAuxiliary, (300..<400).contains(hop.status ?? 0),
        hop.responseHeaders.first("Location") != nil
      else { return nil }
      return (hop, next.url)
    }
  }

  /// The certificate of the server.
  var certificate: Timeline.Certificate? {
    hops.last { $0.connection?.tls != nil }?.connection?.tls?.certificates.first
  }
}
