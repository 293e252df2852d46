import Testing

@testable import RequestBasics

struct WebPageTests {
  @Test(arguments: [
    "https://auth.test/authorize?client_id=a&b=%20c#d", "HTTP://auth.test", "http://127.0.0.1:8080/x", "http://[::1]/",
    "https://jürgen.example/ü",
  ])
  func absoluteURLsOfTheWebMayBeOpened(_ url: String) { #expect(WebPage.isAddress(url)) }

  @Test(arguments: [
    "", "https", "https:", "https://", "https:///x", "http:auth.test", "file:///tmp/x.desktop", "--option",
    "-http://auth.test", "--url=https://auth.test", "javascript:alert(1)", "mailto:a@auth.test", "ssh://auth.test",
    "http://auth.test/a b", "http://auth.test/\n--option", "http://auth.test/\u{1B}[2J", " https://auth.test",
    "data:text/html,x", "auth.test/x", "https://auth.test\\@x", "view-source:https://auth.test", "/tmp/x.desktop",
  ])
  func everythingElseIsNotOpened(_ url: String) { #expect(!WebPage.isAddress(url)) }
}
