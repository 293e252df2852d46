/// Writes the pairs of a tree of values.
struct FormSerializer {
  var arrayEncoding = URLEncodedFormEncoder.ArrayEncoding.brackets
  var keyEncoding = URLEncodedFormEncoder.KeyEncoding.useDefaultKeys
  var keyPathEncoding = URLEncodedFormEncoder.KeyPathEncoding.brackets
  var nilEncoding = URLEncodedFormEncoder.NilEncoding.dropKey
  var isAlphabetized = true
  var escaping = FormEscaping.default

  func text(of root: FormNode) -> String {
    var text = ""
    write(root, name: nil, to: &text)
    return text
  }

  private func write(_ node: FormNode, name: String?, to text: inout String) {
    switch node.content {
    case .unset: break
    case .null: if let value = nilEncoding.text() { writePair(name, value, to: &text) }
    case .text(let value): writePair(name, value, to: &text)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        write(element, name: arrayEncoding.encode(name ?? "", at: index), to: &text)
      }
    case .object(let members):
      for (key, member) in ordered(members) {
        write(member, name: name.map { $0 + keyPathEncoding.suffix(key) } ?? key, to: &text)
      }
    }
  }

  private func ordered(_ members: FormNode.Members) -> [(String, FormNode)] {
    let named = members.list.map { (keyEncoding.encode($0.key), $0.node) }
    return isAlphabetized ? named.sorted { $0.0 < $1.0 } : named
  }

  private func writePair(_ name: String?, _ value: String, to text: inout String) {
    if !text.isEmpty { text += "&" }
    escaping.append(name ?? "", to: &text)
    text += "="
    escaping.append(value, to: &text)
  }
}
