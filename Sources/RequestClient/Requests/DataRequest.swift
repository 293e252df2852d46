public import Foundation
internal import Synchronization

/// A request whose answer's body is kept in memory; with a body of its own, it is an upload.
///
/// Every handler runs exactly once, in the order they were added, as soon as its own serializer and all before it are
/// done; one that is added after the end runs too. Handlers that name no queue run one after another on the request's
/// own line of execution, never on the main queue. Order between different queues is those queues' affair.
public final class DataRequest: Request {
  /// The library's part of the request, which has nothing to call.
  public let core: RequestCore

  init(_ core: RequestCore) { self.core = core }

  /// The body so far, decompressed; `nil` where no byte came.
  public var data: Data? { core.state.withLock { $0.data } }
}

/// An upload is a data request whose body may come from a file, a stream or a form.
public typealias UploadRequest = DataRequest
