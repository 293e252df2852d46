internal import FlyingSocks
internal import Glibc

/// Serves accepted connections, each in the calling task, so that a slow handshake delays only its own connection.
struct ConnectionService: Sendable {
  let pool: any AsyncSocketPool
  let tls: TLSContext?
  let handler: MockServer.Handler
  let hosts: HostNames?
  let patience: MockServer.Patience
  let log: @Sendable (MockLogEntry) -> Void

  private static let secondsToShakeHands = 10.0
  /// The type of the first record of a TLS connection.
  private static let handshakeRecord: UInt8 = 0x16

  func serve(_ descriptor: Int32) async {
    let socket = SocketChannel(descriptor, pool, secondsToWrite: patience.write)
    if let tls { await serve(socket, tls) } else { await serve(socket, over: socket) }
    close(descriptor)
  }

  private func serve(_ socket: SocketChannel, _ context: TLSContext) async {
    let start = ContinuousClock.now
    let first = await socket.read(within: Self.secondsToShakeHands)
    guard !first.isEmpty else { return }
    guard first[0] == Self.handshakeRecord else {
      let connection = connection(socket, over: socket)
      return await connection.refuse(.init(400, "This port speaks TLS — use a URL that starts with https://"))
    }
    guard let channel = TLSChannel(context, over: socket) else { return }
    if let problem = await channel.handshake(after: first, within: Self.secondsToShakeHands) {
      return log(MockLogEntry(failedHandshake: problem, duration: ContinuousClock.now - start))
    }
    await serve(channel, over: socket)
  }

  private func serve(_ channel: some ByteChannel, over socket: SocketChannel) async {
    var connection = connection(channel, over: socket)
    await connection.serve()
  }

  private func connection<Channel: ByteChannel>(_ channel: Channel, over socket: SocketChannel) -> Connection<Channel> {
    Connection(
      channel: channel, answer: handler, hosts: hosts, patience: patience, log: log, reset: { socket.reset() })
  }
}
