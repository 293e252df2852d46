import Foundation
import TestSupport
import Testing

/// `workbench send` to a Socket.IO server: lines of standard input are events.
@Suite(
  .timeLimit(.minutes(2)), .enabled(if: SocketIOServer.isInstalled, "needs python-socketio, which `make test` installs")
)
struct SocketIOSendTests {
  private static func sandbox(_ path: String = "", auth: String = "") async throws -> Sandbox {
    let sandbox = try Sandbox()
    let url = try await TestServers.socketIO().url
    try sandbox.write(
      "c/collection.json", #"{ "variables": [{ "name": "token", "secret": true }] }"#)
    try sandbox.write(
      "c/chat.json",
      #"{ "kind": "websocket", "url": "\#(url)\#(path)", "protocol": "socket.io", "socketAuth": "\#(auth)" }"#)
    return sandbox
  }

  @Test func eventsAndAcknowledgementsAreLines() async throws {
    let sandbox = try await Self.sandbox(auth: #"{\"a\": 1}"#)
    let result = try await sandbox.run("send", "c/chat.json", input: Data(#"echo 1, {"b": 2}"#.utf8))
    #expect(
      Set(result.text.split(separator: "\n")) == [
        #"["welcome",{"auth":{"a":1}}]"#, #"["echo",1,{"b":2}]"#, #"["echo","heard",2]"#,
      ])
    #expect(result.status == 0, "\(result.error)")
    let bytes = try await sandbox.run("send", "c/chat.json", input: Data("bytes\n".utf8))
    #expect(bytes.text.contains(#"["bytes",{"content":{"base64":"AP8="}}]"#))
    let left = try await sandbox.run("send", "c/chat.json", "--count", "9", input: Data("leave\n".utf8))
    #expect(left.error.contains("1 of 9 messages were received") && left.status == 1, "\(left.error)")
  }

  @Test func aServerOfSocketIO2GetsThePingsThatItWaitsFor() async throws {
    let sandbox = try Sandbox()
    let url = try await TestServers.socketIO2().url
    for (name, path) in [("chat", ""), ("admin", "/admin")] {
      try sandbox.write(
        "c/\(name).json", #"{ "kind": "websocket", "url": "\#(url)\#(path)", "protocol": "socket.io-2" }"#)
    }
    let result = try await sandbox.run("send", "c/chat.json", input: Data("echo 1, {\"b\": 2}\nbytes\n".utf8))
    #expect(
      Set(result.text.split(separator: "\n")) == [
        #"["welcome",{"auth":null}]"#, #"["echo",1,{"b":2}]"#, #"["echo","heard",2]"#,
        #"["bytes",{"content":{"base64":"AP8="}}]"#, #"["bytes"]"#,
      ], "\(result.error)")
    #expect(result.status == 0)
    let admin = try await sandbox.run("send", "c/admin.json", "--count", "1")
    #expect(admin.error.contains("Socket.IO refused the connection to /admin: not you") && admin.status == 4)
    let events = try await sandbox.run("send", "c/chat.json", "--print", "messages", input: Data("echo 1, true".utf8))
    #expect(events.text.contains(#""direction":"sent","type":"text","data":"[\"echo\",1,true]""#), "\(events.text)")
    // The server closes a connection without pings.
    let pings = try await sandbox.run("send", "c/chat.json", "--print", "messages", "--idle", "3s")
    #expect(pings.text.contains(#""direction":"received","type":"pong""#) && pings.status == 0, "\(pings.text)")
  }

  @Test(arguments: [false, true])
  func theAuthFollowsARedirectToAnotherServerOnlyIfThatIsAllowed(isAllowed: Bool) async throws {
    let url = try await TestServers.socketIO().url
    let target = "http\(url.dropFirst(2))/socket.io/?EIO=4&transport=websocket"
    let server = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
    }
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", "{}")
    try sandbox.write(
      "c/chat.json",
      #"{ "kind": "websocket", "url": "\#(server.url)", "protocol": "socket.io", "socketAuth": "{\"a\": 1}", "#
        + #""options": { "followAuthorization": \#(isAllowed) } }"#)
    let result = try await sandbox.run("send", "c/chat.json", input: Data())
    #expect(result.text.contains(#"["welcome",{"auth":{"a":1}}]"#) == isAllowed, "\(result.text) \(result.error)")
    #expect(result.error.contains("A redirect led to another server") != isAllowed, "\(result.error)")
  }

  @Test func theAuthIsMaskedAndARefusalIsAFailure() async throws {
    let sandbox = try await Self.sandbox("/admin", auth: #"{\"token\": \"{{token}}\"}"#)
    let refused = try await sandbox.run("send", "c/chat.json", "--secret", "token=other", input: Data())
    #expect(refused.error.contains("Socket.IO refused the connection to /admin: not you") && refused.status == 4)
    let admitted = try await sandbox.run("send", "c/chat.json", "--secret", "token=sio-secret", input: Data())
    #expect(admitted.text == "[\"admin\"]\n" && admitted.status == 0, "\(admitted.error)")
    for (name, bytes) in try sandbox.homeFiles() { #expect(bytes.range(of: Data("sio-secret".utf8)) == nil, "\(name)") }
  }
}
