// One protocol for each method, so that a declaration reads as what it does.

/// Asks for something; parameters go into the query.
public protocol GETRequestType: RequestType {}
/// Asks for the head alone; parameters go into the query.
public protocol HEADRequestType: RequestType {}
/// Hands something over; parameters are a JSON body.
public protocol POSTRequestType: RequestType {}
/// Puts something in a place; parameters are a JSON body.
public protocol PUTRequestType: RequestType {}
/// Changes something; parameters are a JSON body.
public protocol PATCHRequestType: RequestType {}
/// Removes something; parameters go into the query.
public protocol DELETERequestType: RequestType {}
/// Asks what is possible; parameters go into the query.
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
  /// Into a body of JSON.
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension PUTRequestType {
  /// `PUT`
  public var method: HTTPRequest.Method { .put }
  /// Into a body of JSON.
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension PATCHRequestType {
  /// `PATCH`
  public var method: HTTPRequest.Method { .patch }
  /// Into a body of JSON.
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension DELETERequestType {
  /// `DELETE`
  public var method: HTTPRequest.Method { .delete }
}

extension OPTIONSRequestType {
  /// `OPTIONS`
  public var method: HTTPRequest.Method { .options }
  /// Into the query.
  public var encoding: any ParameterEncoding { URLEncoding.queryString }
}
