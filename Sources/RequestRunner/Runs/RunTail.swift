internal import DequeModule

/// The requests of a job whose responses are there and that have not ended yet. They end one after another.
struct RunTail {
  private var tasks = Deque<Task<Void, Never>>()
  private let queue = TaskQueue(label: "workbench.run.tests")

  /// How many there may be: enough to keep the script host busy.
  private static let limit = 4

  /// How the next request is sent before the end of these.
  var overlap: SendOverlap { SendOverlap(earlier: { [last = tasks.last] in await last?.value }, queue: queue) }

  /// Adds a request, and waits until there are not too many.
  ///
  /// - Parameter rest: What is left to do, after what is left of those before.
  mutating func add(_ rest: @escaping @Sendable () async -> Void) async {
    let earlier = overlap.earlier
    tasks.append(
      Task(executorPreference: queue) {
        await earlier()
        await rest()
      })
    while tasks.count > Self.limit { await tasks.removeFirst().value }
  }

  /// Waits for all.
  mutating func end() async {
    await tasks.last?.value
    tasks.removeAll()
  }
}
