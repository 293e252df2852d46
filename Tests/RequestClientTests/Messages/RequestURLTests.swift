import Foundation
@testable import RequestClient
import Testing

struct RequestURLTests {
  @Test(arguments: [
    ("http://a", "http://a/"), ("HTTP://A:80/x", "http://A:80/x"), ("https://[::1]:8080/", "https://[::1]:8080/"),
    ("http://a/grün?q=é#ö", "http://a/gr%C3%BCn?q=%C3%A9#%C3%B6"), ("http://a?x=1", "http://a/?x=1"),
    ("http://bücher.example/", "http://xn--bcher-kva.example/"), ("http://a/%zz|[x]/../b", "http://a/%zz|[x]/../b"),
    ("http://u:p@a/", "http://a/"), ("http://a:/", "http://a/"), ("http://a//b//c", "http://a//b//c"),
  ])
  func aURLIsSentAsWritten(_ text: String, _ url: String) throws {
    #expect(try RequestURL(text).description == url)
    #expect(try RequestURL(text) == RequestURL.parse(text))
  }

  // RFC 3986, section 5.4, for http.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("./g/.", "http://a/b/c/g/"),
    ("g;x=1/../y", "http://a/b/c/y"), ("https://h/x y", "https://h/x%20y"),
  ])
  func referencesAreResolved(_ reference: String, _ url: String) throws {
    #expect(try RequestURL("http://a/b/c/d;p?q").resolving(reference).description == url)
  }

  @Test func everyInitializerGivesTheSameURL() throws {
    let text = "http://a/b?c=d"
    #expect(try #require(URL(string: text)).asURL() == text.asURL())
    #expect(try #require(URLComponents(string: text)).asURL() == text.asURL())
  }
}
