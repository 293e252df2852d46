import Foundation

@testable import RequestScript

extension ScriptHost {
  /// Runs one script and returns its lines on the console.
  ///
  /// - Throws: Also the error of the script, as text.
  func lines(
    of source: String, body: Data = Data(), _ services: RecordedServices = .init()
  ) async throws -> [String] {
    let result = try await run(.script(source, body: body, time: .seconds(20)), services: services)
    if let failure = result.failure { throw Uncaught(description: "\(failure.name): \(failure.message)") }
    return services.console
  }

  struct Uncaught: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// The error that a script ends its host with.
  func error(of source: String, time: Duration = .seconds(20)) async -> ScriptError? {
    do throws(ScriptError) {
      _ = try await run(.script(source, time: time), services: RecordedServices())
      return nil
    } catch {
      return error
    }
  }
}

extension ScriptJob {
  static func script(_ source: String, body: Data = Data(), time: Duration = .seconds(20)) -> ScriptJob {
    var job = ScriptJob(.postResponse, scripts: [ScriptSource(name: "test.js", source: source)])
    job.body = body
    job.response = ScriptResponse(code: 200, reason: "OK")
    job.limits.time = time
    return job
  }
}
