import TestSupport
import Testing

@testable import RequestScript

struct BrunoRequestTests {
  @Test func brunoSeesTheHeadersAndTheAuthOfFolders() async throws {
    let services = RecordedServices { FixtureAnswers.answer($0) }
    let source = """
      const shown = value => console.log(JSON.stringify(value));
      shown([req.getHeaders(), req.getHeader('x-fold'), req.getAuthMode(), req.getUrl(), req.headerList.count()]);
      req.deleteHeader('X-Fold');
      req.setHeader('x-coll', '3');
      shown([req.getHeaders(), req.getHeader('X-Fold') ?? null]);
      req.deleteHeader('X-Off');
      req.setHeader('X-Off', 'on');
      """
    var job = ScriptJob(.preRequest, scripts: [ScriptSource(name: "1.js", source: source)])
    var request = ScriptRequest(url: "https://x/:id", headers: [ScriptRow("X-Own", "1")])
    request.pathVariables = [ScriptRow("id", "7")]
    let off = ScriptRow("X-Off", "2", isDisabled: true)
    request.inheritedHeaders = [ScriptRow("X-Coll", "c"), ScriptRow("X-Fold", "f"), off, ScriptRow("X-Own", "outer")]
    request.authKind = "basic"
    job.request = request
    let result = try await ScriptHost(HostProgram.options).run(job, services: services)
    #expect(result.failure == nil)
    #expect(
      services.console == [
        #"[{"X-Coll":"c","X-Fold":"f","X-Own":"1"},"f","basic","https://x/:id",4]"#,
        #"[{"X-Own":"1","x-coll":"3"},null]"#,
      ])
    #expect(result.request?.headers == [ScriptRow("X-Own", "1"), ScriptRow("x-coll", "3"), ScriptRow("X-Off", "on")])
    #expect(result.request?.omittedHeaders == ["X-Fold"])
  }

  @Test func headersThatBrunoSetsReplaceAllOthers() async throws {
    let services = RecordedServices { FixtureAnswers.answer($0) }
    let source = "req.setHeaders({'X-New': '1'}); console.log(JSON.stringify(req.getHeaders()))"
    var job = ScriptJob(.preRequest, scripts: [ScriptSource(name: "1.js", source: source)])
    job.request = ScriptRequest(url: "https://x/", headers: [ScriptRow("X-Own", "1")])
    job.request?.inheritedHeaders = [ScriptRow("X-Coll", "c"), ScriptRow("X-Own", "outer")]
    let result = try await ScriptHost(HostProgram.options).run(job, services: services)
    #expect(services.console == [#"{"X-New":"1"}"#])
    #expect(result.request?.headers == [ScriptRow("X-New", "1")])
    #expect(result.request?.omittedHeaders == ["X-Coll", "X-Own"])
  }

  @Test func theHeadersOfTheAuthAndTheBodyAreThoseOfBrunosRequest() async throws {
    let services = RecordedServices { FixtureAnswers.answer($0) }
    let source = """
      const shown = () => console.log(JSON.stringify([req.getHeaders(), req.getAuthMode()]));
      shown();
      req.deleteHeader('authorization');
      shown();
      req.setHeaders({});
      shown();
      """
    var job = ScriptJob(.preRequest, scripts: [ScriptSource(name: "1.js", source: source)])
    var request = ScriptRequest(method: "POST", url: "https://x/", body: .raw("{}"))
    request.inheritedHeaders = [ScriptRow("Authorization", "Bearer {{t}}")]
    (request.authKind, request.authHeader, request.bodyType) = ("bearer", "Authorization", "application/json")
    job.request = request
    let result = try await ScriptHost(HostProgram.options).run(job, services: services)
    #expect(
      services.console == [
        #"[{"Authorization":"Bearer {{t}}","content-type":"application/json"},"bearer"]"#,
        #"[{"content-type":"application/json"},"none"]"#, #"[{},"none"]"#,
      ])
    #expect(result.request?.omittedHeaders == ["Authorization"])
    #expect(result.request?.keepsBasicAuth == false)
  }

  @Test func aHeaderThatBrunosBasicAuthReplacesIsNamed() async throws {
    let source = "req.setHeader('authorization', 'Bearer t')"
    var job = ScriptJob(.preRequest, scripts: [ScriptSource(name: "1.js", source: source)])
    job.request = ScriptRequest(url: "https://x/")
    job.request?.authKind = "basic"
    let result = try await ScriptHost(HostProgram.options).run(
      job, services: RecordedServices { FixtureAnswers.answer($0) })
    #expect(result.request?.keepsBasicAuth == true)
  }
}
