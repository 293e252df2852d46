import Dispatch
import Foundation
import Measuring
import RequestClient

/// Sends requests sequentially. The concurrency argument is the number of handlers per request.
@main
enum RequestClientChain {
  private struct Nothing: ResponseSerializer {
    func serialize(
      request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
    ) throws {
      if let error { throw error }
    }
  }

  static func main() {
    let task = measuring_read_task(CommandLine.argc, CommandLine.unsafeArgv)
    let url = String(cString: task.url)
    let session = Session()
    for _ in 0..<task.warmup { send(to: url, handlers: Int(task.concurrency), with: session) }
    let start = measuring_now()
    for _ in 0..<task.count { send(to: url, handlers: Int(task.concurrency), with: session) }
    measuring_report(task.count, start)
  }

  private static func send(to url: String, handlers: Int, with session: Session) {
    let end = DispatchSemaphore(value: 0)
    let request = session.request(url, shouldAutomaticallyResume: false)
    for _ in 1..<handlers { request.response(responseSerializer: Nothing()) { _ in } }
    request.response(responseSerializer: Nothing()) { response in
      guard response.response?.status == .ok else { measuring_fail("\(response.result)") }
      end.signal()
    }
    request.resume()
    end.wait()
  }
}
