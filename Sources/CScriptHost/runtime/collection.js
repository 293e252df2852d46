// The classes of Postman's collection SDK that most scripts need: lists, headers, cookies, responses.
(function (runtime) {
  "use strict";
  const { defineLasting, host, lazy } = runtime;

  defineLasting("lists", use => {
    const isObject = value => value !== null && typeof value === "object";

    // The values of variables as templates see them: of a list or a scope of variables, or of a plain object.
    const valueIn = (variables, name) => variables instanceof PropertyList || typeof variables.get === "function"
      ? variables.get(name)
      : Object.hasOwn(variables, name) ? variables[name] : undefined;

    class Property {
      constructor(definition) {
        if (isObject(definition)) {
          if (definition.id !== undefined) this.id = definition.id;
          if (definition.name !== undefined) this.name = definition.name;
          if (definition.disabled) this.disabled = true;
          if (definition.description !== undefined && definition.description !== null) {
            this.description = definition.description;
          }
        }
      }
      toJSON() {
        const output = {};
        for (const key of Object.keys(this)) {
          const value = this[key];
          if (value !== undefined) {
            output[key] = isObject(value) && typeof value.toJSON === "function" ? value.toJSON() : value;
          }
        }
        return output;
      }
      toObject() { return this.toJSON(); }
      describe(text) { this.description = text; }
      parent() { return undefined; }
      meta() { return {}; }
      // Replaces `{{name}}` in a text by the variables, the first that has a value.
      static replaceSubstitutions(text, ...variables) {
        if (typeof text !== "string") return text;
        const scopes = variables.flat().filter(isObject);
        return use("template")(text, name => {
          for (const scope of scopes) {
            const value = valueIn(scope, name);
            if (value !== undefined) return value;
          }
          return undefined;
        });
      }
      static replaceSubstitutionsIn(object, variables) {
        if (!isObject(object)) return object;
        const replaced = value => typeof value === "string"
          ? Property.replaceSubstitutions(value, ...[].concat(variables))
          : Array.isArray(value)
          ? value.map(replaced)
          : isObject(value)
          ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item)]))
          : value;
        return replaced(typeof object.toJSON === "function" ? object.toJSON() : object);
      }
    }

    // A list of properties with keys. Several may have the same key; the last counts.
    class PropertyList {
      #isCaseInsensitive;
      constructor(Type, parent, items) {
        Object.defineProperty(this, "Type", { value: Type, enumerable: false });
        this.#isCaseInsensitive = Boolean(Type.isCaseInsensitive);
        this.members = [];
        this.populate(items);
      }
      #normal(key) { return this.#isCaseInsensitive ? String(key).toLowerCase() : String(key); }
      #keyOf(item) { return this.#normal(item[this.Type.keyName]); }
      #made(item) { return item instanceof this.Type ? item : new this.Type(item); }
      #place(item) {
        if (item === undefined) return this.members.length;
        const found = typeof item === "string" ? this.one(item) : item;
        const place = this.members.indexOf(found);
        return place < 0 ? this.members.length : place;
      }
      add(item) { if (item !== undefined && item !== null) this.members.push(this.#made(item)); }
      append(item) {
        this.members = this.members.filter(other => other !== item);
        this.add(item);
      }
      prepend(item) { this.members.unshift(this.#made(item)); }
      insert(item, before) { this.members.splice(this.#place(before), 0, this.#made(item)); }
      insertAfter(item, after) { this.members.splice(this.#place(after) + 1, 0, this.#made(item)); }
      upsert(item) {
        if (item === undefined || item === null) return null;
        const made = this.#made(item);
        const old = this.one(made[this.Type.keyName]);
        if (old === undefined) {
          this.add(made);
          return true;
        }
        if (typeof old.update === "function") old.update(item);
        else Object.assign(old, made);
        return false;
      }
      remove(predicate, self) {
        const test = typeof predicate === "function" ? predicate
          : isObject(predicate) ? item => item === predicate
            : item => this.#keyOf(item) === this.#normal(predicate);
        const isRemoved = this.members.map((item, index) => Boolean(test.call(self, item, index)));
        this.members = this.members.filter((_, index) => !isRemoved[index]);
      }
      clear() { this.members = []; }
      populate(items) {
        if (items === undefined || items === null) return;
        if (items instanceof PropertyList) items.members.forEach(item => this.add(item.toJSON()));
        else if (Array.isArray(items)) items.forEach(item => this.add(item));
        else if (typeof items === "string") this.Type.parse(items).forEach(item => this.add(item));
        else if (isObject(items) && (this.Type.keyName in items || "key" in items)) this.add(items);
        else if (isObject(items)) Object.keys(items).forEach(key => this.add({ key, name: key, value: items[key] }));
      }
      repopulate(items) {
        this.clear();
        this.populate(items);
      }
      // Takes over items. With `prune`, removes those that are not among them.
      assimilate(source, prune) {
        const items = source instanceof PropertyList
          ? source.members
          : new PropertyList(this.Type, undefined, source).members;
        for (const item of items) this.upsert(item.toJSON());
        if (prune) {
          const keys = new Set(items.map(item => this.#keyOf(item)));
          this.remove(item => !keys.has(this.#keyOf(item)));
        }
      }
      one(key) {
        const wanted = this.#normal(key);
        for (let index = this.members.length - 1; index >= 0; index--) {
          if (this.#keyOf(this.members[index]) === wanted) return this.members[index];
        }
        return undefined;
      }
      get(key) {
        const found = this.one(key);
        return found === undefined ? undefined : found.valueOf();
      }
      has(item, value) {
        if (isObject(item) && !(this.Type.keyName in item)) return false;
        const key = isObject(item) ? item[this.Type.keyName] : item;
        const found = this.members.filter(other => this.#keyOf(other) === this.#normal(key));
        if (value === undefined) return found.length > 0;
        const wanted = isObject(value) ? value.value : value;
        return found.some(other => other.valueOf() === wanted);
      }
      // The items by their keys; a list of those with one key.
      get reference() {
        const output = {};
        for (const item of this.members) {
          const key = this.#keyOf(item);
          output[key] = Object.hasOwn(output, key) ? [].concat(output[key], item) : item;
        }
        return output;
      }
      all() { return this.members.slice(); }
      count() { return this.members.length; }
      idx(index) { return this.members[index]; }
      indexOf(item) { return this.members.indexOf(isObject(item) ? item : this.one(item)); }
      find(rule, self) { return this.members.find(typeof rule === "function" ? rule : matches(rule), self); }
      filter(rule, self) { return this.members.filter(typeof rule === "function" ? rule : matches(rule), self); }
      each(call, self) { this.members.forEach(call, self); }
      forEach(call, self) { this.members.forEach(call, self); }
      map(call, self) { return this.members.map(call, self); }
      reduce(call, ...start) {
        return start.length === 0 ? this.members.reduce(call) : this.members.reduce(call, start[0]);
      }
      eachParent() {}
      toObject(excludesDisabled = false, isCaseSensitive = false, hasSeveral = false, sanitizes = false) {
        const output = {};
        const collects = hasSeveral || this.Type.hasSeveral;
        for (const item of this.members) {
          const key = item[this.Type.keyName];
          if (excludesDisabled && item.disabled || sanitizes && !key) continue;
          const name = this.#isCaseInsensitive && !isCaseSensitive ? String(key).toLowerCase() : key;
          const value = item.valueOf();
          if (collects && Object.hasOwn(output, name)) output[name] = [].concat(output[name], value);
          else output[name] = value;
        }
        return output;
      }
      toJSON() { return this.members.map(item => item.toJSON()); }
      toString() { return this.Type.unparse ? this.Type.unparse(this.members) : String(this.members); }
      get length() { return undefined; }
      [Symbol.iterator]() { return this.members[Symbol.iterator](); }
      [Symbol.for("nodejs.util.inspect.custom")]() { return this.toJSON(); }
      static isPropertyList(value) { return value instanceof PropertyList; }
    }
    delete PropertyList.prototype.length;

    const matches = rule => item => Object.keys(rule || {}).every(key => item[key] === rule[key]);
    return { Property, PropertyList, isObject };
  });

  defineLasting("parts", use => {
    const { Property, PropertyList, isObject } = use("lists");

    class Header extends Property {
      static isCaseInsensitive = true;
      // Whether an object of a list has all values of a name.
      static hasSeveral = true;
      static keyName = "key";
      constructor(definition, name) {
        super(isObject(definition) ? definition : {});
        this.update(
          typeof definition === "string" ? (name === undefined ? Header.parseSingle(definition) : {
            key: name, value: definition,
          }) : definition
        );
      }
      update(definition) {
        const given = isObject(definition) ? definition : {};
        if (given.key !== undefined || this.key === undefined) {
          this.key = given.key === undefined || given.key === null ? "" : String(given.key);
        }
        if (given.value !== undefined || this.value === undefined) {
          this.value = given.value === undefined || given.value === null ? "" : String(given.value);
        }
        if (given.disabled !== undefined) this.disabled = Boolean(given.disabled);
        if (given.system !== undefined) this.system = given.system;
      }
      valueOf() { return this.value; }
      toString() { return Header.unparseSingle(this); }
      static create(value, name) { return new Header(value, name); }
      static isHeader(value) { return value instanceof Header; }
      static parseSingle(text) {
        const colon = text.indexOf(":");
        return colon < 0
          ? { key: text.trim(), value: "" }
          : { key: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
      }
      static parse(text) {
        return text.split(/\r?\n(?![ \t])/).filter(line => line.trim() !== "").map(Header.parseSingle);
      }
      static unparseSingle(header) { return `${header.key}: ${header.value}`; }
      static unparse(headers, separator = "\n") {
        return (headers.members || headers).map(Header.unparseSingle).join(separator);
      }
    }

    class HeaderList extends PropertyList {
      constructor(parent, items) { super(Header, parent, items); }
      // The bytes of the lines, each with its end.
      contentSize() { return this.reduce((sum, header) => sum + header.toString().length + 2, 0); }
      static isHeaderList(value) { return value instanceof HeaderList; }
    }

    // Escapes what would end a parameter, outside of variables.
    const separated = (value, isKey) => {
      const text = String(value);
      if (!/[&#=]/.test(text)) return text;
      return text.split(/(\{\{[^{}]*\}\})/).map((part, index) => {
        if (index % 2 === 1) return part;
        const escaped = part.replace(/&/g, "%26").replace(/#/g, "%23");
        return isKey ? escaped.replace(/=/g, "%3D") : escaped;
      }).join("");
    };

    class QueryParam extends Property {
      static hasSeveral = true;
      static keyName = "key";
      constructor(definition) {
        super(isObject(definition) ? definition : {});
        this.update(definition);
      }
      update(definition) {
        const given = typeof definition === "string" ? QueryParam.parseSingle(definition) : definition || {};
        if (given.key !== undefined || !("key" in this)) this.key = given.key === undefined ? null : given.key;
        if (given.value !== undefined || !("value" in this)) {
          this.value = given.value === undefined ? null : given.value;
        }
        if (given.disabled !== undefined) this.disabled = Boolean(given.disabled);
        if (given.type !== undefined) this.type = given.type;
      }
      valueOf() { return typeof this.value === "string" ? this.value : this.value === null ? "" : this.value; }
      toString() { return QueryParam.unparseSingle(this); }
      static parse(text) { return text === "" ? [] : text.split(/&(?![^{]*\}\})/).map(QueryParam.parseSingle); }
      static parseSingle(text) {
        const middle = text.indexOf("=");
        return middle < 0 ? { key: text, value: null } : { key: text.slice(0, middle), value: text.slice(middle + 1) };
      }
      static unparseSingle(param) {
        const key = param.key === null || param.key === undefined ? "" : separated(param.key, true);
        return param.value === null || param.value === undefined ? key : `${key}=${separated(param.value, false)}`;
      }
      static unparse(params) {
        const list = params instanceof PropertyList
          ? params.members
          : Array.isArray(params)
          ? params
          : Object.keys(params || {}).map(key => ({ key, value: params[key] }));
        return list.filter(param => !param.disabled).map(QueryParam.unparseSingle).join("&");
      }
    }

    class FormParam extends QueryParam {
      constructor(definition) {
        super(definition);
        if (isObject(definition)) {
          for (const name of ["src", "contentType", "fileName", "type"]) {
            if (definition[name] !== undefined) this[name] = definition[name];
          }
        }
      }
    }

    class QueryParamList extends PropertyList {
      constructor(parent, items) { super(QueryParam, parent, items); }
    }
    class FormParamList extends PropertyList {
      constructor(parent, items) { super(FormParam, parent, items); }
    }

    const cookieMembers = [
      "name", "value", "domain", "path", "expires", "maxAge", "secure", "httpOnly", "hostOnly", "session", "extensions",
    ];

    class Cookie extends Property {
      static isCaseInsensitive = true;
      static hasSeveral = true;
      static keyName = "name";
      constructor(definition) {
        super({});
        this.update(typeof definition === "string" ? Cookie.parse(definition) : definition || {});
      }
      update(definition) {
        for (const name of cookieMembers) {
          if (definition[name] !== undefined) this[name] = definition[name];
        }
        if (this.name === undefined && definition.key !== undefined) this.name = definition.key;
      }
      valueOf() {
        try { return decodeURIComponent(this.value); } catch { return this.value; }
      }
      toString() { return Cookie.stringify(this); }
      static isCookie(value) { return value instanceof Cookie; }
      static stringify(cookie) {
        const parts = [`${cookie.name}=${cookie.value}`];
        if (cookie.expires) parts.push(`Expires=${new Date(cookie.expires).toUTCString()}`);
        if (cookie.maxAge !== undefined) parts.push(`Max-Age=${cookie.maxAge}`);
        if (cookie.domain) parts.push(`Domain=${cookie.domain}`);
        if (cookie.path) parts.push(`Path=${cookie.path}`);
        if (cookie.secure) parts.push("Secure");
        if (cookie.httpOnly) parts.push("HttpOnly");
        return parts.join("; ");
      }
      static unparse(cookies) { return cookies.map(cookie => `${cookie.name}=${cookie.value}`).join("; "); }
      static parse(text) {
        const [pair, ...rest] = text.split(";").map(part => part.trim());
        const middle = pair.indexOf("=");
        const cookie = { name: pair.slice(0, Math.max(0, middle)), value: pair.slice(middle + 1) };
        const names = {
          expires: "expires", "max-age": "maxAge", domain: "domain", path: "path", secure: "secure",
          httponly: "httpOnly",
        };
        for (const part of rest) {
          const split = part.indexOf("=");
          const name = names[(split < 0 ? part : part.slice(0, split)).toLowerCase()];
          if (name !== undefined) {
            cookie[name] = split < 0 ? true : name === "maxAge" ? Number(part.slice(split + 1)) : part.slice(split + 1);
          }
        }
        return cookie;
      }
    }

    class CookieList extends PropertyList {
      constructor(parent, items) { super(Cookie, parent, items); }
      static isCookieList(value) { return value instanceof CookieList; }
    }

    return { Header, HeaderList, QueryParam, QueryParamList, FormParam, FormParamList, Cookie, CookieList };
  });

  defineLasting("response", use => {
    const { Property, isObject } = use("lists");
    const { HeaderList, CookieList } = use("parts");
    const text = use("text");

    const charsets = {
      "iso-8859-1": "latin1", latin1: "latin1", "windows-1252": "latin1", "us-ascii": "latin1", "utf-16": "utf-16le",
      "utf-16le": "utf-16le", "utf-16be": "utf-16be",
    };
    const kinds = [
      [/json/, "json"], [/xml/, "xml"], [/html/, "html"], [/javascript|ecmascript/, "javascript"],
      [/^image\//, "image"], [/^audio\//, "audio"], [/^video\//, "video"], [/pdf|octet-stream|zip/, "embed"],
      [/^text\//, "text"],
    ];
    const extensions = { json: "json", xml: "xml", html: "html", javascript: "js", text: "txt" };

    class JSONError extends SyntaxError {}
    Object.defineProperty(JSONError.prototype, "name", { value: "JSONError", writable: true, configurable: true });

    function parseJSON(source, reviver, strict) {
      let body = source.replace(/^\ufeff/, "");
      if (strict) body = body.trim();
      try { return JSON.parse(body, reviver); } catch (error) {
        // The error is that of the reviver.
        const place = use("json/error").place(body);
        if (place === undefined) throw error;
        throw new JSONError(use("json/error").message(body, place));
      }
    }

    class Response extends Property {
      #bytes; #text; #isJob; #types; #trailers; #meaning; #unread;
      constructor(definition, isJob = false) {
        super(isObject(definition) ? definition : {});
        const given = definition || {};
        this.#isJob = isJob;
        this.code = given.code === undefined ? given.responseCode && given.responseCode.code : given.code;
        // The phrase of the server, else the usual one of the code, if it has one.
        this.status = given.status || use("statuses")[this.code];
        this.headers = new HeaderList(this, given.headers === undefined ? given.header : given.headers);
        this.#trailers = new HeaderList(this, given.trailers);
        this.#meaning = given.meaning;
        this.#unread = given.unread;
        this.responseTime = given.responseTime;
        this.timings = given.timings;
        this.cookies = new CookieList(this, given.cookies === undefined ? given.cookie : given.cookies);
        this.#text = given.bodyText === undefined
          ? given.body === undefined || given.body === null
          ? undefined
          : String(given.body)
          : given.bodyText;
        if (given.bodyBase64 !== undefined) this.#bytes = text.fromBase64(given.bodyBase64);
        if (given.stream !== undefined) this.#bytes = new Uint8Array(given.stream.buffer || given.stream);
        Object.defineProperty(this, "_size", { value: given.size, enumerable: false });
        lazy(this, "responseSize", () => this.#size().body);
      }
      get body() {
        return this.#isJob && host.bodyLength() === 0 && this.#text === undefined ? undefined : this.text();
      }
      // The fields after the body, as Postman has them of gRPC.
      get trailers() { return this.#trailers; }
      get stream() { return use("buffer").Buffer.from(this.bytes()); }
      bytes() {
        if (this.#bytes === undefined) this.#bytes = this.#isJob ? host.bodyBytes() : text.encode(this.#text || "");
        return this.#bytes;
      }
      #type() {
        const header = this.headers.get("content-type") || "";
        const [type] = header.split(";");
        const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(header);
        return { type: type.trim().toLowerCase(), charset: charset ? charset[1].toLowerCase() : undefined };
      }
      encoding() {
        return { format: this.#type().charset || "utf-8", source: this.#type().charset ? "CONTENT-TYPE" : "DEFAULT" };
      }
      #decoded(charset) {
        const label = charsets[charset] || "utf-8";
        if (this.#isJob) return host.bodyText(label);
        if (label === "utf-8") return text.decode(this.bytes());
        return label === "latin1" ? text.latin1(this.bytes()) : text.utf16(this.bytes(), label === "utf-16be");
      }
      text() {
        if (this.#text === undefined) {
          const { charset } = this.#type();
          const decoded = this.#decoded(charset);
          this.#text = charset === "windows-1252" ? text.asWindows1252(decoded) : decoded;
        }
        return this.#text;
      }
      // The JSON that bytes of MessagePack or CBOR mean, if the body is one.
      get meaning() { return this.#meaning; }
      json(reviver, strict) {
        if (this.#unread !== undefined) throw new JSONError(`The body cannot be read as JSON: ${this.#unread}`);
        return parseJSON(this.#meaning === undefined ? this.text() : this.#meaning, reviver, strict);
      }
      jsonp(reviver, strict) {
        const found = /^[^(]*\(([^]*)\)[\s;]*$/.exec(this.text().trim());
        return parseJSON(found ? found[1] : this.text(), reviver, strict);
      }
      reason() { return this.status; }
      details() {
        const standard = use("statuses")[this.code] || this.status;
        return { name: this.status, code: this.code, detail: standard, standardName: standard };
      }
      #size() {
        const body = this.#bodySize();
        const header = `HTTP/1.1 ${this.code} ${this.reason()}\r\n\r\n`.length + this.headers.contentSize();
        return { body, header, total: body + header };
      }
      // The length that the server gives for a compressed body; else the number of bytes read.
      #bodySize() {
        const length = this.headers.get("content-length") || "";
        const isPacked = /^(?:gzip|deflate|br)$/i.test(this.headers.get("content-encoding") || "");
        if (isPacked && /^\d+$/.test(length)) return Number(length);
        if (this._size) return this._size.body || 0;
        return this.#isJob ? host.bodyLength() : this.bytes().length;
      }
      size() { return this.#size(); }
      contentInfo() {
        const { type, charset } = this.#type();
        const kind = kinds.find(([pattern]) => pattern.test(type));
        const format = kind ? kind[1] : type === "" ? "text" : "raw";
        const disposition = this.headers.get("content-disposition") || "";
        const named = /filename\*=(?:utf-8|iso-8859-1)''([^;]+)/i.exec(disposition);
        const quoted = /filename="?([^";]+)/i.exec(disposition);
        const fileName = named ? decodeURIComponent(named[1]) : quoted ? quoted[1] : undefined;
        const fileExtension = fileName && fileName.includes(".")
          ? fileName.split(".").pop()
          : extensions[format] || type.split("/")[1] || "";
        const mimeType = ["json", "xml", "html", "javascript"].includes(format) ? "text" : format;
        return {
          mimeType,
          mimeFormat: format,
          charset: charset || "utf8",
          contentType: type || "text/plain",
          fileExtension,
          fileName: fileName || `response${fileExtension ? `.${fileExtension}` : ""}`,
        };
      }
      mime() {
        const { mimeType: type, mimeFormat: format, charset } = this.contentInfo();
        return { type, format, name: format, charset, source: "header" };
      }
      dataURI() { return `data:${this.contentInfo().contentType};base64,${text.base64(this.bytes())}`; }
      toJSON() {
        return {
          id: this.id,
          code: this.code,
          status: this.status,
          header: this.headers.toJSON(),
          cookie: this.cookies.toJSON(),
          responseTime: this.responseTime,
          responseSize: this.responseSize,
          body: this.#isJob || this.#text !== undefined || this.#bytes !== undefined ? this.text() : undefined,
        };
      }
      get to() { return use("chai").expect(this).to; }
      static isResponse(value) { return value instanceof Response; }
    }
    return { Response, JSONError, parseJSON };
  });

  // Where a text is no JSON, with Postman's words for it: the reason, the line, and a mark below it.
  defineLasting("json/error", () => {
    const space = /[ \t\r\n]*/y, number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
    const string = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y, literal = /true|false|null/y;

    // The index of the first character that is wrong; `undefined` if there is none.
    function place(text) {
      let index = 0;
      const take = pattern => {
        pattern.lastIndex = index;
        const found = pattern.exec(text);
        if (found === null) return false;
        index += found[0].length;
        return true;
      };
      const character = expected => {
        take(space);
        if (!expected.includes(text[index] ?? "none")) return undefined;
        return text[index++];
      };
      const isString = () => take(string) && text[index] === '"' && ++index > 0;
      // The brackets that are open, and what may come next.
      const open = [];
      let state = "value";
      for (;;) {
        take(space);
        if (state === "end" && open.length === 0) return index < text.length ? index : undefined;
        if (state === "end") {
          const closing = open.at(-1);
          const next = character(`,${closing}`);
          if (next === undefined) return index;
          if (next === closing) open.pop();
          else state = closing === "}" ? "key" : "value";
        } else if (state === "key" || state === "firstKey") {
          if (state === "firstKey" && character("}")) {
            open.pop();
            state = "end";
          } else {
            if (!isString() || character(":") === undefined) return index;
            state = "value";
          }
        } else if (state === "firstValue" && character("]")) {
          open.pop();
          state = "end";
        } else {
          const bracket = character("{[");
          if (bracket !== undefined) {
            open.push(bracket === "{" ? "}" : "]");
            state = bracket === "{" ? "firstKey" : "firstValue";
          } else if (text[index] === '"' ? isString() : take(literal) || take(number)) state = "end";
          else return index;
        }
      }
    }

    function message(text, place) {
      const before = text.slice(0, place).split("\n"), row = before.length, column = before.at(-1).length;
      const shown = Math.max(place - column, place - 70);
      const [line] = text.slice(shown, shown + 79).split("\n");
      const reason = text.trim() === ""
        ? "No data, empty input"
        : place < text.length
        ? `Unexpected token '${JSON.stringify(text[place]).slice(1, -1).replace(/'/g, "\\'").replace(/\\"/g, '"')}'`
        : "Unexpected end of input";
      return `${reason} at ${row}:${column + 1}\n${line}\n${line.slice(0, place - shown).replace(/[^\t]/g, " ")}^`;
    }
    return { place, message };
  });

  defineLasting("statuses", () => ({
    100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints", 200: "OK", 201: "Created",
    202: "Accepted",
    203: "Non-Authoritative Information", 204: "No Content", 205: "Reset Content", 206: "Partial Content",
    207: "Multi-Status",
    208: "Already Reported", 226: "IM Used", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found",
    303: "See Other",
    304: "Not Modified", 305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
    401: "Unauthorized",
    402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
    412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
    416: "Range Not Satisfiable",
    417: "Expectation Failed", 418: "I'm a teapot", 421: "Misdirected Request", 422: "Unprocessable Content",
    423: "Locked",
    424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons", 500: "Internal Server Error",
    501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    506: "Variant Also Negotiates",
    507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
  }));
});
