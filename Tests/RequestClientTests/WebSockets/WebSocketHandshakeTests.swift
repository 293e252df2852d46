import Foundation
@testable import RequestClient
import Testing

struct WebSocketHandshakeTests {
  private static let nonce = Data("the sample nonce".utf8)
  /// The example of RFC 6455, section 1.3.
  private static let accepted = [
    HTTPHeader("Upgrade", "WebSocket"), HTTPHeader("Connection", "keep-alive, upgrade"),
    HTTPHeader("Sec-WebSocket-Accept", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
  ]

  private func handshake(_ own: HTTPHeaders = [], _ settings: WebSocketOptions = WebSocketOptions()) throws -> (
    WebSocketHandshake, HTTPHeaders
  ) {
    var headers = own
    let handshake = try WebSocketHandshake(&headers, settings, nonce: Self.nonce)
    return (handshake, headers)
  }

  private func accept(
    _ answer: [HTTPHeader], _ settings: WebSocketOptions = WebSocketOptions()
  ) throws -> WebSocketHandshake.Agreement {
    try handshake([], settings).0.accept(
      ResponseHead(status: 101, reason: "", httpVersion: "HTTP/1.1", headers: HTTPHeaders(answer)))
  }

  @Test func theHeadersOfferSubprotocolsAndCompression() throws {
    let settings = WebSocketOptions { settings in
      settings.subprotocols = ["chat", "super"]
      settings.compression?.serverMaxWindowBits = 10
    }
    #expect(
      try handshake(["Origin": "https://example.com"], settings).1 == [
        "Origin": "https://example.com", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "chat, super",
        "Sec-WebSocket-Extensions": "permessage-deflate; server_max_window_bits=10; client_max_window_bits",
      ])
  }

  @Test func headersOfTheCallerStay() throws {
    let own: HTTPHeaders = [
      "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "8", "Sec-WebSocket-Key": "mine",
      "Sec-WebSocket-Extensions": "none",
    ]
    #expect(try handshake(own).1 == own)
  }

  @Test(arguments: ["", "two words", "twice"])
  func aSubprotocolThatCannotBeOfferedIsNamed(_ name: String) {
    #expect(throws: WebSocketFailure.invalidSubprotocol(name)) {
      try handshake([], WebSocketOptions { $0.subprotocols = ["twice", name] })
    }
  }

  @Test func anAnswerToTheKeyIsAccepted() throws {
    #expect(try accept(Self.accepted) == WebSocketHandshake.Agreement())
    let settings = WebSocketOptions { $0.subprotocols = ["chat"] }
    #expect(try accept(Self.accepted + [HTTPHeader("Sec-WebSocket-Protocol", "chat")], settings).subprotocol == "chat")
  }

  /// Answers that do not open a WebSocket, and what is said about them.
  static let refusals: [([HTTPHeader], String)] = [
    (Array(accepted.dropFirst()), #"its Upgrade is not "websocket""#),
    ([accepted[0], accepted[2]], #"its Connection is not "Upgrade""#),
    (Array(accepted.dropLast()), "its Sec-WebSocket-Accept does not fit the key"),
    (
      accepted.dropLast() + [HTTPHeader("Sec-WebSocket-Accept", "wrong")],
      "its Sec-WebSocket-Accept does not fit the key"
    ),
    (
      accepted + [HTTPHeader("Sec-WebSocket-Protocol", "chat")],
      #"it chose the subprotocol "chat", which was not offered"#
    ),
    (
      accepted + [HTTPHeader("Sec-WebSocket-Extensions", "x-other")],
      #"it chose the extension "x-other", which was not offered"#
    ),
    (
      accepted + [HTTPHeader("Sec-WebSocket-Extensions", "permessage-deflate, permessage-deflate")],
      "it chose compression twice"
    ),
    (
      accepted + [HTTPHeader("Sec-WebSocket-Extensions", "permessage-deflate; =")],
      #"its Sec-WebSocket-Extensions "permessage-deflate; =" is not a list of extensions"#
    ),
    (parameters("unknown"), #"the parameter "unknown" of compression cannot be used"#),
    (
      parameters("server_no_context_takeover=1"),
      #"the parameter "server_no_context_takeover=1" of compression cannot be used"#
    ),
    (parameters("server_max_window_bits"), #"the parameter "server_max_window_bits" of compression cannot be used"#),
    (
      parameters("client_max_window_bits=7"), #"the parameter "client_max_window_bits=7" of compression cannot be used"#
    ),
    (
      parameters("client_max_window_bits=16"),
      #"the parameter "client_max_window_bits=16" of compression cannot be used"#
    ),
    (
      parameters("client_max_window_bits=09"),
      #"the parameter "client_max_window_bits=09" of compression cannot be used"#
    ),
    (
      parameters("client_no_context_takeover; client_no_context_takeover"),
      #"it gave the parameter "client_no_context_takeover" of compression twice"#
    ),
  ]

  private static func parameters(_ text: String) -> [HTTPHeader] {
    accepted + [HTTPHeader("Sec-WebSocket-Extensions", "permessage-deflate; \(text)")]
  }

  @Test(arguments: refusals.indices)
  func anotherAnswerIsRefusedWithAReason(_ index: Int) {
    let (answer, reason) = Self.refusals[index]
    #expect(throws: WebSocketFailure.handshake(reason)) { try accept(answer) }
  }

  @Test func theParametersOfCompressionAreRead() throws {
    let text = "server_no_context_takeover; client_max_window_bits=\"9\" ; server_max_window_bits = 15"
    #expect(
      try accept(Self.parameters(text)).compression
        == WebSocketCompression(serverNoContextTakeover: true, serverMaxWindowBits: 15, clientMaxWindowBits: 9))
    let offer = WebSocketOptions { $0.compression?.clientMaxWindowBits = 10 }
    #expect(
      throws: WebSocketFailure.handshake(#"the parameter "client_max_window_bits=11" of compression cannot be used"#)
    ) {
      try accept(Self.parameters("client_max_window_bits=11"), offer)
    }
    let none = WebSocketOptions { $0.compression = nil }
    #expect(
      throws: WebSocketFailure.handshake(#"it chose the extension "permessage-deflate", which was not offered"#)
    ) {
      try accept(Self.parameters("client_max_window_bits=11"), none)
    }
  }

  @Test func aURLOfAWebSocketBecomesOneOfHTTP() throws {
    #expect(try RequestURL(webSocket: "ws://user@example.com:8080/a?b").description == "http://example.com:8080/a?b")
    #expect(try RequestURL(webSocket: "WSS://example.com/").description == "https://example.com/")
    #expect(try RequestURL(webSocket: "https://example.com/").webSocketDescription == "wss://example.com/")
    #expect(throws: RequestError.self) { try RequestURL(webSocket: "ftp://example.com/") }
  }
}
