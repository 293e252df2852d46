import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct NTLMTests {
  let session = Session.plain()

  /// The smallest challenge of type 2: NTLM without target information (MS-NLMP, section 2.2.1.2).
  private static let challenge: String = {
    var message = Data("NTLMSSP\0".utf8) + [2, 0, 0, 0]
    message += [0, 0, 0, 0, 48, 0, 0, 0]  // No target name, which would begin at byte 48
    message += [0x05, 0x82, 0x08, 0x00]  // Unicode, NTLM, always sign
    message += [1, 2, 3, 4, 5, 6, 7, 8] + Data(count: 8)
    message += [0, 0, 0, 0, 48, 0, 0, 0]
    return message.base64EncodedString()
  }()

  /// Handles the three legs on one connection, and accepts or rejects the response.
  private func server(accepting: Bool, bodySize: Int = 0) throws -> RawServer {
    try RawServer { client in
      while true {
        let head = try client.readHead()
        if head.contains("Content-Length: \(bodySize)"), bodySize > 0 { try client.readBody(bodySize) }
        let token = head.lines.first { $0.hasPrefix("Authorization: NTLM ") }.map { $0.dropFirst(20) }
        let kind = token.flatMap { Data(base64Encoded: String($0)) }.map { Int($0[8]) }
        switch kind {
        case 1:
          try client.respond(
            "401 Unauthorized", headers: ["WWW-Authenticate: NTLM \(Self.challenge)"], body: "go on")
        case 3 where accepting: try client.respond(body: "welcome")
        default: try client.respond("401 Unauthorized", headers: ["WWW-Authenticate: NTLM"], body: "who?")
        }
      }
    }
  }

  private func legs(_ server: RawServer) -> [Int?] {
    server.received.filter { $0.contains(" HTTP/1.1") }.map { head in
      head.lines.first { $0.hasPrefix("Authorization: NTLM ") }.flatMap {
        Data(base64Encoded: String($0.dropFirst(20)))
      }
      .map { Int($0[8]) }
    }
  }

  @Test func theThreeLegsOfNTLMLeadToTheResponse() async throws {
    let server = try server(accepting: true)
    let response = await session.request(server.url)
      .authenticate(with: .ntlm(username: "user", password: "passwd", domain: "HOME")).serializingString().response
    #expect(response.error == nil)
    #expect(response.response?.status == .ok)
    #expect(response.value == "welcome")
    #expect(legs(server) == [nil, 1, 3])
    #expect(response.timeline.hops.map(\.status) == [401, 200])
  }

  @Test func refusedCredentialsAreA401WithItsBody() async throws {
    let server = try server(accepting: false)
    let response = await session.request(server.url)
      .authenticate(with: .ntlm(username: "user", password: "wrong")).serializingString().response
    #expect(response.error == nil)
    #expect(response.response?.status == .unauthorized)
    #expect(response.value == "who?")
    #expect(legs(server) == [nil, 1, 3])
  }

  @Test func aBodyIsSentWithTheCredentials() async throws {
    let server = try server(accepting: true, bodySize: 5)
    let response = await session.upload(Data("hello".utf8), to: server.url)
      .authenticate(with: .ntlm(username: "user", password: "passwd")).serializingString().response
    #expect(response.value == "welcome")
    #expect(server.received.last == "hello")
  }
}
