import Foundation
import FoundationNetworking
import Measuring

@main
enum URLSessionContender {
  static func main() async throws {
    let task = measuring_read_task(CommandLine.argc, CommandLine.unsafeArgv)
    let lanes = Int(task.concurrency)
    guard let url = URL(string: String(cString: task.url)) else { measuring_fail("The URL is none") }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = lanes
    let session = URLSession(configuration: configuration)
    try await send(Int(task.warmup), to: url, lanes: lanes, with: session)
    let start = measuring_now()
    try await send(Int(task.count), to: url, lanes: lanes, with: session)
    measuring_report(task.count, start)
  }

  /// Sends `count` requests, sequentially on each lane.
  static func send(_ count: Int, to url: URL, lanes: Int, with session: URLSession) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<lanes {
        group.addTask {
          for _ in stride(from: lane, to: count, by: lanes) {
            let (_, response) = try await session.data(from: url)
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { measuring_fail("The answer was not 200") }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
