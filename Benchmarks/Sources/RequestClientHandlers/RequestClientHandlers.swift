import Dispatch
import Measuring
import RequestClient

@main
enum RequestClientHandlers {
  static func main() {
    let task = measuring_read_task(CommandLine.argc, CommandLine.unsafeArgv)
    let url = String(cString: task.url)
    var configuration = SessionConfiguration()
    // As many as lanes, like the others.
    configuration.maxConnectionsPerHost = nil
    let session = Session(configuration: configuration)
    send(Int(task.warmup), to: url, lanes: Int(task.concurrency), with: session)
    let start = measuring_now()
    send(Int(task.count), to: url, lanes: Int(task.concurrency), with: session)
    measuring_report(task.count, start)
  }

  /// Sends `count` requests, sequentially on each lane.
  static func send(_ count: Int, to url: String, lanes: Int, with session: Session) {
    let group = DispatchGroup()
    for lane in 0..<lanes {
      group.enter()
      sendNext(stride(from: lane, to: count, by: lanes).makeIterator(), to: url, with: session) { group.leave() }
    }
    group.wait()
  }

  /// Each request is sent by the handler of the previous one.
  private static func sendNext(
    _ rest: StrideToIterator<Int>, to url: String, with session: Session, end: @escaping @Sendable () -> Void
  ) {
    var rest = rest
    if rest.next() == nil { return end() }
    session.request(url).response { [rest] response in
      guard response.head?.status == 200 else { measuring_fail("\(response.result)") }
      sendNext(rest, to: url, with: session, end: end)
    }
  }
}
