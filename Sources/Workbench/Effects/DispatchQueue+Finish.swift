import Dispatch

extension DispatchQueue {
  /// Waits until all work submitted so far is done, at most until the deadline.
  func finish(by deadline: DispatchTime) {
    let done = DispatchSemaphore(value: 0)
    async { done.signal() }
    _ = done.wait(timeout: deadline)
  }
}
