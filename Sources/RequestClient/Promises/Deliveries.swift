internal import DequeModule

/// What a resolution sets off, done in a loop: a chain of any length takes no stack.
struct Deliveries {
  typealias Job = (inout Deliveries) -> Void

  private var jobs: Deque<Job> = []

  mutating func add(_ job: @escaping Job) { jobs.append(job) }

  /// Does `job`, all that it adds, and all that these add.
  static func run(_ job: Job) {
    var deliveries = Deliveries()
    job(&deliveries)
    while let job = deliveries.jobs.popFirst() { job(&deliveries) }
  }
}
