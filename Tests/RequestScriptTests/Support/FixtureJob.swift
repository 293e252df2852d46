import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import RequestScript

/// A script of `Tests/Fixtures/Scripts` with the job beside it, if there is one.
enum FixtureJob {
  static let folder = ProjectFiles.fixtures.appending(path: "Scripts")

  static let names = names(in: "")
  /// Those that need the libraries that `make` embeds.
  static let libraryNames = names(in: "Libraries/")

  private static func names(in path: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + path)) ?? []
    return files.filter { $0.hasSuffix(".js") }.map { path + $0.dropLast(3) }.sorted()
  }

  /// Runs a script, which is made of `pm.test`.
  static func expectToPass(_ name: String) async throws {
    let services = RecordedServices { FixtureAnswers.answer($0) }
    let result = try await ScriptHost(HostProgram.options).run(read(name), services: services)
    #expect(result.failure == nil)
    #expect(!services.tests.isEmpty)
    for test in services.tests {
      #expect(test.status == .passed, "\(test.name): \(test.message ?? "") at \(test.stack ?? "")")
    }
  }

  static func read(_ name: String) throws -> ScriptJob {
    let source = try String(contentsOf: folder.appending(path: "\(name).js"), encoding: .utf8)
    let script = ScriptSource(name: "\(name).js", source: source)
    guard let text = try? String(contentsOf: folder.appending(path: "\(name).json"), encoding: .utf8) else {
      return ScriptJob(.postResponse, scripts: [script])
    }
    let object = try JSONText(text).value.object ?? JSONObject()
    var job = ScriptJob(object["event"]?.string == "preRequest" ? .preRequest : .postResponse, scripts: [script])
    job.variables = ScriptVariables(fixture: object)
    job.request = object["request"].flatMap(ScriptRequest.init)
    job.response = object["response"]?.object.map(ScriptResponse.init(fixture:))
    job.body = Data((object["bodyText"]?.string ?? "").utf8)
    job.cookies = cookies(object["cookies"])
    job.collectionName = object["collectionName"]?.string
    job.info.requestName = object["info"]?.object?["requestName"]?.string ?? ""
    job.info.requestID = object["info"]?.object?["requestId"]?.string ?? ""
    job.info.tags = (object["info"]?.object?["tags"]?.array ?? []).compactMap(\.string)
    job.info.isInRun = object["info"]?.object?["isInRun"]?.bool ?? false
    job.seed = [1, 2, 3]
    return job
  }

  fileprivate static func cookies(_ list: JSONValue?) -> [ScriptCookie] {
    (list?.array ?? []).compactMap(\.object).map { cookie in
      ScriptCookie(cookie["name"]?.string ?? "", cookie["value"]?.string ?? "")
    }
  }
}

extension ScriptVariables {
  fileprivate init(fixture object: JSONObject) {
    self.init()
    globals = Self.list(object["globals"])
    collection = Self.list(object["collectionVariables"])
    folders = Self.list(object["folderVariables"])
    environment = Self.list(object["environment"]?.object?["values"])
    environmentName = object["environment"]?.object?["name"]?.string
    request = Self.list(object["requestVariables"])
    local = Self.list(object["variables"])
    data = object["data"]?.object
  }

  private static func list(_ variables: JSONValue?) -> [ScriptVariable] {
    (variables?.array ?? []).compactMap(\.object).map { variable in
      ScriptVariable(
        variable["key"]?.string ?? "", variable["value"] ?? .null, type: variable["type"]?.string,
        isSecret: variable["secret"]?.bool ?? false)
    }
  }
}

extension ScriptResponse {
  fileprivate init(fixture object: JSONObject) {
    self.init(code: object["code"]?.number?.int ?? 0, reason: object["status"]?.string ?? "")
    headers = (object["headers"]?.array ?? []).compactMap(ScriptRow.init)
    trailers = (object["trailers"]?.array ?? []).compactMap(ScriptRow.init)
    responseTime = .milliseconds(object["responseTime"]?.number?.int ?? 0)
    bodySize = object["size"]?.object?["body"]?.number?.int ?? 0
    headerSize = object["size"]?.object?["header"]?.number?.int ?? 0
    cookies = FixtureJob.cookies(object["cookies"])
  }
}
