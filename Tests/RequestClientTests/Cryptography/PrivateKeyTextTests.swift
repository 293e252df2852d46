import Foundation
@testable import RequestClient
import RequestBasics
import Testing

/// Private keys in the forms in which files, variables and other programs hold them.
struct PrivateKeyTextTests {
  typealias Keys = PrivateKeyFixtures

  @Test(arguments: PrivateKeyFixtures.forms)
  func aKeyOfAnyFormSignsAlike(_ form: String, _ text: String) throws {
    let signature = try SigningScheme.rsa(.sha256).sign(Data("message".utf8), key: text)
    #expect(signature.base64EncodedString() == Keys.signature, "\(form)")
  }

  @Test(arguments: PrivateKeyFixtures.formsOfACurve)
  func aKeyOfACurveSigns(_ text: String) throws {
    #expect(try SigningScheme.ecdsa(.sha256, curve: "prime256v1").sign(Data("message".utf8), key: text).count == 64)
  }

  // RFC 8037, A.4.
  @Test func aJWKOfEd25519SignsAsTheRFCSays() throws {
    let message = Data("eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".utf8)
    #expect(
      try SigningScheme.ed25519.sign(message, key: Keys.edwardsJWK).base64ForURLs
        == "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")
  }

  @Test(arguments: [
    ("", SigningScheme.Problem.noKey), ("nothing", .noKey), ("-----BEGIN PRIVATE KEY-----\nAAAA\n", .noKey),
    ("{\"kty\"", .unusableJWK("it is not valid JSON")), ("{}", .unusableJWK("it has no \"kty\"")),
    ("{\"kty\": \"oct\", \"k\": \"AA\"}", .unusableJWK("it is a shared secret, kty \"oct\"")),
    ("{\"kty\": \"RSA\", \"n\": \"AQ\", \"e\": \"AQAB\"}", .unusableJWK("it has no \"d\"")),
    ("{\"kty\": \"EC\", \"crv\": \"secp256k1\", \"d\": \"AQ\"}", .unusableJWK("its curve is \"secp256k1\"")),
    ("{\"kty\": \"OKP\", \"crv\": \"Ed25519\", \"d\": \"*\"}", .unusableJWK("its \"d\" is not base64url")),
  ])
  func whatIsNoPrivateKeyIsRefused(_ text: String, _ problem: SigningScheme.Problem) {
    #expect(throws: problem) { try SigningScheme.rsa(.sha256).sign(Data(), key: text) }
  }
}
