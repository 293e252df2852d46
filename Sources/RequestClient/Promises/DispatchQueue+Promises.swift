public import Foundation

extension DispatchQueue {
  /// Where bodies of promises run that name no queue. Never the main queue.
  ///
  /// It stands for threads of the library's own, on which the bodies of one chain run one after another, in order, and
  /// those of different chains beside each other. They may block.
  public static let promises = DispatchQueue(label: "RequestClient.promises", attributes: .concurrent)
}

extension Line {
  /// Has `body` done where `queue` says; `nil` means now, on this thread.
  func run(
    on queue: DispatchQueue?, _ deliveries: inout Deliveries,
    _ body: @escaping @Sendable (inout Deliveries) -> Void
  ) {
    guard let queue else { return body(&deliveries) }
    if queue === DispatchQueue.promises {
      async { Deliveries.run(body) }
    } else {
      queue.async { Deliveries.run(body) }
    }
  }
}
