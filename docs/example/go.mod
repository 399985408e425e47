module example.org/lab-tools

go 1.26.0

require github.com/molsmith/molsmith v0.0.0

require (
	github.com/rs/cors v1.11.1 // indirect
	golang.org/x/time v0.15.0 // indirect
)

replace github.com/molsmith/molsmith => ../..
