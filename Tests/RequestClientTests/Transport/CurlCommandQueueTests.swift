import Foundation
import TestSupport
import Testing

@testable import RequestClient

/// Which of the transport's threads runs the loop.
@Suite(.timeLimit(.minutes(1)))
struct CurlCommandQueueTests {
  private let queue = CurlCommandQueue()

  @Test func theStandbyTakesOverFromALeaderWhoseSendInACallbackTookLong() async {
    let takesOver = Gate()
    Thread.detachNewThread { [queue] in if queue.waitAsStandby() { takesOver.open() } }
    Thread.detachNewThread { [queue] in
      wakeLeader(queue)
      while !queue.beginCallback() { sched_yield() }
      sendForLong(queue)
      // The callback waits for the response.
      takesOver.waitOnThread()
    }
    await takesOver.waitWithinTimeLimit()
    #expect(takesOver.isOpen)
  }

  /// It still checks after the first callback.
  @Test func theStandbyTakesOverFromALeaderThatBlocksInALaterCallback() async {
    let takesOver = Gate()
    Thread.detachNewThread { [queue] in if queue.waitAsStandby() { takesOver.open() } }
    Thread.detachNewThread { [queue] in
      wakeLeader(queue)
      for isLast in [false, true] {
        while !queue.beginCallback() { sched_yield() }
        sendOnce(queue)
        if isLast { takesOver.waitOnThread() } else { #expect(queue.returnToLead()) }
      }
    }
    await takesOver.waitWithinTimeLimit()
    #expect(takesOver.isOpen)
  }

  @Test func theStandbySleepsOnceThereIsNoMoreWork() async {
    let sleeps = Gate()
    Thread.detachNewThread { [queue] in _ = queue.waitAsStandby() }
    Thread.detachNewThread { [queue] in
      wakeLeader(queue)
      while !queue.beginCallback() { sched_yield() }
      sendOnce(queue)
      #expect(queue.returnToLead())
      while queue.isChecking { sched_yield() }
      sleeps.open()
      queue.close()
    }
    await sleeps.waitWithinTimeLimit()
    #expect(sleeps.isOpen)
  }
}

private func wakeLeader(_ queue: CurlCommandQueue) {
  var commands: [CurlCommandQueue.Command] = []
  _ = queue.prepareToSleep()
  queue.drain(into: &commands)
}

/// Sends from a callback. The leader handles it itself, and returns to the callback.
private func sendOnce(_ queue: CurlCommandQueue) {
  var commands: [CurlCommandQueue.Command] = []
  #expect(queue.post(.resume(1)) == .handleNow)
  #expect(queue.returnToLead())
  queue.drain(into: &commands)
  queue.resumeCallback()
}

/// Sends from a callback, until the standby thread has found the leader in the loop.
private func sendForLong(_ queue: CurlCommandQueue) {
  var commands: [CurlCommandQueue.Command] = []
  #expect(queue.post(.resume(1)) == .handleNow)
  #expect(queue.returnToLead())
  queue.drain(into: &commands)
  while queue.isChecking { sched_yield() }
  queue.resumeCallback()
}
