import Testing

@testable import RequestModel

/// Packets, typed events and addresses of Socket.IO.
@Suite struct SocketIOTests {
  @Test(
    arguments: [
      (#"0{"sid":"a","pingInterval":25000}"#, .open(pingInterval: .seconds(25))), ("0", .open(pingInterval: nil)),
      ("1", .end), ("2", .ping), ("3", .pong), ("6", .ignored),
      (#"40{"sid":"b"}"#, .connected(namespace: "/")), (#"40/admin,{"sid":"b"}"#, .connected(namespace: "/admin")),
      ("41", .disconnected(namespace: "/")), ("41/admin,", .disconnected(namespace: "/admin")),
      (#"44/a?b=c,{"message":"no"}"#, .refused(namespace: "/a", ["message": "no"])),
      (#"42["x",{"a":[1]}]"#, .event(.init(namespace: "/", arguments: ["x", ["a": [1]]]))),
      (#"42/a,17["x"]"#, .event(.init(namespace: "/a", arguments: ["x"], id: 17))),
      ("4317[]", .acknowledgement(.init(namespace: "/", arguments: [], id: 17))),
      (#"452-/a,3["x"]"#, .event(.init(namespace: "/a", arguments: ["x"], id: 3, attachments: 2))),
      (#"461-3[1]"#, .acknowledgement(.init(namespace: "/", arguments: [1], id: 3, attachments: 1))),
      ("", nil), ("hello", nil), ("42{}", nil), ("42[1]", nil), ("43[]", nil), (#"45["x"]"#, nil), ("49", nil),
    ] as [(String, SocketIOPacket?)])
  func aPacketIsRead(text: String, packet: SocketIOPacket?) {
    #expect(SocketIOPacket(text) == packet)
  }

  @Test func aPacketIsWritten() {
    #expect(SocketIOPacket.connect("/", auth: nil) == "40")
    #expect(SocketIOPacket.connect("/a", auth: ["b": 1]) == #"40/a,{"b":1}"#)
    #expect(SocketIOPacket.disconnect("/a") == "41/a,")
    #expect(SocketIOPacket.event(["x", 1], id: 2, "/") == #"422["x",1]"#)
  }

  @Test(
    arguments: [
      (#" ["x", 1] "#, ["x", 1]), ("x", ["x"]), (#"x 1, {"a": 2}"#, ["x", 1, ["a": 2]]), ("x \"a b\"", ["x", "a b"]),
      ("say hello you", ["say", "hello you"]), ("[1]", nil), ("[]", nil), (#"["echo",5"#, nil),
      (#"{"a":1}"#, nil), ("  ", nil),
    ] as [(String, [JSONValue]?)])
  func anEventIsTypedAsANameAndArguments(text: String, arguments: [JSONValue]?) {
    #expect(SocketIOEvent.arguments(of: text) == arguments)
  }

  @Test(arguments: [
    ("http://h", "http://h/socket.io/?EIO=4&transport=websocket", "/"),
    ("ws://h:1/?a=b", "ws://h:1/socket.io/?a=b&EIO=4&transport=websocket", "/"),
    ("wss://h/admin/", "wss://h/socket.io/?EIO=4&transport=websocket", "/admin"),
    ("ws://h/x/socket.io/?EIO=4", "ws://h/x/socket.io/?EIO=4&transport=websocket", "/"),
  ])
  func thePathIsTheNamespaceUnlessItIsTheServers(url: String, address: String, namespace: String) {
    let made = SocketIOAddress(url)
    #expect(made.url == address && made.namespace == namespace && made.engine == .four)
  }

  @Test func theSettingAndTheQueryChooseEngineIO3() {
    let address = "ws://h/socket.io/?EIO=3&transport=websocket"
    for made in [SocketIOAddress("ws://h", .three), SocketIOAddress("ws://h/?EIO=3")] {
      #expect(made.url == address && made.engine == .three)
    }
  }
}
