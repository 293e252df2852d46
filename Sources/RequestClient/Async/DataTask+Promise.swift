// Responses as promises. Cancelling the promise cancels the request, and a cancelled request rejects the promise with an
// error that `isCancelled`.

extension DataTask: Thenable {
  /// A promise of the value. Cancelling it cancels the request, unless the task was made with
  /// `automaticallyCancelling: false`; then it is rejected when the request has ended.
  public func asPromise() -> Promise<Value> { Promise { try await value } }
}

extension DownloadTask: Thenable {
  /// A promise of the value; see `DataTask.asPromise()`.
  public func asPromise() -> Promise<Value> { Promise { try await value } }
}
