internal import Foundation
internal import Synchronization

// The chain of handlers.
extension RequestCore {
  /// Adds a handler; the first one starts a request that starts by itself. One that comes after the end runs with the
  /// kept outcome, sends nothing, and asks no retrier.
  func append(_ link: Link) {
    let (starts, needsDrain) = state.withLock { state in
      register(&state)
      if case .concluded = state.activity {
        state.jobs.append { link.serialize($0).deliver($0, nil) }
      } else {
        state.links.append(link)
      }
      return (startsWithFirstHandler && state.phase == .initialized, Self.beginDraining(&state))
    }
    if needsDrain { drainSoon() }
    if starts { resume() }
  }

  /// Does something when the last handler was handed over, or now where that has happened. It starts nothing.
  func whenFinished(_ job: @escaping Job) {
    let needsDrain = state.withLock { state in
      if case .concluded = state.activity { state.jobs.append(job) } else { state.finishers.append(job) }
      return Self.beginDraining(&state)
    }
    if needsDrain { drainSoon() }
  }
}

extension DataResponseSerializerProtocol {
  /// The handler's place in a chain.
  func link(
    on queue: DispatchQueue?, _ handler: @escaping @Sendable (ClientResponse<SerializedObject>) -> Void
  ) -> RequestCore.Link {
    RequestCore.Link { core in
      let response = core.serialize(with: self)
      return RequestCore.Link.Outcome(error: response.error) { core, replacement in
        let response = replacement.map { error in response.failing(with: error) } ?? response
        core.state.withLock { core.emit(.didParseResponse(response), $0) }
        RequestCore.deliver(on: queue) { handler(response) }
      }
    }
  }
}

extension DownloadResponseSerializerProtocol {
  /// The handler's place in a chain.
  func downloadLink(
    on queue: DispatchQueue?, _ handler: @escaping @Sendable (ClientDownloadResponse<SerializedObject>) -> Void
  ) -> RequestCore.Link {
    RequestCore.Link { core in
      let response = core.serializeDownload(with: self)
      return RequestCore.Link.Outcome(error: response.error) { core, replacement in
        let response = replacement.map { error in response.failing(with: error) } ?? response
        core.state.withLock { core.emit(.didParseResponse(response), $0) }
        RequestCore.deliver(on: queue) { handler(response) }
      }
    }
  }
}

// What serializers are given, and what becomes of what they return.
extension RequestCore {
  fileprivate func serialize<Serializer: DataResponseSerializerProtocol>(
    with serializer: Serializer
  ) -> ClientResponse<Serializer.SerializedObject> {
    let known = known
    let data = state.withLock(\.data)
    let (result, duration) = Self.time(serializer is PassthroughSerializer) {
      try serializer.serialize(request: known.message, response: known.head?.response, data: data, error: known.error)
    }
    return DataResponse(
      request: known.message, head: known.head, data: data, timeline: known.timeline, times: known.endedNow,
      serializationDuration: duration, result: result)
  }

  fileprivate func serializeDownload<Serializer: DownloadResponseSerializerProtocol>(
    with serializer: Serializer
  ) -> ClientDownloadResponse<Serializer.SerializedObject> {
    let known = known
    let (url, resumeData) = (downloadFile?.url, downloadFile?.resumeData)
    let (result, duration) = Self.time(serializer is FileURLSerializer) {
      try serializer.serializeDownload(
        request: known.message, response: known.head?.response, fileURL: url, error: known.error)
    }
    return DownloadResponse(
      request: known.message, head: known.head, fileURL: url, resumeData: resumeData, timeline: known.timeline,
      times: known.endedNow, serializationDuration: duration, result: result)
  }

  private struct Known {
    var message: OutgoingRequest?
    var head: ResponseHead?
    var error: RequestError?
    var timeline: Timeline
    var times: RequestTimes

    var endedNow: RequestTimes {
      var times = times
      times.serializationCompleted = .now
      return times
    }
  }

  private var known: Known {
    state.withLock {
      Known(
        message: $0.message, head: $0.head, error: $0.stopReason ?? $0.error, timeline: $0.timeline, times: $0.times)
    }
  }

  private static func time<Value>(
    _ isFree: Bool, _ serialize: () throws -> Value
  ) -> (Result<Value, RequestError>, Duration) {
    let start = ContinuousClock.now
    let result = Result(catching: serialize).mapError {
      RequestError.wrapping($0) { .responseSerializationFailed(.customSerializationFailed($0)) }
    }
    return (result, isFree ? .zero : start.duration(to: .now))
  }
}
