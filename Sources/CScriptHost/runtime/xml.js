// `xml2Json`: an XML document as an object, with attributes in `$` and text in `_`.
(function (runtime) {
  "use strict";
  const { define } = runtime;

  define("xml2Json", () => {
    const entities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
    const token = /<!\[CDATA\[([^]*?)\]\]>|<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE(?:[^<>[]|\[[^\]]*\])*>|<\/([^\s>]+)\s*>|<([^\s/>]+)((?:\s+[^\s=>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/y;

    const decoded = text => text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name) => {
      if (name[0] !== "#") return name in entities ? entities[name] : whole;
      const code = name[1] === "x" || name[1] === "X" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });

    function attributes(source) {
      const output = {};
      for (const [, name, quoted] of source.matchAll(/([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g)) {
        output[name] = decoded(quoted.slice(1, -1));
      }
      return output;
    }

    // A text, an object, or both: elements of the same name are an array.
    function valueOf(node) {
      const text = node.text.trim() === "" ? "" : node.text.trim();
      const hasAttributes = Object.keys(node.attributes).length > 0;
      if (node.children.length === 0 && !hasAttributes) return text;
      const output = {};
      if (text !== "") output._ = text;
      if (hasAttributes) output.$ = node.attributes;
      for (const child of node.children) {
        const value = valueOf(child);
        output[child.name] = child.name in output ? [].concat(output[child.name], [value]) : value;
      }
      return output;
    }

    function lineOf(source, place) { return source.slice(0, place).split("\n").length; }

    function parse(source) {
      const root = { name: "", attributes: {}, children: [], text: "" };
      const open = [root];
      token.lastIndex = 0;
      while (token.lastIndex < source.length) {
        const place = token.lastIndex;
        const found = token.exec(source);
        if (found === null) {
          throw new SyntaxError(
            `xml2Json: line ${lineOf(source, place)} is not XML: ${source.slice(place, place + 40)}`
          );
        }
        const [, cdata, closed, name, rest, isEmpty, text] = found;
        const parent = open[open.length - 1];
        if (cdata !== undefined) parent.text += cdata;
        else if (text !== undefined) parent.text += decoded(text);
        else if (name !== undefined) {
          const node = { name, attributes: attributes(rest), children: [], text: "" };
          parent.children.push(node);
          if (isEmpty === "") open.push(node);
        } else if (closed !== undefined) {
          if (closed !== parent.name) {
            throw new SyntaxError(`xml2Json: line ${lineOf(source, place)}: </${closed}> closes <${parent.name}>`);
          }
          open.pop();
        }
      }
      if (open.length > 1) throw new SyntaxError(`xml2Json: <${open[open.length - 1].name}> is not closed`);
      return root;
    }

    return text => {
      const root = parse(String(text).replace(/^\ufeff/, "").trim());
      if (root.children.length === 0) throw new SyntaxError("xml2Json: there is no XML element");
      return valueOf(root);
    };
  });
});
