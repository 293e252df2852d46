import Testing

@testable import RequestModel

@Suite struct URLSchemeTests {
  @Test(
    arguments: [
      ("http://h/x", "http"), ("git+ssh://h", "git+ssh"), ("{{scheme}}://h", "{{scheme}}"), ("://h", ""),
      ("{{response \"a/b\" \"$.c\"}}://h?u=http://x", "{{response \"a/b\" \"$.c\"}}"),
      ("ht!tp://h", "ht!tp"), ("h/x?next=http://x", nil), ("h?next=http://x", nil), ("h#http://x", nil),
      ("u:p@h/http://x", nil), ("{{base}}/http://x", nil), ("[::1]/http://x", nil), ("Link: http://x", nil),
      ("h:80", nil), ("", nil),
    ] as [(String, String?)])
  func aSchemeIsAtTheStart(url: String, scheme: String?) {
    #expect(url.schemeMark.map { String(url[..<$0.lowerBound]) } == scheme)
    #expect(url.schemeMark.map { String(url[$0]) } == scheme.map { _ in "://" })
  }

  @Test func anotherURLInThePathOrTheQueryIsNotTheHost() {
    #expect(URLHost.text(of: "h.example/a?next=http://x.example/b") == "h.example")
    #expect(URLHost.withPath(of: "me@h.example/a?next=http://x.example/b") == "h.example/a")
    let request = SavedRequest(url: "h.example/:shop/http://x/:id?next=http://y/:no")
    #expect(request.pathNames == ["shop", "id"])
  }
}
