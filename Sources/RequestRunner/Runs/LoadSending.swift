internal import Foundation

/// Sends the requests of a load run and classifies their results.
struct LoadSending: Sendable {
  let plan: RunPlan
  let iterations: LoadIterations
  let delay: Duration
  /// The requests by their position in the plan; `nil` if the file is broken.
  private let requests: [SavedRequest?]
  private let positions: [String: Int]
  /// Keeps the part of the body that checks and scripts read.
  private let sink = BodySink(limit: BodyLimit(byteCount: 1 << 20), makeFile: { nil }) { _ in true }

  init(_ plan: RunPlan, _ iterations: LoadIterations, _ options: LoadRun.Options) {
    self.plan = plan
    self.iterations = iterations
    delay = options.delay
    requests = plan.items.map { $0.request.map(options.change) }
    positions = Dictionary(plan.items.enumerated().map { ($1.path, $0) }) { first, _ in first }
  }

  var names: [String] { plan.items.map { $0.address.path.visibleLine } }

  func position(of item: RunItem) -> Int { positions[item.path] ?? 0 }

  /// The result of a request.
  struct Result {
    let outcome: LoadSample.Outcome
    var bytes = 0
    var direction = RunDirection()
    /// Whether nothing could be sent. The result then has no duration.
    var isUnprepared = false
  }

  func send(_ position: Int, _ senders: [String: WorkspaceSender], _ control: RunControl) async -> Result {
    let item = plan.items[position]
    guard let request = requests[position], let sender = senders[item.root] else {
      return Result(outcome: .failed((item.problem ?? "").visibleLine), isUnprepared: true)
    }
    let (exchange, direction) = await sender.send(request, at: item.address, sink: sink, control)
    var result = Result(outcome: Self.outcome(of: exchange))
    result.bytes = exchange.response.map { $0.bodySize } ?? 0
    result.direction = direction
    result.isUnprepared = exchange.outcome.failure?.kind == .unprepared
    return result
  }

  private static func outcome(of exchange: Exchange) -> LoadSample.Outcome {
    switch exchange.outcome {
    case .completed(let response) where response.status >= 400:
      return .failed("status \(response.status) \(response.reason.visibleLine)")
    case .completed:
      return exchange.log.failedChecks.first.map { .failed("check failed: \($0.name.visibleLine)") } ?? .succeeded
    case .failed(let failure, _): return .failed(failure.word)
    case .cancelled: return .cancelled
    }
  }
}

extension Failure {
  /// The reason without details that differ between requests.
  var word: String {
    switch kind {
    case .unprepared, .other: (unanswered ?? sentence).visibleLine
    case .unresolvableHost: "host not found"
    case .refused: "connection refused"
    case .timedOut: "timed out"
    case .connectionLost: "connection lost"
    case .tls: "TLS failed"
    case .tooManyRedirects: "too many redirects"
    case .redirectRefused: "redirect not followed"
    case .protocolError: "invalid response"
    case .tooLarge: "response too large"
    case .interrupted: "interrupted"
    }
  }
}
