/// One protocol for each method, so that a declaration reads as what it does.
public protocol GETRequestType: RequestType {}
/// Asks for the head alone.
public protocol HEADRequestType: RequestType {}
/// Hands something over.
public protocol POSTRequestType: RequestType {}
/// Puts something in a place.
public protocol PUTRequestType: RequestType {}
/// Changes something.
public protocol PATCHRequestType: RequestType {}
/// Removes something.
public protocol DELETERequestType: RequestType {}
/// Asks what is possible.
public protocol OPTIONSRequestType: RequestType {}

extension GETRequestType {
  /// `GET`
  public var method: HTTPRequest.Method { .get }
}

extension HEADRequestType {
  /// `HEAD`
  public var method: HTTPRequest.Method { .head }
}

extension POSTRequestType {
  /// `POST`
  public var method: HTTPRequest.Method { .post }
}

extension PUTRequestType {
  /// `PUT`
  public var method: HTTPRequest.Method { .put }
}

extension PATCHRequestType {
  /// `PATCH`
  public var method: HTTPRequest.Method { .patch }
}

extension DELETERequestType {
  /// `DELETE`
  public var method: HTTPRequest.Method { .delete }
}

extension OPTIONSRequestType {
  /// `OPTIONS`
  public var method: HTTPRequest.Method { .options }
}
