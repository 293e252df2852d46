internal import DequeModule
internal import RequestScript

/// The requests of a job whose responses are there and that have not ended yet. They end one after another.
struct RunTail {
  private struct Request {
    let end: Task<Void, Never>
    /// Released by the run, which has allocated it: two threads would share a lock of the heap.
    let send: ControlledSend
  }

  private var requests = Deque<Request>()
  private let queue: TaskQueue
  private let lane: ScriptLane

  /// - Parameter queue: That of the run: the rest of a request is done while the next response is waited for.
  init(on queue: TaskQueue) {
    self.queue = queue
    lane = ScriptLane { queue.follow($0) }
  }

  /// How many there may be, and how many are left when the run goes on: threads take turns less often.
  private static let (limit, rest) = (32, 16)

  /// How the next request is sent before the end of these.
  var overlap: SendOverlap {
    SendOverlap(earlier: { [last = requests.last?.end] in await last?.value }, queue: queue, lane: lane)
  }

  /// Adds a request, and waits if there are too many.
  ///
  /// - Parameter end: Called with what came of it, after those before.
  mutating func add(_ send: ControlledSend, end: @escaping @Sendable (ControlledSend) async -> Void) async {
    let earlier = overlap.earlier
    let task = Task(executorPreference: queue) {
      await earlier()
      await end(send)
    }
    requests.append(Request(end: task, send: send))
    guard requests.count > Self.limit else { return }
    requests.removeFirst(requests.count - Self.rest - 1)
    await requests.removeFirst().end.value
  }

  /// Waits for all.
  mutating func end() async {
    await requests.last?.end.value
    requests.removeAll()
  }
}
