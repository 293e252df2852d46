import AsyncHTTPClient
import Measuring
import NIOCore
import NIOHTTP1

@main
enum AsyncHTTPClientContender {
  static func main() async throws {
    let task = measuring_read_task(CommandLine.argc, CommandLine.unsafeArgv)
    let lanes = Int(task.concurrency)
    var configuration = HTTPClient.Configuration()
    configuration.httpVersion = .http1Only
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = lanes
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let url = String(cString: task.url)
    try await send(Int(task.warmup), to: url, lanes: lanes, with: client)
    let start = measuring_now()
    try await send(Int(task.count), to: url, lanes: lanes, with: client)
    measuring_report(task.count, start)
    try await client.shutdown()
  }

  /// Sends `count` requests, on each lane one after the other.
  static func send(_ count: Int, to url: String, lanes: Int, with client: HTTPClient) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<lanes {
        group.addTask {
          for _ in stride(from: lane, to: count, by: lanes) {
            let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(30))
            guard response.status == .ok else { measuring_fail("The answer was \(response.status)") }
            _ = try await response.body.collect(upTo: 1 << 20)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
