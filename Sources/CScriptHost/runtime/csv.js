// `require("csv-parse/sync")`: the options of csv-parse that people use.
(function (runtime) {
  "use strict";
  const { define } = runtime;

  define("csv", () => {
    const failure = (message, line) => Object.assign(new Error(`${message} at line ${line}`), { name: "CsvError" });

    // The records of RFC 4180, each with the line where it starts. `isQuoted` of a cell keeps its spaces and its emptiness.
    function records(text, { delimiter = ",", quote = '"', escape = quote, comment = "" }) {
      const output = [];
      // An escape stands before a quote or another escape.
      const isEscape = (text, place) => Boolean(escape) && text.startsWith(escape, place)
        && [quote, escape].some(next => text.startsWith(next, place + escape.length));
      const isQuoteEnd = (text, place) => text.startsWith(quote, place) && !isEscape(text, place);
      let cells = [], cell = "", isQuoted = false, line = 1, start = 1;
      const endCell = () => { cells.push({ text: cell, isQuoted }); cell = ""; isQuoted = false; };
      const endRecord = () => { endCell(); output.push({ cells, line: start }); cells = []; start = line + 1; };
      let place = 0;
      while (place < text.length) {
        if (quote && cell === "" && !isQuoted && text.startsWith(quote, place)) {
          isQuoted = true;
          place += quote.length;
          while (place < text.length && !isQuoteEnd(text, place)) {
            if (isEscape(text, place)) place += escape.length;
            if (text[place] === "\n") line++;
            cell += text[place++];
          }
          if (place >= text.length) throw failure("Quote Not Closed: the parsing is finished with an opening quote", start);
          place += quote.length;
        } else if (text.startsWith(delimiter, place)) {
          endCell();
          place += delimiter.length;
        } else if (text[place] === "\n" || text[place] === "\r") {
          endRecord();
          place += text.startsWith("\r\n", place) ? 2 : 1;
          start = ++line;
        } else if (comment && cells.length === 0 && cell === "" && text.startsWith(comment, place)) {
          while (place < text.length && text[place] !== "\n") place++;
          start = ++line;
          place++;
        } else {
          cell += text[place++];
        }
      }
      if (cell !== "" || isQuoted || cells.length > 0) endRecord();
      return output;
    }

    const castNumber = text => text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;

    function parse(input, options = {}) {
      const { columns = false, trim = false } = options, cast = options.cast ?? options.auto_parse ?? false;
      const skipsEmpty = options.skip_empty_lines || options.skipEmptyLines;
      const isRelaxed = options.relax_column_count || options.relax || options.skip_lines_with_error;
      const read = ({ text, isQuoted }, context) => {
        const value = trim || options.ltrim || options.rtrim ? (isQuoted ? text : text.trim()) : text;
        return typeof cast === "function"
          ? cast(value, { ...context, quoting: isQuoted })
          : cast && !isQuoted
          ? castNumber(value)
          : value;
      };
      let rows = records(String(input).replace(/^\ufeff/, ""), options);
      if (skipsEmpty) {
        rows = rows.filter(row => row.cells.length > 1 || row.cells[0].text !== "" || row.cells[0].isQuoted);
      }
      rows = rows.slice((options.from_line || options.from || 1) - 1, options.to_line || options.to || undefined);
      let names = Array.isArray(columns) ? columns : undefined;
      if (columns === true || typeof columns === "function") {
        const head = (rows.shift() || { cells: [] }).cells.map(cell => (trim ? cell.text.trim() : cell.text));
        names = typeof columns === "function" ? columns(head) : head;
      }
      const width = names ? names.length : rows.length > 0 ? rows[0].cells.length : 0;
      return rows.map((row, index) => {
        if (row.cells.length !== width && !isRelaxed) {
          throw failure(`Invalid Record Length: expect ${width}, got ${row.cells.length}`, row.line);
        }
        const values = row.cells.map((cell, column) => read(
          cell,
          { index: column, column: names ? names[column] : column, header: false, lines: row.line, records: index }
        ));
        return names ? Object.fromEntries(
          values.slice(0, width).map((value, column) => [names[column], value])
        ) : values;
      });
    }

    const module = (...values) => parse(...values);
    return Object.assign(module, { parse });
  });
});
