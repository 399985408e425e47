// Package descriptors computes numbers that describe a molecule: masses, counts of
// atoms, bonds and rings of a kind, polar surface area, octanol–water partition,
// molar refractivity, drug-likeness, ease of synthesis, and alerts.
//
// Definitions are RDKit's where programs differ; each function names its paper.
// Functions take a perceived molecule and do not change it. Sums run in atom order,
// so that they have the same bits on every platform.
package descriptors
