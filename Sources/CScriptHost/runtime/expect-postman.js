// Assertions about requests and responses, with the messages of Postman: `pm.response.to.have.status(200)`.
(function (runtime) {
  "use strict";
  const { defineLasting, host, isMade } = runtime;

  // The errors of a value against a JSON Schema.
  defineLasting("schema", use => ({
    // `checks` is whether the schema itself has to be valid, and `openAPI` whether formats of OpenAPI are known then.
    errors(schema, value, checks = false, openAPI = false) {
      const answer = host.ask({ op: "schema", schema, value: value === undefined ? null : value, checks, openAPI });
      if (answer.error) throw new Error(answer.error.message || String(answer.error));
      return answer.errors || [];
    },
  }));

  // The findings of the program's validator as errors of Ajv: with the keyword, its parameters and Ajv's message.
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

  defineLasting("expect/postman", use => chai => {
    const { Assertion, util } = chai;
    const { flag } = util;
    const equal = use("expect/equal");
    const method = (name, body) => Assertion.addMethod(name, body);
    const property = (name, body) => Assertion.addProperty(name, body);

    // An assertion is about a response if the class is in use at all.
    const isResponse = value => value !== null
      && typeof value === "object" && value instanceof use("response").Response;
    const isRequest = value => value !== null && typeof value === "object" && value instanceof use("request").Request;

    property("postmanRequest", function () {
      this.assert(
        isRequest(this._obj), "expecting a postman request object but got #{this}",
        "not expecting a postman request object"
      );
    });
    property("postmanResponse", function () {
      this.assert(
        isResponse(this._obj), "expecting a postman response object but got #{this}",
        "not expecting a postman response object"
      );
    });
    property("postmanRequestOrResponse", function () {
      this.assert(
        isRequest(this._obj) || isResponse(this._obj), "expecting a postman request or response object but got #{this}",
        "not expecting a postman request or response object"
      );
    });

    // A chain takes some time: it is only made to fail.
    const response = assertion => {
      const value = assertion._obj;
      if (!isResponse(value)) new Assertion(value).to.be.postmanResponse;
      return value;
    };

    function codeOf(assertion) {
      const { code } = response(assertion);
      if (typeof code !== "number") new Assertion(code).to.be.a("number");
      return code;
    }

    function statusClass(wanted) {
      const code = codeOf(this);
      this.assert(
        Math.floor(code / 100) === wanted, "expected response code to be #{exp}XX but found #{act}",
        "expected response code to not be #{exp}XX", wanted, code
      );
    }
    method("statusCodeClass", statusClass);
    Object.entries({
      info: 1, success: 2, redirection: 3, clientError: 4, serverError: 5,
    }).forEach(([name, number]) => {
      property(name, function () { statusClass.call(this, number); });
    });
    property("error", function () {
      const code = codeOf(this);
      this.assert(
        [4, 5].includes(Math.floor(code / 100)), "expected response code to be 4XX or 5XX but found #{act}",
        "expected response code to not be 4XX or 5XX", null, code
      );
    });

    function statusCode(code) {
      const actual = codeOf(this);
      this.assert(
        actual === Number(code), "expected response to have status code #{exp} but got #{act}",
        "expected response to not have status code #{act}", Number(code), actual
      );
    }
    function statusReason(reason) {
      const actual = response(this).reason();
      this.assert(
        actual === reason, "expected response to have status reason #{exp} but got #{act}",
        "expected response to not have status reason #{act}", reason, actual
      );
    }
    method("statusCode", statusCode);
    method("statusReason", function (reason) { statusReason.call(this, String(reason)); });
    method("status", function (value) {
      if (typeof value === "number") statusCode.call(this, value);
      else statusReason.call(this, value);
    });

    function named(code, name) {
      const { reason, code: actual } = {
        reason: String(response(this).reason()).toUpperCase(),
        code: Number(this._obj.details().code),
      };
      this.assert(
        reason === name, "expected response to have status reason #{exp} but got #{act}",
        "expected response to not have status reason #{act}", name, reason
      );
      this.assert(
        actual === code, "expected response to have status code #{exp} but got #{act}",
        "expected response to not have status code #{act}", code, actual
      );
    }
    const standard = {
      accepted: [202, "ACCEPTED"], withoutContent: [204, "NO CONTENT"], badRequest: [400, "BAD REQUEST"],
      unauthorised: [401, "UNAUTHORIZED"], unauthorized: [401, "UNAUTHORIZED"], forbidden: [403, "FORBIDDEN"],
      notFound: [404, "NOT FOUND"], notAcceptable: [406, "NOT ACCEPTABLE"], rateLimited: [429, "TOO MANY REQUESTS"],
    };
    for (const [name, [code, reason]] of Object.entries(standard)) {
      property(name, function () { named.call(this, code, reason); });
    }
    Assertion.overwriteProperty("ok", old => function () {
      if (isResponse(this._obj)) named.call(this, 200, "OK");
      else old.call(this);
    });

    method("header", function (...values) {
      const [name, value] = values;
      new Assertion(this._obj).to.be.postmanRequestOrResponse;
      const what = isRequest(this._obj) ? "request" : "response";
      const { headers } = this._obj;
      const isThere = headers.has(name);
      this.assert(
        isThere, `expected ${what} to have header with key '${name}'`,
        `expected ${what} to not have header with key '${name}'`, true, isThere
      );
      if (values.length < 2) return;
      const actual = isThere ? headers.one(name).value : undefined;
      this.assert(
        actual === value, `expected '${name}' ${what} header to be #{exp} but got #{act}`,
        `expected '${name}' ${what} header to not be #{act}`, value, actual
      );
    });

    function hasContent() {
      this.assert(
        response(this).text().length > 0, "expected response to have content in body",
        "expected response to not have content in body"
      );
    }
    property("withBody", hasContent);

    // The body as JSON, or the reason why it is none.
    function jsonOf(assertion) {
      try { return { json: response(assertion).json() }; } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return { problem: error.message.split("\n")[0] };
      }
    }
    // Whether the assertion is one of Bruno, about a body as data.
    const isOfData = assertion => !isResponse(assertion._obj) && !use("job").state.asPostman;

    // The keys of `a.b[0]["c.d"]`.
    const keysOf = path => Array.from(
      path.matchAll(/\[(["'])((?:\\[^]|(?!\1)[^\\])*)\1\]|\[([^\]]*)\]|[^.[]+/g),
      ([whole, quote, key, index]) => quote ? key.split(`\\${quote}`).join(quote) : index ?? whole
    );
    const memberOf = (data, path) => keysOf(path).reduce(
      (found, key) => found && found.value !== null && found.value !== undefined
        && Object.hasOwn(Object(found.value), key) ? { value: found.value[key] } : undefined,
      { value: data }
    );

    function hasData(...values) {
      const [path, expected] = values, data = this._obj;
      if (values.length === 0) {
        return this.assert(
          data !== null && typeof data === "object", "expected #{this} to be a JSON body (object or array)",
          "expected #{this} not to be a JSON body"
        );
      }
      if (values.length === 1 && path !== null && typeof path === "object") {
        return this.assert(
          equal(data, path), "expected body to deeply equal #{exp}", "expected body to not deeply equal #{exp}", path, data
        );
      }
      const found = memberOf(data, String(path));
      if (values.length === 1) {
        return this.assert(
          found !== undefined, `expected body to have nested property '${path}'`,
          `expected body to not have nested property '${path}'`
        );
      }
      return this.assert(
        found !== undefined && equal(found.value, expected), `expected body to have nested property '${path}' equal to #{exp}`,
        `expected body to not have nested property '${path}' equal to #{exp}`, expected, found && found.value
      );
    }

    function isJSON() {
      if (isOfData(this)) return hasData.call(this);
      const { problem } = jsonOf(this);
      return this.assert(
        problem === undefined, `expected response body to be a valid json but got error ${problem}`,
        "expected response body not to be a valid json"
      );
    }
    property("json", isJSON);

    const isPlain = value => value !== null
      && typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value));

    method("body", function (...values) {
      const [content] = values;
      if (isPlain(content)) {
        const { json } = jsonOf(this);
        return this.assert(
          equal(json, content), "expected response body json to equal #{exp} but got #{act}",
          "expected response body json to not equal #{exp} but got #{act}", content, json
        );
      }
      if (values.length === 0) return hasContent.call(this);
      const text = response(this).text();
      if (content instanceof RegExp) {
        return this.assert(
          content.exec(text) !== null, "expected response body text to match #{exp} but got #{act}",
          "expected response body text #{act} to not match #{exp}", content, text
        );
      }
      return this.assert(
        equal(text, content), "expected response body to equal #{exp} but got #{act}",
        "expected response body to not equal #{exp}", content, text
      );
    });

    method("jsonBody", function (...values) {
      if (isOfData(this)) return hasData.apply(this, values);
      if (values.length === 0) return isJSON.call(this);
      const { json } = jsonOf(this);
      const [path, expected] = values;
      if (typeof path !== "string") {
        if (use("job").state.asPostman) {
          use("console").warnOnce("to.have.jsonBody(value) checks nothing in Postman; use to.have.body(value)");
          return undefined;
        }
        return this.assert(
          equal(json, path), "expected response body json to equal #{exp} but got #{act}",
          "expected response body json to not equal #{exp} but got #{act}", path, json
        );
      }
      const found = use("expect/path").find(json, path);
      this.assert(
        found.exists, "expected #{act} in response to contain property #{exp}",
        "expected #{act} in response to not contain property #{exp}", path, json
      );
      if (values.length === 1) return undefined;
      return this.assert(
        equal(found.value, expected), `expected response body json at "${path}" to contain #{exp} but got #{act}`,
        `expected response body json at "${path}" to not contain #{exp} but got #{act}`, expected, found.value
      );
    });

    // The errors as a text. The options are those of Ajv, which checks the value then.
    function schemaErrors(schema, value, options) {
      if (options === undefined || options === null) {
        // Bruno has the package ajv-formats, Postman has not.
        const isBruno = isMade("bruno") && !use("job").state.asPostman;
        const errors = use("schema").errors(schema, value, true, isBruno);
        if (errors.length === 0) return "";
        return use("schema/words")(errors, schema, value).map(error => `data${error.dataPath} ${error.message}`).join(", ");
      }
      const Ajv = use("modules").require("ajv"), ajv = new Ajv({ allErrors: true, logger: false, ...options });
      return ajv.validate(schema, value) ? "" : ajv.errorsText();
    }
    method("jsonSchema", function (schema, options) {
      if (typeof schema !== "boolean") new Assertion(schema).to.be.an("object");
      const errors = schemaErrors(schema, isResponse(this._obj) ? this._obj.json() : this._obj, options);
      this.assert(
        errors === "", `expected data to satisfy schema but found following errors: \n${errors}`,
        "expected data to not satisfy schema", true, errors === ""
      );
    });

    function measured(name, read, positive, negative) {
      Assertion.addChainableMethod(name, function (...values) {
        const actual = flag(this, "number");
        this.assert(
          typeof actual === "number",
          "expected response to have a valid response " + name.slice(8).toLowerCase() + " but got #{act}",
          "expected response to not have a valid response " + name.slice(8).toLowerCase() + " but got #{act}", null,
          actual
        );
        if (values.length > 0) this.assert(actual === values[0], positive, negative, values[0], actual);
      }, function () {
        const value = read(response(this));
        flag(this, "number", value);
        this._obj = value;
      });
    }
    measured(
      "responseTime", value => value.responseTime, "expected response to have a valid response time but got #{act}",
      "expected response to not have a valid response time but got #{act}"
    );
    measured(
      "responseSize", value => { const { body, header } = value.size(); return (body || 0) + (header || 0); },
      "expected response size to equal #{act} but got #{exp}",
      "expected response size to not equal #{act} but got #{exp}"
    );
  });
});
