internal import Synchronization

// Looking on, as sequences. They start nothing, end with the request, and leaving their loop ends nothing.
extension Request {
  /// How much of the body has come; a slow loop sees fewer values and not older ones.
  public func downloadProgressValues() -> StreamOf<TransferProgress> {
    values(.bufferingNewest(1)) { send in self.downloadProgress { send($0) } }
  }

  /// How much of the body is on its way; a slow loop sees fewer values and not older ones.
  public func uploadProgressValues() -> StreamOf<TransferProgress> {
    values(.bufferingNewest(1)) { send in self.uploadProgress { send($0) } }
  }

  /// The head of the final answer, of each attempt that has one.
  public func httpResponses() -> StreamOf<HTTPResponse> {
    values(.unbounded) { send in self.onHTTPResponse { send($0) } }
  }

  /// The messages that go out: hop by hop, attempt by attempt.
  public func outgoingRequests() -> StreamOf<OutgoingRequest> {
    StreamOf { continuation, _ in
      eventMonitor(
        ClosureEventMonitor { _, event in
          switch event {
          case .didCreateTask(let message): continuation.yield(message)
          case .didFinish: continuation.finish()
          default: break
          }
        })
    }
  }

  private func values<Value: Sendable>(
    _ policy: StreamOf<Value>.Buffer.Continuation.BufferingPolicy, listen: (@escaping @Sendable (Value) -> Void) -> Void
  ) -> StreamOf<Value> {
    StreamOf(bufferingPolicy: policy) { continuation, _ in
      listen { continuation.yield($0) }
      core.whenFinished { _ in continuation.finish() }
    }
  }
}
