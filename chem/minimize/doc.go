// Package minimize finds a local minimum of a function of many variables with
// analytic gradients: limited-memory BFGS with a line search that ends at a
// point of the strong Wolfe conditions.
//
// The package knows no atoms and no units. Force fields call it with positions
// in Å and energies in kcal/mol, embedding with four coordinates an atom.
// Results depend on the arguments alone and have the same bits on every
// platform.
//
// Sources: Nocedal, Math. Comput. 1980, 35, 773; Liu and Nocedal, Math.
// Program. 1989, 45, 503 (the two-loop recursion and its scaling); Nocedal and
// Wright, Numerical Optimization, 2nd ed., ch. 3 and 7 (bracketing line
// search); Hager and Zhang, SIAM J. Optim. 2005, 16, 170 (the approximate Wolfe
// conditions, which still hold where differences of the value are only
// rounding); Mones, Ortner and Csányi, Sci. Rep. 2018, 8, 13991
// (preconditioning with the bonded terms of a force field).
package minimize
