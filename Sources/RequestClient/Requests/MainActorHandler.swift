/// A handler of the main actor as one for the main queue, which is that actor's.
func onMainActor<Value: Sendable>(
  _ handler: @escaping @MainActor @Sendable (Value) -> Void
) -> @Sendable (Value) -> Void {
  { value in MainActor.assumeIsolated { handler(value) } }
}

/// The same for a handler that may throw.
func onMainActor<Value: Sendable>(
  _ handler: @escaping @MainActor @Sendable (Value) throws -> Void
) -> @Sendable (Value) throws -> Void {
  { value in try MainActor.assumeIsolated { try handler(value) } }
}
