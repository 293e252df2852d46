import Foundation
import RequestModel
import Testing

@testable import Interchange

struct InsomniaTemplateTests {
  private func translated(_ text: String) -> (text: String, notes: [String]) {
    var templates = InsomniaTemplates()
    templates.paths = ["req_1": "auth/Log in"]
    let text = templates.translated(text)
    return (text, templates.context.notes.map(\.text))
  }

  @Test(
    arguments: [
      ("a {{ _.x }} b {{y}}", "a {{x}} b {{y}}"), ("{{ _.a.b['c-d'] }}", "{{a.b.c-d}}"), ("{{_[\"x\"]}}", "{{x}}"),
      ("{{ _.list[0].id }}", "{{list[0].id}}"), ("{{ vault.key }}", "{{vault.key}}"),
      ("{{ _.x | upper | trim }}", "{{x | upper | trim}}"), ("{{ _.x | dump }}", "{{x | json}}"),
      ("{{ _.x|safe }}", "{{x}}"), ("{{- _.x -}}", "{{x}}"), ("{{ '{{' }}x}}", "{{'{{'}}x}}"),
      ("{{ \"a'\\\"\" }}", "a'\""),
      ("{# note #}a", "a"), ("{% raw %}{{ x }}{% endraw %}", "{{'{{'}} x }}"),
      ("{% uuid 'v4' %}", "{{$guid}}"), ("{% uuid %}", "{{$guid}}"), ("{% now 'iso-8601', '' %}", "{{$isoTimestamp}}"),
      ("{% now 'unix', '' %}", "{{$timestamp}}"), ("{% timestamp %}", "{{$isoTimestamp}}"),
      ("{% now 'millis', '' %}", "{{$timestamp}}000"), ("{% faker 'randomEmail' %}", "{{$randomEmail}}"),
      ("{% base64 'encode', 'normal', _.user %}", "{{user | base64}}"),
      ("{% base64 'encode', 'url', _.a.b %}", "{{a.b | base64url}}"),
      ("{% base64 'encode', 'normal', 'hi' %}", "aGk="), ("{% base64 'decode', 'normal', 'aGk=' %}", "hi"),
      ("{% hash 'sha256', 'hex', _.x %}", "{{x | sha256}}"), ("{% hash 'md5', 'base64', _.x %}", "{{x | md5:base64}}"),
      ("{% response 'body', 'req_1', '$.a[0]', 'never', 60 %}", "{{response \"auth/Log in\" \"$.a[0]\"}}"),
      (
        "{% response 'body', 'req_1', 'b64::JC5kYXRh::46b', 'always', 60 %}",
        "{{response \"auth/Log in\" \"$.data\" maxAge=0s}}"
      ),
      ("{% response 'raw', 'req_1', '', 'when-expired', 90 %}", "{{response \"auth/Log in\" maxAge=90s}}"),
      (
        "{% response 'header', 'req_1', 'X-Id', 'when-expired', 7200 %}",
        "{{response \"auth/Log in\" header=\"X-Id\" maxAge=2h}}"
      ),
      ("{% response 'body', 'req_1', '$[\"a\"]', 'no-history' %}", "{{response \"auth/Log in\" '$[\"a\"]'}}"),
      ("{% prompt 'OTP' %}", "{{OTP}}"), ("{\"a\": {\"b\": 1}}", "{\"a\": {\"b\": 1}}"), ("{{ _.x }", "{{ _.x }"),
      ("{", "{"),
    ] as [(String, String)])
  func templatesWithAnEquivalentAreTranslated(source: String, expected: String) {
    let result = translated(source)
    #expect(result.text == expected)
    #expect(result.notes == [])
  }

  @Test(arguments: [
    "{{ _.x | replace('a', 'b') }}", "{{ _.a + 1 }}", "{{ 1 if _.x else 2 }}", "{% os 'arch' %}", "{% if _.x %}",
    "{% file '/etc/hosts' %}", "{% cookie 'http://a', 'sid' %}", "{% request 'header', 'X' %}",
    "{% now 'custom', 'YYYY' %}",
    "{% response 'body', 'req_gone', '$.a' %}", "{% response 'url', 'req_1' %}",
    "{% response 'body', 'req_1', '/a/b' %}",
    "{% hash 'sha256', 'hex', 'literal' %}", "{% faker 'nobody' %}", "{% jsonpath '{}', '$' %}", "{{ _ }}", "{{ _. }}",
  ])
  func templatesWithoutAnEquivalentAreKeptAndNamed(source: String) {
    let result = translated("a " + source + " b")
    #expect(result.text == "a " + source + " b")
    #expect(result.notes == ["Template \(source): it has no equivalent and is kept as text"])
  }

  @Test(arguments: [
    ("{{a}} {{ b-c }}", "{{ _.a }} {{ _['b-c'] }}"), ("{{a.b.c d}}", "{{ _.a.b['c d'] }}"),
    ("{{it's}}", "{{ _['it\\'s'] }}"),
    ("{{$guid}}", "{% uuid 'v4' %}"), ("{{$timestamp}}", "{% now 'unix', '' %}"),
    ("{{$randomInt}}", "{% faker 'randomInt' %}"),
    ("{{a | upper | json}}", "{{ _.a | upper | dump }}"), ("{{a | base64}}", "{% base64 'encode', 'normal', _.a %}"),
    ("{{a | sha1:base64}}", "{% hash 'sha1', 'base64', _.a %}"), ("{{'{{'}}a}}", "{{ '{{' }}a}}"),
    ("{% a %}", "{{ '{%' }} a %}"), ("{{{a}}}", "{{ '{' }}{{ _.a }}}"), ("größe: {{größe}}", "größe: {{ _['größe'] }}"),
    (
      "{{response \"auth/Log in\" \"$.a\" maxAge=10m}}",
      "{% response 'body', 'req_1', 'b64::JC5h::46b', 'when-expired', 600 %}"
    ),
    (
      "{{response \"auth/Log in\" header=\"ETag\"}}",
      "{% response 'header', 'req_1', 'b64::RVRhZw==::46b', 'no-history', 60 %}"
    ),
    ("{{response \"auth/Log in\"}}", "{% response 'raw', 'req_1', '', 'no-history', 60 %}"),
  ])
  func oursAreWrittenAsInsomniaHasThem(ours: String, theirs: String) {
    var writer = InsomniaTemplateWriter(ids: ["auth/Log in": "req_1"])
    let written = writer.text(ours)
    #expect(written == theirs)
    #expect(writer.context.notes == [])
    let back = translated(theirs).text
    #expect(back.filter { $0 != " " } == ours.filter { $0 != " " })
  }

  @Test func oursWithoutAnEquivalentAreKeptAndNamed() {
    var writer = InsomniaTemplateWriter(ids: [:])
    let written = writer.text("{{a | hmac:key}} {{response \"x\" status}}")
    #expect(written == "{{a | hmac:key}} {{response \"x\" status}}")
    #expect(writer.context.notes.count == 2)
  }
}
