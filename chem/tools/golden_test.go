package tools

// Hashes of TestGoldenBox.
const (
	goldenWater   = "54cf576082d77a4b164f66e9c527b124d68599e97841c35e72bbab7d0e05110b"
	goldenMixture = "35dbe93948e8e828402afaad05e628fd6f79a5709c0bda334c557c210c65b8be"
)
