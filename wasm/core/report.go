package core

// exportReport is ExportReport of the protocol.
type exportReport struct {
	Format  string   `json:"format"`
	Losses  []string `json:"losses"`
	Changes []string `json:"changes"`
	Refused string   `json:"refused,omitempty"`
}
