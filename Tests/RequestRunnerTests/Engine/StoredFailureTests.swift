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

  @Test func aLimitOfWholeMegabytesIsWrittenAsThat() {
    #expect(
      RequestError.webSocket(.messageTooLarge(limit: 64 << 20)).failure(of: .get).sentence
        == #"A message is larger than 64 MB — raise "maxBody" in the options, or pass --max-body"#)
  }
}
