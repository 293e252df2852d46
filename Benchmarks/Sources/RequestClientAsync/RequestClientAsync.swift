import Measuring
import RequestClient

@main
enum RequestClientAsync {
  static func main() async throws {
    let task = measuring_read_task(CommandLine.argc, CommandLine.unsafeArgv)
    let url = String(cString: task.url)
    var configuration = SessionConfiguration()
    // As many as lanes, like the others.
    configuration.maxConnectionsPerHost = nil
    let session = Session(configuration: configuration)
    try await send(Int(task.warmup), to: url, lanes: Int(task.concurrency), with: session)
    let start = measuring_now()
    try await send(Int(task.count), to: url, lanes: Int(task.concurrency), with: session)
    measuring_report(task.count, start)
  }

  /// Sends `count` requests, sequentially on each lane.
  static func send(_ count: Int, to url: String, lanes: Int, with session: Session) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<lanes {
        group.addTask {
          for _ in stride(from: lane, to: count, by: lanes) {
            let response = await session.request(url).serializingData().response
            guard response.head?.status == 200 else { measuring_fail("\(response.result)") }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
