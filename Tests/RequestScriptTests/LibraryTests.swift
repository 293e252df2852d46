import Foundation
import RequestBasics
import TestSupport
import Testing

@testable import RequestScript

struct LibraryTests {
  private func run(_ source: String) async throws -> (ScriptResult, RecordedServices) {
    let services = RecordedServices { FixtureAnswers.answer($0) }
    let job = ScriptJob(.postResponse, scripts: [ScriptSource(name: "1.js", source: source)])
    return (try await ScriptHost(HostProgram.options).run(job, services: services), services)
  }

  @Test(.enabled(if: EmbeddedLibraries.areExpected)) func continuousIntegrationEmbedsTheLibraries() {
    #expect(EmbeddedLibraries.areThere)
  }

  @Test(.enabled(if: EmbeddedLibraries.areThere), arguments: FixtureJob.libraryNames)
  func anEmbeddedLibraryAnswersAsInPostman(name: String) async throws {
    try await FixtureJob.expectToPass(name)
  }

  @Test(.enabled(if: EmbeddedLibraries.areThere)) func theProgramIsNotAskedForAnEmbeddedLibrary() async throws {
    let (result, services) = try await run(
      "for (const name of ['lodash', 'moment', 'ajv', 'xml2js', 'cheerio', 'js-yaml', 'stream', 'url']) require(name)")
    #expect(result.failure == nil)
    #expect(services.questions.isEmpty)
  }

  @Test(
    .enabled(if: !EmbeddedLibraries.areThere, "the libraries are embedded"),
    arguments: [
      ("require('lodash')", "lodash"), ("_.map([], 'a')", "lodash"), ("xml2Json('<a/>')", "xml2js"),
      ("require('stream')", "stream-browserify"),
    ])
  func aLibraryThatWasNotThereAtBuildTimeIsNamed(source: String, library: String) async throws {
    let (result, _) = try await run(source)
    #expect(result.failure?.message.hasPrefix("Cannot find module '\(library)' — ") == true)
  }

  @Test(.enabled(if: EmbeddedLibraries.areThere)) func theOptionsOfJSONSchemaAreThoseOfAjv() async throws {
    let (result, services) = try await run(
      """
      const schema = { properties: { a: { type: 'integer' }, b: { type: 'integer' } } };
      const formats = { even: /^(..)*$/ };
      pm.expect({ a: '1' }).to.have.jsonSchema(schema, { coerceTypes: true });
      pm.expect({ a: 'x' }).to.not.have.jsonSchema({ properties: { a: { format: 'even' } } }, { formats });
      try {
        pm.expect({ a: 'x', b: 'y' }).to.have.jsonSchema(schema, { allErrors: false });
      } catch (error) { console.log(error.message); }
      """)
    #expect(result.failure == nil)
    #expect(
      services.console == ["expected data to satisfy schema but found following errors: \ndata.a should be integer"])
  }

  /// The modules in Postman's documentation: each works, or an error says why not.
  @Test(.enabled(if: EmbeddedLibraries.areThere)) func everyModuleOfPostmanWorksOrIsNamed() async throws {
    let (result, services) = try await run(
      """
      const names = ['ajv', 'assert', 'atob', 'backbone', 'btoa', 'buffer', 'chai', 'cheerio', 'crypto-js', 'csv-parse/lib/sync', 'events',
        'lodash', 'moment', 'path', 'postman-collection', 'punycode', 'querystring', 'stream', 'string-decoder', 'string_decoder',
        'timers', 'tv4', 'url', 'util', 'uuid', 'xml2js'];
      for (const name of names) pm.expect(require(name), name).to.be.ok;
      try { require('os') } catch (error) { console.log(error.message) }
      """)
    #expect(result.failure == nil)
    #expect(services.console == ["Cannot find module 'os' — scripts know nothing of the machine"])
  }

  @Test(.enabled(if: EmbeddedLibraries.areThere)) func anErrorInALibraryIsInTheLineOfTheScript() async throws {
    let (result, _) = try await run("const Ajv = require('ajv');\nnew Ajv().compile({ type: 1 });")
    #expect(result.failure?.stack?.hasPrefix("1.js:2:") == true, "\(result.failure?.stack ?? "no place")")
  }

  /// The packages of a folder may have others of the same name in folders of their own.
  @Test func aPackageOfALibraryIsNotThatOfTheScript() async throws {
    let sources = [
      "\0b": "module.exports = 'far'", "\0a": "module.exports = require('b')",
      "library:/a.js\0b": "module.exports = 'near'",
    ]
    let services = RecordedServices { question in
      guard case .module(let name, let from) = question else { return [:] }
      let owner = from.hasPrefix("library:") ? from : ""
      guard let source = sources["\(owner)\0\(name)"] else { return ["error": "missing"] }
      return ["source": .string(source), "name": .string("library:/\(owner.isEmpty ? "" : "a/")\(name).js")]
    }
    let script = ScriptSource(name: "1.js", source: "console.log(require('a'), require('b'))")
    let result = try await ScriptHost(HostProgram.options).run(
      ScriptJob(.postResponse, scripts: [script]), services: services)
    #expect(result.failure == nil)
    #expect(services.console == ["near far"])
  }
}
