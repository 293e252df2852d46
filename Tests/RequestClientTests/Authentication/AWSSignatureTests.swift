import Foundation
import RequestBasics
import Testing

@testable import RequestClient

/// The requests and signatures of AWS's own test suite for Signature Version 4.
struct AWSSignatureTests {
  private let date = Date(timeIntervalSince1970: 1_440_938_160)

  private func signer(_ service: String = "service", token: String? = nil) -> AWSSignature {
    AWSSignature(
      accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", sessionToken: token,
      region: "us-east-1", service: service)
  }

  private func signed(
    _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPHeaders = [], body: String? = nil,
    by signer: AWSSignature? = nil, payload: AWSSignature.Payload? = nil
  ) throws -> HTTPHeaders {
    let url = try RequestURL(path.hasPrefix("http") ? path : "https://example.amazonaws.com" + path)
    var request = OutgoingRequest(
      method: method, url: url, headers: headers, body: body.map { .data(Data($0.utf8)) })
    (signer ?? self.signer()).sign(&request, payload: payload, at: date)
    return request.headers
  }

  private func signed(_ path: String, _ headers: HTTPHeaders = [], by signer: AWSSignature? = nil) throws -> HTTPHeaders
  {
    try signed(.get, path, headers, by: signer)
  }

  private func signature(_ headers: HTTPHeaders) -> String {
    String(headers.first("Authorization")?.split(separator: "Signature=").last ?? "")
  }

  /// Kept cookies may follow those that a request has when it is signed.
  @Test func cookiesAreNotSigned() {
    let request = AWSCanonicalRequest(
      method: "GET", path: "/", query: nil, headers: [("Cookie", "a=1"), ("X-A", "1")], host: "h", payloadHash: "")
    #expect(request.signedHeaders == "host;x-a")
  }

  @Test func aSignedMessageHasDateAndSignedHeaders() throws {
    let headers = try signed("/")
    #expect(
      headers == [
        HTTPHeader("X-Amz-Date", "20150830T123600Z"),
        HTTPHeader(
          "Authorization",
          "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
            + "SignedHeaders=host;x-amz-date, "
            + "Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
      ])
  }

