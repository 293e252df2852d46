import Foundation
@testable import RequestModel
import Testing

@testable import RequestRunner

/// Signatures that standards and documents give as examples.
struct SignatureVectorTests {
  private func message(_ method: String, _ url: String, _ headers: [Header] = [], body: String? = nil)
    -> OutgoingMessage
  {
    OutgoingMessage(method: method, url: url, headers: headers, body: body.map { Data($0.utf8) })
  }

  private func token(_ message: OutgoingMessage) -> String {
    message.headers.first("Authorization").map { String($0.dropFirst("Bearer ".count)) } ?? ""
  }

  // The header of RFC 7515, A.1 has another order and line breaks; jwt.io's example is in the order that is sent.
  @Test func anHMACTokenIsThatOfJWTIO() async throws {
    let added = try await AuthKind.jwt.added(
      to: message("GET", "https://a/"),
      [
        "secret": "your-256-bit-secret", "payload": ["sub": "1234567890", "name": "John Doe", "iat": 1_516_239_022],
      ])
    #expect(
      token(added)
        == "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
    )
  }

  // RFC 8037, A.4: the message is not a token, so the signature alone is compared.
  @Test func anEd25519SignatureIsThatOfTheRFC() throws {
    let key =
      "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n"
    let signature = try FixedWorld().signature(
      of: Data("eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".utf8), key: key, with: .edDSA)
    #expect(
      signature.base64ForURLs
        == "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")
  }

  // RFC 5849, 1.2: the printer's photograph.
  @Test func anOAuth1SignatureIsThatOfTheRFC() async throws {
    let added = try await AuthKind.oauth1.added(
      to: message("GET", "http://photos.example.net/photos?file=vacation.jpg&size=original"),
      [
        "consumerKey": "dpf43f3p2l4k3l03", "consumerSecret": "kd94hf93k423kf44", "token": "nnch734d00sl2jdk",
        "tokenSecret": "pfkkdhi9sl3r4s00", "timestamp": "137131202", "nonce": "chapoH", "version": "",
        "realm": "Photos",
      ])
    let value = added.headers.first("Authorization") ?? ""
    #expect(value.hasPrefix(#"OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03""#))
    #expect(value.hasSuffix(#"oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D""#))
  }

  // RFC 5849, 3.4.1.1.
  @Test func anOAuth1BaseStringIsThatOfTheRFC() {
    let form = [Header("Content-Type", "application/x-www-form-urlencoded")]
    let message = message(
      "POST", "http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b", form, body: "c2&a3=2+q")
    let signing = OAuth1Signing(FieldValues([:]), FixedWorld())
    let text = signing.baseString(
      of: message,
      [
        ("oauth_consumer_key", "9djdj82h48djs9d2"), ("oauth_token", "kkk9d7dh3k39sjv7"),
        ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", "137131201"), ("oauth_nonce", "7d8f3e4a"),
      ])
    #expect(
      text
        == "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7"
    )
  }

  // The README of Hawk: without a body, and with one that is signed.
  @Test func aHawkHeaderIsThatOfTheREADME() async throws {
    let fields: JSONObject = [
      "authId": "dh37fgj492je", "authKey": "werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn", "timestamp": "1353832234",
      "nonce": "j4h3g2", "extraData": "some-app-ext-data",
    ]
    let url = "http://example.com:8000/resource/1?b=1&a=2"
    let plain = try await AuthKind.hawk.added(to: message("GET", url), fields)
    #expect(
      plain.headers.first("Authorization")
        == #"Hawk id="dh37fgj492je", ts="1353832234", nonce="j4h3g2", ext="some-app-ext-data", mac="6R4rV5iE+NPoym+WwjeHzjAGXUtLNIxmo1vpMofpLAE=""#
    )
    var signed = fields
    signed["includePayloadHash"] = true
    let posted = try await AuthKind.hawk.added(
      to: message("POST", url, [Header("Content-Type", "text/plain")], body: "Thank you for flying Hawk"), signed)
    #expect(
      posted.headers.first("Authorization")
        == #"Hawk id="dh37fgj492je", ts="1353832234", nonce="j4h3g2", hash="Yi9LfIIFRtBEPt74PVmbTF/xVAwPn7ub15ePICfgnuY=", ext="some-app-ext-data", mac="aSe1DERmZuRl3pI36/9BdZmnErTw3sNzOOAUlfeKjVw=""#
    )
  }

  // The digest of the profile's own formula: Base64(SHA-1(nonce + created + password)).
  @Test func aWSSEHeaderHasTheDigestOfItsNonceTimeAndPassword() async throws {
    let added = try await AuthKind.wsse.added(
      to: message("GET", "http://a/"), ["username": "a\"b", "password": "secret"])
    let digest = try FixedWorld().hash(
      Data((String(repeating: "07", count: 16) + "2015-08-30T12:36:00Zsecret").utf8), with: .sha1)
    #expect(
      added.headers.first("X-WSSE")
        == #"UsernameToken Username="a\"b", PasswordDigest="\#(digest.base64EncodedString())", "#
        + #"Nonce="MDcwNzA3MDcwNzA3MDcwNzA3MDcwNzA3MDcwNzA3MDc=", Created="2015-08-30T12:36:00Z""#)
    #expect(added.headers.first("Authorization") == #"WSSE profile="UsernameToken""#)
  }

  @Test(arguments: ["header", "query", "cookie"]) func anAPIKeyStandsWhereItIsWanted(_ place: String) async throws {
    let own = message("GET", "http://a/?b=1#c", [Header("Cookie", "d=2")])
    let added = try await AuthKind.apiKey.added(to: own, ["key": "k y", "value": "v&w", "in": .string(place)])
    switch place {
    case "query": #expect(added.url == "http://a/?b=1&k%20y=v%26w#c" && added.headers == own.headers)
    case "cookie": #expect(added.headers == [Header("Cookie", "d=2; k y=v&w")] && added.url == own.url)
    default: #expect(added.headers == own.headers + [Header("k y", "v&w")] && added.url == own.url)
    }
  }

  @Test func aParameterThatTheUserWroteStays() async throws {
    let own = message("GET", "http://a/?k%20=mine")
    #expect(
      try await AuthKind.apiKey.added(to: own, ["key": "k ", "value": "v", "in": "query"]).url == own.url)
  }
}
