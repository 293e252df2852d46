public import Foundation

/// What is expected back: a kind of value, how it is read, and what is told where there is none.
public protocol ResponseType<Value>: Sendable {
  /// Reads the answer; of a download, the file.
  associatedtype Serializer: ResponseSerializer
  /// What is read.
  associatedtype Value = Serializer.SerializedObject where Value == Serializer.SerializedObject
  /// What handlers get instead; the library's own error unless the type has another.
  associatedtype ResponseError: Error = RequestError

  /// Asked for once for each request.
  var responseSerializer: Serializer { get }

  /// What the type makes of the library's error.
  ///
  /// - Parameters:
  ///   - response: `nil` where no head came.
  ///   - data: What came of the body; `nil` where nothing did, and for downloads.
  func responseError(_ error: RequestError, response: HTTPResponse?, data: Data?) -> ResponseError
}

extension ResponseType where ResponseError == RequestError {
  /// The error itself.
  public func responseError(_ error: RequestError, response: HTTPResponse?, data: Data?) -> RequestError { error }
}

/// A request together with its response: what can be sent and understood.
public typealias RequestContextType = RequestType & ResponseType

extension ResponseType where Self: RequestType {
  /// A request with `block` as handler of its value, which sends nothing until `resume()`.
  public func create(_ block: @escaping @Sendable (DataResponse<Value, ResponseError>) -> Void) -> DataRequest {
    createRequest().response(responseSerializer: responseSerializer) { block(mapped($0)) }
  }

  /// A download with `block` as handler of what is read from its file, which sends nothing until `resume()`.
  ///
  /// - Parameter destination: Where the file belongs; `nil` leaves it in the folder for temporary files.
  public func createDownload(
    to destination: DownloadRequest.Destination? = nil,
    _ block: @escaping @Sendable (DownloadResponse<Value, ResponseError>) -> Void
  ) -> DownloadRequest {
    createDownload(to: destination).response(responseSerializer: responseSerializer) { response in
      block(response.mapError { responseError($0, response: response.response, data: nil) })
    }
  }

  /// Sends the request and waits for the response. Cancelling the task cancels the request.
  public var response: DataResponse<Value, ResponseError> {
    get async {
      let task = createRequest().serializingResponse(using: responseSerializer)
      task.resume()
      return mapped(await task.response)
    }
  }

  /// Sends the request and waits for the value. Cancelling the task cancels the request.
  public var value: Value {
    get async throws(ResponseError) { try await response.result.get() }
  }

  private func mapped(_ response: ClientResponse<Value>) -> DataResponse<Value, ResponseError> {
    response.mapError { responseError($0, response: response.response, data: response.data) }
  }
}
