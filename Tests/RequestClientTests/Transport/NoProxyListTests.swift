import Testing

@testable import RequestClient

struct NoProxyListTests {
  @Test(arguments: [
    ("kiosk.test", "http://kiosk.test/", true), ("kiosk.test:8080", "http://kiosk.test:8080/", true),
    ("kiosk.test:8080", "http://kiosk.test/", false), (".test:80", "http://a.KIOSK.test/", true),
    ("kiosk.test:443", "https://kiosk.test/", true), ("kiosk.test:443", "http://kiosk.test/", false),
    ("a, [::1]:8080 b", "http://[::1]:8080/", true), ("[::1]:8080", "http://[::1]/", false),
    ("::1", "http://[::1]:9/", true), ("127.0.0.0/8", "http://127.1.2.3:9/", true), ("*", "http://h/", true),
    ("*:8080", "http://h:8080/", true), ("*:8080", "http://h/", false), ("", "http://h/", false),
    (":8080", "http://h:8080/", false),
  ])
  func anEntryMayHaveAPort(_ list: String, _ url: String, _ isExcepted: Bool) throws {
    let (list, url) = (NoProxyList(list), try RequestURL(url))
    #expect(list.contains(url) == isExcepted)
    #expect(!list.withPorts.contains(url) || isExcepted)
  }

  @Test func onlyEntriesWithPortsAreLeftForOurselves() throws {
    let list = NoProxyList("a.test,b.test:8080").withPorts
    #expect(try !list.contains(RequestURL("http://a.test/")) && list.contains(RequestURL("http://b.test:8080/")))
  }
}
