import Foundation
@testable import RequestClient
import Synchronization

// Invariants at the end of every schedule.
extension Schedule {
  func check(_ request: any Request) {
    checkHandlers()
    checkEvents()
    checkWire(request)
    checkBody(request)
    switch request.state {
    case .cancelled: if request.error?.isExplicitlyCancelled != true { fail("cancelled without saying so") }
    case .finished: if request.error?.isExplicitlyCancelled == true { fail("finished as cancelled") }
    default: fail("the last state is \(request.state)")
    }
  }

  private func checkHandlers() {
    for hasQueue in [false, true] {
      let numbers = log.entries.compactMap { entry -> Int? in
        if case .handler(let number, hasQueue) = entry { number } else { nil }
      }
      if numbers != numbers.sorted() { fail("handlers out of order: \(numbers)") }
      if Set(numbers).count != numbers.count { fail("a handler ran twice: \(numbers)") }
    }
    let count = log.entries.count { if case .handler = $0 { true } else { false } }
    if count != handlerCount { fail("\(count) of \(handlerCount) handlers ran") }
  }

  private func checkEvents() {
    let events = log.entries.compactMap { if case .event(let name) = $0 { name } else { nil } }
    if events.count(where: { $0 == "didFinish" }) != 1 { fail("not one end: \(events)") }
    let late = events.drop { $0 != "didFinish" }.dropFirst().filter { $0 != "didParseResponse" }
    if !late.isEmpty { fail("events after the end: \(late)") }
    if events.count(where: { $0 == "didCancel" }) > 1 { fail("cancelled twice") }
  }

  private func checkWire(_ request: any Request) {
    let hops = transport.hops
    if hops.count != request.core.state.withLock(\.hopCount) { fail("hops: \(hops.count)") }
    if request.timeline.hops.count != hops.count { fail("the timeline has \(request.timeline.hops.count) hops") }
    let attempts = Set(hops.map(\.attempt)).count
    if attempts != request.requests.count { fail("\(attempts) attempts, \(request.requests.count) requests") }
    let isUndisturbed = request.state == .finished && plan.adapting != .failingOnce && !isSessionGone(request)
    if isUndisturbed ? attempts != request.retryCount + 1 : attempts > request.retryCount + 1 {
      fail("\(attempts) attempts, \(request.retryCount) retries")
    }
  }

  private func isSessionGone(_ request: any Request) -> Bool {
    if case .sessionDeinitialized = request.error { true } else { false }
  }

  private func checkBody(_ request: any Request) {
    defer { removeFile(of: request) }
    if request.error != nil { return }
    let body = plan.response(transport.startCount - 1).chunks.joined()
    if request.downloadProgress.completed != body.utf8.count { fail("progress: \(request.downloadProgress)") }
    switch request {
    case let request as DataRequest:
      if request.data.map({ String(decoding: $0, as: UTF8.self) }) ?? "" != body { fail("another body") }
    case let request as DownloadRequest:
      let file = request.fileURL.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
      if file != body { fail("another file: \(String(describing: file)) for \(body)") }
    default:
      for text in texts.withLock({ Array($0.values) }) where !text.hasSuffix(body) { fail("another stream: \(text)") }
    }
  }

  private func removeFile(of request: any Request) {
    // There may be none, which is correct.
    if let file = (request as? DownloadRequest)?.fileURL { try? FileManager.default.removeItem(at: file) }
  }
}
