import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

private let folder = ProjectFiles.cases.appending(path: "aws-sigv4/v4")

/// AWS's own vectors of Signature Version 4, in headers and in the query.
@Suite(.needsCases("aws-sigv4"))
struct AWSVectorTests {
  private static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    // Lines of headers cannot be folded in HTTP any more; the token of the other one is added after signing.
    return all.filter { !["get-header-value-multiline", "post-sts-header-after"].contains($0) }.sorted()
  }()

  private func text(_ name: String, _ file: String) throws -> String {
    try String(contentsOf: folder.appending(path: "\(name)/\(file).txt"), encoding: .utf8)
  }

  private struct Vector {
    var message: OutgoingMessage
    var signing: AWSSigning
    var world: FixedWorld
    var expires: Int
  }

  private func vector(_ name: String) throws -> Vector {
    let file = folder.appending(path: "\(name)/context.json")
    let context = try #require(try JSONText([UInt8](Data(contentsOf: file))).value.object)
    let credentials = try #require(context["credentials"]?.object)
    var message = try message(try text(name, "request"))
    message.url = OutgoingMessage.wireURL(message.url.replacing(" ", with: "%20"))
    var signing = AWSSigning(
      accessKey: credentials["access_key_id"]?.string ?? "", secretKey: credentials["secret_access_key"]?.string ?? "",
      sessionToken: credentials["token"]?.string ?? "",
      scope: AWSScope(region: context["region"]?.string ?? "", service: context["service"]?.string ?? ""))
    signing.normalizesPath = context["normalize"]?.bool ?? true
    // The suite escapes a path once that was not escaped; a client sends it escaped.
    signing.encodesPathTwice = false
    signing.sendsPayloadHash = context["sign_body"]?.bool ?? false
    return Vector(
      message: message, signing: signing, world: FixedWorld(body: message.body.map { .data($0) }),
      expires: Int(context["expiration_in_seconds"]?.number?.text ?? "") ?? 0)
  }

  private func message(_ text: String) throws -> OutgoingMessage {
    let (head, body) =
      text.range(of: "\n\n").map { (text[..<$0.lowerBound], text[$0.upperBound...]) } ?? (text[...], "")
    let lines = head.split(separator: "\n")
    let line = lines[0].dropLast(" HTTP/1.1".count)
    let space = try #require(line.firstIndex(of: " "))
    var headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return Header(String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
    }
    let host = headers.first("Host") ?? ""
    headers.removeAll { $0.name == "Host" }
    return OutgoingMessage(
      method: String(line[..<space]), url: "https://" + host + line[line.index(after: space)...], headers: headers,
      body: body.isEmpty ? nil : Data(body.utf8))
  }

  @Test(arguments: names) func signedInHeaders(_ name: String) async throws {
    var vector = try vector(name)
    try await vector.signing.signHeaders(&vector.message, vector.world)
    let authorization = vector.message.headers.first("Authorization") ?? ""
    let expected = try text(name, "header-signed-request").split(separator: "\n").first {
      $0.hasPrefix("Authorization:")
    }
    #expect(authorization == expected.map { $0.dropFirst(14).trimmingCharacters(in: .whitespaces) })
  }

  @Test(arguments: names) func signedInTheQuery(_ name: String) async throws {
    var vector = try vector(name)
    try await vector.signing.signQuery(&vector.message, expires: vector.expires, vector.world)
    let added = Dictionary(vector.message.queryCredentials.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(added["X-Amz-Signature"] == (try text(name, "query-signature").trimmingCharacters(in: .newlines)))
  }
}

struct AWSScopeTests {
  @Test(arguments: [
    ("sqs.eu-west-1.amazonaws.com", "eu-west-1", "sqs"), ("s3.amazonaws.com", "us-east-1", "s3"),
    ("bucket.s3.amazonaws.com", "us-east-1", "s3"), ("bucket.s3.eu-west-1.amazonaws.com", "eu-west-1", "s3"),
    ("a.b.s3.dualstack.eu-west-1.amazonaws.com", "eu-west-1", "s3"),
    ("s3-eu-west-1.amazonaws.com", "eu-west-1", "s3"),
    ("bucket.s3-ap-southeast-2.amazonaws.com", "ap-southeast-2", "s3"),
    ("abc.execute-api.eu-west-1.amazonaws.com", "eu-west-1", "execute-api"),
    ("search-x.eu-west-1.es.amazonaws.com", "eu-west-1", "es"), ("iam.amazonaws.com", "us-east-1", "iam"),
    ("sts.us-gov-west-1.amazonaws.com", "us-gov-west-1", "sts"), ("email.us-east-1.amazonaws.com", "us-east-1", "ses"),
    ("ec2.cn-north-1.amazonaws.com.cn", "cn-north-1", "ec2"),
    ("abc.lambda-url.eu-west-1.on.aws", "eu-west-1", "lambda"),
    ("bedrock-runtime.us-west-2.amazonaws.com", "us-west-2", "bedrock"), ("api.example.com", "", ""),
    ("ec2.amazonaws.com", "", "ec2"),
  ])
  func aHostSaysItsRegionAndService(_ host: String, _ region: String, _ service: String) {
    #expect(AWSScope(host: host) == AWSScope(region: region, service: service))
  }

  @Test func whatNeitherHostNorFieldSaysIsAskedFor() async {
    let message = OutgoingMessage(method: "GET", url: "https://api.example.com/")
    await #expect(
      throws: Failure(.unprepared, "api.example.com does not say its AWS region — type the region in the Auth tab")
    ) { try await AuthKind.awsV4.added(to: message, ["accessKey": "a", "secretKey": "b"]) }
  }
}
