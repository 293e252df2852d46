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
    var request = HTTPClientRequest(url: String(cString: task.url))
    for line in 0..<Int(task.header_count) {
      let parts = String(cString: task.headers[line]!).split(separator: ": ", maxSplits: 1).map(String.init)
      request.headers.add(name: parts[0], value: parts[1])
    }
    try await send(Int(task.warmup), request, lanes: lanes, with: client)
    let start = measuring_now()
    try await send(Int(task.count), request, lanes: lanes, with: client)
    measuring_report(task.count, start)
    try await client.shutdown()
  }

  /// Sends `count` requests, sequentially on each lane.
  static func send(_ count: Int, _ request: HTTPClientRequest, lanes: Int, with client: HTTPClient) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<lanes {
        group.addTask {
          for _ in stride(from: lane, to: count, by: lanes) {
            let response = try await client.execute(request, timeout: .seconds(30))
            guard response.status == .ok else { measuring_fail("The answer was \(response.status)") }
            _ = try await response.body.collect(upTo: 1 << 20)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
