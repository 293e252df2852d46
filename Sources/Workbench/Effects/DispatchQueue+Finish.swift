import Dispatch

extension DispatchQueue {
  /// Waits until everything is done that was submitted so far, at most until the deadline.
  func finish(by deadline: DispatchTime) {
    let done = DispatchSemaphore(value: 0)
    async { done.signal() }
    _ = done.wait(timeout: deadline)
  }
}
