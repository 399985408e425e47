package names

func readRules(n normalized) (Result, error) {
	return Result{}, &Error{Msg: quoted(n.text) + " is not a known name"}
}
