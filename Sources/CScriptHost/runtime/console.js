// `console`, and values as Node's `util.inspect` writes them.
(function (runtime) {
  "use strict";
  const { define, defineLasting, host } = runtime;

  defineLasting("inspect", use => {
    const { toString } = Object.prototype;
    const identifier = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
    const typedArray = Object.getPrototypeOf(Uint8Array);
    const lineLimit = 80, itemLimit = 100, textLimit = 10000;

    const escapes = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", "\\": "\\\\" };
    const escaped = character => escapes[character]
      || `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

    // A text with the quotes that need no escapes, if there are any.
    function quote(text) {
      const mark = !text.includes("'")
        ? "'"
        : !text.includes('"')
        ? '"'
        : !text.includes("`") && !text.includes("${")
        ? "`"
        : "'";
      const inside = text.replace(/[\0-\x1f\x7f-\x9f\\]/g, escaped);
      return mark + (mark === "'" ? inside.replace(/'/g, "\\'") : inside) + mark;
    }

    const number = value => Object.is(value, -0) ? "-0" : String(value);

    function primitive(value) {
      switch (typeof value) {
        case "string": return quote(value);
        case "number": return number(value);
        case "bigint": return `${value}n`;
        default: return String(value);
      }
    }

    // The name of the class, or null if the prototype is null.
    function className(value) {
      for (let object = value; object !== null; object = Object.getPrototypeOf(object)) {
        // That of plain objects may be an accessor.
        const { value: type } = object === Object.prototype
          ? { value: Object }
          : Object.getOwnPropertyDescriptor(object, "constructor") || {};
        if (typeof type === "function" && type.name !== "") return type.name;
      }
      return null;
    }

    function functionBase(value) {
      const source = Function.prototype.toString.call(value);
      if (source.startsWith("class")) {
        const parent = Object.getPrototypeOf(value);
        return `[class ${value.name || "(anonymous)"}${parent && parent.name ? ` extends ${parent.name}` : ""}]`;
      }
      const kind = toString.call(value).slice(8, -1);
      return value.name ? `[${kind}: ${value.name}]` : `[${kind} (anonymous)]`;
    }

    function errorBase(error) {
      const own = Object.getOwnPropertyDescriptor(error, "message");
      const name = String(error.name || "Error"), message = own ? String(own.value) : String(error.message || "");
      return message === "" ? `[${name}]` : `${name}: ${message}`;
    }

    class Inspector {
      constructor(options) {
        this.depth = options.depth === undefined ? 2 : options.depth === null ? Infinity : options.depth;
        this.compact = options.compact === undefined ? 3 : options.compact;
        this.width = options.breakLength === undefined ? lineLimit : options.breakLength;
        this.items = options.maxArrayLength === undefined
          ? itemLimit
          : options.maxArrayLength === null
          ? Infinity
          : options.maxArrayLength;
        this.texts = options.maxStringLength === undefined
          ? textLimit
          : options.maxStringLength === null
          ? Infinity
          : options.maxStringLength;
        this.showsHidden = Boolean(options.showHidden);
        this.sorts = options.sorted;
        this.options = options;
        this.parents = [];
        this.circular = new Map();
        this.level = 0;
        this.deepest = 0;
        this.indent = 0;
      }

      value(value) {
        if (value === null || (typeof value !== "object" && typeof value !== "function")) {
          return typeof value === "string" ? this.text(value) : primitive(value);
        }
        if (this.parents.includes(value)) {
          if (!this.circular.has(value)) this.circular.set(value, this.circular.size + 1);
          return `[Circular *${this.circular.get(value)}]`;
        }
        return this.readable(value);
      }

      // A value that throws when it is inspected, such as a proxy, is not an error of the script.
      readable(value) {
        const { level, indent } = this, depth = this.parents.length;
        try { return this.custom(value) || this.object(value); } catch {
          Object.assign(this, { level, indent });
          this.parents.length = depth;
          return "[a value that cannot be read]";
        }
      }

      text(text) {
        const left = text.length - this.texts;
        if (left > 0) return `${quote(text.slice(0, this.texts))}... ${left} more character${left > 1 ? "s" : ""}`;
        if (this.compact !== true
            && text.length > 16 && text.length > this.width - this.indent - 4 && text.includes("\n")) {
          return text.split(/(?<=\n)/).map(quote).join(` +\n${" ".repeat(this.indent)}`);
        }
        return quote(text);
      }

      custom(value) {
        const own = value[Symbol.for("nodejs.util.inspect.custom")];
        if (typeof own !== "function" || this.options.customInspect === false) return undefined;
        const result = own.call(value, this.depth - this.level, this.options, inspect);
        return typeof result === "string" ? result.replace(/\n/g, `\n${" ".repeat(this.indent)}`) : this.value(result);
      }

      // The keys that are shown after the elements.
      keys(value, isList) {
        let keys = this.showsHidden ? Object.getOwnPropertyNames(value) : Object.keys(value);
        if (isList) keys = keys.filter(key => !/^(0|[1-9]\d*)$/.test(key) && key !== "length");
        const symbols = Object.getOwnPropertySymbols(value);
        return keys.concat(
          this.showsHidden ? symbols : symbols.filter(key => Object.prototype.propertyIsEnumerable.call(value, key))
        );
      }

      object(value) {
        const name = className(value);
        const tag = toString.call(value).slice(8, -1);
        const parts = this.parts(value, name, tag);
        const keys = this.keys(value, parts.isList || tag === "String");
        if (parts.size === 0 && keys.length === 0) return `${parts.prefix}${parts.isList ? "[]" : "{}"}`;
        if (parts.entries === undefined && keys.length === 0 && parts.base !== "") return parts.base;
        if (parts.entries === undefined && keys.length === 0) return `${parts.prefix}{}`;
        if (this.level > this.depth) {
          return `[${(parts.prefix || `${name || "Object: null prototype"} `).trim().replace(/\(\d+\)$/, "") || "Object"}]`;
        }
        return this.nested(value, parts, keys);
      }

      nested(value, parts, keys) {
        this.parents.push(value);
        const level = this.level++;
        this.deepest = level;
        this.indent += 2;
        const output = parts.entries === undefined ? [] : parts.entries();
        const count = output.length;
        for (const key of keys) output.push(this.property(value, key));
        this.indent -= 2;
        this.level--;
        this.parents.pop();
        if (this.sorts && !parts.isList) output.sort(typeof this.sorts === "function" ? this.sorts : undefined);
        const circle = this.circular.get(value);
        const [open, close] = parts.isList ? ["[", "]"] : ["{", "}"];
        const start = (circle === undefined ? "" : `<ref *${circle}> `)
          + (parts.base === "" ? parts.prefix : `${parts.base} `) + open;
        if (output.length === 0) return `${start}${close}`;
        return this.join(
          output, start, close, parts.isList && output.length > 6 && output.length === count ? value : undefined, level
        );
      }

      // Joins entries to a line, to columns or to a line each.
      join(output, start, close, list, level) {
        const entries = list === undefined || this.compact < 1 ? output : this.columns(output, list);
        const isShallow = this.compact === true || this.deepest - level < this.compact && entries === output;
        if (isShallow && this.compact !== false) {
          const length = output.reduce(
            (sum, text) => sum + text.length, 2 * output.length + this.indent + start.length + 10
          );
          if (length <= this.width && !start.includes("\n") && !output.some(text => text.includes("\n"))) {
            return `${start} ${output.join(", ")} ${close}`;
          }
        }
        const space = `\n${" ".repeat(this.indent)}`;
        return `${start}${space}  ${entries.join(`,${space}  `)}${space}${close}`;
      }

      // More than six short elements are written in columns.
      columns(output, list) {
        const lengths = output.map(text => text.length + 2);
        const hasMore = list.length > this.items;
        const count = hasMore ? output.length - 1 : output.length;
        const widest = Math.max(...lengths.slice(0, count));
        const total = lengths.slice(0, count).reduce((sum, length) => sum + length, 0);
        if (widest * 3 + this.indent >= this.width || !(total / widest > 5 || widest <= 8) || count === 0) {
          return output;
        }
        const bias = Math.sqrt(widest - total / output.length), biased = Math.max(widest - 3 - bias, 1);
        const number = Math.min(
          Math.round(Math.sqrt(2.5 * biased * count) / biased),
          Math.floor((this.width - this.indent) / widest),
          this.compact * 4,
          15);
        if (number <= 1) return output;
        const widths = [];
        for (let column = 0; column < number; column++) {
          let width = 0;
          for (let i = column; i < count; i += number) width = Math.max(width, lengths[i]);
          widths.push(width);
        }
        const isNumeric = list.every !== undefined
          && Array.prototype.every.call(list, item => typeof item === "number" || typeof item === "bigint");
        const rows = [];
        for (let i = 0; i < count; i += number) {
          const row = output.slice(i, Math.min(i + number, count)).map((text, column, all) => {
            const isLast = column === all.length - 1;
            const part = isLast ? text : `${text}, `;
            if (isNumeric) return part.padStart(widths[column] - (isLast ? 2 : 0));
            return isLast ? part : part.padEnd(widths[column]);
          });
          rows.push(row.join(""));
        }
        if (hasMore) rows.push(output[count]);
        return rows;
      }

      property(value, key) {
        const own = Object.getOwnPropertyDescriptor(value, key) || { value: value[key], enumerable: true };
        let text;
        if (own.get !== undefined && use("variable/list").isKey(own)) text = this.value(value[key]);
        else if (own.get !== undefined) text = own.set !== undefined ? "[Getter/Setter]" : "[Getter]";
        else if (own.set !== undefined) text = "[Setter]";
        else text = this.value(own.value);
        const name = typeof key === "symbol" ? `[${String(key)}]` : identifier.test(key) ? key : quote(key);
        return `${own.enumerable ? name : `[${name}]`}: ${text}`;
      }

      more(left) { return `... ${left} more item${left > 1 ? "s" : ""}`; }

      list(value) {
        const output = [];
        let index = 0;
        while (index < value.length && output.length < this.items) {
          if (index in value) {
            output.push(this.value(value[index++]));
            continue;
          }
          const start = index;
          while (index < value.length && !(index in value)) index++;
          output.push(`<${index - start} empty item${index - start > 1 ? "s" : ""}>`);
        }
        if (index < value.length) output.push(this.more(value.length - index));
        return output;
      }

      some(values, write) {
        const output = [];
        let left = 0;
        for (const value of values) {
          if (output.length < this.items) output.push(write(value));
          else left++;
        }
        if (left > 0) output.push(this.more(left));
        return output;
      }

      // How a value starts, and its elements.
      parts(value, name, tag) {
        const parts = { prefix: "", base: "", isList: false, size: undefined, entries: undefined };
        const named = fallback => name === null ? `[${fallback}: null prototype] ` : `${name} `;
        const label = name !== null && tag !== "Object" && tag !== name && typeof value[Symbol.toStringTag] === "string"
          ? `${named(tag)}[${tag}] `
          : named(tag);
        if (Array.isArray(value)) {
          parts.isList = true;
          parts.size = value.length;
          if (name !== "Array") parts.prefix = `${named("Array").trim()}(${value.length}) `;
          parts.entries = () => this.list(value);
        } else if (value instanceof typedArray) {
          parts.isList = true;
          parts.size = value.length;
          parts.prefix = `${name}(${value.length}) `;
          parts.entries = () => this.list(value);
        } else if (value instanceof Map) {
          parts.size = value.size;
          parts.prefix = `${name}(${value.size}) `;
          parts.entries = () => this.some(value, ([key, item]) => `${this.value(key)} => ${this.value(item)}`);
        } else if (value instanceof Set) {
          parts.size = value.size;
          parts.prefix = `${name}(${value.size}) `;
          parts.entries = () => this.some(value, item => this.value(item));
        } else if (typeof value === "function") {
          parts.base = functionBase(value);
        } else if (tag === "Arguments") {
          parts.prefix = "[Arguments] ";
        } else {
          this.scalarParts(value, parts, name, tag, label);
        }
        return parts;
      }

      scalarParts(value, parts, name, tag, label) {
        const isBoxed = ["Number", "String", "Boolean", "Symbol", "BigInt"].includes(tag) && typeof value.valueOf() !== "object";
        const entries = this.opaqueEntries(value);
        if (entries !== undefined) {
          parts.prefix = `${name} `;
          parts.entries = () => entries;
        } else if (value instanceof RegExp) {
          parts.base = RegExp.prototype.toString.call(value);
        } else if (value instanceof Date) {
          parts.base = Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
        } else if (value instanceof Error) {
          parts.base = this.error(value);
        } else if (isBoxed) {
          parts.base = `[${tag}: ${primitive(value.valueOf())}]`;
        } else if (name !== "Object" || label !== "Object ") {
          parts.prefix = label;
        }
      }

      // The text for values that cannot be inspected.
      opaqueEntries(value) {
        if (value instanceof Promise) return ["<unknown>"];
        if (value instanceof WeakMap || value instanceof WeakSet) return ["<items unknown>"];
        return value instanceof ArrayBuffer ? this.buffer(value) : undefined;
      }

      error(error) {
        const frames = use("places").lines(error.stack).map(line => `\n${" ".repeat(this.indent)}${line}`);
        const base = errorBase(error);
        return frames.length === 0 ? (base.startsWith("[") ? base : `[${base}]`) : base + frames.join("");
      }

      buffer(value) {
        const bytes = new Uint8Array(value).subarray(0, 50);
        const shown = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join(" ");
        const left = value.byteLength - bytes.length;
        return [
          `[Uint8Contents]: <${shown}${left > 0 ? ` ... ${left} more byte${left > 1 ? "s" : ""}` : ""}>`,
          `byteLength: ${value.byteLength}`,
        ];
      }
    }

    function inspect(value, options, depth) {
      const given = typeof options === "boolean" ? { showHidden: options, depth } : options || {};
      return new Inspector(given).value(value);
    }
    inspect.custom = Symbol.for("nodejs.util.inspect.custom");

    // The values of a line of the console. The first may hold placeholders.
    function format(...values) {
      let text = "", index = 0;
      if (typeof values[0] === "string" && values.length > 1) {
        index = 1;
        text = values[0].replace(/%[sdifjoOc%]/g, mark => {
          if (mark === "%%") return "%";
          if (index >= values.length) return mark;
          return placeholder(mark, values[index++]);
        });
        if (values[0].length === 0 && index === 1) text = "";
      }
      const rest = values.slice(index).map(value => typeof value === "string" ? value : inspect(value));
      return (index === 0 ? rest : [text, ...rest]).join(" ");
    }

    function placeholder(mark, value) {
      switch (mark) {
        case "%s":
          if (typeof value === "string") return value;
          return typeof value === "object" && value !== null
            ? inspect(value, { depth: 0, compact: 3 })
            : primitive(value);
        case "%d": return typeof value === "bigint"
          ? `${value}n`
          : typeof value === "object"
          ? "NaN"
          : number(Number(value));
        case "%i": return typeof value === "object" ? "NaN" : number(Number.parseInt(value, 10));
        case "%f": return number(Number.parseFloat(value));
        case "%j": try { return JSON.stringify(value); } catch { return "[Circular]"; }
        case "%o": return inspect(value, { showHidden: true, depth: 4 });
        case "%O": return inspect(value);
        default: return "";
      }
    }

    return { inspect, format, quote };
  });

  define("console", use => {
    const { format, inspect } = use("inspect");
    const limits = use("job").state.limits || {};
    const lineLimit = limits.console || 1000, byteLimit = limits.consoleBytes || 1 << 20;
    const counts = { __proto__: null }, times = { __proto__: null };
    let lines = 0, length = 0, dropped = 0, isClosed = false, indent = "";

    function write(level, text) {
      if (use("job").isDone) return;
      const room = byteLimit - length;
      if (lines >= lineLimit || room <= 0) {
        dropped++;
        return;
      }
      const left = text.length - room;
      const shown = left > 0 ? `${text.slice(0, room)}… (${left} more character${left > 1 ? "s" : ""})` : text;
      lines++;
      length += text.length;
      host.post({ op: "console", level, text: indent === "" ? shown : indent + shown.replace(/\n/g, `\n${indent}`) });
    }

    // A line that is dropped need not be written.
    const writer = level => (...values) => { if (lines >= lineLimit) dropped++; else write(level, format(...values)); };
    const seconds = milliseconds => milliseconds >= 1000
      ? `${(milliseconds / 1000).toFixed(3)}s`
      : `${Math.round(milliseconds * 1000) / 1000}ms`;
    const elapsed = label => seconds(host.now() - times[label]);

    function table(data, columns) {
      if (data === null || typeof data !== "object") return write("log", format(data));
      const rows = data instanceof Map ? [...data] : Object.entries(data);
      const keys = rows.flatMap(([, row]) => row !== null && typeof row === "object" ? Object.keys(row) : []);
      const names = columns || [...new Set(keys)];
      const hasValues = rows.some(([, row]) => row === null || typeof row !== "object");
      const heads = ["(index)", ...names, ...(hasValues ? ["Values"] : [])];
      const body = rows.map(([key, row]) => {
        const isObject = row !== null && typeof row === "object";
        const cells = names.map(name => isObject && name in row ? inspect(row[name], { depth: 0 }) : "");
        return [String(key), ...cells, ...(hasValues ? [isObject ? "" : inspect(row)] : [])];
      });
      write("log", grid([heads, ...body]));
    }

    function grid(rows) {
      const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)) + 2);
      const line = (left, middle, right) => left + widths.map(width => "─".repeat(width)).join(middle) + right;
      const centered = (text, width) => {
        const left = Math.floor((width - text.length) / 2);
        return " ".repeat(left) + text + " ".repeat(width - text.length - left);
      };
      const shown = rows.map(row => `│${row.map((text, column) => centered(text, widths[column])).join("│")}│`);
      return [line("┌", "┬", "┐"), shown[0], line("├", "┼", "┤"), ...shown.slice(1), line("└", "┴", "┘")].join("\n");
    }

    const console = {
      log: writer("log"), info: writer("info"), warn: writer("warn"), error: writer("error"), debug: writer("debug"),
      trace(...values) {
        const lines = use("places").lines(new Error().stack);
        write("error", [`Trace${values.length > 0 ? `: ${format(...values)}` : ""}`, ...lines].join("\n"));
      },
      assert(condition, ...values) {
        if (!condition) write("warn", values.length === 0 ? "Assertion failed" : typeof values[0] === "string"
          ? format(`Assertion failed: ${values[0]}`, ...values.slice(1)) : format("Assertion failed:", ...values));
      },
      dir(value, options) { write("log", inspect(value, options)); },
      table,
      count(label = "default") { write("log", `${label}: ${counts[label] = (counts[label] || 0) + 1}`); },
      countReset(label = "default") { counts[label] = 0; },
      group(...values) { if (values.length > 0) write("log", format(...values)); indent += "  "; },
      groupEnd() { indent = indent.slice(2); },
      time(label = "default") { times[label] = host.now(); },
      timeLog(label = "default", ...values) {
        if (label in times) write("log", format(`${label}: ${elapsed(label)}`, ...values));
      },
      timeEnd(label = "default") {
        if (label in times) write("log", `${label}: ${elapsed(label)}`);
        delete times[label];
      },
      clear() {},
    };
    console.dirxml = console.log;
    console.groupCollapsed = console.group;

    return {
      console,
      // Reports how many lines the limit dropped. Message handlers may drop more later, which is reported once.
      close() {
        if (dropped === 0 || isClosed) return;
        isClosed = true;
        const what = use("job").isContinued
          ? "All further lines are dropped"
          : `${dropped} more line${dropped > 1 ? "s were" : " was"} dropped`;
        const limit = `the console of a script is limited to ${lineLimit} lines and ${byteLimit} characters`;
        host.post({ op: "console", level: "warn", text: `${what}: ${limit}` });
      },
      warn(text) { write("warn", text); },
      error(text) { write("error", text); },
      warnOnce: (() => {
        const said = { __proto__: null };
        return text => {
          if (text in said) return;
          said[text] = true;
          write("warn", text);
        };
      })(),
    };
  });
});
