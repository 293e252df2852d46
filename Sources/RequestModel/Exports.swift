// Stored values are made of lossless JSON, so whoever imports them sees it too.
@_exported public import RequestBasics
