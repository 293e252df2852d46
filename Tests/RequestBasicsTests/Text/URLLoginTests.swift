import Testing

@testable import RequestBasics

@Suite struct URLLoginTests {
  @Test(arguments: [
    ("https://ada:pw@example.com/a", "https://••••••@example.com/a"),
    ("https://token@example.com", "https://••••••@example.com"),
    ("https://a@b:c@example.com/x@y", "https://••••••@example.com/x@y"),
    ("see http://a:b@c and http://d:e@f", "see http://••••••@c and http://••••••@f"),
    ("ssh://git@example.com/a.git", "ssh://git@example.com/a.git"),
    ("ssh://git:pw@example.com/a.git", "ssh://••••••@example.com/a.git"),
    ("https://••••••@example.com", "https://••••••@example.com"),
    ("git@example.com:a.git", "git@example.com:a.git"), ("https://example.com/a@b", "https://example.com/a@b"),
  ])
  func loginsAreMaskedAndAllElseStays(text: String, masked: String) {
    #expect(URLLogin.masking(text) == masked)
  }
}
