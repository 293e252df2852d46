@testable import RequestClient
import Testing

struct CredentialTests {
  private let all = AuthenticationChallenge.challenges(in: [
    "Negotiate, NTLM, Basic realm=b, Digest realm=d, nonce=n, qop=auth"
  ])

  @Test(arguments: [
    (Credential.basic(username: "u", password: "p"), "Basic"), (.digest(username: "u", password: "p"), "Digest"),
    (.anyPassword(username: "u", password: "p"), "Digest"), (.ntlm(username: "u", password: "p"), "NTLM"),
    (.negotiate, "Negotiate"),
  ])
  func aCredentialUsesTheStrongestMechanism(_ credential: Credential, _ scheme: String) {
    #expect(credential.mechanism(for: all)?.scheme == scheme)
    #expect(credential.mechanism(for: []) == nil)
  }

  @Test func aTokenWaitsForNoChallenge() {
    #expect(Credential.bearer(token: "t").mechanism(for: all) == nil)
  }

  @Test func basicIsTheLastResortAndNTLMIsNotUsed() {
    let password = Credential.anyPassword(username: "u", password: "p")
    let basic = AuthenticationChallenge.challenges(in: ["NTLM, Basic realm=b, Digest realm=d, nonce=n, algorithm=X"])
    #expect(password.mechanism(for: basic) == .basic(username: "u", password: "p"))
    #expect(password.mechanism(for: AuthenticationChallenge.challenges(in: ["NTLM, Negotiate"])) == nil)
  }

  @Test(arguments: [
    (Credential.basic(username: "ann", password: "s3cret"), "Basic credentials of ann"),
    (.digest(username: "ann", password: "s3cret"), "Digest credentials of ann"),
    (.anyPassword(username: "ann", password: "s3cret"), "Credentials of ann"),
    (.bearer(token: "s3cret"), "Bearer token"),
    (.ntlm(username: "ann", password: "s3cret", domain: "corp"), "NTLM credentials of corp\\ann"),
    (.negotiate, "Negotiate with the user's ticket"),
    (
      .awsSignature(.init(accessKey: "key", secretKey: "s3cret", region: "r", service: "s")),
      "AWS signature of key for r/s"
    ),
  ])
  func noTextOfACredentialShowsASecret(_ credential: Credential, _ description: String) {
    #expect(credential.description == description)
    var dumped = ""
    dump(["x": credential], to: &dumped)
    for text in [dumped, String(reflecting: credential), "\(Optional(credential) as Any)"] {
      #expect(!text.contains("s3cret"))
    }
  }
}

struct CredentialStoreTests {
  private let ann = Credential.anyPassword(username: "ann", password: "a")
  private let bob = Credential.basic(username: "bob", password: "b")
  private let url = "https://API.example.com/x"

  private func challenges(_ values: String...) -> [AuthenticationChallenge] {
    AuthenticationChallenge.challenges(in: values)
  }

  @Test func aStoredCredentialIsUsedForItsHostAndRealmOnly() throws {
    let store = CredentialStore()
    store.set(ann, for: ProtectionSpace(host: "api.example.com", realm: "orders"))
    #expect(store.credential(for: ProtectionSpace(try RequestURL(url), realm: "orders")) == ann)
    let others = [
      ProtectionSpace(host: "api.example.com", realm: "other"), ProtectionSpace(host: "api.example.com"),
      ProtectionSpace(host: "example.com", realm: "orders"),
      ProtectionSpace(host: "api.example.com", port: 8443, realm: "orders"),
      ProtectionSpace(scheme: "http", host: "api.example.com", port: 443, realm: "orders"),
      ProtectionSpace(host: "api.example.com", realm: "orders", isProxy: true),
    ]
    for space in others { #expect(store.credential(for: space) == nil) }
  }

  @Test func aCredentialWithoutRealmIsForTheWholeServer() throws {
    let origin = ProtectionSpace(try RequestURL(url))
    let store = CredentialStore([origin: bob, ProtectionSpace(host: "api.example.com", realm: "orders"): ann])
    #expect(store.credential(for: challenges("Basic realm=any"), from: origin) == bob)
    #expect(store.credential(for: challenges("Basic realm=orders"), from: origin) == ann)
    #expect(store.credential(for: challenges("Digest realm=any, nonce=n"), from: origin) == nil)
    let both = challenges("Basic realm=any, Digest realm=orders, nonce=n")
    #expect(store.credential(for: both, from: origin) == ann)
  }

  @Test func removedCredentialsAreGone() {
    let space = ProtectionSpace(host: "A")
    let store = CredentialStore([space: ann])
    store.set(bob, for: ProtectionSpace(host: "a"))
    #expect(store.all == [space: bob])
    #expect(store.remove(space) == bob)
    #expect(store.remove(space) == nil)
    store.set(ann, for: space)
    store.removeAll()
    #expect(store.all.isEmpty)
  }
}
