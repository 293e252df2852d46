/// The formats of JSON Schema for other uses.
package enum JSONFormats {
  /// Whether a text has a format such as `date-time`, `uuid` or `ipv4`; `false` for unknown ones.
  package static func holds(_ format: String, _ text: String) -> Bool { SchemaFormat.all[format]?(text) ?? false }
}
