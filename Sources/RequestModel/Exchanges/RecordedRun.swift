package import Foundation

/// A run in history: many exchanges that are listed as one.
package struct RecordedRun: Hashable, Sendable {
  /// Identifies a run, as an exchange is identified.
  package var id: UUID
  package var name: String
  package var startedAt: Date
  package var duration: Duration
  package var environment: String?
  package var iterations = 0
  package var requests = 0
  /// Requests that were not completed or have a failed check.
  package var failures = 0
  /// Why it ended before its end; `nil` if it did not.
  package var ending: String?

  package init(
    id: UUID = UUID(), name: String, startedAt: Date, duration: Duration = .zero, environment: String? = nil
  ) {
    self.id = id
    self.name = name
    self.startedAt = startedAt
    self.duration = duration
    self.environment = environment
  }

  /// `run shop: 12 requests, 2 failed`.
  package var title: String {
    let failed = failures > 0 ? ", \(Formatting.number(failures)) failed" : ""
    return "run \(name): \(Formatting.count(requests, "request"))\(failed)"
  }

  package var idText: String { id.uuidString.lowercased() }
}
