// `require("ajv")`: the part of Ajv 6 that people use, and its words for what the program's validator finds.
(function (runtime) {
  "use strict";
  const { define, defineLasting } = runtime;

  // The findings of the validator as errors of Ajv: with the keyword, its parameters and Ajv's message.
  defineLasting("schema/words", () => {
    const names = pointer => pointer.split("/").slice(1).map(name => name.replace(/~1/g, "/").replace(/~0/g, "~"));
    const at = (value, path) => path.reduce(
      (part, name) => part === undefined || part === null ? undefined : part[name], value
    );
    const count = (words, noun) => limit => [`should NOT have ${words} than ${limit} ${noun}`, { limit }];
    const compared = comparison => limit => [
      `should be ${comparison} ${limit}`, { comparison, limit, exclusive: !comparison.endsWith("=") },
    ];

    // The message and the parameters of each keyword with its value. `missing` is the member that is not there.
    const words = {
      __proto__: null,
      type: types => { const type = String(types); return [`should be ${type}`, { type }]; },
      required: (_, missing) => [`should have required property '${missing}'`, { missingProperty: missing }],
      enum: allowedValues => ["should be equal to one of the allowed values", { allowedValues }],
      const: allowedValue => ["should be equal to constant", { allowedValue }],
      minLength: limit => [`should NOT be shorter than ${limit} characters`, { limit }],
      maxLength: limit => [`should NOT be longer than ${limit} characters`, { limit }],
      minItems: count("fewer", "items"), maxItems: count("more", "items"),
      minProperties: count("fewer", "properties"), maxProperties: count("more", "properties"),
      minimum: compared(">="), maximum: compared("<="), exclusiveMinimum: compared(">"),
      exclusiveMaximum: compared("<"),
      multipleOf: multipleOf => [`should be multiple of ${multipleOf}`, { multipleOf }],
      pattern: pattern => [`should match pattern "${pattern}"`, { pattern }],
      format: format => [`should match format "${format}"`, { format }],
      contains: () => ["should contain a valid item", {}],
      anyOf: () => ["should match some schema in anyOf", {}],
      oneOf: () => ["should match exactly one schema in oneOf", {}],
      not: () => ["should NOT be valid", {}],
    };

    // A part of a value as JavaScript writes it: `.items[0]['a-b']`.
    function dataPath(value, path) {
      return path.map((name, index) => Array.isArray(at(value, path.slice(0, index)))
        ? `[${name}]`
        : /^[a-z$_][\w$]*$/i.test(name)
        ? `.${name}`
        : `['${name.replace(/['\\]/g, "\\$&")}']`).join("");
    }

    return (findings, schema, value) => {
      const seen = new Map();
      return findings.map(({ path = "", schemaPath = "", message }) => {
        const [document, fragment = ""] = schemaPath.split("#");
        // A schema of another document is not at hand.
        const isOwn = document === "" || document === schema.$id;
        const instance = names(path), place = names(fragment), keyword = place.at(-1) ?? "";
        const made = (kind, text, params, where = instance) => ({
          keyword: kind, dataPath: dataPath(value, where), instancePath: path, schemaPath, params, message: text,
        });
        const rule = isOwn ? at(schema, place) : undefined;
        if (rule === false && keyword === "additionalProperties") {
          const [additionalProperty] = instance.slice(-1);
          return made(keyword, "should NOT have additional properties", { additionalProperty }, instance.slice(0, -1));
        }
        if (rule === false) return made("false schema", "boolean schema is false", {});
        if (rule === undefined || !(keyword in words)) return made(keyword, message, {});
        // Each member that is missing has a finding of its own.
        const key = `${path}\n${schemaPath}`, index = seen.get(key) || 0;
        seen.set(key, index + 1);
        const missing = keyword === "required"
          ? rule.filter(name => !Object.hasOwn(Object(at(value, instance)), name))[index]
          : undefined;
        return made(keyword, ...words[keyword](rule, missing));
      });
    };
  });

  define("ajv", use => {
    const needed = name => () => { throw new Error(`ajv.${name} needs the Debian package node-ajv`); };
    // What changes the value that is checked.
    const unknown = ["coerceTypes", "useDefaults", "removeAdditional", "nullable"];

    class ValidationError extends Error {
      constructor(errors) {
        super("validation failed");
        this.errors = errors;
        this.ajv = this.validation = true;
      }
    }

    class Ajv {
      constructor(options = {}) {
        this.schemas = { __proto__: null };
        this.validatesSchemas = options.validateSchema !== false;
        this.errors = null;
        for (const name of unknown.filter(name => options[name])) {
          use("console").warnOnce(`The option ${name} of ajv has no effect: it needs the Debian package node-ajv`);
        }
        for (const name of ["addKeyword", "addFormat", "addMetaSchema", "addVocabulary"]) this[name] = needed(name);
        for (const schema of [].concat(options.schemas || [])) this.addSchema(schema);
      }
      compile(schema) {
        // An invalid schema is an error of its own.
        if (this.validatesSchemas) use("schema").errors(this.#whole(schema), null, true);
        const validate = value => {
          validate.errors = this.#errors(schema, value);
          return validate.errors === null;
        };
        validate.errors = null;
        validate.schema = schema;
        return validate;
      }
      async compileAsync(schema, callback) {
        const validate = this.compile(schema);
        if (typeof callback === "function") callback(null, validate);
        return validate;
      }
      // The schema with those that it may refer to.
      #whole(schema) {
        const others = Object.entries(this.schemas).filter(([, other]) => other !== schema);
        if (others.length === 0 || schema === null || typeof schema !== "object") return schema;
        const added = others.map(([name, other]) => [`ajv ${name}`, { $id: name, ...other }]);
        return { ...schema, definitions: { ...schema.definitions, ...Object.fromEntries(added) } };
      }
      #errors(schema, value) {
        const found = use("schema").errors(this.#whole(schema), value, this.validatesSchemas);
        return found.length === 0 ? null : use("schema/words")(found, schema, value);
      }
      validate(schema, value) {
        this.errors = this.#errors(typeof schema === "string" ? this.#named(schema) : schema, value);
        return this.errors === null;
      }
      validateSchema(schema) {
        try { use("schema").errors(this.#whole(schema), null, true); } catch { return false; }
        return true;
      }
      addSchema(schema, name) {
        if (Array.isArray(schema)) schema.forEach(item => this.addSchema(item));
        else this.schemas[name || schema.$id || schema.id] = schema;
        return this;
      }
      removeSchema(name) {
        delete this.schemas[name];
        return this;
      }
      #named(name) {
        if (!(name in this.schemas)) throw new Error(`no schema with key or ref "${name}"`);
        return this.schemas[name];
      }
      getSchema(name) { return name in this.schemas ? this.compile(this.schemas[name]) : undefined; }
      errorsText(errors = this.errors, { separator = ", ", dataVar = "data" } = {}) {
        return errors === null || errors === undefined
          ? "No errors"
          : errors.map(error => `${dataVar}${error.dataPath} ${error.message}`).join(separator);
      }
    }
    return Object.assign(Ajv, { default: Ajv, ValidationError });
  });
});
