// Scripts get and set JSON values, so importing their host makes them visible.
@_exported public import RequestBasics
