package conform

// Check is one rule of the checker.
type Check struct {
	ID    string
	Level Level
	Rule  string // what is expected, one sentence
}

// Checks lists every check, those of the declaration first, then those of calls
// and of the connection, in the order of docs/toolserver.md.
func Checks() []Check { return append([]Check(nil), checks...) }

var checks = []Check{
	// The connection and the list.
	{"connect", Error, "The server answers initialize or server/discover and names itself."},
	{"connect.capability", Warning, "The server declares the tools capability."},
	{"list", Error, "tools/list answers an array of tools, each with a name and an inputSchema."},
	{"list.name", Error, "No two tools share a name."},
	{"list.pages", Error, "A list in pages ends: nextCursor is text and never the one that was sent."},
	{"list.builder", Error, "At least one tool has the contract's marker, and each tool that is asked for is there."},

	// The marker (§3).
	{"marker", Error, "The marker is an object with contract 1."},
	{"marker.category", Error, "category is bulk, molecule, polymer, surface, solvation or other."},
	{"marker.apply", Error, "apply is new_document or insert."},
	{"marker.document", Error, "document is none, optional or required."},
	{"marker.stochastic", Error, "stochastic is true or false."},
	{"marker.seconds", Error, "expectedSeconds, when given, is a number above 0."},

	// What people read (§3).
	{"tool.title", Warning, "The tool has a title, the label of its button."},
	{"tool.description", Error, "The description is not blank."},
	{"tool.sentence", Warning, "The first sentence of the description, the tooltip, has at most 200 characters."},
	{"tool.icon", Warning, "One icon is a data: URI of SVG, PNG, JPEG, GIF or WebP, of at most 64 KiB."},
	{"tool.output", Error, "The outputSchema is an object's and declares contract, name and structure."},

	// The inputSchema (§4.1, §4.2, §4.4).
	{"schema", Error, "The inputSchema is a JSON Schema of type object that can be read."},
	{"schema.form", Error, "Builder can make a form of the inputSchema."},
	{"schema.ref", Error, "A $ref leads into $defs of the same schema."},
	{"schema.sample", Error, "Defaults and examples fit the schema they stand in."},
	{"schema.example", Warning, "A required number, text or vector has a default or examples."},
	{"schema.unit", Info, "A unit is angstrom, degree, g/cm3, kelvin or count; others are shown as they are."},
	{"schema.spelling", Warning, "A unit that the contract has a name for is written with that name."},
	{"widget", Warning, "A widget is one of molecule, atom, element, cell, selection, seed and document."},
	{"widget.molecule", Error, "A molecule takes {name, molblock}."},
	{"widget.document", Error, "The document takes a Structure: elements, positions, cell or null, bonds, bondOrders."},
	{"widget.integer", Error, "An atom, an element and a seed are of type integer."},
	{"widget.cell", Error, "A cell is an array of exactly 9 numbers."},
	{"widget.selection", Error, "A selection is an array of integers, and the tool takes the document."},
	{"widget.of", Error, "The x-megane-of of an atom names a molecule beside it."},
	{"seed", Error, "A stochastic tool has exactly one seed, at the top level and named seed."},
	{"seed.marker", Warning, "A tool with a seed is marked stochastic."},
	{"seed.range", Warning, "The seed may be any whole number from 0 to 2147483647."},
	{"document", Error, "There is at most one document, at the top level, and it is required exactly when the marker says so."},
	{"document.insert", Warning, "A tool that inserts takes the document."},

	// Calls and results (§5, §6).
	{"call", Error, "A call with sample arguments succeeds."},
	{"call.timeout", Error, "A call ends within max(60 s, 5 × expectedSeconds)."},
	{"call.required", Error, "A call without the required arguments is refused."},
	{"call.unknown", Error, "A call of a tool that does not exist is refused."},
	{"call.whole", Warning, "1.0 counts as the integer 1."},
	{"call.infinite", Error, "A number too large for a float64, such as 1e999, is refused."},
	{"call.text", Warning, "A result has a text content for people and models."},
	{"call.refusal", Warning, "A refusal is one line of text."},
	{"call.progress", Info, "A call with a progress token reports progress."},
	{"call.silent", Warning, "A call of more than 5 seconds reports progress."},
	{"call.steps", Warning, "Progress grows and carries the token that was sent."},
	{"result", Error, "structuredContent is a BuilderResult."},
	{"result.size", Error, "A structure has at most 500,000 atoms."},
	{"result.schema", Error, "structuredContent fits the outputSchema of the tool."},
	{"result.name", Warning, "A result has a name."},
	{"result.warnings", Error, "warnings is an array of text."},
	{"result.provenance", Warning, "provenance is an object of text and numbers."},
	{"result.seed", Warning, "The provenance of a stochastic tool has the seed that was used."},
	{"result.empty", Warning, "A result has atoms."},
	{"result.extra", Warning, "A structure has the contract's members only and lists a bond once."},
	{"result.residue", Warning, "Residue names have at most 4 characters."},
	{"result.whole", Warning, "Molecules are whole, not cut at the faces of the cell."},
	{"result.bonds", Warning, "Atoms that touch have a bond in the list: Builder infers none."},
	{"insert.repeat", Error, "A result that is inserted does not repeat the document's atoms."},
	{"insert.cell", Warning, "A result that is inserted has the document's cell, or null."},
	{"seed.repeat", Warning, "The same arguments and seed give the same positions."},

	// Cancellation, load and what a server must survive (§6).
	{"cancel.answer", Warning, "A cancelled call is not answered."},
	{"cancel.next", Error, "After a cancellation the next call is served."},
	{"cancel.stop", Warning, "A cancelled call stops computing."},
	{"cancel.untried", Info, "A call that runs long enough to be cancelled was found."},
	{"parallel", Error, "Calls made at the same time are answered, each under its own id."},
	{"parallel.busy", Warning, "A server that is busy says so in a tool error, or with status 429 or 503 and Retry-After."},
	{"protocol", Error, "Every message is JSON-RPC 2.0, and an answer has the id of its request."},
	{"protocol.method", Warning, "An unknown method is answered with an error."},
	{"protocol.garbage", Warning, "A message that is not JSON, NaN among them, is refused, and the next one is answered."},
	{"stdio.output", Error, "Standard output carries messages only."},
	{"stdio.end", Warning, "The process ends within 5 seconds after its input does."},
	{"resources", Warning, "The process stays below 2 GiB and is idle when nothing is asked."},
	{"client", Error, "The official Go client connects, lists the tools and calls one."},

	// HTTP (§9).
	{"http.token", Error, "A request with no or a wrong token is refused with 401 or 403."},
	{"http.open", Warning, "A server on loopback wants a token."},
	{"http.origin", Error, "A request of a foreign Origin is refused with 401, 403 or 421."},
	{"http.host", Error, "A server on loopback refuses a foreign Host with 403 or 421."},
	{"http.media", Warning, "A body that is not application/json is refused with 400 or 415."},
	{"http.get", Warning, "GET opens a stream of events or is refused with 405."},
	{"cors.preflight", Error, "The preflight of an allowed page succeeds, with its origin, POST and every header it needs."},
	{"cors.answer", Error, "An answer to an allowed page has its origin, and exposes a session id that it hands out."},
	{"cors.refusal", Warning, "A refusal for a wrong token can be read by an allowed page."},
	{"cors.foreign", Warning, "A page of a foreign origin is not allowed by CORS."},
	{"cors.untried", Info, "Requests as a page sends them were checked: an origin was given."},
}

var levels = func() map[string]Level {
	m := make(map[string]Level, len(checks))
	for _, c := range checks {
		m[c.ID] = c.Level
	}
	return m
}()

// levelOf is the level of a check. An identifier that is none is a mistake here.
func levelOf(id string) Level {
	level, known := levels[id]
	if !known {
		panic("conform: there is no check " + id)
	}
	return level
}
