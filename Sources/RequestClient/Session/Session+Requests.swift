public import Foundation

/// Changes a message after its headers are set and before parameters are encoded into it. Called for every attempt.
public typealias RequestModifier = @Sendable (inout OutgoingRequest) throws -> Void

extension Session {
  /// Creates a request; an invalid URL is reported to its handlers.
  ///
  /// - Parameters:
  ///   - options: Options that are not assigned are inherited from the session.
  ///   - shouldAutomaticallyResume: Overrides `startRequestsImmediately`.
  public func request(
    _ url: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders = [], body: HTTPBody? = nil,
    options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> DataRequest {
    let message = ConvertibleRequest(url, method, headers, body, options: options, modifier: requestModifier)
    return request(
      message, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume)
  }

  /// Creates a request with parameters, which `encoding` writes into the URL or the body.
  public func request(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Parameters?,
    encoding: any ParameterEncoding = URLEncoding.default, headers: HTTPHeaders = [],
    options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> DataRequest {
    let message = ConvertibleRequest(url, method, headers, options: options, modifier: requestModifier) {
      try encoding.encode($0, with: parameters)
    }
    return request(
      message, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume)
  }

  /// Creates a request with an encodable value as parameters, which `encoder` writes into the URL or the body.
  public func request<Value: Encodable & Sendable>(
    _ url: any URLConvertible, method: HTTPMethod = .get, parameters: Value?,
    encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default, headers: HTTPHeaders = [],
    options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> DataRequest {
    let message = ConvertibleRequest(url, method, headers, options: options, modifier: requestModifier) {
      try encoder.encode(parameters, into: $0)
    }
    return request(
      message, interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume)
  }

  /// Creates a request; errors thrown by `convertible` are reported to its handlers.
  public func request(
    _ convertible: any RequestConvertible, interceptor: (any RequestInterceptor)? = nil,
    redirector: Redirector? = nil, shouldAutomaticallyResume: Bool? = nil
  ) -> DataRequest {
    DataRequest(core(convertible, .data, interceptor, redirector, shouldAutomaticallyResume))
  }

  /// Creates a request that streams the response body to its handlers; see `DataStreamRequest`.
  ///
  /// - Parameter automaticallyCancelOnStreamError: Whether a parsing error ends the request.
  public func streamRequest(
    _ url: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders = [], body: HTTPBody? = nil,
    automaticallyCancelOnStreamError: Bool = false, options: TransferOptions? = nil,
    interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> DataStreamRequest {
    streamRequest(
      ConvertibleRequest(url, method, headers, body, options: options, modifier: requestModifier),
      automaticallyCancelOnStreamError: automaticallyCancelOnStreamError, interceptor: interceptor,
      redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume)
  }

  /// Creates a request that streams the response body to its handlers; see `DataStreamRequest`.
  public func streamRequest(
    _ convertible: any RequestConvertible, automaticallyCancelOnStreamError: Bool = false,
    interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil
  ) -> DataStreamRequest {
    let hub = StreamHub(automaticallyCancelsOnError: automaticallyCancelOnStreamError)
    return DataStreamRequest(core(convertible, .stream(hub), interceptor, redirector, shouldAutomaticallyResume))
  }

  func core(
    _ convertible: any RequestConvertible, _ kind: RequestKind, _ interceptor: (any RequestInterceptor)?,
    _ redirector: Redirector?, _ shouldAutomaticallyResume: Bool?
  ) -> RequestCore {
    RequestCore(
      convertible, kind: kind,
      setup: RequestCore.RequestSetup(
        interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume),
      session: self)
  }

  /// Creates an upload of bytes in memory, sent with their length.
  public func upload(
    _ data: Data, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders = [],
    options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> UploadRequest {
    request(
      url, method: method, headers: headers, body: .data(data), options: options, interceptor: interceptor,
      shouldAutomaticallyResume: shouldAutomaticallyResume, requestModifier: requestModifier)
  }

  /// Creates an upload of a file, streamed from disk and sent with its length; memory use does not depend on its size.
  ///
  /// - Parameter shouldRemove: Whether the file is removed at the end of the request, however it ends.
  public func upload(
    _ file: URL, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders = [],
    shouldRemove: Bool = false, options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> UploadRequest {
    let request = request(
      url, method: method, headers: headers, body: .file(file), options: options, interceptor: interceptor,
      shouldAutomaticallyResume: shouldAutomaticallyResume, requestModifier: requestModifier)
    if shouldRemove {
      // The file may already be gone.
      request.core.whenFinished { _ in try? FileManager.default.removeItem(at: file) }
    }
    return request
  }

  /// Creates an upload of bytes produced while they are sent. Sent chunked unless the stream's length is known.
  ///
  /// If a retry, a challenge or a redirect needs the body again and the stream is one-shot, the request fails with
  /// `BodyFailure.notReplayable`.
  public func upload(
    _ stream: BodyStream, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders = [],
    options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> UploadRequest {
    request(
      url, method: method, headers: headers, body: .stream(stream), options: options, interceptor: interceptor,
      shouldAutomaticallyResume: shouldAutomaticallyResume, requestModifier: requestModifier)
  }

  /// Creates an upload of a form. Its parts are streamed from their source, without a copy in memory or on disk.
  public func upload(
    multipartFormData form: MultipartFormData, to url: any URLConvertible, method: HTTPMethod = .post,
    headers: HTTPHeaders = [], options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> UploadRequest {
    request(
      url, method: method, headers: headers, body: .multipart(form), options: options, interceptor: interceptor,
      shouldAutomaticallyResume: shouldAutomaticallyResume, requestModifier: requestModifier)
  }

  /// Creates an upload of a form that `build` fills.
  public func upload(
    multipartFormData build: (inout MultipartFormData) -> Void, to url: any URLConvertible,
    method: HTTPMethod = .post, headers: HTTPHeaders = [], options: TransferOptions? = nil,
    interceptor: (any RequestInterceptor)? = nil, shouldAutomaticallyResume: Bool? = nil,
    requestModifier: RequestModifier? = nil
  ) -> UploadRequest {
    var form = MultipartFormData()
    build(&form)
    return upload(
      multipartFormData: form, to: url, method: method, headers: headers, options: options, interceptor: interceptor,
      shouldAutomaticallyResume: shouldAutomaticallyResume, requestModifier: requestModifier)
  }

  /// Creates a download; see `DownloadRequest`.
  ///
  /// - Parameter destination: Chooses where the file is moved; if `nil`, it stays in the temporary folder, and the
  ///   caller moves or removes it.
  public func download(
    _ url: any URLConvertible, method: HTTPMethod = .get, headers: HTTPHeaders = [], body: HTTPBody? = nil,
    options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil, redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil,
    to destination: DownloadRequest.Destination? = nil
  ) -> DownloadRequest {
    download(
      ConvertibleRequest(url, method, headers, body, options: options, modifier: requestModifier),
      interceptor: interceptor, redirector: redirector, shouldAutomaticallyResume: shouldAutomaticallyResume,
      to: destination)
  }

  /// Creates a download; errors thrown by `convertible` are reported to its handlers.
  public func download(
    _ convertible: any RequestConvertible, interceptor: (any RequestInterceptor)? = nil,
    redirector: Redirector? = nil, shouldAutomaticallyResume: Bool? = nil,
    to destination: DownloadRequest.Destination? = nil
  ) -> DownloadRequest {
    let file = DownloadFile(destination: destination)
    return DownloadRequest(core(convertible, .download(file), interceptor, redirector, shouldAutomaticallyResume))
  }

  /// Creates a download that resumes an earlier one. It starts over if the resource has changed, the server does not
  /// support ranges, or the partial file is gone. After any other response, such as a 503, it can be resumed again.
  ///
  /// - Parameters:
  ///   - resumeData: From `DownloadRequest.resumeData`; invalid data is reported to the handlers.
  ///   - url: URL to resume from; `nil` for the original one.
  ///   - headers: Headers of the new request, credentials included: resume data has no headers.
  ///   - sensitiveHeaders: See `OutgoingRequest.sensitiveHeaders`.
  public func download(
    resumingWith resumeData: Data, from url: (any URLConvertible)? = nil, headers: HTTPHeaders = [],
    sensitiveHeaders: HeaderNames = [], options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil,
    redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, to destination: DownloadRequest.Destination? = nil
  ) -> DownloadRequest {
    // The convertible reports the error.
    let file = DownloadFile(destination: destination, resuming: try? ResumeRecord(data: resumeData))
    let rest = ResumedDownload(
      url: url, headers: headers, sensitiveHeaders: sensitiveHeaders, options: options, resumeData: resumeData,
      file: file)
    return DownloadRequest(core(rest, .download(file), interceptor, redirector, shouldAutomaticallyResume))
  }
}
