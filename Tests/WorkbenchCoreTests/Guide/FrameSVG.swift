import TerminalUI

/// A screen as a picture: text in a grid, lines as strokes.
struct FrameSVG {
  let frame: Frame
  let colours: ThemeColours

  private static let cell = (width: 8.4, height: 18.0)
  private static let margin = 8.0

  var text: String {
    let width = Double(frame.size.columns) * Self.cell.width + 2 * Self.margin
    let height = Double(frame.size.rows) * Self.cell.height + 2 * Self.margin
    let rows = (0..<frame.size.rows).flatMap(row)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))" height="\(Self.number(height))" \
      viewBox="0 0 \(Self.number(width)) \(Self.number(height))">
      <rect width="100%" height="100%" rx="6" fill="\(hex(colours[.background]))"/>
      <g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" xml:space="preserve">
      \(rows.joined(separator: "\n"))
      </g>
      \(cursor)</svg>

      """
  }

  /// The attributes that a run of cells shares.
  private struct Look: Equatable {
    var foreground: String
    var background: String
    var isBold: Bool
    var isUnderlined: Bool
    var isLine: Bool
  }

  private func look(of cell: Cell) -> Look {
    let style = cell.style
    let isSelected = style.surface == .selected || style.surface == .selection
    var foreground = hex(isSelected ? colours[.selectionText] : colours.foreground(of: style.role))
    var background = hex(colours.background(of: style.surface))
    if style.role == .match || style.role == .mark { swap(&foreground, &background) }
    return Look(
      foreground: foreground, background: background, isBold: style.isBold, isUnderlined: style.isUnderlined,
      isLine: Self.strokes[cell.text] != nil)
  }

  private func row(_ row: Int) -> [String] {
    var elements: [String] = []
    var column = 0
    while column < frame.size.columns {
      let look = look(of: frame[column, row])
      let end = (column..<frame.size.columns).first { self.look(of: frame[$0, row]) != look } ?? frame.size.columns
      elements += run(column..<end, row, look)
      column = end
    }
    return elements
  }

  private func run(_ columns: Range<Int>, _ row: Int, _ look: Look) -> [String] {
    let (x, y) = (Self.x(columns.lowerBound), Self.y(row))
    let width = Double(columns.count) * Self.cell.width
    var elements: [String] = []
    if look.background != hex(colours[.background]) {
      elements.append(
        "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" height=\"18\" fill=\"\(look.background)\"/>"
      )
    }
    if look.isLine { return elements + [lines(columns, row, look)] }
    let text = columns.map { frame[$0, row].text }.joined()
    let blanks = text.prefix { $0 == " " }.count
    let shown = text.dropFirst(blanks).reversed().drop { $0 == " " }.reversed()
    guard !shown.isEmpty || look.isUnderlined else { return elements }
    let inked = look.isUnderlined ? text : String(shown)
    let start = look.isUnderlined ? x : x + Double(blanks) * Self.cell.width
    let extra =
      (look.isBold ? " font-weight=\"bold\"" : "") + (look.isUnderlined ? " text-decoration=\"underline\"" : "")
    elements.append(
      "<text x=\"\(Self.number(start))\" y=\"\(Self.number(y + 13.5))\" fill=\"\(look.foreground)\"\(extra) "
        + "textLength=\"\(Self.number(Double(inked.columns) * Self.cell.width))\">\(Self.escaped(inked))</text>")
    return elements
  }

  // MARK: Lines

  /// Paths from the top left corner of a cell.
  private static let strokes = [
    "─": "m0 9h8.4m-8.4 -9", "│": "m4.2 0v18m-4.2 -18", "╭": "m4.2 18v-5q0 -4 4.2 -4m-8.4 -9",
    "╮": "m0 9q4.2 0 4.2 4v5m-4.2 -18", "╰": "m4.2 0v5q0 4 4.2 4m-8.4 -9", "╯": "m0 9q4.2 0 4.2 -4v-5m-4.2 0",
  ]

  private func lines(_ columns: Range<Int>, _ row: Int, _ look: Look) -> String {
    var path = "M\(Self.number(Self.x(columns.lowerBound))) \(Self.number(Self.y(row)))"
    var dashes = 0
    for column in columns {
      let text = frame[column, row].text
      if text == "─" { dashes += 1 } else { path += Self.dash(dashes) + (Self.strokes[text] ?? "") + "m8.4 0" }
      if text != "─" { dashes = 0 }
    }
    return
      "<path d=\"\(path)\(Self.dash(dashes))\" fill=\"none\" stroke=\"\(look.foreground)\"\(look.isBold ? " stroke-width=\"1.5\"" : "")/>"
  }

  private static func dash(_ count: Int) -> String {
    count == 0 ? "" : "m0 9h\(number(Double(count) * cell.width))m0 -9"
  }

  private var cursor: String {
    guard let cursor = frame.cursor else { return "" }
    let place = "x=\"\(Self.number(Self.x(cursor.column)))\" y=\"\(Self.number(Self.y(cursor.row)))\""
    return "<rect \(place) width=\"8.4\" height=\"18\" fill=\"none\" stroke=\"\(hex(colours[.text]))\"/>\n"
  }

  // MARK: Numbers and names

  private static func x(_ column: Int) -> Double { margin + Double(column) * cell.width }
  private static func y(_ row: Int) -> Double { margin + Double(row) * cell.height }

  /// With one digit at most.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }

  private func hex(_ colour: Colour) -> String {
    guard case .rgb(let colour) = colour else { return "#888888" }
    return "#" + [colour.red, colour.green, colour.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
