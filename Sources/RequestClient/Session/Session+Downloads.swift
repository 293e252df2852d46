public import Foundation

extension Session {
  /// Makes a download; see `DownloadRequest`.
  ///
  /// - Parameter destination: Where the file belongs; `nil` leaves it in the folder for temporary files, for the caller
  ///   to move or remove.
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

  /// Makes a download of what `convertible` asks for.
  public func download(
    _ convertible: any RequestConvertible, interceptor: (any RequestInterceptor)? = nil,
    redirector: Redirector? = nil, shouldAutomaticallyResume: Bool? = nil,
    to destination: DownloadRequest.Destination? = nil
  ) -> DownloadRequest {
    let file = DownloadFile(destination: destination)
    return DownloadRequest(core(convertible, .download(file), interceptor, redirector, shouldAutomaticallyResume))
  }

  /// Makes a download that goes on where an earlier one broke off. It begins anew where the resource has changed
  /// meanwhile, the server knows no ranges, or the part is gone.
  ///
  /// - Parameters:
  ///   - resumeData: What `DownloadRequest.resumeData` was; data that are not arrive as an error in the handlers.
  ///   - url: Where to go on, `nil` for the old address.
  ///   - headers: The old request's headers are not in the resume data; credentials belong here.
  ///   - sensitiveHeaders: See `OutgoingRequest.sensitiveHeaders`.
  public func download(
    resumingWith resumeData: Data, from url: (any URLConvertible)? = nil, headers: HTTPHeaders = [],
    sensitiveHeaders: HeaderNames = [], options: TransferOptions? = nil, interceptor: (any RequestInterceptor)? = nil,
    redirector: Redirector? = nil,
    shouldAutomaticallyResume: Bool? = nil, to destination: DownloadRequest.Destination? = nil
  ) -> DownloadRequest {
    // What is wrong with it is told by the convertible.
    let file = DownloadFile(destination: destination, resuming: try? ResumeRecord(data: resumeData))
    let rest = ResumedDownload(
      url: url, headers: headers, sensitiveHeaders: sensitiveHeaders, options: options, resumeData: resumeData,
      file: file)
    return DownloadRequest(core(rest, .download(file), interceptor, redirector, shouldAutomaticallyResume))
  }
}
