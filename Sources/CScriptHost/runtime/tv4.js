// tv4 1.3: checks data by JSON Schema, draft 4.
(function (runtime) {
  "use strict";
  const { define, defineLasting, hidden } = runtime;

  // The codes of errors, and their messages in English.
  defineLasting("tv4/errors", () => {
    const table = {
      INVALID_TYPE: [0, "Invalid type: {type} (expected {expected})"],
      ENUM_MISMATCH: [1, "No enum match for: {value}"],
      ANY_OF_MISSING: [10, 'Data does not match any schemas from "anyOf"'],
      ONE_OF_MISSING: [11, 'Data does not match any schemas from "oneOf"'],
      ONE_OF_MULTIPLE: [12, 'Data is valid against more than one schema from "oneOf": indices {index1} and {index2}'],
      NOT_PASSED: [13, 'Data matches schema from "not"'],
      NUMBER_MULTIPLE_OF: [100, "Value {value} is not a multiple of {multipleOf}"],
      NUMBER_MINIMUM: [101, "Value {value} is less than minimum {minimum}"],
      NUMBER_MINIMUM_EXCLUSIVE: [102, "Value {value} is equal to exclusive minimum {minimum}"],
      NUMBER_MAXIMUM: [103, "Value {value} is greater than maximum {maximum}"],
      NUMBER_MAXIMUM_EXCLUSIVE: [104, "Value {value} is equal to exclusive maximum {maximum}"],
      NUMBER_NOT_A_NUMBER: [105, "Value {value} is not a valid number"],
      STRING_LENGTH_SHORT: [200, "String is too short ({length} chars), minimum {minimum}"],
      STRING_LENGTH_LONG: [201, "String is too long ({length} chars), maximum {maximum}"],
      STRING_PATTERN: [202, "String does not match pattern: {pattern}"],
      OBJECT_PROPERTIES_MINIMUM: [300, "Too few properties defined ({propertyCount}), minimum {minimum}"],
      OBJECT_PROPERTIES_MAXIMUM: [301, "Too many properties defined ({propertyCount}), maximum {maximum}"],
      OBJECT_REQUIRED: [302, "Missing required property: {key}"],
      OBJECT_ADDITIONAL_PROPERTIES: [303, "Additional properties not allowed"],
      OBJECT_DEPENDENCY_KEY: [304, "Dependency failed - key must exist: {missing} (due to key: {key})"],
      ARRAY_LENGTH_SHORT: [400, "Array is too short ({length}), minimum {minimum}"],
      ARRAY_LENGTH_LONG: [401, "Array is too long ({length}), maximum {maximum}"],
      ARRAY_UNIQUE: [402, "Array items are not unique (indices {match1} and {match2})"],
      ARRAY_ADDITIONAL_ITEMS: [403, "Additional items not allowed"],
      FORMAT_CUSTOM: [500, "Format validation failed ({message})"],
      KEYWORD_CUSTOM: [501, "Keyword failed: {key} ({message})"],
      CIRCULAR_REFERENCE: [600, "Circular $refs: {urls}"],
      UNKNOWN_PROPERTY: [1000, "Unknown property (not in schema)"],
    };
    const codes = {}, messages = {};
    for (const name of Object.keys(table)) [codes[name], messages[codes[name]]] = table[name];
    return { codes, messages };
  });

  // URIs of schemas, which may be relative.
  defineLasting("tv4/uris", () => {
    const parts = uri => /^([^:/?#]+:)?(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#[^]*)?$/.exec(uri).map(part => part || "");

    function withoutDots(path) {
      const output = [], segments = path.split("/");
      segments.forEach((segment, index) => {
        const isDots = segment === "." || segment === "..";
        if (segment === ".." && output.length > 1) output.pop();
        if (!isDots) output.push(segment);
        else if (index === segments.length - 1) output.push("");
      });
      return output.join("/");
    }

    function resolve(base, reference) {
      const [, scheme, authority, path, query, fragment] = parts(reference);
      if (scheme !== "" || !base) return reference;
      const from = parts(base);
      if (authority !== "") return from[1] + reference;
      const host = from[1] + from[2];
      if (path === "") return host + from[3] + (query || from[4]) + fragment;
      const folder = from[2] !== "" && from[3] === "" ? "/" : from[3].replace(/[^/]*$/, "");
      return host + withoutDots(path.startsWith("/") ? path : folder + path) + query + fragment;
    }

    return { resolve, documentOf: uri => uri.split("#")[0] };
  });

  // State shared by checks. No part of it depends on a schema.
  defineLasting("tv4/values", () => {
    const isObject = value => value !== null && typeof value === "object";
    const own = (object, key) => isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
    const typeOf = value => value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

    // A property that is undefined is like none.
    function isEqual(one, other) {
      if (one === other) return true;
      if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
      if (Array.isArray(one) && one.length !== other.length) return false;
      const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
      return [...keys].every(key => isEqual(own(one, key), own(other, key)));
    }

    // `/…/i` has flags; other patterns are only the text between the slashes.
    function pattern(given) {
      if (given instanceof RegExp) return new RegExp(given.source, given.flags.replace(/[gy]/g, ""));
      const [, text = given, flags = ""] = /^\/(.+)\/([imsu]*)$/.exec(given) || [];
      return new RegExp(text, flags);
    }

    const escaped = key => String(key).replace(/~/g, "~0").replace(/\//g, "~1");

    // The place of a value and of its schema; `depth` counts the keys to the value. `below` is the place of a part.
    // Pointers are only written for errors.
    const top = { up: undefined, data: [], schema: [], depth: 0 };
    const below = (up, data, schema) => ({ up, data, schema, depth: up.depth + data.length });

    // The JSON pointer of a place: `kind` is `data` or `schema`.
    function pointer(place, kind) {
      let output = "";
      for (let each = place; each !== undefined; each = each.up) {
        output = each[kind].map(key => `/${escaped(key)}`).join("") + output;
      }
      return output;
    }

    return { isObject, own, typeOf, isEqual, pattern, escaped, top, below, pointer };
  });

  // Schemas by URI. A validation has a store of its own above that of its API.
  define("tv4/store", use => {
    const { isObject, own } = use("tv4/values"), { resolve, documentOf } = use("tv4/uris");

    // The value that a JSON pointer leads to.
    function at(schema, fragment) {
      let pointer;
      try { pointer = decodeURIComponent(fragment); } catch { return undefined; }
      if (pointer === "") return schema;
      if (!pointer.startsWith("/")) return undefined;
      return pointer.split("/").slice(1)
        .reduce((value, part) => own(value, part.replace(/~1/g, "/").replace(/~0/g, "~")), schema);
    }

    return function makeStore(parent) {
      const store = { bases: new WeakMap(), missing: [], unresolved: new Set() };
      const clear = () => { store.schemas = Object.create(parent ? parent.schemas : null); };
      const find = uri => store.schemas[uri] === undefined
        ? at(store.schemas[documentOf(uri)], uri.slice(documentOf(uri).length + 1))
        : store.schemas[uri];
      const baseOf = schema => (parent && parent.bases.get(schema)) ?? store.bases.get(schema) ?? "";

      // Notes which URI each part of a schema belongs to, the parts that have an `id`, and the documents they need.
      function search(schema, base) {
        if (!isObject(schema) || store.bases.has(schema)) return;
        const id = typeof schema.id === "string" ? resolve(base, schema.id) : undefined;
        const place = id === undefined ? base : id;
        store.bases.set(schema, place);
        if (id !== undefined) store.schemas[id.replace(/#$/, "")] ??= schema;
        if (typeof schema.$ref === "string") store.unresolved.add(documentOf(resolve(place, schema.$ref)));
        for (const key of Object.keys(schema)) if (key !== "enum") search(schema[key], place);
      }

      // Scripts ask for a document as an item of the list, or as a member of it.
      function note(uri) {
        if (store.missing.includes(uri)) return;
        store.missing.push(uri);
        hidden(store.missing, uri, uri);
      }

      function reset() {
        store.missing = [];
        store.unresolved.clear();
      }

      clear();
      return Object.assign(store, {
        add(uri, schema) {
          const name = uri.replace(/#$/, "");
          store.schemas[name] = schema;
          search(schema, name);
        },
        // Follows references. Returns the schema, undefined if it is missing, or the URIs that lead back to themselves.
        follow(schema) {
          const seen = new Set();
          let found = schema;
          while (isObject(found) && typeof found.$ref === "string") {
            const uri = resolve(baseOf(found), found.$ref);
            if (seen.has(uri)) return { circle: [...seen] };
            seen.add(uri);
            found = find(uri);
            if (found === undefined) note(documentOf(uri));
          }
          return { schema: found };
        },
        uris: () => Object.keys(store.schemas),
        missingUris: () => [...store.unresolved].filter(uri => uri !== "" && store.schemas[uri] === undefined),
        reset,
        drop() { clear(); store.bases = new WeakMap(); reset(); },
      });
    };
  });

  // A validation: `run` returns the errors, only the first unless `isMultiple`.
  define("tv4/validation", use => {
    const { isObject, own, typeOf, isEqual, pattern, escaped, top, below, pointer } = use("tv4/values");
    const { codes } = use("tv4/errors");
    const tolerance = 2 ** -51;

    // An object that inherits from Error, as tv4's: chai takes it for an object.
    function ValidationError(code, params, dataPath, schemaPath, subErrors = null) {
      Object.assign(this, { message: "", params, code, dataPath, schemaPath, subErrors });
      hidden(this, "stack", new Error().stack);
    }
    ValidationError.prototype = Object.create(Error.prototype);
    hidden(ValidationError.prototype, "constructor", ValidationError);
    hidden(ValidationError.prototype, "name", "ValidationError");

    return function validation({ store, formats, keywords, errorCodes, report, isMultiple, bansUnknown }) {
      let errors = [], known = new Set(), unknown = new Set();
      const active = new Map();

      // Adds an error. A check that returns true is the last one of its schema.
      function fail(code, params, place, data, schema, subErrors) {
        return add(code, params, pointer(place, "data"), pointer(place, "schema"), data, schema, subErrors);
      }

      function add(code, params, dataPath, schemaPath, data, schema, subErrors) {
        const number = typeof code === "number" ? code : codes[code];
        const error = new ValidationError(number, params, dataPath, schemaPath, subErrors);
        error.message = report(error, data, schema);
        errors.push(error);
        return true;
      }

      // Adds an error after which other checks of the same schema follow.
      const note = (...values) => fail(...values) && !isMultiple;

      function type(data, schema, place) {
        if (schema.type === undefined || schema.type === null) return false;
        const is = typeOf(data), allowed = [].concat(schema.type);
        if (allowed.some(name => name === is || name === "integer" && is === "number" && data % 1 === 0)) return false;
        return fail(
          "INVALID_TYPE", { type: is, expected: allowed.join("/") }, below(place, [], ["type"]), data, schema
        );
      }

      function shown(data) {
        try { return JSON.stringify(data); } catch { return String(data); }
      }

      function oneOfValues(data, schema, place) {
        if (!Array.isArray(schema.enum) || schema.enum.some(value => isEqual(data, value))) return false;
        return fail("ENUM_MISMATCH", { value: shown(data) }, below(place, [], ["enum"]), data, schema);
      }

      function isMultipleOf(data, factor) {
        const quotient = Math.abs(data / factor), limit = tolerance * Math.max(1, quotient);
        return Math.abs(quotient - Math.round(quotient)) < limit;
      }

      function numeric(data, schema, place) {
        if (typeof data !== "number") return false;
        const wrong = (code, key, params) => fail(
          code, { value: data, ...params }, below(place, [], [key]), data, schema
        );
        const { minimum, maximum } = schema, key = schema.multipleOf === undefined ? "divisibleBy" : "multipleOf";
        const multipleOf = schema[key];
        if (multipleOf && Number.isFinite(data) && !isMultipleOf(data, multipleOf)) {
          return wrong("NUMBER_MULTIPLE_OF", key, { multipleOf });
        }
        if (data < minimum) return wrong("NUMBER_MINIMUM", "minimum", { minimum });
        if (schema.exclusiveMinimum && data === minimum) {
          return wrong("NUMBER_MINIMUM_EXCLUSIVE", "exclusiveMinimum", { minimum });
        }
        if (data > maximum) return wrong("NUMBER_MAXIMUM", "maximum", { maximum });
        if (schema.exclusiveMaximum && data === maximum) {
          return wrong("NUMBER_MAXIMUM_EXCLUSIVE", "exclusiveMaximum", { maximum });
        }
        return !Number.isFinite(data) && wrong("NUMBER_NOT_A_NUMBER", "type", {});
      }

      function string(data, schema, place) {
        if (typeof data !== "string") return false;
        const { length } = data, { minLength: minimum, maxLength: maximum } = schema;
        const wrong = (code, key, params) => fail(code, params, below(place, [], [key]), data, schema);
        if (length < minimum) return wrong("STRING_LENGTH_SHORT", "minLength", { length, minimum });
        if (length > maximum) return wrong("STRING_LENGTH_LONG", "maxLength", { length, maximum });
        if (schema.pattern === undefined || pattern(schema.pattern).test(data)) return false;
        return wrong("STRING_PATTERN", "pattern", { pattern: String(schema.pattern) });
      }

      function array(data, schema, place) {
        if (!Array.isArray(data)) return false;
        const { length } = data, { minItems: minimum, maxItems: maximum } = schema;
        const wrong = (code, key, params) => note(code, params, below(place, [], [key]), data, schema);
        return length < minimum && wrong("ARRAY_LENGTH_SHORT", "minItems", { length, minimum })
          || length > maximum && wrong("ARRAY_LENGTH_LONG", "maxItems", { length, maximum })
          || Boolean(schema.uniqueItems) && unique(data, wrong)
          || items(data, schema, place);
      }

      function unique(data, wrong) {
        if (new Set(data).size === data.length && !data.some(isObject)) return false;
        for (let match1 = 0; match1 < data.length; match1++) {
          for (let match2 = match1 + 1; match2 < data.length; match2++) {
            if (!isEqual(data[match1], data[match2])) continue;
            if (wrong("ARRAY_UNIQUE", "uniqueItems", { match1, match2 })) return true;
          }
        }
        return false;
      }

      function items(data, schema, place) {
        if (schema.items === undefined) return false;
        const isList = Array.isArray(schema.items);
        return data.some((item, index) => {
          if (!isList) return visit(item, schema.items, below(place, [index], ["items"]));
          if (index < schema.items.length) {
            return visit(item, schema.items[index], below(place, [index], ["items", index]));
          }
          const where = below(place, [index], ["additionalItems"]);
          return schema.additionalItems === false
            ? note("ARRAY_ADDITIONAL_ITEMS", {}, where, data, schema)
            : visit(item, schema.additionalItems, where);
        });
      }

      function object(data, schema, place) {
        if (!isObject(data) || Array.isArray(data)) return false;
        return size(data, schema, place)
          || Object.keys(data).some(key => property(data, key, schema, place))
          || Object.keys(schema.dependencies || {}).some(key => dependency(data, key, schema, place));
      }

      function size(data, schema, place) {
        const { minProperties: minimum, maxProperties: maximum } = schema, propertyCount = Object.keys(data).length;
        const wrong = (code, keys, params) => note(code, params, below(place, [], keys), data, schema);
        return propertyCount < minimum
            && wrong("OBJECT_PROPERTIES_MINIMUM", ["minProperties"], { propertyCount, minimum })
          || propertyCount > maximum
            && wrong("OBJECT_PROPERTIES_MAXIMUM", ["maxProperties"], { propertyCount, maximum })
          || Array.isArray(schema.required) && schema.required.some((key, index) =>
            own(data, key) === undefined && wrong("OBJECT_REQUIRED", ["required", index], { key }));
      }

      function property(data, key, schema, place) {
        const found = [];
        if (own(schema.properties, key) !== undefined) found.push(["properties", key]);
        for (const name of Object.keys(schema.patternProperties || {})) {
          if (new RegExp(name).test(key)) found.push(["patternProperties", name]);
        }
        const { additionalProperties: others } = schema;
        if (bansUnknown) mark(pointer(below(place, [key], []), "data"), found.length > 0 || others !== undefined);
        if (found.length > 0) {
          return found.some(
            ([kind, name]) => visit(data[key], schema[kind][name], below(place, [key], [kind, name]))
          );
        }
        const where = below(place, [key], ["additionalProperties"]);
        return others === false
          ? note("OBJECT_ADDITIONAL_PROPERTIES", { key }, where, data, schema)
          : visit(data[key], others, where);
      }

      function mark(path, isKnown) {
        if (isKnown) {
          known.add(path);
          unknown.delete(path);
        } else if (!known.has(path)) unknown.add(path);
      }

      function dependency(data, key, schema, place) {
        const needed = schema.dependencies[key];
        if (own(data, key) === undefined) return false;
        if (typeof needed !== "string" && !Array.isArray(needed)) {
          return visit(data, needed, below(place, [], ["dependencies", key]));
        }
        return [].concat(needed).some((missing, index) => own(data, missing) === undefined && note(
          "OBJECT_DEPENDENCY_KEY", { key, missing },
          below(place, [], ["dependencies", key, ...(Array.isArray(needed) ? [index] : [])]), data, schema
        ));
      }

      // Checks data by a schema of a combination. Returns the errors, which do not count yet, and the properties that
      // the schema has and lacks.
      function attempt(data, schema, place) {
        const before = [errors, known, unknown];
        [errors, known, unknown] = [[], new Set(), new Set()];
        visit(data, schema, place);
        const found = errors, seen = [known, unknown];
        [errors, known, unknown] = before;
        return { found, seen };
      }

      function learn([foundKnown, foundUnknown]) {
        for (const path of foundKnown) mark(path, true);
        for (const path of foundUnknown) mark(path, false);
      }

      const allOf = (data, schema, place) => (schema.allOf || []).some(
        (part, index) => visit(data, part, below(place, [], ["allOf", index]))
      );

      function alternatives(data, schema, place, key, accept) {
        const wrong = [];
        for (const [index, part] of schema[key].entries()) {
          const { found, seen } = attempt(data, part, below(place, [], [key, index]));
          wrong.push(...found);
          if (found.length > 0) continue;
          learn(seen);
          if (accept(index)) break;
        }
        return wrong;
      }

      function anyOf(data, schema, place) {
        if (!Array.isArray(schema.anyOf)) return false;
        let isFound = false;
        const wrong = alternatives(data, schema, place, "anyOf", () => {
          isFound = true;
          return !bansUnknown;
        });
        return !isFound && fail("ANY_OF_MISSING", {}, below(place, [], ["anyOf"]), data, schema, wrong);
      }

      function oneOf(data, schema, place) {
        if (!Array.isArray(schema.oneOf)) return false;
        const matches = [], where = below(place, [], ["oneOf"]);
        const wrong = alternatives(data, schema, place, "oneOf", index => matches.push(index) === 2);
        const [index1, index2] = matches;
        if (index1 === undefined) return fail("ONE_OF_MISSING", {}, where, data, schema, wrong);
        return index2 !== undefined && fail("ONE_OF_MULTIPLE", { index1, index2 }, where, data, schema);
      }

      // Links to schemas that describe data: `href` is a template of members of it.
      function described(data, schema, place) {
        if (!isObject(data) || !Array.isArray(schema.links)) return false;
        return schema.links.some((link, index) => {
          if (!isObject(link) || link.rel !== "describedby") return false;
          const href = String(link.href), names = [...href.matchAll(/\{\+?([^{}]+)\}/g)].map(found => found[1]);
          if (!names.every(name => name in data)) return false;
          const $ref = href.replace(/\{(\+?)([^{}]+)\}/g, (_, isRaw, name) =>
            isRaw ? encodeURI(data[name]) : encodeURIComponent(data[name]));
          return visit(data, { $ref }, below(place, [], ["links", index]));
        });
      }

      function not(data, schema, place) {
        if (schema.not === undefined || attempt(data, schema.not, place).found.length > 0) return false;
        return fail("NOT_PASSED", {}, below(place, [], ["not"]), data, schema);
      }

      // Adds what a function of the script has found: a text, or an object with a message and paths.
      function custom(result, code, params, place, key, data, schema) {
        if (typeof result === "string" || typeof result === "number") {
          return fail(code, { ...params, message: result }, below(place, [], [key]), data, schema);
        }
        if (!isObject(result)) return false;
        const texts = isObject(result.message) ? result.message : { ...params, message: result.message || "?" };
        const dataPath = pointer(place, "data") + (result.dataPath || "");
        const schemaPath = pointer(place, "schema") + (result.schemaPath || `/${escaped(key)}`);
        return add(code, texts, dataPath, schemaPath, data, schema);
      }

      function format(data, schema, place) {
        const check = typeof schema.format === "string" ? formats[schema.format] : undefined;
        if (check === undefined) return false;
        return custom(check.call(null, data, schema), "FORMAT_CUSTOM", {}, place, "format", data, schema);
      }

      function codeOf(result) {
        if (!isObject(result) || typeof result.code !== "string") return own(result, "code") ?? "KEYWORD_CUSTOM";
        if (own(errorCodes, result.code) !== undefined) return errorCodes[result.code];
        throw new Error(`Undefined error code (use defineError): ${result.code}`);
      }

      const ownKeywords = (data, schema, place) => Object.keys(keywords).some(
        key => schema[key] !== undefined && keywords[key].some(check => {
          const result = check(data, schema[key], schema, pointer(place, "data"));
          return custom(result, codeOf(result), { key }, place, key, data, schema);
        })
      );

      // In the order of tv4, with the keyword of each that has only one.
      const checks = [
        [type, "type"], [oneOfValues, "enum"], [numeric], [string], [array], [object], [allOf, "allOf"],
        [anyOf, "anyOf"], [oneOf, "oneOf"], [not, "not"], [described, "links"], [format, "format"], [ownKeywords],
      ];
      const checksOf = schema => checks.filter(([, key]) => key === undefined || schema[key] !== undefined)
        .map(([check]) => check);

      // Checks data by a schema, unless the same check is under way: data and schemas may contain themselves. Returns
      // whether the validation ends.
      function visit(data, given, place) {
        const { schema, circle } = store.follow(given);
        if (circle !== undefined) {
          return fail("CIRCULAR_REFERENCE", { urls: circle.join(", ") }, place, data, given) && !isMultiple;
        }
        if (!isObject(schema)) return false;
        if (!active.has(schema)) active.set(schema, { values: new Set(), needed: checksOf(schema) });
        const { values, needed } = active.get(schema), key = isObject(data) ? data : place.depth;
        if (values.has(key)) return false;
        values.add(key);
        const isOver = needed.some(check => check(data, schema, place));
        values.delete(key);
        return isOver && !isMultiple;
      }

      return {
        run(data, schema) {
          visit(data, schema, top);
          if (bansUnknown && (isMultiple || errors.length === 0)) {
            for (const path of unknown) add("UNKNOWN_PROPERTY", { path }, path, "", data, schema);
          }
          return isMultiple ? errors : errors.slice(0, 1);
        },
      };
    };
  });

  define("tv4", use => {
    const { isObject, own } = use("tv4/values"), { resolve, documentOf } = use("tv4/uris");
    const { codes, messages: english } = use("tv4/errors");
    const makeStore = use("tv4/store"), validation = use("tv4/validation");
    const errorCodes = { ...codes }, defined = {}, languages = { __proto__: null, en: {} };

    // The text of an error in a language: `{name}` is a parameter.
    function text(error, language) {
      const template = own(languages[language], error.code) ?? own(defined, error.code) ?? english[error.code];
      if (typeof template !== "string") return `Unknown error code ${error.code}: ${JSON.stringify(error.params)}`;
      return template.replace(/\{([^{}]*)\}/g, (whole, name) => {
        const value = own(error.params, name);
        return typeof value === "string" || typeof value === "number" ? value : whole;
      });
    }

    function addLanguage(code, map) {
      const texts = { ...map };
      for (const name of Object.keys(errorCodes)) if (name in texts) texts[errorCodes[name]] ??= texts[name];
      const root = code.split("-")[0];
      languages[root] = { ...texts, ...languages[root] };
      languages[code] = { ...languages[root], ...texts };
    }

    // Gives an error of the script a code and a text.
    function defineError(name, code, message) {
      if (typeof name !== "string" || !/^[A-Z]+(_[A-Z]+)*$/.test(name)) {
        throw new Error("Code name must be a string in UPPER_CASE_WITH_UNDERSCORES");
      }
      if (!Number.isInteger(code) || code < 10000) throw new Error("Code number must be an integer >= 10000");
      if (own(errorCodes, name) !== undefined) throw new Error(`Error already defined: ${name} as ${errorCodes[name]}`);
      const other = Object.keys(errorCodes).find(key => errorCodes[key] === code);
      if (other !== undefined) throw new Error(`Error code already used: ${other} as ${code}`);
      errorCodes[name] = code;
      defined[code] = message;
    }

    // Normalizes the URIs in a schema, as tv4 does with those that it is given.
    function normSchema(schema, base = isObject(schema) ? schema.id : undefined) {
      if (!isObject(schema)) return;
      const place = typeof schema.id === "string" ? resolve(base, schema.id) : base;
      if (typeof schema.id === "string") schema.id = place;
      if (typeof schema.$ref === "string") schema.$ref = resolve(place, schema.$ref);
      for (const key of Object.keys(schema)) if (key !== "enum") normSchema(schema[key], place || "");
    }

    const matching = (uris, filter) => filter ? uris.filter(uri => uri.search(filter) >= 0) : uris;

    function makeApi(startLanguage) {
      const store = makeStore(), formats = { __proto__: null }, keywords = {};
      let language = "en", reporter;

      function check(data, schema, isMultiple, bansUnknown) {
        if (schema === undefined || schema === null) throw new TypeError(`tv4 needs a schema, not ${schema}`);
        const given = typeof schema === "string" ? { $ref: schema } : schema;
        const inner = makeStore(store);
        inner.add("", given);
        const report = (error, ...values) => (reporter && reporter(error, ...values)) || text(error, language);
        const errors = validation({
          store: inner, formats, keywords, errorCodes, report, isMultiple, bansUnknown,
        }).run(data, given);
        return { errors, missing: inner.missing, valid: errors.length === 0 };
      }

      function validateResult(data, schema, checkRecursive, bansUnknown) {
        const { errors, missing, valid } = check(data, schema, false, bansUnknown);
        return { error: errors[0] || null, missing, valid };
      }

      function addFormat(name, body) {
        if (isObject(name)) for (const key of Object.keys(name)) formats[key] = name[key];
        else formats[name] = body;
      }

      function selectLanguage(code) {
        if (!code) return language;
        const found = [code, code.split("-")[0]].find(name => name in languages);
        if (found === undefined) return false;
        return language = found;
      }

      const api = {
        error: null, missing: [], valid: true, errorCodes,
        validate(...values) { return Object.assign(api, validateResult(...values)).valid; },
        validateResult,
        validateMultiple: (data, schema, checkRecursive, bansUnknown) => check(data, schema, true, bansUnknown),
        addSchema(uri, schema) {
          if (typeof uri === "string" && schema !== undefined) store.add(uri, schema);
          else if (isObject(uri) && typeof uri.id === "string") store.add(uri.id, uri);
        },
        getSchema: uri => store.follow({ $ref: uri }).schema,
        getSchemaMap: () => ({ ...store.schemas }),
        getSchemaUris: filter => matching(store.uris(), filter),
        getMissingUris: filter => matching(store.missingUris(), filter),
        dropSchemas() { store.drop(); },
        addFormat,
        defineKeyword(name, body) { (keywords[name] ??= []).push(body); },
        defineError,
        language: selectLanguage,
        addLanguage(...values) { addLanguage(...values); return api; },
        setErrorReporter(given) {
          if (typeof given === "string") return selectLanguage(given);
          reporter = given;
          return true;
        },
        reset() {
          store.reset();
          Object.assign(api, { error: null, missing: [], valid: true });
        },
        freshApi: makeApi,
        normSchema, resolveUrl: resolve, getDocumentUri: documentOf,
      };
      if (startLanguage) selectLanguage(startLanguage);
      hidden(api, "tv4", api);
      return api;
    }

    return makeApi();
  });
});
