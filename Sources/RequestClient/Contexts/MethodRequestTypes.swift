/// One protocol for each method, so that a declaration reads as what it does.
public protocol GETRequestType: RequestType {}
public protocol HEADRequestType: RequestType {}
public protocol POSTRequestType: RequestType {}
public protocol PUTRequestType: RequestType {}
public protocol PATCHRequestType: RequestType {}
public protocol DELETERequestType: RequestType {}
public protocol OPTIONSRequestType: RequestType {}

extension GETRequestType { public var method: HTTPRequest.Method { .get } }
extension HEADRequestType { public var method: HTTPRequest.Method { .head } }
extension POSTRequestType { public var method: HTTPRequest.Method { .post } }
extension PUTRequestType { public var method: HTTPRequest.Method { .put } }
extension PATCHRequestType { public var method: HTTPRequest.Method { .patch } }
extension DELETERequestType { public var method: HTTPRequest.Method { .delete } }
extension OPTIONSRequestType { public var method: HTTPRequest.Method { .options } }
