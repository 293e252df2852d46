import RequestClient
import RequestModel
import Testing

@testable import RequestRunner

struct StoredFailureTests {
  @Test func aReadTimeoutSuggestsTheTimeoutOption() {
    #expect(
      RequestError.timedOut(.read, host: "127.0.0.1", limit: .seconds(1)).failure(of: .get)
        == Failure(
          .timedOut,
          #"No data from 127.0.0.1 for 1 s — give the request a "timeout" in seconds, or 0 to wait forever"#))
  }

  @Test func aPostThatTimedOutMayHaveBeenProcessed() {
    #expect(
      RequestError.timedOut(.read, host: "h", limit: .seconds(1)).failure(of: .post)
        == Failure(
          .timedOut,
          #"No data from h for 1 s — give the request a "timeout" in seconds, or 0 to wait forever; "#
            + "it may have processed the POST, so check before sending it again"))
  }

  @Test func aTooLargeBodySuggestsTheMaxBodyOption() {
    #expect(
      RequestError.bodyTooLarge(limit: 10).failure(of: nil)
        == Failure(
          .tooLarge,
          #"The response body is larger than 10 bytes — raise "maxBody" in the options, or pass --max-body"#)
    )
  }

  @Test(
    arguments: [
      (
        RequestError.timedOut(.total, host: "h", limit: .seconds(2)), "timeout", "--timeout",
        "The response from h was not complete in 2 s — raise OPTION or try again"
      ),
      (
        .tooManyRedirects(limit: 3), "maxRedirects", "--max-redirs",
        "More than 3 redirects — raise OPTION or don't follow them"
      ),
    ] as [(RequestError, String, String, String)])
  func aLimitIsNamedAsItWasGiven(_ error: RequestError, _ member: String, _ option: String, _ sentence: String) {
    let typed = TypedOptions([member: option])
    #expect(error.failure(of: .get).sentence == sentence.replacing("OPTION", with: "\"\(member)\""))
    #expect(error.failure(of: .get, typed).sentence == sentence.replacing("OPTION", with: option))
  }

  @Test(
    arguments: [
      (RequestError.bodyTooLarge(limit: 10), "The response body is larger than 10 bytes — raise --max-body"),
      (.webSocket(.messageTooLarge(limit: 10)), "A message is larger than 10 bytes — raise --max-body"),
      (.noAddress(host: "h", .v6), "Cannot find an IPv6 address of \"h\" — check the URL, or remove -6"),
      (.otherIPVersion(host: "h", .v6), "h is not an IPv6 address — remove -6"),
    ] as [(RequestError, String)])
  func advicesNameTheOptionsThatWereTyped(_ error: RequestError, _ sentence: String) {
    let typed = TypedOptions(["maxBody": "--max-body", "ipVersion": "-6"])
    #expect(error.failure(of: .get, typed).sentence == sentence)
  }

  @Test func aPostThatTookTooLongMayHaveBeenProcessed() {
    #expect(
      RequestError.timedOut(.total, host: "h", limit: .seconds(2)).failure(of: .post).sentence
        == #"The response from h was not complete in 2 s — raise "timeout"; "#
        + "it may have processed the POST, so check before sending it again")
  }

  @Test func aLimitOfWholeMegabytesIsWrittenAsThat() {
    #expect(
      RequestError.webSocket(.messageTooLarge(limit: 64 << 20)).failure(of: .get).sentence
        == #"A message is larger than 64 MB — raise "maxBody" in the options, or pass --max-body"#)
  }

  @Test(
    arguments: [
      (RequestError.tooManyRedirects(limit: 3), Failure.Kind.tooManyRedirects, "too many redirects"),
      (
        .redirectRefused(location: "file:///etc/passwd", .unsupportedScheme("file")), .redirectRefused,
        "redirect not followed"
      ),
    ] as [(RequestError, Failure.Kind, String)])
  func aRedirectThatIsNotFollowedIsNotOneOfTooMany(_ error: RequestError, _ kind: Failure.Kind, _ word: String) {
    let failure = error.failure(of: .get)
    #expect(failure.kind == kind)
    #expect(failure.word == word)
  }
}
