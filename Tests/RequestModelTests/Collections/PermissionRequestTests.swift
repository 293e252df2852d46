import Testing

@testable import RequestModel

struct PermissionRequestTests {
  @Test func aSecretOfTheUsersCommandIsNamedByItsCommandLine() {
    let secret = OutsideSource.secret("pass show work/token")
    #expect(
      OutsideSource.refusal(of: [secret])
        == "This collection has no permission to read the secret that pass show work/token prints — allow it in the "
        + "workbench, or pass --allow-commands")
    let request = PermissionRequest([secret], collection: "/c", places: [secret: ["{{token}} in collection.json"]])
    #expect(request.sentence == "The collection /c wants to use:")
    let detail = PermissionRequest.Detail(
      heading: "{{token}} in collection.json", lines: ["the secret that pass show work/token prints"])
    #expect(request.details == [detail])
    #expect(PermissionRequest([.vault, secret]).sentence == "This collection has scripts that want to use:")
    #expect(PermissionRequest([secret, .file("/a")]).sentence == "This collection wants to send:")
  }
}
