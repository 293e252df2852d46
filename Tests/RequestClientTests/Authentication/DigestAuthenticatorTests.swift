import Foundation
@testable import RequestClient
import Testing

struct DigestAuthenticatorTests {
  private func challenges(_ values: String...) -> [AuthenticationChallenge] {
    AuthenticationChallenge.challenges(in: values)
  }

  /// The user of RFC 7616, section 3.9.1.
  private func mufasa(_ challenge: String) -> DigestUser {
    let user = DigestUser(
      "Mufasa", "Circle of Life", clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
    _ = user.receive(challenge)
    return user
  }

  private let example = """
    Digest realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \
    opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", algorithm=
    """

  // RFC 7616, section 3.9.1; values for the session algorithms were computed with other tools.
  @Test(arguments: [
    ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
    ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ("MD5-sess", "e783283f46242139c486a698fec7211d"),
    ("SHA-256-sess", "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7"),
  ])
  func theExampleOfTheStandardMatches(_ algorithm: String, _ response: String) {
    let user = mufasa(example + algorithm)
    #expect(
      user.authorization("GET", "/dir/index.html", body: Data()) == """
        Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=\(algorithm), \
        nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, \
        cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="\(response)", \
        opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """)
  }

  // RFC 7616, section 3.9.2, with the values of erratum 4897.
  @Test(arguments: [
    (", userhash=true", "username=\"793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b\"", true),
    ("", "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe", false),
  ])
  func namesOutsideASCIIAreHashedOrEscaped(_ addition: String, _ username: String, _ isHashed: Bool) throws {
    // The name is decomposed (ä as a and dots), but the server expects it composed.
    let user = DigestUser(
      "Ja\u{308}søn Doe", "Secret, or not?", clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v")
    let challenge = """
      Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, charset=UTF-8, \
      nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS"
      """
    #expect(user.receive(challenge + addition))
    let value = try #require(user.authorization("GET", "/doe.json"))
    #expect(value.hasPrefix("Digest \(username), realm="))
    #expect(value.contains("response=\"3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5\""))
    #expect(value.hasSuffix(", userhash=true") == isHashed)
  }

  // RFC 2617, section 3.5, and the same without qop as in RFC 2069.
  @Test(arguments: [
    ("qop=\"auth,auth-int\", ", "6629fae49393a05397450978507c4ef1"), ("", "670fd8c2df070c60b045671b8b24ff02"),
  ])
  func olderServersGetTheOlderScheme(_ quality: String, _ response: String) throws {
    let user = DigestUser("Mufasa", "Circle Of Life", clientNonce: "0a4f113b")
    let challenge = "Digest \(quality)realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\""
    _ = user.receive(challenge)
    let value = try #require(user.authorization("GET", "/dir/index.html"))
    #expect(value.contains("response=\"\(response)\""))
    #expect(value.contains("nc=00000001") == !quality.isEmpty)
    #expect(!value.contains("algorithm"))
  }

  @Test(arguments: [
    ("MD5", "23fef4d928a3e9fa6e0b0de51288c997"),
    ("SHA-256", "c98b95dbdb463c4483e324bced57d591946a6f84098142757b1333c52c47d62e"),
  ])
  func theBodyIsProtectedWhereNothingElseIsOffered(_ algorithm: String, _ response: String) throws {
    let user = mufasa(example.replacing("auth, auth-int", with: "auth-int") + algorithm)
    #expect(user.authorization("POST", "/dir/index.html") == nil)
    let value = try #require(
      user.authorization("POST", "/dir/index.html", body: Data("hello".utf8)))
    #expect(value.contains("nc=00000001"))
    #expect(value.contains("qop=auth-int, response=\"\(response)\""))
  }

  @Test func theNonceIsCountedAndANewOneStartsAgain() throws {
    let user = mufasa("Digest realm=r, nonce=one, qop=auth")
    let counts = (1...17).map { _ in user.authorization() ?? "" }
    #expect(counts[1].contains("nonce=\"one\", nc=00000002,"))
    #expect(counts[16].contains("nc=00000011,"))
    _ = user.receive("Digest realm=r, nonce=two, qop=auth, stale=TRUE", responsesSent: 1)
    let next = try #require(user.authorization())
    #expect(next.contains("nonce=\"two\", nc=00000001,"))
  }

  @Test func theNextNonceOfAResponseIsUsed() throws {
    let user = mufasa("Digest realm=r, nonce=one, qop=auth")
    _ = user.authorization()
    user.receive(authenticationInfo: "qop=auth, rspauth=\"\", nextnonce=\"two\"")
    let next = try #require(user.authorization())
    #expect(next.contains("nonce=\"two\", nc=00000001,"))
  }

  @Test func aSessionKeepsItsFirstClientNonce() throws {
    func values(_ algorithm: String) -> [String] {
      let user = DigestUser("u", "p")
      _ = user.receive("Digest realm=r, nonce=n, qop=auth, algorithm=\(algorithm)")
      return (1...2).compactMap { _ in
        user.authorization()
          .map { ChallengeParser.parameters(in: String($0.dropFirst("Digest ".count)))["cnonce"] ?? "" }
      }
    }
    #expect(Set(values("SHA-256-sess")).count == 1)
    #expect(Set(values("SHA-256")).count == 2)
  }

  @Test func onlyAStaleNonceOrAnotherRealmAllowsASecondAttempt() {
    let user = mufasa("Digest realm=r, nonce=one, qop=auth")
    #expect(!user.receive("Digest realm=r, nonce=two, qop=auth", responsesSent: 1))
    #expect(user.receive("Digest realm=r, nonce=3, qop=auth, stale=true", responsesSent: 1))
    #expect(!user.receive("Digest realm=r, nonce=4, qop=auth, stale=true", responsesSent: 2))
    #expect(user.receive("Digest realm=s, nonce=5, qop=auth", responsesSent: 1))
    #expect(!user.receive("Basic realm=r"))
  }

  @Test func theStrongestSupportedAlgorithmIsUsed() {
    let offered = challenges(
      "Digest realm=r, nonce=1, algorithm=MD5", "Digest realm=r, nonce=2, algorithm=SHA-256, qop=auth",
      "Digest realm=r, nonce=3, algorithm=SHA3-512", "Digest realm=r, nonce=4, algorithm=sha-256",
      "Digest realm=r, nonce=5, algorithm=SHA-512-256, qop=auth-conf")
    #expect(DigestChallenge.strongest(of: offered)?.nonce == "2")
  }

  @Test(arguments: [
    "Digest nonce=n", "Digest realm=r", "Digest realm=r, nonce=n, algorithm=ROT13", "Digest realm=r, nonce=n, qop=x",
    "Digest realm=\"\u{1}\", nonce=n", "Basic realm=r, nonce=n",
  ])
  func unsupportedChallengesAreIgnored(_ value: String) {
    let user = DigestUser("u", "p")
    #expect(!user.receive(value))
    #expect(user.authorization() == nil)
  }

  @Test func quotesAndLineBreaksInNamesAreEscaped() throws {
    let user = DigestUser(#"a"b\c"#, "p")
    _ = user.receive(#"Digest realm="r\"s", nonce=n"#)
    let value = try #require(user.authorization())
    #expect(value.hasPrefix(#"Digest username="a\"b\\c", realm="r\"s","#))
    let other = DigestUser("a\r\nX: y", "p")
    _ = other.receive("Digest realm=r, nonce=n")
    let escaped = try #require(other.authorization())
    #expect(escaped.hasPrefix("Digest username*=UTF-8''a%0D%0AX%3A%20y,"))
  }
}
