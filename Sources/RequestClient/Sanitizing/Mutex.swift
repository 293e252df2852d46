#if THREAD_SANITIZER
  internal import Glibc

  /// Replaces `Synchronization.Mutex` under the thread sanitizer.
  ///
  /// The sanitizer recognizes pthread locks. `Synchronization` uses a futex in the standard library, which is not
  /// instrumented on Linux, so everything it guards would be reported as a race. The type shadows the imported one;
  /// test targets link to this file.
  struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    init(_ initialValue: consuming sending Value) {
      lock = .allocate(capacity: 1)
      lock.initialize(to: pthread_mutex_t())
      let code = pthread_mutex_init(lock, nil)
      precondition(code == 0, "pthread_mutex_init: \(code)")
      value = .allocate(capacity: 1)
      value.initialize(to: initialValue)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }
#endif
