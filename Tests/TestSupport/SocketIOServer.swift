import Foundation

/// A Socket.IO server of python-socketio.
///
/// It emits `welcome` with the auth before it confirms a connection, sends back the arguments of `echo`, emits `bytes`
/// with two bytes, and disconnects after `leave`. The namespace `/admin` wants the auth `{"token": "sio-secret"}`.
package final class SocketIOServer: Sendable {
  /// `ws://127.0.0.1:12345`
  package let url: String
  private let process: ServerProcess

  /// - Parameter version: That of Socket.IO: 2 is Engine.IO 3, without an auth.
  package init(version: Int) async throws {
    let packages = TestServers.folder.appending(path: "socketio2").path
    process = try await ServerProcess(python: Self.script, arguments: version == 2 ? [packages] : [])
    url = "ws://127.0.0.1:\(process.ready)"
  }

  package static var isInstalled: Bool { TestServers.hasPackage("socketio") }

  private static let script =
    TestServers.dieWithInput + #"""
      import asyncio, logging, socket
      logging.disable(logging.CRITICAL)
      sys.path[:0] = sys.argv[1:]
      import socketio, uvicorn
      isOld = len(sys.argv) > 1
      wait = asyncio.wait
      # Python 3.11 takes no coroutines here any more.
      if isOld: asyncio.wait = lambda tasks, **how: wait([asyncio.ensure_future(task) for task in tasks], **how)
      server = socketio.AsyncServer(async_mode="asgi", **({"ping_interval": 1} if isOld else {}))

      @server.event
      async def connect(sid, environ, auth=None): await server.emit("welcome", {"auth": auth}, to=sid)

      @server.event
      async def echo(sid, *arguments):
          await server.emit("echo", arguments, to=sid)
          return "heard", len(arguments)

      @server.event
      async def bytes(sid): await server.emit("bytes", {"content": b"\0\xff"}, to=sid)

      @server.event
      async def leave(sid): await server.disconnect(sid)

      @server.on("connect", namespace="/admin")
      async def admin(sid, environ, auth=None):
          if (auth or {}).get("token") != "sio-secret": raise socketio.exceptions.ConnectionRefusedError("not you")
          await server.emit("admin", to=sid, namespace="/admin")

      async def main():
          listener = socket.create_server(("127.0.0.1", 0))
          threading.Thread(target=watch, daemon=True).start()
          print(listener.getsockname()[1], flush=True)
          await uvicorn.Server(uvicorn.Config(socketio.ASGIApp(server), log_level="critical")).serve(sockets=[listener])
      asyncio.run(main())
      """#
}
