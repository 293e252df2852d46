import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Responses and messages of bytes that mean JSON.
@Suite struct BinaryBodyTests {
  /// `{"a":1,"t":"s3cret"}`
  private static let whole = Data([0xA2, 0x61, 0x61, 1, 0x61, 0x74, 0x66]) + Data("s3cret".utf8)
  private static let masked = whole.prefix(7) + Data("******".utf8)

  private func answered(_ body: Data, _ secrets: MaskedSecrets = MaskedSecrets()) -> Harness {
    var app = Harness.shop()
    app.sendAndAnswer { id in
      var exchange = Exchange.answered(id, headers: [Header("Content-Type", "application/cbor")])
      guard case .completed(var answer) = exchange.outcome else { return exchange }
      (answer.body, answer.maskedSecrets) = (body, secrets)
      exchange.outcome = .completed(answer)
      return exchange
    }
    app.press("3")
    return app
  }

  @Test func theJSONIsShownAndCopiedAndTheBytesInHex() {
    var app = answered(Self.whole)
    for text in [#""a": 1,"#, #""t": "s3cret""#, "CBOR, shown as JSON"] { app.expectOnScreen(text) }
    app.press("g Y")
    #expect(app.copied == [#"the body: {"a":1,"t":"s3cret"}"#])
    app.press("V")
    app.expectOnScreen("a2 61 61 01 61 74 66 73")
    app.press("g Y")
    #expect(app.copied == ["the body in hex: a2616101617466733363726574"])
    app.press("V")
    app.expectOnScreen(#""a": 1,"#)
  }

  @Test func aDamagedBodyIsHexAndSaysWhy() {
    let app = answered(Self.whole.dropLast())
    app.expectOnScreen("a2 61 61 01 61 74 66 73")
    app.expectOnScreen("Not valid CBOR at byte 7")
  }

  @Test func aRowOfDecodedBytesMayHaveASecretWhereverItIsInTheBody() {
    var app = answered(Self.masked, MaskedSecrets([7..<13], of: Self.whole))
    app.expectOnScreen(#""t": "******""#)
    app.press("j Y")
    #expect(app.copied == [#"the row (secrets masked): "a": 1,"#])
    app.press("M")
    app.expectOnScreen(#""t": "s3cret""#)
  }

  @Test func aBinaryMessageThatMeansJSONOpensAsJSON() throws {
    let (start, id) = try Harness.connected()
    var app = start
    let message = LogEvent.Message(.received, type: "binary", LogEvent.Body(Data([0x81, 0xA1, 0x61, 0x07])))
    app.receive(LogEvent(.message(message), at: .seconds(1)), on: id)
    app.expectOnScreen(#"{"a":7}"#)
    app.press("<Enter>")
    for text in [#""a": 7"#, "MessagePack, shown as JSON"] { app.expectOnScreen(text) }
    app.press("$ .a <Enter>")
    app.expectNotOnScreen(#""a""#)
    app.press("<Esc> <Esc>")
    app.expectOnScreen(#"{"a":7}"#)
  }
}
