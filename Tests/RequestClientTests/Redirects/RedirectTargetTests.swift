import Testing

@testable import RequestClient

struct RedirectTargetTests {
  private func next(
    _ url: String, _ location: String, sendsReferer: Bool = false, keepsCredentials: Bool = false
  ) throws -> OutgoingRequest {
    var request = OutgoingRequest(url: try RequestURL(url), headers: ["Referer": "http://own/"])
    request.sendsReferer = sendsReferer
    return try Redirection.next(
      after: request, status: 302, location: location, method: .standard, keepsCredentials: keepsCredentials)
  }

  @Test(arguments: [
    ("/t", "/t"), (#"/"t""#, "/%22t%22"), (#"/t?q="a b"<c>'"#, "/t?q=%22a%20b%22%3Cc%3E%27"),
    ("/{a}|^`?b={c}|^`", "/%7Ba%7D|^%60?b={c}|^`"), ("/%22%zz", "/%22%zz"),
  ])
  func charactersThatAURLCannotHaveAreEscaped(_ location: String, _ target: String) throws {
    #expect(try next("http://h/a", location).url.pathAndQuery == target)
  }

  @Test(arguments: [
    ("http://me:pw@h/a?b#c", "/t", "http://h/a?b"), ("https://h/a?key=k", "https://h:443/t", "https://h/a?key=k"),
  ])
  func aRefererIsTheURLBefore(_ url: String, _ location: String, _ referer: String) throws {
    #expect(try next(url, location, sendsReferer: true).headers.values(for: "Referer") == [referer])
    #expect(try next(url, location).headers["Referer"] == "http://own/")
  }

  @Test(
    arguments: [
      ("http://me:pw@h/a?key=k", "https://h/", "http://h/", "http://h/a?key=k"),
      ("http://h:81/a?key=k", "http://h/", "http://h:81/", "http://h:81/a?key=k"),
      ("https://h/a?key=k", "https://x/", "https://h/", "https://h/a?key=k"),
      ("https://h/a?key=k", "http://h/", nil, nil),
    ] as [(String, String, String?, String?)])
  func aRefererToAnotherOriginIsTheOriginAloneAndNoneLeavesHTTPS(
    _ url: String, _ location: String, _ origin: String?, _ whole: String?
  ) throws {
    #expect(try next(url, location, sendsReferer: true).headers["Referer"] == origin)
    #expect(try next(url, location, sendsReferer: true, keepsCredentials: true).headers["Referer"] == whole)
  }
}
