//go:build document || !part

package core

import "github.com/molsmith/molsmith/chem/edit"

// stays marks an entry of bufs.watch that is no row: the rest is the number of the entry
// it was in the list before.
const stays = 1 << 31

// lost is the row of an atom that is not in the document.
const lost = 1<<32 - 1

// watch takes the atoms to follow out of a request, if it names them: rows of the document
// as it is, or stays and the number in the list before. Without a list that one goes on.
func (c *Core) watch(bufs Bufs) {
	rows, ok := bufs["watch"].([]uint32)
	if !ok || c.document == nil {
		return
	}
	refs := make([]edit.Ref, len(rows))
	for i, row := range rows {
		refs[i] = edit.Ref{Fragment: -1}
		if n := int(row &^ stays); row < stays {
			if at, err := c.document.Refs([]int{n}); err == nil {
				refs[i] = at[0]
			}
		} else if n < len(c.watched) {
			refs[i] = c.watched[n]
		}
	}
	c.watched = refs
}

// following lets a command tell, in bufs.watched, where the followed atoms are after it;
// left out when it changed nothing.
func following(run command) command {
	return func(c *Core, r *request) (response, error) {
		c.watch(r.bufs)
		before := c.lastRevision()
		answer, err := run(c, r)
		d := c.document
		if err != nil || d == nil || len(c.watched) == 0 || d.Revision() == before {
			return answer, err
		}
		rows := make([]uint32, len(c.watched))
		for i := range rows {
			rows[i] = lost
			if at := d.Rows(c.watched[i : i+1]); len(at) > 0 {
				rows[i] = at[0]
			}
		}
		answer.bufs["watched"] = rows
		return answer, nil
	}
}
