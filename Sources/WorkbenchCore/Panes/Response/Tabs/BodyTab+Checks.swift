import Foundation
import ResponseChecks

extension BodyTab {
  /// The largest body of XML or HTML that is searched for the XPath of a row, in bytes: the search holds up the screen.
  private static let largestMarkup = 1 << 20

  package func check(in context: PaneContext) throws(Refusal) -> JSONObject {
    if message != nil { throw Refusal(MessagesTab.whereChecksAre) }
    guard shown.filtered == nil, shown.comparison == nil, let body = shown.document else {
      throw Refusal("Paths in a filtered body differ: show the whole body first")
    }
    let line = min(line, body.lineCount - 1)
    let isMarkup = body.format == .xml || body.format == .html
    let row = try isMarkup ? markupCheck(of: body, at: line, in: context) : jsonCheck(of: body, at: line)
    if let text = body.value(at: line), let reason = whyMasked(text, in: context) { throw Refusal(reason) }
    if body.value(at: line).map({ containsSecret($0, body.ownBytes(ofLine: line), in: context) }) ?? false {
      throw Refusal("This value is a secret and would be written to the file: check it with a {{variable}}")
    }
    return row
  }

  private func jsonCheck(of body: BodyDocument, at line: Int) throws(Refusal) -> JSONObject {
    guard let query = try? JSONPathQuery(body.path(at: line)), let found = try? body.select(query).body,
      let value = (try? JSONText([UInt8](found)).value)?.array?.first
    else { throw Refusal("This row has no JSON value") }
    var row: JSONObject = ["query": "jsonpath", "expression": .string(query.text)]
    // The content of a container changes more often than its type.
    row["predicate"] = value.isContainer ? "isType" : "equals"
    row["value"] = value.array != nil ? "array" : value.object != nil ? "object" : value
    return row
  }

  /// An element keeps its text, and contains that of a row of its own. One with other elements in it exists.
  private func markupCheck(
    of body: BodyDocument, at line: Int, in context: PaneContext
  ) throws(Refusal) -> JSONObject {
    guard body.text.count <= Self.largestMarkup else {
      throw Refusal("The body is too large to search it for this row: add the check in the form")
    }
    guard let place = body.lineOfValue(at: line), let text = body.value(at: place), !body.path(at: place).isEmpty,
      !text.hasPrefix("<!"), !text.hasPrefix("<?")
    else { throw Refusal("Select an element or its text") }
    let value = text.replacing("\r\n", with: "\n")
    let paths = XPathPlace.candidates(body.path(at: place))
    let type = context.workspace.exchange?.response?.headers.first("content-type")
    func path(where fits: (String) -> Bool) throws(Refusal) -> String? {
      do throws(CheckProblem) {
        return try XPathPlace.first(of: paths, in: body.text, contentType: type, where: fits)
      } catch {
        throw Refusal("An XPath check cannot read this body: \(error.sentence.text { $0 })")
      }
    }
    if let found = try path(where: { $0 == value }) { return Self.xpath(found, "equals", value) }
    if text.hasPrefix("<") {
      if let found = try path(where: { _ in true }) { return Self.xpath(found, "exists", nil) }
    } else if let found = try path(where: { $0.contains(value) }) {
      return Self.xpath(found, "contains", value)
    }
    throw Refusal("No XPath leads to this row alone: add the check in the form")
  }

  private static func xpath(_ path: String, _ predicate: String, _ value: String?) -> JSONObject {
    var row: JSONObject = ["query": "xpath", "expression": .string(path), "predicate": .string(predicate)]
    row["value"] = value.map { .string($0) }
    return row
  }
}
