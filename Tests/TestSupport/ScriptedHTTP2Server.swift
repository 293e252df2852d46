import Foundation

/// A server of HTTP/2 without TLS, by the Python library `h2`, that does at each path what well-behaved servers do not.
///
/// `/window` has a window of 16 MB and opens it no further; it answers with the number of bytes of the first message. `/reset`
/// sends a message and resets the stream, `/garbage` sends what is no frame, `/heads` sends interim responses without end,
/// `/interim` sends one and closes, `/cut` refuses and resets the stream. `/flood` sends 50 messages and closes; `/ask` sends
/// a ping on that connection and answers once it is acknowledged.
package final class ScriptedHTTP2Server: Sendable {
  /// `ws://127.0.0.1:12345`
  package let url: String
  private let process: ServerProcess

  package init() async throws {
    process = try await ServerProcess(python: Self.script)
    url = "ws://127.0.0.1:\(process.ready)"
  }

  private static let script =
    TestServers.dieWithInput + #"""
      import socket, struct
      import h2.config, h2.connection, h2.events, h2.settings
      S = h2.settings.SettingCodes

      flooded, acked = {}, threading.Event()

      def text(content): return bytes([0x81, len(content)]) + content.encode()

      def serve(client):
          config = h2.config.H2Configuration(client_side=False, header_encoding="utf-8", validate_outbound_headers=False)
          server = h2.connection.H2Connection(config)
          server.local_settings = h2.settings.Settings(
              client=False, initial_values={S.ENABLE_CONNECT_PROTOCOL: 1, S.INITIAL_WINDOW_SIZE: 16 << 20})
          server.initiate_connection()
          server.increment_flow_control_window(16 << 20)
          client.sendall(server.data_to_send())
          path, received = None, b""
          def flush(): client.sendall(server.data_to_send())
          while True:
              piece = client.recv(65536)
              if not piece: return
              for event in server.receive_data(piece):
                  if isinstance(event, h2.events.RequestReceived):
                      path = dict(event.headers)[":path"]
                      stream = event.stream_id
                      if path == "/heads":
                          while True:
                              server.send_headers(stream, [(":status", "103"), ("x-long", "x" * 3000)])
                              flush()
                      if path == "/cut":
                          server.send_headers(stream, [(":status", "403")])
                          server.send_data(stream, b"no", end_stream=True)
                          flush()
                          continue
                      if path == "/interim":
                          server.send_headers(stream, [(":status", "103"), ("link", "</a>")])
                      server.send_headers(stream, [(":status", "200")])
                      if path == "/interim": server.send_data(stream, b"\x88\x02\x03\xe8")
                      if path == "/reset":
                          server.send_data(stream, text("last"))
                          server.reset_stream(stream, 2)
                      if path == "/flood":
                          for _ in range(50): server.send_data(stream, b"\x82\x7e\x27\x10" + bytes(10_000))
                          server.send_data(stream, b"\x88\x02\x03\xe8")
                          flooded.update(server=server, client=client)
                      if path == "/ask":
                          flooded["server"].ping(b"12345678")
                          flooded["client"].sendall(flooded["server"].data_to_send())
                          acked.wait()
                          server.send_data(stream, text("acked"))
                      flush()
                      if path == "/garbage": client.sendall(struct.pack(">I", 5)[1:] + bytes([1, 4, 0, 0, 0, 1]) + b"\xff" * 5)
                  if isinstance(event, h2.events.DataReceived):
                      received += event.data
                      if path == "/window" and len(received) >= 3_000_014:
                          answer, received = text("3000000"), received[3_000_014:]
                          server.send_data(event.stream_id, answer)
                      elif path == "/window" and len(received) == 8:
                          server.send_data(event.stream_id, b"\x88\x02\x03\xe8", end_stream=True)
                  if isinstance(event, h2.events.PingAckReceived): acked.set()
              flush()

      def run(client):
          try: serve(client)
          except (OSError, h2.exceptions.ProtocolError): pass
          finally: client.close()

      listener = socket.create_server(("127.0.0.1", 0))
      threading.Thread(target=watch, daemon=True).start()
      print(listener.getsockname()[1], flush=True)
      while True:
          client, _ = listener.accept()
          threading.Thread(target=run, args=(client,), daemon=True).start()
      """#
}
