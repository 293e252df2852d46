import Measuring
import RequestClient

/// Sends messages of text that are echoed, one after another.
@main
enum RequestClientSocket {
  static func main() async throws {
    let task = measuring_read_task(CommandLine.argc, CommandLine.unsafeArgv)
    let session = Session()
    let text = String(repeating: "x", count: 32)
    let start = measuring_now()
    let socket = session.webSocket(String(cString: task.url))
    try await socket.send(.text(text))
    var left = task.count
    for try await message in socket.messages() {
      guard message == .text(text) else { measuring_fail("Another message came back") }
      left -= 1
      if left == 0 { break }
      try await socket.send(.text(text))
    }
    measuring_report(task.count, start)
    if left > 0 { measuring_fail("The connection ended") }
  }
}
