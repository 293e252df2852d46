/// The words of checks and captures.
package enum CheckWords {
  /// A word and its meaning.
  package struct Word: Sendable {
    package let name: String
    package let help: String

    init(_ name: String, _ help: String) { (self.name, self.help) = (name, help) }
  }

  package static let queries = [
    Word("status", "the status code"), Word("header", "a header by name"), Word("jsonpath", "a value in JSON"),
    Word("xpath", "a value in XML or HTML"), Word("body", "the body as text"), Word("regex", "a pattern in the body"),
    Word("duration", "milliseconds in total, or of a phase"), Word("cookie", "a cookie by name"),
    Word("size", "bytes of the body"), Word("bytes", "the body as bytes"), Word("sha256", "the body's digest"),
    Word("md5", "the body's digest"), Word("redirects", "how many"), Word("url", "the last URL"),
    Word("certificate", "daysLeft, subject …"), Word("ip", "the server's address"),
    Word("version", "the version of HTTP"), Word("reason", "the reason phrase"), Word("variable", "a variable by name"),
    Word("trailer", "a field after the body"), Word("message", "a received message: last, first, or by a check"),
    Word("messages", "all received messages"), Word("close", "the code of a WebSocket's close"),
    Word("event", "the name of an event of a stream"), Word("eventId", "the ID of an event of a stream"),
  ]

  package static let predicates = [
    Word("equals", "a value"), Word("contains", "a text or an element"), Word("matches", "a pattern"),
    Word("exists", "there is a value"), Word("isEmpty", "an empty text, list or object"),
    Word("isType", "number, string, object …"),
    Word("greater", "than a value"), Word("greaterOrEqual", "a value or more"), Word("less", "than a value"),
    Word("lessOrEqual", "a value or less"), Word("between", "two values"), Word("in", "one of a list"),
    Word("startsWith", "a text"), Word("endsWith", "a text"), Word("length", "of a text or a list"),
    Word("schema", "a JSON Schema or its file"),
  ]

  package static let filters = [
    Word("count", "how many"), Word("first", "the first element"), Word("last", "the last element"),
    Word("nth", "an element by number"), Word("regex", "/pattern/"), Word("jsonpath", "a value in JSON"),
    Word("split", "\",\""), Word("replace", "\"a\" \"b\""), Word("replaceRegex", "/a/ \"b\""),
    Word("toInt", "as a whole number"), Word("toFloat", "as a number"), Word("toString", "as text"),
    Word("toHex", "as hexadecimal digits"), Word("toDate", "as a date, by a format"), Word("dateFormat", "of a date"),
    Word("format", "of a date"),
    Word("daysAfterNow", "of a date"), Word("daysBeforeNow", "of a date"), Word("urlDecode", "without escapes"),
    Word("urlEncode", "with escapes"), Word("urlQueryParam", "a parameter of a URL"), Word("location", "of a redirect"),
    Word("base64Decode", "as bytes"), Word("base64Encode", "as text"), Word("base64UrlSafeDecode", "as bytes"),
    Word("base64UrlSafeEncode", "as text"), Word("utf8Decode", "as text"), Word("utf8Encode", "as bytes"),
    Word("decode", "bytes as text, by a charset"),
    Word("htmlEscape", "as HTML"), Word("htmlUnescape", "of HTML"),
    Word("xpath", "a value in XML or HTML"),
  ]
}
