/// The functions that answer, one for each route; those of one topic share a file.
enum Endpoints {}
