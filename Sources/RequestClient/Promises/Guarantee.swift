/// A value that comes later and cannot fail to: a promise without errors.
///
/// Bodies run as those of a promise do. Where whoever was to resolve it drops its function instead, the guarantee
/// stays pending for good and the log hears `pendingPromiseDropped`; promises that wait for it are rejected with
/// `PromiseError.brokenPromise`.
public final class Guarantee<Value: Sendable>: Sendable {
  let cell: Cell<Value>

  init(_ cell: Cell<Value>) { self.cell = cell }

  convenience init(on line: Line) { self.init(Cell(line: line, outcomeWhenCancelled: nil)) }

  /// A guarantee that `body` or whoever it hands the function to resolves. `body` runs before this returns.
  public convenience init(resolver body: (@escaping @Sendable (Value) -> Void) -> Void) {
    self.init(on: Line())
    let keeper = Keeper(cell)
    body { keeper.cell.resolve($0) }
  }

  /// A guarantee that has its value.
  public static func value(_ value: Value) -> Guarantee {
    Guarantee(Cell(value, line: Line()))
  }

  /// A guarantee and what resolves it.
  public static func pending() -> (guarantee: Guarantee, resolve: @Sendable (Value) -> Void) {
    let guarantee = Guarantee(on: Line())
    let keeper = Keeper(guarantee.cell)
    return (guarantee, { keeper.cell.resolve($0) })
  }

  /// `nil` while pending. To wait for the value, await `value`.
  public var fulfilledValue: Value? { cell.outcome }
  /// Whether the value is still to come.
  public var isPending: Bool { cell.outcome == nil }
  /// Whether the value has come.
  public var isResolved: Bool { !isPending }

  /// Held by all that can resolve a guarantee; gone with the last of them.
  private final class Keeper: Sendable {
    let cell: Cell<Value>

    init(_ cell: Cell<Value>) { self.cell = cell }

    deinit {
      if cell.resolve(nil) { PromiseConfiguration.log(.pendingPromiseDropped(type: "\(Value.self)")) }
    }
  }
}

extension Guarantee where Value == Void {
  /// A guarantee that is done.
  public convenience init() { self.init(Cell((), line: Line())) }
}
