import Foundation

/// Proxies that log their requests. They resolve every name that ends in `.test` to this machine.
package struct Proxies: Sendable {
  package enum Kind: String, Sendable {
    case http
    case httpAuthenticated
    case https
    /// Both `socks5` and `socks5h`.
    case socks
  }

  /// An HTTP proxy, also for `CONNECT`.
  package let http: String
  /// An HTTP proxy that requires Basic credentials: `user` and `password`. The URL does not contain them.
  package let httpAuthenticated: String
  /// Like `http` over TLS, with a certificate for `localhost` signed by the authority of `TestServers.nginx()`.
  package let https: String
  /// The client resolves host names.
  package let socks5: String
  /// The proxy resolves host names.
  package let socks5h: String

  package static let user = "porter"
  package static let password = "swordfish"

  private let log: URL
  private let process: ServerProcess

  /// - Parameter nginx: Provides the certificate.
  init(_ nginx: Nginx) async throws {
    log = FileManager.default.temporaryDirectory.appending(path: "proxies-\(UUID().uuidString).log")
    process = try await ServerProcess(
      python: Self.script, arguments: [log.path, nginx.serverCertificate, nginx.serverKey, Self.user, Self.password])
    let ports = process.ready.split(separator: " ")
    http = "http://127.0.0.1:\(ports[0])"
    httpAuthenticated = "http://127.0.0.1:\(ports[1])"
    https = "https://localhost:\(ports[2])"
    socks5 = "socks5://127.0.0.1:\(ports[3])"
    socks5h = "socks5h://127.0.0.1:\(ports[3])"
  }

  /// Returns the request lines that a proxy accepted, in order: `GET http://host/ HTTP/1.1`,
  /// `CONNECT host:443 HTTP/1.1`; for SOCKS `CONNECT host:443`. Requests without required credentials are left out.
  package func carried(by kind: Kind) throws -> [String] {
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    let prefix = kind.rawValue + " "
    return lines.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  private static let script =
    TestServers.dieWithInput + """
      import asyncio, base64, socket, ssl
      path, certificate, key, user, password = sys.argv[1:]
      log = open(path, "w", buffering=1)
      credentials = "Basic " + base64.b64encode((user + ":" + password).encode()).decode()
      def end():
          os.unlink(path)
      async def pump(reader, writer):
          while piece := await reader.read(65536):
              writer.write(piece)
              await writer.drain()
      async def carry(near, far):
          pumps = [asyncio.ensure_future(pump(near[0], far[1])), asyncio.ensure_future(pump(far[0], near[1]))]
          await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
          far[1].close()
          await asyncio.wait([pumps[1]], timeout=1)
      async def reach(kind, line, host, port):
          log.write(kind + " " + line + "\\n")
          return await asyncio.open_connection("127.0.0.1" if host.endswith(".test") else host, int(port))
      async def http(kind, reader, writer):
          head = (await reader.readuntil(b"\\r\\n\\r\\n")).decode("latin-1")
          line, *fields = head.rstrip().split("\\r\\n")
          names = {field.split(":")[0].lower(): field.split(":", 1)[1].strip() for field in fields}
          if kind == "httpAuthenticated" and names.get("proxy-authorization") != credentials:
              writer.write(b'HTTP/1.1 407 Proxy Authentication Required\\r\\nProxy-Authenticate: Basic realm="door"\\r\\n'
                           b"Content-Length: 0\\r\\nConnection: close\\r\\n\\r\\n")
              return
          method, target, version = line.split(" ")
          authority, slash, rest = target.partition("://")[2].partition("/")
          host, colon, port = (target if method == "CONNECT" else authority).partition(":")
          try:
              far = await reach(kind, line, host, port or 80)
          except OSError:
              writer.write(b"HTTP/1.1 502 Bad Gateway\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n")
              return
          if method == "CONNECT":
              writer.write(b"HTTP/1.1 200 Connection established\\r\\n\\r\\n")
          else:
              # One request a connection: what comes behind it may be for another host.
              own = [field for field in fields if not field.lower().startswith(("proxy-", "connection:"))]
              lines = [method + " /" + rest + " " + version, *own, "Connection: close", "", ""]
              far[1].write("\\r\\n".join(lines).encode("latin-1"))
          await carry((reader, writer), far)
      async def socks(kind, reader, writer):
          version, methods = await reader.readexactly(2)
          await reader.readexactly(methods)
          writer.write(b"\\5\\0")
          version, command, reserved, form = await reader.readexactly(4)
          if form == 3:
              host = (await reader.readexactly((await reader.readexactly(1))[0])).decode()
          else:
              family, size = (socket.AF_INET, 4) if form == 1 else (socket.AF_INET6, 16)
              host = socket.inet_ntop(family, await reader.readexactly(size))
          port = int.from_bytes(await reader.readexactly(2), "big")
          try:
              far = await reach(kind, "CONNECT %s:%d" % (host, port), host, port)
          except OSError:
              writer.write(b"\\5\\4\\0\\1" + bytes(6))
              return
          writer.write(b"\\5\\0\\0\\1" + bytes(6))
          await carry((reader, writer), far)
      def serving(handler, kind):
          async def serve(reader, writer):
              try:
                  await handler(kind, reader, writer)
              except (OSError, EOFError):
                  pass  # One of the two went away.
              finally:
                  writer.close()
          return serve
      async def main():
          tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
          tls.load_cert_chain(certificate, key)
          kinds = [(http, "http", None), (http, "httpAuthenticated", None), (http, "https", tls), (socks, "socks", None)]
          servers = [await asyncio.start_server(serving(handler, kind), "127.0.0.1", 0, ssl=context)
                     for handler, kind, context in kinds]
          threading.Thread(target=watch, daemon=True).start()
          print(*(server.sockets[0].getsockname()[1] for server in servers), flush=True)
          await asyncio.Event().wait()
      asyncio.run(main())
      """
}
