/// What is expected back: a kind of value and how it is read.
public protocol ResponseType: Sendable {
  /// Reads the answer; of a download, the file.
  associatedtype Serializer: ResponseSerializer
  /// What is read.
  typealias Value = Serializer.SerializedObject

  /// Asked for once for each request.
  var responseSerializer: Serializer { get }
}

/// A request together with its response: what can be sent and understood.
public typealias RequestContextType = RequestType & ResponseType

extension ResponseType where Self: RequestType {
  /// A request with `block` as handler of its value, which sends nothing until `resume()`.
  public func create(_ block: @escaping @Sendable (ClientResponse<Value>) -> Void) -> DataRequest {
    createRequest().response(responseSerializer: responseSerializer, completionHandler: block)
  }
}
