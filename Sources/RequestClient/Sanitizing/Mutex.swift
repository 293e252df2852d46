#if THREAD_SANITIZER
  internal import Glibc

  /// Stands in for `Synchronization.Mutex` where the thread sanitizer watches.
  ///
  /// The sanitizer knows the locks of pthreads. That of `Synchronization` is a futex of the standard library, which is
  /// built without instruments on Linux, so that everything it guards would be reported as a race. The type is the
  /// module's own and has the name of the imported one, which it hides; tests use the same file through links.
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
