import RequestModel

/// Generates the tables of `docs/collection-format.md` and `docs/format` from the fields.
enum Reference {
  static func table(_ fields: [Field]) -> String {
    table(
      ["member", "value", "default", "meaning"],
      fields.map { ["`\($0.name)`", value($0), defaultValue($0), $0.help] })
  }

  /// A row for each setting, by its names from the root.
  static func settings(_ fields: [Field]) -> String {
    let rows = fields.flatMap { field -> [[String]] in
      guard case .object(let inner) = field.type else {
        return [["`\(field.name)`", value(field), defaultValue(field), field.help]]
      }
      return inner.map { ["`\(field.name).\($0.name)`", value($0), defaultValue($0), $0.help] }
    }
    return table(["setting", "value", "default", "meaning"], rows)
  }

  static func kinds(_ kinds: [KindShape]) -> String {
    table(["key", "value", "meaning"], kinds.map { ["`\($0.name)`", value($0), $0.summary] })
  }

  /// A table of kinds, followed by a section for each with a table of its members.
  static func sections(_ kinds: [KindShape]) -> String {
    let overview = table(["key", "meaning"], kinds.map { ["`\($0.name)`", $0.summary] })
    let sections = kinds.filter { !$0.fields.isEmpty }.map { kind in
      "\n### `\(kind.name)`\n\n\(kind.summary)\n\n" + table(kind.fields)
    }
    return overview + sections.joined()
  }

  static func words(_ words: [CheckWords.Word], _ head: [String]) -> String {
    table(head, words.map { ["`\($0.name)`", $0.help] })
  }

  static let requestKinds = table(
    ["kind", "meaning"], RequestKind.all.map { ["`\($0.name)`", $0.summary] })

  static let filters = table(
    ["filter", "result"], TemplateFilter.all.map { ["`\($0.usage)`", $0.summary] })

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  private static func value(_ field: Field) -> String {
    switch field.type {
    case .text: "string"
    case .scalar: "string or number"
    case .lines: "lines"
    case .number(let rule): number(rule)
    case .flag: "`true` or `false`"
    case .choice(let values): values.map { "`\"\($0)\"`" }.joined(separator: ", ")
    case .file: "path"
    case .json: "any JSON"
    case .strings: "object of strings"
    case .rows: "rows"
    case .names: "array of names"
    case .object, .kinds: "object, see below"
    }
  }

  private static func number(_ rule: NumberRule) -> String {
    let limit = Int(exactly: rule.range.upperBound).map { " to \($0)" } ?? " or more"
    return (rule.isWhole ? "whole number, " : "number, ") + "\(Int(rule.range.lowerBound))" + limit
  }

  private static func value(_ kind: KindShape) -> String {
    if kind.isNested {
      let members = kind.fields.map { "`\($0.name)`: \(value($0))" }
      return members.isEmpty ? "`{}`" : "object: " + members.joined(separator: ", ")
    }
    let beside = kind.fields.dropFirst().map { ", `\($0.name)` beside it" }
    return kind.fields.prefix(1).map(value).joined() + beside.joined()
  }

  private static func defaultValue(_ field: Field) -> String {
    guard let value = field.defaultValue, value != "" else { return "" }
    return "`\(value.compact)`"
  }
}
