import Testing

@testable import RequestClient

/// Cookies of the jar beside a `Cookie` header of the request.
struct CookieHeaderTests {
  private func sent(_ own: [String], with stored: String) -> [String] {
    var headers: HTTPHeaders = ["Accept": "*/*"]
    for value in own { headers.append(name: "cookie", value: value) }
    headers.append(name: "Last", value: "1")
    headers.addStoredCookies(stored)
    #expect(headers.first?.name == "Accept")
    return headers.values(for: "Cookie")
  }

  @Test func storedCookiesFollowThoseOfTheRequest() {
    #expect(sent([], with: "a=1; b=2") == ["a=1; b=2"])
    #expect(sent(["x=0"], with: "a=1; b=2") == ["x=0; a=1; b=2"])
    #expect(sent(["x=0", "y"], with: "a=1") == ["x=0; y; a=1"])
  }

  @Test func ofANameInBothTheRequestsOwnValueCounts() {
    #expect(sent(["a=own"], with: "a=1; b=2; A=3") == ["a=own; b=2; A=3"])
    #expect(sent(["a=own; b=own"], with: "a=1; b=2") == ["a=own; b=own"])
    #expect(sent(["é=own"], with: "e\u{301}=1") == ["é=own; e\u{301}=1"])
  }
}
