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
  public var method: HTTPRequest.Method { .get }
  public var encoding: any ParameterEncoding { URLEncoding.queryString }
}

extension HEADRequestType {
  public var method: HTTPRequest.Method { .head }
  public var encoding: any ParameterEncoding { URLEncoding.queryString }
}

extension POSTRequestType {
  public var method: HTTPRequest.Method { .post }
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension PUTRequestType {
  public var method: HTTPRequest.Method { .put }
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension PATCHRequestType {
  public var method: HTTPRequest.Method { .patch }
  public var encoding: any ParameterEncoding { JSONEncoding.default }
}

extension DELETERequestType {
  public var method: HTTPRequest.Method { .delete }
  public var encoding: any ParameterEncoding { URLEncoding.queryString }
}

extension OPTIONSRequestType {
  public var method: HTTPRequest.Method { .options }
  public var encoding: any ParameterEncoding { URLEncoding.queryString }
}
