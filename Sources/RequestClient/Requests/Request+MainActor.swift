internal import Foundation

// Looking on from the main actor; see `DataRequest+MainActor.swift`.
extension Request {
  /// Hears of the final answer's head before any handler of a body.
  @discardableResult
  public func onHTTPResponse(
    on actor: MainActor, perform handler: @escaping @MainActor @Sendable (HTTPResponse) -> Void
  ) -> Self {
    onHTTPResponse(on: .main as DispatchQueue, perform: onMainActor(handler))
  }

  /// Tells how much of the body has come.
  @discardableResult
  public func downloadProgress(
    on actor: MainActor, closure: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) -> Self {
    downloadProgress(queue: .main, closure: onMainActor(closure))
  }

  /// Tells how much of the body is on its way.
  @discardableResult
  public func uploadProgress(
    on actor: MainActor, closure: @escaping @MainActor @Sendable (TransferProgress) -> Void
  ) -> Self {
    uploadProgress(queue: .main, closure: onMainActor(closure))
  }
}
