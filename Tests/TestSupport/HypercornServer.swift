import Foundation

/// A server of hypercorn with TLS, which speaks WebSockets over HTTP/2 (RFC 8441).
///
/// `/echo` sends the version of HTTP and the chosen subprotocol, and then messages back; `/refuse` answers with status 403.
package final class HypercornServer: Sendable {
  /// `wss://localhost:12345`
  package let url: String
  private let process: ServerProcess

  package init(certificatesOf nginx: Nginx) async throws {
    process = try await ServerProcess(python: Self.script, arguments: [nginx.serverCertificate, nginx.serverKey])
    url = "wss://localhost:\(process.ready)"
  }

  private static let script =
    TestServers.dieWithInput + #"""
      import asyncio, logging, socket
      logging.disable(logging.CRITICAL)
      from hypercorn.asyncio import serve
      from hypercorn.config import Config

      async def app(scope, receive, send):
          if scope["type"] == "lifespan":
              while True:
                  message = await receive()
                  await send({"type": message["type"] + ".complete"})
                  if message["type"] == "lifespan.shutdown": return
          if scope["type"] != "websocket":
              await send({"type": "http.response.start", "status": 200, "headers": []})
              return await send({"type": "http.response.body", "body": b"ok"})
          await receive()
          if scope["path"] == "/refuse": return await send({"type": "websocket.close"})
          chosen = (scope["subprotocols"] + [None])[0]
          await send({"type": "websocket.accept", "subprotocol": chosen})
          await send({"type": "websocket.send", "text": f"HTTP/{scope['http_version']} {chosen}"})
          while True:
              message = await receive()
              if message["type"] == "websocket.disconnect": return
              if message.get("text") == "bye": return await send({"type": "websocket.close", "code": 4001, "reason": "bye"})
              await send({"type": "websocket.send", "text": message.get("text"), "bytes": message.get("bytes")})

      async def main():
          listener = socket.create_server(("127.0.0.1", 0))
          port = listener.getsockname()[1]
          listener.close()
          config = Config()
          config.bind = [f"127.0.0.1:{port}"]
          config.certfile, config.keyfile = sys.argv[1:]
          config.websocket_max_message_size = 32 << 20
          threading.Thread(target=watch, daemon=True).start()
          running = asyncio.create_task(serve(app, config))
          while True:
              try:
                  socket.create_connection(("127.0.0.1", port)).close()
                  break
              except OSError: await asyncio.sleep(0.02)
          print(port, flush=True)
          await running
      asyncio.run(main())
      """#
}
