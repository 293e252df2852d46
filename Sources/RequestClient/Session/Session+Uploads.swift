public import Foundation

extension Session {
  /// Makes an upload of bytes in memory, sent with their length.
  public func upload(
    _ data: Data, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders = [],
    options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> UploadRequest {
    request(
      url, method: method, headers: headers, body: .data(data), options: options, interceptor: interceptor,
      shouldAutomaticallyResume: shouldAutomaticallyResume, requestModifier: requestModifier)
  }

  /// Makes an upload of a file, streamed from disk and sent with its length; memory stays flat whatever its size.
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
      // A file that is gone already is as it should be.
      request.core.whenFinished { _ in try? FileManager.default.removeItem(at: file) }
    }
    return request
  }

  /// Makes an upload of bytes that are made while they are sent: chunked unless the stream's length is given.
  ///
  /// A stream that can be read only once cannot be sent again by a retry, a challenge or a redirect that keeps the
  /// body; then the request fails with `BodyFailure.notReplayable`.
  public func upload(
    _ stream: BodyStream, to url: any URLConvertible, method: HTTPMethod = .post, headers: HTTPHeaders = [],
    options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> UploadRequest {
    request(
      url, method: method, headers: headers, body: .stream(stream), options: options, interceptor: interceptor,
      shouldAutomaticallyResume: shouldAutomaticallyResume, requestModifier: requestModifier)
  }

  /// Makes an upload of a form, its parts streamed from where they are, with no copy in memory or on disk.
  public func upload(
    multipartFormData form: MultipartFormData, to url: any URLConvertible, method: HTTPMethod = .post,
    headers: HTTPHeaders = [], options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil,
    shouldAutomaticallyResume: Bool? = nil, requestModifier: RequestModifier? = nil
  ) -> UploadRequest {
    request(
      url, method: method, headers: headers, body: .multipart(form), options: options, interceptor: interceptor,
      shouldAutomaticallyResume: shouldAutomaticallyResume, requestModifier: requestModifier)
  }

  /// Makes an upload of a form that `build` fills.
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
}
