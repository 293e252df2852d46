import Testing

@testable import RequestClient

struct MIMETypeTests {
  @Test(arguments: [
    ("png", "image/png"), ("PNG", "image/png"), ("jpeg", "image/jpeg"), ("json", "application/json"),
    ("svg", "image/svg+xml"), ("7z", "application/x-7z-compressed"), ("", "application/octet-stream"),
    ("unheard-of", "application/octet-stream"),
  ])
  func theExtensionDeterminesTheType(_ fileExtension: String, _ type: String) {
    #expect(MIMEType.forExtension(fileExtension) == type)
  }

  @Test(arguments: [
    ("a.b.png", "image/png"), ("png", "application/octet-stream"), ("a.", "application/octet-stream"),
    ("", "application/octet-stream"),
  ])
  func onlyTheLastExtensionCounts(_ name: String, _ type: String) {
    #expect(MIMEType.forFile(name) == type)
  }
}
