public import Foundation

// The module's own functions forward to `Session.default`: `RequestClient.request(…)`.

/// Makes a request of the default session.
public func request(
  _ url: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders = [], body: HTTPBody? = nil,
  interceptor: (any RequestInterceptor)? = nil, requestModifier: RequestModifier? = nil
) -> DataRequest {
  Session.default.request(
    url, method: method, headers: headers, body: body, interceptor: interceptor, requestModifier: requestModifier)
}

/// Makes a request of the default session, with parameters.
public func request(
  _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters?,
  encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders = [],
  interceptor: (any RequestInterceptor)? = nil
) -> DataRequest {
  Session.default.request(
    url, method: method, parameters: parameters, encoding: encoding, headers: headers, interceptor: interceptor)
}

/// Makes a request of the default session.
public func request(
  _ convertible: any RequestConvertible, interceptor: (any RequestInterceptor)? = nil
) -> DataRequest {
  Session.default.request(convertible, interceptor: interceptor)
}

/// Makes an upload of the default session.
public func upload(
  _ file: URL, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders = []
) -> UploadRequest {
  Session.default.upload(file, to: url, method: method, headers: headers)
}

/// Makes an upload of the default session.
public func upload(
  _ data: Data, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders = []
) -> UploadRequest {
  Session.default.upload(data, to: url, method: method, headers: headers)
}

/// Makes a download of the default session.
public func download(
  _ url: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders = [],
  interceptor: (any RequestInterceptor)? = nil, to destination: DownloadRequest.Destination? = nil
) -> DownloadRequest {
  Session.default.download(url, method: method, headers: headers, interceptor: interceptor, to: destination)
}

/// Makes a stream request of the default session.
public func streamRequest(
  _ url: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders = []
) -> DataStreamRequest {
  Session.default.streamRequest(url, method: method, headers: headers)
}
