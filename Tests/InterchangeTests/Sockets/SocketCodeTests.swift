import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Code for WebSockets, and the refusal of targets without it.
@Suite struct SocketCodeTests {
  private static var chat: CodeRequest {
    var request = CodeRequest(
      path: "chat", name: "Chat", url: "wss://a.example/ws", headers: [Header("Authorization", "Bearer YOUR_TOKEN")])
    request.socket = CodeSocket(
      subprotocols: ["json"], messages: [.text("{\"a\":1}"), .text("hi"), .binary(Data([0, 1]))])
    return request
  }

  private func export(_ format: String, _ requests: [CodeRequest]) throws -> ExportResult {
    var source = ExportSource(PortableFolder(name: "C"))
    source.requests = requests
    return try #require(ExportFormat.named(format)).write(source)
  }

  private func text(_ format: String) throws -> String {
    String(decoding: try export(format, [Self.chat]).files[0].bytes, as: UTF8.self)
  }

  @Test func websocatSendsALineForEachMessage() throws {
    #expect(
      try text("websocat") == #"""
        # Chat
        # Binary messages are left out.
        {
          printf '%s\n' '{"a":1}'
          printf '%s\n' hi
        } | websocat \
          --no-close \
          -H='Authorization: Bearer YOUR_TOKEN' \
          --protocol=json \
          wss://a.example/ws

        """#)
  }

  @Test func pythonSendsMessagesAndPrintsWhatArrives() throws {
    #expect(
      try text("python-websockets") == """
        import asyncio
        import base64
        from websockets.asyncio.client import connect

        # Chat
        async def main():
            async with connect(
                "wss://a.example/ws",
                additional_headers=[("Authorization", "Bearer YOUR_TOKEN")],
                subprotocols=["json"],
            ) as socket:
                await socket.send("{\\"a\\":1}")
                await socket.send("hi")
                await socket.send(base64.b64decode("AAE="))
                async for message in socket:
                    print(message)

        asyncio.run(main())

        """)
  }

  @Test func javaScriptSendsMessagesOnceItIsOpen() throws {
    #expect(
      try text("javascript-websocket") == #"""
        // Chat
        // Node's WebSocket takes headers; a browser sends none of them.
        const messages = [
          "{\"a\":1}",
          "hi",
          Uint8Array.from(atob("AAE="), (c) => c.charCodeAt(0)),
        ];
        const socket = new WebSocket("wss://a.example/ws", {
          protocols: ["json"],
          headers: {
            "Authorization": "Bearer YOUR_TOKEN",
          },
        });
        socket.binaryType = "arraybuffer";
        socket.addEventListener("open", () => {
          for (const message of messages) socket.send(message);
        });
        socket.addEventListener("message", (event) => console.log(event.data));
        socket.addEventListener("close", (event) => console.log("closed", event.code, event.reason));

        """#)
  }

  @Test(arguments: ["websocat", "curl"]) func socketIOIsRefusedByAllTargets(format: String) throws {
    var events = Self.chat
    events.socket?.isSocketIO = true
    let error = #expect(throws: ExportError.self) { try export(format, [events]) }
    #expect(
      error?.description
        == "Left out: Socket.IO, which the format \(format) does not speak — use a client of Socket.IO")
  }

  @Test(arguments: ["websocat", "python-websockets", "javascript-websocket"])
  func codeSaysThatItHasNoSteps(format: String) throws {
    var tested = Self.chat
    tested.socket?.hasSteps = true
    let text = String(decoding: try export(format, [tested]).files[0].bytes, as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix(" The steps are left out: the messages are sent one after another.") })
  }

  @Test func aTargetOfTheOtherProtocolRefusesOrLeavesOut() throws {
    let get = CodeRequest(path: "get", name: "Get", url: "http://a.example/")
    let error = #expect(throws: ExportError.self) { try export("curl", [Self.chat]) }
    #expect(
      error?.description
        == "Left out: a WebSocket, which the format curl does not speak — use websocat, python-websockets or javascript-websocket"
    )
    #expect(throws: ExportError.self) { try export("websocat", [get]) }
    let both = try export("python-requests", [Self.chat, get])
    #expect(both.files.map(\.path) == [""])
    #expect(both.notes.map(\.path) == [["Chat"]])
  }
}
