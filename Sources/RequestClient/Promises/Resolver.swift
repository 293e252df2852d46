/// Resolves a promise; the first resolution wins, later ones do nothing. From any thread.
///
/// When the last reference to it goes while the promise is pending, the promise is rejected with
/// `PromiseError.brokenPromise`, and the log hears `pendingPromiseDropped`.
public final class Resolver<Value: Sendable>: Sendable {
  private let cell: Cell<Result<Value, any Error>>

  init(_ cell: Cell<Result<Value, any Error>>) { self.cell = cell }

  deinit {
    let type = "\(Value.self)"
    if cell.resolve(.failure(PromiseError.brokenPromise(type: type))) {
      PromiseConfiguration.log(.pendingPromiseDropped(type: type))
    }
  }

  /// Gives the promise its value.
  public func fulfill(_ value: Value) { cell.resolve(.success(value)) }

  /// Tells why there will be no value.
  public func reject(_ error: any Error) { cell.resolve(.failure(error)) }

  /// Fulfils or rejects.
  public func resolve(_ result: Result<Value, any Error>) { cell.resolve(result) }

  /// For callbacks with an optional value and an optional error: an error counts before a value, and where there is
  /// neither the promise is rejected with `PromiseError.invalidCallingConvention`.
  public func resolve(_ value: Value?, _ error: (any Error)?) {
    if let error { return reject(error) }
    guard let value else { return reject(PromiseError.invalidCallingConvention) }
    fulfill(value)
  }

  /// Has `action` called when the promise is cancelled: once, from any thread, at once where that has happened. It is
  /// to see that the promise is resolved soon; the last one given counts.
  ///
  /// It is let go of when the promise is resolved. Capture the resolver weakly in it if you keep it nowhere else.
  public func onCancel(_ action: @escaping @Sendable () -> Void) { cell.onCancel(action) }
}

extension Resolver where Value == Void {
  /// Tells that it is done.
  public func fulfill() { fulfill(()) }

  /// For callbacks with an optional error only.
  public func resolve(_ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(()) }
  }
}
