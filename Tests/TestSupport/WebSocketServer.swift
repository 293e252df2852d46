import Foundation

/// WebSocket servers of PyPI's `websockets`.
///
/// The path says what a connection does: `/echo` sends messages back, `/greet` sends the received `Cookie` at once,
/// `/close?code=&reason=` closes, `/abort` resets the connection, `/flood?count=&size=` sends messages without reading,
/// `/stuck` reads nothing, `/pings` sends pings and answers `pong` for each pong,
/// `/count` answers with the number of received bytes when it gets `end`, `/open?key=` with the number of other connections
/// whose query has the key, `/tick` sends numbers from 0 on, twenty a second, `/tire?key=` sends messages back like `/echo`, but
/// each connection of the key does so 0.3 s later than the one before it. `/refuse?status=`, `/redirect?to=` and `/login`,
/// which wants the user `ada` with the password `secret`, answer the handshake with an ordinary response.
package final class WebSocketServer: Sendable {
  /// How a server compresses.
  package enum Kind: Int, Sendable, CaseIterable {
    /// With the parameters that the client offers.
    case standard
    /// Not at all.
    case plain
    /// Without context takeover in both directions.
    case separate
    /// With windows of 9 bits in both directions.
    case narrow
    /// With a window of 8 bits for the client.
    case tiny
    /// With TLS and nginx's certificate for `localhost`.
    case secure
    /// With TLS, and only for clients with a certificate of nginx's authority.
    case certified
  }

  private let ports: [Substring]
  /// The path of a server on a unix socket.
  package let socketPath: String
  private let process: ServerProcess

  package init(certificatesOf nginx: Nginx) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ws-\(UUID().uuidString.prefix(8))")
    process = try await ServerProcess(
      python: Self.script,
      arguments: [folder.path, nginx.serverCertificate, nginx.serverKey, nginx.certificateAuthority])
    ports = process.ready.split(separator: " ")
    socketPath = folder.path
  }

  /// The URL of a path: `ws://127.0.0.1:12345/echo`.
  package func url(_ path: String, _ kind: Kind = .standard) -> String {
    let isSecure = kind == .secure || kind == .certified
    return (isSecure ? "wss://localhost:" : "ws://127.0.0.1:") + ports[kind.rawValue] + path
  }

  private static let script =
    TestServers.dieWithInput + #"""
      import asyncio, base64, http, ssl, urllib.parse
      from websockets.asyncio.server import serve, unix_serve
      from websockets.datastructures import Headers
      from websockets.exceptions import ConnectionClosed
      from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory as Deflate
      from websockets.http11 import Response
      path, certificate, key, authority = sys.argv[1:]
      def end():
          if os.path.exists(path): os.unlink(path)

      def split(request):
          url = urllib.parse.urlsplit(request.path)
          return url.path, {name: values[0] for name, values in urllib.parse.parse_qs(url.query).items()}

      def answer(status, body=b"refused\n", **headers):
          fields = Headers([("Content-Length", str(len(body))), ("Content-Type", "text/plain")])
          for name, value in headers.items(): fields[name.replace("_", "-")] = value
          return Response(status, http.HTTPStatus(status).phrase, fields, body)

      def before(connection, request):
          place, query = split(request)
          if place == "/refuse": return answer(int(query["status"]))
          if place == "/redirect": return answer(302, Location=query["to"], Set_Cookie="seen=yes; Path=/")
          if place == "/login":
              wanted = "Basic " + base64.b64encode(b"ada:secret").decode()
              if request.headers.get("Authorization") != wanted:
                  return answer(401, WWW_Authenticate='Basic realm="test"')

      keys, tired = [], {}

      async def handle(ws):
          place, query = split(ws.request)
          key = query.get("key")
          if place == "/open": await ws.send(str(keys.count(key)))
          keys.append(key)
          delay = tired.get(key, 0)
          if place == "/tire": tired[key] = delay + 0.3
          try:
              if place == "/greet": await ws.send("welcome " + str(ws.request.headers.get("Cookie")))
              if place == "/close": return await ws.close(int(query.get("code", "1000")), query.get("reason", ""))
              if place == "/abort": return ws.transport.abort()
              if place == "/flood":
                  for number in range(int(query["count"])): await ws.send(b"%08d" % number + bytes(int(query["size"]) - 8))
                  return
              if place == "/tick":
                  for number in range(100000):
                      await ws.send(str(number))
                      await asyncio.sleep(0.05)
              if place == "/pings":
                  for payload in (b"", b"one", bytes(125)):
                      await (await ws.ping(payload))
                      await ws.send("pong")
                  return
              if place == "/stuck":
                  ws.transport.pause_reading()
                  await asyncio.Event().wait()
              count = 0
              async for message in ws:
                  if place == "/count":
                      if message == "end": await ws.send(str(count))
                      else: count += len(message)
                  else:
                      if place == "/tire": await asyncio.sleep(delay)
                      await ws.send(message)
          except ConnectionClosed: pass
          finally: keys.remove(key)

      def choose(ws, offered):
          return next((name for name in offered if name.startswith("chat")), None)

      async def main():
          plain = dict(process_request=before, select_subprotocol=choose, max_size=64 << 20, ping_interval=None)
          tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
          tls.load_cert_chain(certificate, key)
          mutual = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
          mutual.load_cert_chain(certificate, key)
          mutual.load_verify_locations(authority)
          mutual.verify_mode = ssl.CERT_REQUIRED
          kinds = [
              {}, {"compression": None},
              {"extensions": [Deflate(server_no_context_takeover=True, client_no_context_takeover=True)], "compression": None},
              {"extensions": [Deflate(server_max_window_bits=9, client_max_window_bits=9)], "compression": None},
              {"extensions": [Deflate(client_max_window_bits=8)], "compression": None},
              {"ssl": tls}, {"ssl": mutual}]
          servers = [await serve(handle, "127.0.0.1", 0, **{**plain, **kind}) for kind in kinds]
          await unix_serve(handle, path, **plain)
          threading.Thread(target=watch, daemon=True).start()
          print(*[server.sockets[0].getsockname()[1] for server in servers], flush=True)
          await asyncio.Event().wait()
      asyncio.run(main())
      """#
}
