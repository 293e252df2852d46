import ArgumentParser
import DemoServer

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Runs the built-in demo server on 127.0.0.1 until interrupted.")

  @Option(help: "The port; 0 chooses a free one.")
  var port: UInt16 = 8787

  func run() async throws {
    let server = DemoServer(port: port)
    try StandardOutput.write(line: "http://127.0.0.1:\(try await start(server))")
    let (signals, signal) = AsyncStream.makeStream(of: Void.self)
    Interruption().begin { signal.yield() }
    for await _ in signals { break }
    await server.stop()
  }

  private func start(_ server: DemoServer) async throws -> UInt16 {
    do {
      return try await server.start()
    } catch {
      throw CommandExit.fail(error.description, CommandExit.unfinished)
    }
  }
}
