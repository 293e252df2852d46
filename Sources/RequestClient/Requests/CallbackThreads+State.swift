internal import DequeModule
internal import Foundation

extension CallbackThreads {
  /// What is to be done for work that waits, when the lock is open again.
  enum Hiring {
    case nobody
    case call
    case start(Int)
    case startWatch, callWatch
  }

  enum NextStep {
    case run(Errand)
    case wait, waitAwhile
  }

  struct Worker {
    /// The system's number for it; `nil` until it has begun.
    var thread: Int?
    var isIdle = false
    /// Counts what it has run.
    var errands = 0
    /// That count when it was last looked at.
    var lastLook = -1
    var isBlocked = false
  }

  /// A thread that has been at the same work for a while.
  struct Suspect {
    var number: Int
    var errands: Int
    var thread: Int
  }

  struct State {
    let width: Int
    let limit: Int
    var work = Deque<Errand>()
    var roster: [Int: Worker] = [:]
    private var lastNumber = 0
    /// Those that work or are called to.
    private var running = 0
    private var blocked = 0
    private var idle = 0
    /// Calls that nobody has answered yet.
    private var calls = 0
    private var hasWatch = false
    private var isWatched = false

    init(width: Int, limit: Int) {
      self.width = width
      self.limit = limit
    }

    /// Finds somebody for work that waits.
    mutating func hire() -> Hiring {
      if running - blocked >= width { return beWatched() }
      if idle > 0 {
        idle -= 1
        running += 1
        calls += 1
        return .call
      }
      if roster.count >= limit { return .nobody }
      running += 1
      lastNumber += 1
      roster[lastNumber] = Worker()
      return .start(lastNumber)
    }

    private mutating func beWatched() -> Hiring {
      if isWatched { return .nobody }
      isWatched = true
      defer { hasWatch = true }
      return hasWatch ? .callWatch : .startWatch
    }

    /// The next work of the thread, which has done its last.
    mutating func next(for number: Int) -> NextStep {
      if roster[number]?.isBlocked == true {
        roster[number]?.isBlocked = false
        blocked -= 1
      }
      if let errand = work.popFirst() {
        roster[number]?.errands += 1
        return .run(errand)
      }
      roster[number]?.isIdle = true
      running -= 1
      idle += 1
      return idle > width ? .waitAwhile : .wait
    }

    /// Notes that the thread goes on, if it was waiting for a call.
    mutating func comeToWork(_ number: Int) {
      guard roster[number]?.isIdle == true else { return }
      roster[number]?.isIdle = false
      calls -= 1
    }

    /// - Returns: `false` where a call waits for somebody.
    mutating func leave(_ number: Int) -> Bool {
      if calls > 0 { return false }
      idle -= 1
      roster[number] = nil
      return true
    }

    /// Threads that have been at the same work since the last look; `nil` where nothing waits for them.
    mutating func suspects() -> [Suspect]? {
      if work.isEmpty {
        isWatched = false
        return nil
      }
      var suspects: [Suspect] = []
      for (number, worker) in roster where !worker.isIdle && !worker.isBlocked {
        if worker.lastLook == worker.errands, let thread = worker.thread {
          suspects.append(Suspect(number: number, errands: worker.errands, thread: thread))
        }
        roster[number]?.lastLook = worker.errands
      }
      return suspects
    }

    /// Finds others for those that are still at it.
    mutating func replace(_ sleepers: [Suspect]) -> [Hiring] {
      for sleeper in sleepers {
        guard let worker = roster[sleeper.number], worker.errands == sleeper.errands, !worker.isIdle else { continue }
        roster[sleeper.number]?.isBlocked = true
        blocked += 1
      }
      return (0..<min(work.count, max(0, width - running + blocked))).map { _ in hire() }
    }
  }
}
