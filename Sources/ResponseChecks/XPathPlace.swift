package import Foundation

/// The XPath of an element, as checks of the body evaluate it.
package enum XPathPlace {
  /// Returns the first of `paths` that leads to a single node with a fitting text; `nil` if none does.
  ///
  /// - Parameter body: In UTF-8.
  /// - Throws: Why none of the paths can be evaluated.
  package static func first(
    of paths: [String], in body: Data, contentType: String?, where fits: (String) -> Bool
  ) throws(CheckProblem) -> String? {
    let isHTML = XPathValues.isHTML(body, contentType: contentType)
    var problem: CheckProblem?
    var isEvaluated = false
    for path in paths {
      do throws(CheckProblem) {
        let value = try XPathValues.read(path, body, isHTML: isHTML)
        isEvaluated = true
        if case .nodes(let nodes) = value, nodes.count == 1, let text = nodes[0].string, fits(text) { return path }
      } catch {
        problem = problem ?? error
      }
    }
    if let problem, !isEvaluated { throw problem }
    return nil
  }

  /// The XPaths that may lead to the element at a path of tags as they are written.
  ///
  /// A name without a prefix may be in the default namespace, which checks call `_`. The parser of HTML writes names in
  /// lower case and adds the elements around those of a part of a page.
  package static func candidates(_ path: String) -> [String] {
    let steps = path.split(separator: "/").map { $0.contains(":") ? String($0) : "_:" + $0 }
    let lower = path.lowercased()
    return [path, "/" + steps.joined(separator: "/"), lower] + ["/html", "/html/body", "/html/head"].map { $0 + lower }
  }
}
