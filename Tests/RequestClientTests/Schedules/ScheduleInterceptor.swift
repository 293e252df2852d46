import Foundation
import RequestBasics
@testable import RequestClient
import Synchronization
import TestSupport

/// Adapts and retries according to a plan.
final class ScheduleInterceptor: RequestInterceptor {
  struct Failure: Error {}

  private let plan: SchedulePlan
  private let gate: Gate
  private let decisions: Mutex<[SchedulePlan.Retrying]>
  private let hasAdapted = OnceFlag()

  init(_ plan: SchedulePlan, _ gate: Gate) {
    self.plan = plan
    self.gate = gate
    decisions = Mutex(plan.retrying.reversed())
  }

  var retriesFailedSerialization: Bool { plan.retriesFailedSerialization }

  func adapt(_ request: OutgoingRequest, for session: Session) async throws -> OutgoingRequest {
    switch plan.adapting {
    case .never, .atOnce: break
    case .late: await gate.wait()
    case .failingOnce: if hasAdapted.set() { throw Failure() }
    }
    return request
  }

  func retry(_ request: any Request, for session: Session, dueTo error: RequestError) async -> RetryResult {
    switch decisions.withLock({ $0.popLast() }) {
    case .atOnce: return .retry
    case .afterDelay: return .retryWithDelay(.microseconds(50))
    case .late:
      await gate.wait()
      return .retry
    case .noWithError: return .doNotRetryWithError(Failure())
    case .no, nil: return .doNotRetry
    }
  }
}

/// Serializes according to a plan.
struct ScheduleSerializer: ResponseSerializer {
  let behavior: SchedulePlan.Handler.Serializer
  let hasRun = OnceFlag()
  let add: @Sendable () -> Void

  func serialize(
    request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
  ) throws -> Int {
    let isFirst = hasRun.set()
    switch behavior {
    case .plain: break
    case .slow: for _ in 0..<20 { sched_yield() }
    case .adding: if isFirst { add() }
    case .failing: throw ScheduleInterceptor.Failure()
    case .failingOnce: if isFirst { throw ScheduleInterceptor.Failure() }
    }
    if let error { throw error }
    return data?.count ?? 0
  }
}
