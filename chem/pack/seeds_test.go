package pack

import "os"

// everySeed says that tests run every seed where they otherwise take a sample.
var everySeed = os.Getenv("MOLSMITH_FULL") != ""
