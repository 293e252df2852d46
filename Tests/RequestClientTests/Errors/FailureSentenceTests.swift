import RequestClient
import Testing

/// How the descriptions of failed exchanges read after the end.
struct FailureSentenceTests {
  private static let warning = "it may have processed the POST, so check before sending it again"

  @Test(
    arguments: [
      (
        RequestError.connectionLost(host: "h", bytesReceived: 0),
        "h closed the connection before its response was complete — try again",
        "h closed the connection before its response was complete — \(warning)"
      ),
      (
        .connectionLost(host: "h", bytesReceived: 5),
        "h closed the connection after 5 bytes of the response body — try again",
        "h closed the connection after 5 bytes of the response body — \(warning)"
      ),
      (
        .timedOut(.read, host: "h", limit: .seconds(2)), "No data from h for 2 s — raise the limit or try again",
        "No data from h for 2 s — \(warning)"
      ),
      (
        .timedOut(.total, host: "h", limit: .seconds(2)),
        #"The response from h was not complete in 2 s — raise "timeout" or try again"#,
        #"The response from h was not complete in 2 s — raise "timeout"; "# + warning
      ),
    ] as [(RequestError, String, String)])
  func onlyWhatIsSafeIsRepeated(_ error: RequestError, get: String, post: String) {
    #expect(error.sentence(method: .get) == get)
    #expect(error.sentence(method: .post) == post)
  }

  @Test(
    arguments: [
      ("Received HTTP/0.9 when not allowed", "Received HTTP/0.9 when not allowed — is this an HTTP server's port?"),
      ("Illegal or missing hexadecimal sequence in chunked-encoding", nil), ("Content-Length: x", nil),
    ] as [(String, String?)])
  func aServerThatSpeaksHTTPIsNotAskedForItsPort(_ detail: String, end: String?) {
    #expect(RequestError.protocolError(detail).description == "The response is not valid HTTP: \(end ?? detail)")
  }

  @Test func anErrorOfAStreamIsNamed() {
    #expect(
      RequestError.protocolError("HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)").description
        == "The server ended the HTTP/2 stream with an error: INTERNAL_ERROR — try again, or with HTTP/1.1")
  }
}
