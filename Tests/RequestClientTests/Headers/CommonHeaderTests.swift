import RequestClient
import Testing

struct CommonHeaderTests {
  @Test(arguments: [
    (HTTPHeader.accept("text/html"), "Accept", "text/html"),
    (.acceptCharset("utf-8"), "Accept-Charset", "utf-8"),
    (.acceptEncoding("gzip"), "Accept-Encoding", "gzip"),
    (.acceptLanguage("de"), "Accept-Language", "de"),
    (.authorization("Digest x"), "Authorization", "Digest x"),
    (.authorization(bearerToken: "token"), "Authorization", "Bearer token"),
    (
      .authorization(username: "Aladdin", password: "open sesame"), "Authorization",
      "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    ),
    (.authorization(username: "test", password: "123£"), "Authorization", "Basic dGVzdDoxMjPCow=="),
    (.contentDisposition("attachment"), "Content-Disposition", "attachment"),
    (.contentEncoding("br"), "Content-Encoding", "br"),
    (.contentType("text/plain"), "Content-Type", "text/plain"),
    (.userAgent("me/1"), "User-Agent", "me/1"),
  ])
  func readyMadeHeadersHaveTheirNameAndValue(header: HTTPHeader, name: String, value: String) {
    #expect(header == HTTPHeader(name, value))
  }

  @Test(arguments: [
    ([], ""), (["gzip"], "gzip"), (["br", "gzip", "*"], "br, gzip;q=0.9, *;q=0.8"),
    (
      ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"],
      "a, b;q=0.9, c;q=0.8, d;q=0.7, e;q=0.6, f;q=0.5, g;q=0.4, h;q=0.3, i;q=0.2, j;q=0.1, k;q=0.1, l;q=0.1"
    ),
  ])
  func aListBecomesQualityValuesThatNeverReachZero(list: [String], text: String) {
    #expect(list.qualityEncoded() == text)
  }

  @Test func thereAreThreeDefaultHeaders() {
    #expect(HTTPHeaders.default.map(\.name) == ["User-Agent", "Accept-Encoding", "Accept-Language"])
    #expect(SessionConfiguration.default.defaultHeaders == .default)
    #expect(HTTPHeaders.default["user-agent"]?.contains("Linux") == true)
    #expect(HTTPHeaders.default["user-agent"]?.contains("RequestClient/\(ClientVersion.current)") == true)
  }
}
