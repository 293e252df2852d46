// Redirections of standard input.
extension ShellScript {
  mutating func readInput() {
    if looksAt("<<<") {
      index += 3
      redirect(.hereString)
    } else if looksAt("<<") {
      beginHereDocument()
    } else if looksAt("<(") {
      let output = substitution()
      note("the file of <(…) is unknown")
      append(output)
    } else {
      index += looksAt("<&") ? 2 : 1
      redirect(.input)
    }
  }

  private mutating func beginHereDocument() {
    index += 2
    let strips = peek() == "-"
    if strips { index += 1 }
    while peek() == " " || peek() == "\t" { index += 1 }
    var end = ""
    var isQuoted = false
    while let scalar = peek(), !" \t\n;|&<>()".unicodeScalars.contains(scalar) {
      if "'\"\\".unicodeScalars.contains(scalar) { isQuoted = true } else { end.unicodeScalars.append(scalar) }
      index += 1
    }
    pending.append(HereDocument(end: end, stripsTabs: strips, expands: !isQuoted, command: currentCommand))
  }

  /// Reads the lines of the here-documents that the line before began.
  mutating func readHereDocuments() {
    let documents = pending
    pending = []
    for document in documents {
      var lines = ""
      while index < text.count {
        var line = ""
        while let scalar = peek(), scalar != "\n" { line.unicodeScalars.append(scalar); index += 1 }
        index += 1
        if document.stripsTabs { line = String(line.drop { $0 == "\t" }) }
        if line == document.end { break }
        lines += line + "\n"
      }
      attachDocument(document.expands ? expanded(lines) : lines, to: document.command)
    }
  }
}
