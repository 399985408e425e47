package tools

// Hashes of TestGoldenBox.
const (
	goldenWater   = "a4b00486614572fbae699447b9bc0d5b7d3a0c27b38571ea568b07ef4c4e3778"
	goldenMixture = "a01304327ca4265bf7b9977a6260ac32ad0701fce6be71425935f5b9a42139ff"
)
