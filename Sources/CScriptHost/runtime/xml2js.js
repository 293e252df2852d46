// The part of xml2js that scripts use. The whole library is used where its Debian package is installed.
(function (runtime) {
  "use strict";
  const { define } = runtime;

  define("xml2js", use => {
    const asList = value => Array.isArray(value) ? value : [value];

    // What xml2js makes of an element: all children are arrays, unless they are not wanted.
    function shaped(value, options, isTop) {
      const wrapsAll = options.explicitArray !== false;
      if (typeof value === "string") return value === "" && options.emptyTag !== undefined ? options.emptyTag : value;
      const output = {};
      for (const name of Object.keys(value)) {
        if (name === "_") output[options.charkey || "_"] = value._;
        else if (name === "$") addAttributes(output, value.$, options);
        else {
          const items = asList(value[name]).map(item => shaped(item, options, false));
          output[name] = isTop || items.length === 1 && !wrapsAll ? items[0] : items;
        }
      }
      return output;
    }

    function addAttributes(output, attributes, options) {
      if (options.ignoreAttrs) return;
      if (options.mergeAttrs) {
        for (const name of Object.keys(attributes)) {
          output[name] = options.explicitArray === false ? attributes[name] : [attributes[name]];
        }
      } else output[options.attrkey || "$"] = attributes;
    }

    // Options that change the result in ways that are not built in.
    const otherOptions = [
      "normalizeTags", "normalize", "explicitCharkey", "xmlns", "explicitChildren", "preserveChildrenOrder", "charsAsChildren",
      "includeWhiteChars", "validator", "tagNameProcessors", "attrNameProcessors", "valueProcessors", "attrValueProcessors",
    ];
    function check(options) {
      const found = otherOptions.find(name => options[name]) || (options.strict === false ? "strict" : undefined);
      if (found !== undefined) use("absent").needed(`The option ${found} of xml2js`, "node-xml2js");
    }

    function parse(text, options) {
      const tree = shaped(use("xml2Json")(text), options, true);
      return options.explicitRoot === false ? Object.values(tree)[0] : tree;
    }

    function parseString(text, options, callback) {
      const [call, given] = typeof options === "function" ? [options, {}] : [callback, options || {}];
      check(given);
      let result;
      try { result = parse(text, given); } catch (error) { return call(error); }
      return call(null, result);
    }

    class Parser {
      constructor(options = {}) {
        check(options);
        this.options = options;
      }
      parseString(text, callback) { return parseString(text, this.options, callback); }
      async parseStringPromise(text) { return parse(text, this.options); }
    }
    async function parseStringPromise(text, options = {}) {
      check(options);
      return parse(text, options);
    }
    const xml2js = { parseString, parseStringPromise, Parser };
    use("absent").define(xml2js, "xml2js.", "node-xml2js", "Builder ValidationError");
    use("absent").members(xml2js, "xml2js.", "node-xml2js", ["processors", "defaults"]);
    return xml2js;
  });
});
