package tools

// Hashes of TestGoldenBox.
const (
	goldenWater   = "24f9c8d123024127fca9f53441e87002ef49cb9fcea7f8bd58e23587be05659e"
	goldenMixture = "768be2119a25e787cbf99fde6ef37851ecec2828afb57e58906c3a9921b0a3a3"
	goldenLayers  = "856ca883acc7cc287cd725b4b9c46b6a9609939e154169baefed5f2eff93a206"
)

// Hash of TestGoldenReports.
const goldenReports = "f377f476f9e887cf3adcdc5709a5791013847c982f0fc74da2ab3849cf5c6f0b"

// Hash of TestGoldenGeometries.
const goldenGeometries = "fefa47cfa76d19f2d2eec854589d4cc3c11eb6a840755e7cc939e867b11e0fca"

// Hashes of TestGoldenSolvate.
const (
	goldenSolvate = "81627388f16aafe200c955e2fededa576ddb2b15fe8787622ee52946e3b657ca"
	goldenShell   = "7199700499876879240c460e7fcd9c8b3b9690150989eaaafc23438e965545f2"
	goldenIons    = "89bd6115d7b083bf6671dbef6de9a609a5e0d34d922c280a63c53f2e7f1204f9"
)

// Hashes of TestGoldenPolymers.
const (
	goldenChain     = "dc0774254c7d9b94c857ce66461ba731d3d00783678dcc916011f50406430ae1"
	goldenCopolymer = "bf500c02c7e5b81a85deffa68690c3e8b6edc98c92249ed1f953d0d0cfeb65f8"
	goldenMelt      = "0c75d30f5ea532cdf67b88907bb72e759d025b027f32e5fe77fa33174a6820d1"
)
