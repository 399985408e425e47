package tools

// Hashes of TestGoldenBox.
const (
	goldenWater   = "24f9c8d123024127fca9f53441e87002ef49cb9fcea7f8bd58e23587be05659e"
	goldenMixture = "768be2119a25e787cbf99fde6ef37851ecec2828afb57e58906c3a9921b0a3a3"
)

// Hash of TestGoldenReports.
const goldenReports = "f377f476f9e887cf3adcdc5709a5791013847c982f0fc74da2ab3849cf5c6f0b"

// Hash of TestGoldenGeometries.
const goldenGeometries = "201aea2d33167f05b9cc6b7412abe3ddb7a8a4b74eb5673dea1be98fcc32d9ef"
