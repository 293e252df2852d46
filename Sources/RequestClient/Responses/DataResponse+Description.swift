internal import Foundation

extension DataResponse: CustomStringConvertible, CustomDebugStringConvertible {
  /// `success(…)` or `failure(…)`.
  public var description: String { "\(result)" }

  /// The whole exchange over several lines: both heads, both bodies where they are text of at most 100,000 bytes, times
  /// and the result. Values of sensitive headers and cookies are left out.
  public var debugDescription: String {
    var text = ResponseText()
    text.addRequest(request)
    text.addHead(head)
    text.addBody(data)
    text.addTimes(times, serialization: serializationDuration)
    text.add("Result", description)
    return text.text
  }
}

extension DownloadResponse: CustomStringConvertible, CustomDebugStringConvertible {
  /// `success(…)` or `failure(…)`.
  public var description: String { "\(result)" }

  /// The whole exchange over several lines: both heads, the request's body where it is text of at most 100,000 bytes,
  /// the file, times and the result. Values of sensitive headers and cookies are left out.
  public var debugDescription: String {
    var text = ResponseText()
    text.addRequest(request)
    text.addHead(head)
    text.add("File", fileURL?.path ?? "None")
    text.add("Resume Data", resumeData.map { "\($0.count) bytes" } ?? "None")
    text.addTimes(times, serialization: serializationDuration)
    text.add("Result", description)
    return text.text
  }
}