  @Test(arguments: [
    ("/?Param2=value2&Param1=value1", "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    ("/?Param1=value2&Param1=value1", "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"),
    (
      "/?-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz="
        + "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
      "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"
    ),
    ("/./", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    ("//", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    ("/example/..", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    ("/example1/example2/../..", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    ("/.//example//", "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
    // Same as botocore for paths escaped on the wire.
    ("/example%20space/", "446b817944c553435b35e813c261ff4e161fff982d1bacdef1c87f6785dd1662"),
    ("http://localhost:8080/a", "538e3bb51331d20a305baa3f94802f63811738352e024f008ab855d9cb37e4cd"),
  ])
  func pathsAndQueriesAreCanonical(_ path: String, _ expected: String) throws {
    #expect(signature(try signed(path)) == expected)
  }

  // The suite escapes these paths once, though real clients send them escaped.
  @Test(arguments: [
    ("/ሴ", "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
    ("/example%20space/", "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
  ])
  func pathsCanBeEscapedOnce(_ path: String, _ expected: String) throws {
    var signer = signer()
    signer.encodesPathTwice = false
    #expect(signature(try signed(path, by: signer)) == expected)
  }

  @Test func methodAndBodyAreSigned() throws {
    #expect(
      signature(try signed(.post, "/")) == "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b")
    let form = try signed(
      .post, "/", [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")], body: "Param1=value1")
    #expect(form.first("Authorization")?.contains("SignedHeaders=content-type;host;x-amz-date,") == true)
    #expect(signature(form) == "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a")
  }

  @Test func headersAreTrimmedAndJoinedInOrder() throws {
    let trimmed = try signed("/", [HTTPHeader("My-Header1", " value1"), HTTPHeader("My-Header2", " \"a   b   c\"")])
    #expect(signature(trimmed) == "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736")
    let doubled = try signed(
      "/", [HTTPHeader("My-Header1", "value2"), HTTPHeader("my-header1", "value2"), HTTPHeader("MY-HEADER1", "value1")])
    #expect(signature(doubled) == "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea")
  }

  @Test func headersChangedByProxiesAreNotSigned() throws {
    let plain = signature(try signed("/"))
    let headers: HTTPHeaders = [
      HTTPHeader("User-Agent", "a"), HTTPHeader("Expect", "100-continue"), HTTPHeader("Connection", "close"),
    ]
    #expect(signature(try signed("/", headers)) == plain)
    #expect(signature(try signed("/", [HTTPHeader("Accept", "a")])) != plain)
  }

  @Test func aSecondSigningReplacesTheFirst() throws {
    let first = try signed("/", by: signer(token: "t"))
    #expect(try signed("/", first, by: signer(token: "t")) == first)
    #expect(first.first("X-Amz-Security-Token") == "t")
    #expect(first.first("Authorization")?.contains("SignedHeaders=host;x-amz-date;x-amz-security-token,") == true)
  }

  @Test func storageKeepsItsPathsAndNamesTheBody() throws {
    let headers = try signed(.put, "/my%20key//x+y?acl", body: "hello", by: signer("s3"))
    #expect(
      headers.first("X-Amz-Content-SHA256") == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
    #expect(headers.first("Authorization")?.contains("SignedHeaders=host;x-amz-content-sha256;x-amz-date,") == true)
    // All escapes of the same key have the signature of `/my%20key//x%2By`, except for a slash in a name.
    let same = signature(headers)
    #expect(signature(try signed(.put, "/my%20ke%79//x%2by?acl=", body: "hello", by: signer("s3"))) == same)
    #expect(signature(try signed(.put, "/my%20key%2F/x+y?acl", body: "hello", by: signer("s3"))) != same)
  }

  @Test func aBodyNotInMemoryIsUnsignedUnlessItsHashIsGiven() throws {
    let unsigned = try signed(.put, "/", payload: .unsigned)
    #expect(unsigned.first("X-Amz-Content-SHA256") == "UNSIGNED-PAYLOAD")
    let hashed = try signed(.post, "/", payload: .sha256(HashAlgorithm.sha256.hash(Data("a".utf8)).hex.uppercased()))
    #expect(try hashed == signed(.post, "/", body: "a"))
    let given = HTTPHeader("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER")
    #expect(try signed(.put, "/", [given]).filter { $0.name.lowercased() == given.name } == [given])
  }

  @Test(arguments: [
    ("//", "/"), ("/a//b/", "/a/b/"), ("/./a/.", "/a"), ("/a/../..", "/"), ("/a/b/..", "/a"), ("/a/b/../", "/a/"),
  ])
  func pathsAreNormalizedAsTheServicesDo(_ path: String, _ normalized: String) {
    #expect(AWSCanonicalRequest.normalized(path) == normalized)
  }

  // Invalid escapes are literal; a plus is a space, as the services decode it.
  @Test(arguments: [
    ("b=2&a=1&a=%2f&B", "B=&a=%2F&a=1&b=2"), ("a=b=c&&", "a=b%3Dc"), ("q=a+b", "q=a%20b"), ("%zz=%4", "%25zz=%254"),
    ("é=1", "%C3%A9=1"), ("a-b=1&a=2", "a=2&a-b=1"), ("%61=1", "a=1"), ("", ""),
  ])
  func queriesAreSortedByCodePoint(_ query: String, _ canonical: String) {
    #expect(AWSCanonicalRequest.canonicalQuery(query) == canonical)
  }

  @Test func noTextShowsSecrets() {
    let signer = signer(token: "token")
    var dumped = ""
    dump(signer, to: &dumped)
    for text in ["\(signer)", String(reflecting: [signer]), dumped] {
      #expect(!text.contains("wJalr") && !text.contains("token"))
      #expect(text.contains("AKIDEXAMPLE"))
    }
  }
}
